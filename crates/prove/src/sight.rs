//! What a search sees of a position without searching it.
//!
//! With *knowledge* it asks the game's [`judge`](Game::judge) and
//! [`candidates`](Game::candidates). Without, it sees the rules alone, as the searches of the
//! papers do, so that counts can be compared with theirs. Oracles are asked in both cases.

use crate::numbers::Numbers;
use crate::solver::judged;
use andor_core::{Game, Judgement, Margins, Oracle, Outcome, Question, Reading};
use std::sync::Arc;

/// How much a search sees.
pub(crate) struct Sight<G: Game> {
    knowledge: bool,
    oracles: Vec<Arc<dyn Oracle<G>>>,
}

impl<G: Game> Clone for Sight<G> {
    fn clone(&self) -> Sight<G> {
        Sight { knowledge: self.knowledge, oracles: self.oracles.clone() }
    }
}

/// What is seen of the children of a position, in lists that are used again and again.
pub(crate) struct Seen<G: Game> {
    /// The moves that are not settled without search.
    pub(crate) open: Vec<G::Move>,
    /// How many moves were looked at.
    pub(crate) looked_at: u64,
    judgements: Vec<Judgement>,
    outcomes: Vec<Option<Outcome>>,
}

impl<G: Game> Default for Seen<G> {
    fn default() -> Seen<G> {
        let (judgements, outcomes) = (Vec::new(), Vec::new());
        Seen { open: Vec::new(), looked_at: 0, judgements, outcomes }
    }
}

impl<G: Game> Sight<G> {
    pub(crate) fn new(knowledge: bool) -> Sight<G> {
        Sight { knowledge, oracles: Vec::new() }
    }

    pub(crate) fn consult(&mut self, oracle: impl Into<Arc<dyn Oracle<G>>>) {
        self.oracles.push(oracle.into());
    }

    pub(crate) fn dismiss_oracles(&mut self) {
        self.oracles.clear();
    }

    /// Whether a child can be judged without being made.
    #[inline]
    pub(crate) fn sees_from_parent(&self) -> bool {
        (!self.knowledge || G::JUDGES_CHILDREN) && self.oracles.is_empty()
    }

    /// Judges the children after `moves` from their parent, for a search that
    /// [`sees_from_parent`](Sight::sees_from_parent): `open` becomes the moves that are not settled
    /// without search. A move that fails is left out; at one that wins the look ends, and it is
    /// returned. `looked_at` counts the moves.
    #[inline]
    pub(crate) fn open_moves(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        question: Question,
        seen: &mut Seen<G>,
    ) -> Option<G::Move> {
        let Seen { open, judgements, outcomes, looked_at } = seen;
        let side = game.side_to_move(position).other();
        open.clear();
        *looked_at = moves.len() as u64;
        let mut sift = |at: usize, mv: G::Move, numbers: Option<Numbers>| match numbers {
            None => {
                open.push(mv);
                None
            }
            Some(Numbers { phi: 0, .. }) => None,
            Some(_) => {
                *looked_at = at as u64 + 1;
                Some(mv)
            }
        };
        if self.knowledge {
            game.judge_children(position, moves, judgements);
            let judged_moves = moves.iter().zip(judgements.iter()).enumerate();
            for (at, (&mv, &judgement)) in judged_moves {
                if let Some(winning) = sift(at, mv, judged(judgement, side, question)) {
                    return Some(winning);
                }
            }
        } else if game.outcomes_after_each(position, moves, outcomes) {
            for (at, (&mv, outcome)) in moves.iter().zip(outcomes.iter()).enumerate() {
                let numbers =
                    outcome.and_then(|outcome| judged(Judgement::Over(outcome), side, question));
                if let Some(winning) = sift(at, mv, numbers) {
                    return Some(winning);
                }
            }
        } else {
            open.extend_from_slice(moves);
        }
        None
    }

    /// Judges all children together where that is the better way; else the list stays empty.
    #[inline]
    pub(crate) fn foresee(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        judgements: &mut Vec<Judgement>,
    ) {
        judgements.clear();
        if self.knowledge && G::JUDGES_CHILDREN {
            game.judge_children(position, moves, judgements);
        }
    }

    /// The numbers of the child after `mv` if it is settled without search. `foreseen` is what
    /// [`foresee`](Sight::foresee) says of it; `child` is the child itself, if it had to be made.
    #[inline]
    pub(crate) fn judge_child(
        &self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        foreseen: Option<Judgement>,
        child: Option<&G::Position>,
        question: Question,
    ) -> Option<Numbers> {
        match child {
            Some(child) if !self.sees_from_parent() => self.judge(game, child, question),
            _ => {
                let side = game.side_to_move(position).other();
                let judgement = match foreseen {
                    Some(judgement) => judgement,
                    None => Judgement::Over(game.outcome_after(position, mv)?),
                };
                judged(judgement, side, question)
            }
        }
    }

    /// The numbers of a position that is settled without search, else how far from that it is.
    #[inline]
    pub(crate) fn read(
        &self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Result<Margins, Numbers> {
        let side = game.side_to_move(position);
        let settled = |judgement| judged(judgement, side, question);
        let judgement = match self.knowledge {
            true => game.judge(position),
            false => game.outcome(position).map_or(Judgement::Open, Judgement::Over),
        };
        if let Some(numbers) = settled(judgement) {
            return Err(numbers);
        }
        let mut seen = Margins::default();
        for oracle in &self.oracles {
            match oracle.read(game, position) {
                Reading::Decided(outcome) => {
                    if let Some(numbers) = settled(Judgement::Over(outcome)) {
                        return Err(numbers);
                    }
                }
                Reading::Open(margins) if margins != Margins::default() => seen = margins,
                Reading::Open(_) => {}
            }
        }
        Ok(seen)
    }

    /// The numbers of a position that is settled without search.
    #[inline]
    pub(crate) fn judge(
        &self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Option<Numbers> {
        self.read(game, position, question).err()
    }

    /// The moves to search. Below the root every position is open, which is what `candidates`
    /// asks for; a root may be decided already, and then every legal move counts.
    #[inline]
    pub(crate) fn moves(
        &self,
        game: &G,
        position: &G::Position,
        is_root: bool,
        moves: &mut Vec<G::Move>,
    ) {
        if self.knowledge && (!is_root || game.judge(position) == Judgement::Open) {
            game.candidates(position, moves);
        } else {
            game.moves(position, moves);
        }
    }

    /// The mobility of a child that was made.
    #[inline]
    pub(crate) fn mobility(&self, game: &G, child: &G::Position) -> u64 {
        match self.knowledge {
            true => u64::from(game.count_candidates(child)),
            false => game.count_moves(child),
        }
    }
}
