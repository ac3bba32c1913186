//! Entering a node: its moves are judged, the open ones keyed and counted, and what the path and the
//! table know of them is read, before a frame is opened; a node that is settled by that needs no frame.

use super::{DepthFirst, Discipline, Frame, path_hash};
use crate::leaf::LeafRule;
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use crate::simulation::Place;
use andor_core::{Game, Question};

/// A node to be entered: the root, or a child of the top frame.
pub(super) struct Visit<P> {
    pub(super) position: P,
    pub(super) place: Place,
    pub(super) threshold: Numbers,
    /// Whether the table has had an entry for it.
    pub(super) known: bool,
}

/// A node settled on entry.
pub(super) struct Settled<M> {
    pub(super) numbers: Numbers,
    pub(super) winning: Option<M>,
    pub(super) leaning: Leaning,
}

impl<M> Settled<M> {
    /// Won by this move, on paths that have what the result leans on.
    pub(super) fn won(mv: M, leaning: Leaning) -> Settled<M> {
        Settled { numbers: Numbers::WON, winning: Some(mv), leaning }
    }
}

/// What the path and the table have left of the children of a node that is not settled.
pub(super) struct Remaining {
    /// Where its children end.
    pub(super) end: usize,
    /// Moves that lead to the same position as another one.
    pub(super) merged: usize,
    /// What the moves that have failed lean on.
    pub(super) leaning: Leaning,
}

impl<G: Game> DepthFirst<G> {
    /// Enters a node. If it is settled by that, it is stored and returned with its winning move,
    /// otherwise it becomes the top frame.
    pub(super) fn enter(
        &mut self,
        game: &G,
        visit: Visit<G::Position>,
        question: Question,
    ) -> Option<Settled<G::Move>> {
        let first = self.children.len();
        // Step 1. With delayed evaluation the node itself is judged, which nobody has done before.
        if self.delays_evaluation()
            && !self.frames.is_empty()
            && let Some(numbers) = self.sight.judge(game, &visit.position, question)
        {
            self.keep(game, visit.place, numbers, 1, Leaning::NONE, None);
            return Some(Settled { numbers, winning: None, leaning: Leaning::NONE });
        }
        // Step 2. Judge the children: make those that are open.
        if let Some(mv) = self.judge_children(game, &visit.position, question) {
            return Some(self.store_settled(
                game,
                visit.place,
                first,
                Settled::won(mv, Leaning::NONE),
            ));
        }
        // Step 3. Look at the path, where it says more than that a position stands on it.
        if self.road.is_kept {
            self.look_at_path(game, &visit.position, visit.place.code, first, question);
        }
        // Step 4. Look the children up in the table.
        let above = self.frames.last().map_or(0, |frame| frame.path);
        let path = path_hash(above, visit.place.key);
        let prover_moves = game.side_to_move(&visit.position) == question.player;
        match self.look_up(game, &visit.position, first, path, prover_moves) {
            // Step 5. Store a settled node, open a frame for any other.
            Err(settled) => Some(self.store_settled(game, visit.place, first, settled)),
            Ok(remaining) => {
                self.open(game, visit, first, path, prover_moves, remaining);
                None
            }
        }
    }

    /// Whether children are judged only when they are visited.
    pub(super) fn delays_evaluation(&self) -> bool {
        self.config.discipline == Discipline::Pds && self.config.leaf == LeafRule::Naive
    }

    /// Stores a node that needs no frame, and forgets its children.
    fn store_settled(
        &mut self,
        game: &G,
        place: Place,
        first: usize,
        mut settled: Settled<G::Move>,
    ) -> Settled<G::Move> {
        self.children.truncate(first);
        settled.leaning = self.paths.rule.left_of(settled.leaning, self.frames.len());
        self.keep(game, place, settled.numbers, 1, settled.leaning, settled.winning);
        settled
    }

    /// Opens a frame for a node whose children remain to be searched.
    fn open(
        &mut self,
        game: &G,
        visit: Visit<G::Position>,
        first: usize,
        path: u64,
        prover_moves: bool,
        Remaining { end, merged, leaning }: Remaining,
    ) {
        let Visit { position, place: Place { key, code }, threshold, known } = visit;
        let floor = match self.config.discipline {
            Discipline::Pds => self.table().probe(key).map_or(0, |known| known.numbers.phi),
            Discipline::DfPn { .. } | Discipline::PnStar => 0,
        };
        self.children.truncate(end);
        self.path_keys.push(key);
        if self.road.is_kept {
            self.road.push(self.cycles.key(game, &position));
        }
        self.frames.push(Frame {
            position,
            key,
            threshold,
            first,
            moves: self.moves.len() - merged,
            last: None,
            work: 1,
            leaning,
            winning: Leaning::NONE,
            code,
            path,
            prover_moves,
            untouched: known,
            floor,
            assumes: false,
        });
    }
}
