//! What a search sees of a position without searching it.
//!
//! With *knowledge* it asks the game's [`judge`](Game::judge) and
//! [`candidates`](Game::candidates). Without, it sees the rules alone, as the searches of the
//! papers do, so that counts can be compared with theirs. Oracles are asked in both cases.

use crate::numbers::Numbers;
use crate::solver::judged;
use andor_core::{Game, Judgement, Oracle, Question};

/// How much a search sees.
pub(crate) struct Sight<G: Game> {
    knowledge: bool,
    oracles: Vec<Box<dyn Oracle<G>>>,
}

impl<G: Game> Sight<G> {
    pub(crate) fn new(knowledge: bool) -> Sight<G> {
        Sight { knowledge, oracles: Vec::new() }
    }

    pub(crate) fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.oracles.push(oracle);
    }

    pub(crate) fn dismiss_oracles(&mut self) {
        self.oracles.clear();
    }

    /// Whether a child can be judged without being made.
    #[inline]
    pub(crate) fn sees_from_parent(&self) -> bool {
        (!self.knowledge || G::JUDGES_CHILDREN) && self.oracles.is_empty()
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

    /// The numbers of a position that is settled without search.
    #[inline]
    pub(crate) fn judge(
        &self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Option<Numbers> {
        let side = game.side_to_move(position);
        let judgement = match self.knowledge {
            true => game.judge(position),
            false => game.outcome(position).map_or(Judgement::Open, Judgement::Over),
        };
        judged(judgement, side, question).or_else(|| {
            let outcome = self.oracles.iter().find_map(|oracle| oracle.probe(game, position))?;
            judged(Judgement::Over(outcome), side, question)
        })
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
