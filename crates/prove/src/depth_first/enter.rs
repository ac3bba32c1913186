//! Entering a node: its moves are judged, the open ones keyed and counted, and what the table knows
//! of them is read, before a frame is opened; a node that is settled by that needs no frame.

use super::{
    Child, DepthFirst, Discipline, Frame, PRESET, Paths, REPEATING, Settled, other_wins, path_hash,
    paths::lock,
};
use crate::leaf::LeafRule;
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use crate::simulation::{Place, Replayer};
use crate::twins::Twin;
use andor_core::{Game, Question};

impl<G: Game> DepthFirst<G> {
    /// Enters a node: makes, judges and looks up its children. A node that is settled by that is
    /// stored and returned with its winning move, otherwise it becomes the top frame.
    pub(super) fn enter(
        &mut self,
        game: &G,
        position: G::Position,
        place: Place,
        threshold: Numbers,
        known: bool,
        question: Question,
    ) -> Option<Settled<G::Move>> {
        let Place { key, code } = place;
        let depth = self.frames.len();
        let prover_moves = game.side_to_move(&position) == question.player;
        let mut leaning = Leaning::NONE;
        // A child that decides the node, but only on this path.
        let mut on_this_path: Option<(G::Move, Leaning)> = None;
        let first = self.children.len();
        let delays = self.delays_evaluation();
        if delays
            && depth > 0
            && let Some(numbers) = self.sight.judge(game, &position, question)
        {
            self.keep(game, place, numbers, 1, Leaning::NONE, None);
            return Some(Settled { numbers, winning: None, leaning });
        }
        let table = &self.table.as_ref().expect("solve has prepared the table").1;
        let old_phi = match self.config.discipline {
            Discipline::Pds => table.probe(key).map_or(0, |known| known.numbers.phi),
            _ => 0,
        };
        // Step 1. Make and judge every child, and fetch its table line.
        self.sight.moves(game, &position, depth == 0, &mut self.moves);
        let mut settled = None;
        let newborn = self.config.leaf.children_of(game, &position);
        let open = match (delays, self.sight.sees_from_parent()) {
            (true, _) => {
                self.counters.nodes += self.moves.len() as u64;
                &self.moves
            }
            (false, true) => {
                let seen = &mut self.seen;
                let winning = self.sight.open_moves(game, &position, &self.moves, question, seen);
                self.counters.nodes += seen.looked_at;
                if winning.is_some() {
                    settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
                    seen.open.clear();
                }
                &seen.open
            }
            (false, false) => {
                // Here children are made to be judged.
                for &mv in &self.moves {
                    self.counters.nodes += 1;
                    let child = game.after(&position, mv);
                    match self.sight.judge(game, &child, question) {
                        None => {
                            let key = game.key(&child);
                            table.prefetch(key);
                            let mobility = || self.sight.mobility(game, &child);
                            let numbers = newborn.numbers(game, mobility, || child.clone());
                            self.children.push(Child { key, numbers, mv, known: false });
                        }
                        Some(Numbers { delta: 0, .. }) => {
                            let winning = Some(mv);
                            settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
                            break;
                        }
                        // The move fails: it adds nothing to the sum and can never be the least.
                        Some(_) => {}
                    }
                }
                &Vec::new()
            }
        };
        // Each child's table line comes while the next child is counted.
        let children = &mut self.children;
        children.reserve(open.len());
        game.for_each_key_after(&position, open, newborn.counts_moves(), |mv, key, count| {
            table.prefetch(key);
            let numbers = newborn.numbers(game, || count, || game.after(&position, mv));
            children.push(Child { key, numbers, mv, known: false });
        });
        // Step 2. Merge equal children, and read what the path and the table know.
        if self.road.is_kept && settled.is_none() {
            self.look_at_path(game, &position, code, first, question);
        }
        let table = &self.table.as_ref().expect("solve has prepared the table").1;
        let above = self.frames.last().map_or(0, |frame| frame.path);
        let path = path_hash(above, key);
        // On the way down to a job results are looked for that the frames of a search still have.
        let own_path = self.is_descending.then_some(path);
        let mut end = first;
        let mut merged = 0;
        let mut seen: u64 = 0;
        for index in first..self.children.len() {
            if settled.is_some() {
                break;
            }
            let key = self.children[index].key;
            let bit = 1 << (key.index & 63);
            if let Some(&Some(child_wins)) = self.verdicts.get(index - first) {
                if child_wins {
                    leaning = Leaning::EVERYTHING;
                } else {
                    let mv = self.children[index].mv;
                    on_this_path = on_this_path.or(Some((mv, Leaning::EVERYTHING)));
                }
                continue;
            }
            if seen & bit != 0 && self.children[first..end].iter().any(|child| child.key == key) {
                self.merged_at_root += usize::from(self.frames.is_empty());
                merged += 1;
                continue;
            }
            seen |= bit;
            let known = table.probe(key).map(|known| known.numbers);
            let mut known = known.or_else(|| other_wins(self.other.as_ref(), key, !prover_moves));
            // A repetition is not a win for the prover, here and now.
            if self.paths.is_cyclic() && !self.road.is_kept {
                let repeated = match self.path_keys.may_hold(key) {
                    true => self.frames.iter().rposition(|frame| frame.key == key),
                    false => None,
                };
                let on_path = match (repeated, known) {
                    (Some(above), numbers) if numbers.is_none_or(|known| !known.is_solved()) => {
                        let Frame { threshold, assumes, .. } = self.frames[above];
                        if self.paths.is_nagai() && !assumes {
                            let Numbers { phi, delta } = threshold;
                            let (phi, delta) = (phi.min(PRESET), delta.min(PRESET));
                            known = Some(Numbers { phi, delta });
                            None
                        } else {
                            Some(Leaning::on(above))
                        }
                    }
                    (None, Some(numbers)) if self.may_lean(numbers) => match &self.paths {
                        Paths::Beginnings(table) => lock(table).probe(key, |at| match at {
                            // The node that is being entered is part of the path, too.
                            at if at == depth => own_path,
                            at => self.frames.get(at).map(|frame| frame.path),
                        }),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(child_leaning) = on_path {
                    if prover_moves {
                        leaning = leaning.and(child_leaning);
                    } else {
                        let mv = self.children[index].mv;
                        on_this_path = on_this_path.or(Some((mv, child_leaning)));
                    }
                    continue;
                }
            }
            if let Some(numbers) = known {
                match numbers {
                    Numbers { delta: 0, .. } => {
                        // Whatever the moves before it lean on: this one is enough.
                        let (winning, leaning) = (Some(self.children[index].mv), Leaning::NONE);
                        settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
                        break;
                    }
                    Numbers { phi: 0, .. } => continue,
                    numbers => {
                        self.children[index].numbers = numbers;
                        self.children[index].known = true;
                    }
                }
            }
            if end < index {
                self.children.swap(end, index);
            }
            end += 1;
        }
        if settled.is_none() {
            if let Some((mv, leaning)) = on_this_path {
                let winning = Some(mv);
                settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
            } else if end == first {
                settled = Some(Settled { numbers: Numbers::LOST, winning: None, leaning });
            }
        }
        // Step 3. Store a settled node, open a frame for any other.
        if let Some(mut settled) = settled {
            self.children.truncate(first);
            settled.leaning = self.paths.left_of(settled.leaning, depth);
            self.keep(game, place, settled.numbers, 1, settled.leaning, settled.winning);
            return Some(settled);
        }
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
            floor: old_phi,
            assumes: false,
        });
        None
    }

    /// Looks at what the path says of the children that were just made, in order.
    fn look_at_path(
        &mut self,
        game: &G,
        position: &G::Position,
        code: u64,
        first: usize,
        question: Question,
    ) {
        let table = &self.table.as_ref().expect("solve has prepared the table").1;
        self.road.push(self.cycles.key(game, position));
        let mut replayer = Replayer {
            game,
            sight: &self.sight,
            question,
            cycles: self.cycles,
            road: &mut self.road,
            twins: self.paths.twins(),
            counters: &mut self.counters,
            base: |key| table.solved(key),
        };
        self.verdicts.clear();
        self.verdicts.extend(self.children[first..].iter().map(|child| {
            let next = game.after(position, child.mv);
            replayer.verdict(&next, child.mv, Place { key: child.key, code })
        }));
        self.road.pop();
    }

    /// Whether a position with these numbers may have been disproved on the present path. The table
    /// says so until the position is visited on another path; on the way down to a job, which begins
    /// at the root again and again, that is not enough.
    #[inline]
    fn may_lean(&self, numbers: Numbers) -> bool {
        numbers == REPEATING || self.is_descending && !numbers.is_solved()
    }

    /// Whether children are judged only when they are visited.
    fn delays_evaluation(&self) -> bool {
        self.config.discipline == Discipline::Pds && self.config.leaf == LeafRule::Naive
    }

    /// Stores a result; one that leans on the path goes to a table of its own, and the position
    /// starts afresh in the other one. `winning` is the move of a won position.
    pub(super) fn keep(
        &mut self,
        game: &G,
        place: Place,
        numbers: Numbers,
        work: u64,
        leaning: Leaning,
        winning: Option<G::Move>,
    ) {
        let Place { key, code } = place;
        let mut numbers = numbers;
        if !leaning.is_none() {
            self.leaned += 1;
            match &mut self.paths {
                Paths::Acyclic | Paths::Ignored => {}
                Paths::Beginnings(table) => {
                    lock(table).store(key, leaning, self.frames[leaning.deepest()].path);
                    numbers = REPEATING;
                }
                Paths::Twins { table, .. } => {
                    let winning = winning.map(|mv| game.move_code(mv));
                    let depth = self.road.len();
                    table.store(key, Twin { code, depth, winning });
                    numbers = REPEATING;
                }
                Paths::Nagai => numbers = REPEATING,
            }
        }
        self.table().store(key, numbers, work);
    }
}
