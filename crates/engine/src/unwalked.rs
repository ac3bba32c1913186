//! A proof that nobody has walked: the solver that found it says what is played, position by position.
//!
//! A certificate with search leaves keeps a few positions of a hundred. Where positions cannot come back, no
//! order of the others has to be found first: the cut asks from the root down, and what lies below a leaf is never
//! looked at. What the solver has forgotten is proved again. After a search of several threads all of them cut, each with
//! a hand of the solver.

use crate::tables::TableSet;
use andor_certify::{CertificateError, Guide};
use andor_core::{Answer, Claim, Counters, Game, Instant, Limits, Silent};
use andor_prove::extract::Finding;
use andor_prove::solver::Solver;
use std::sync::Mutex;

/// The proof of a win as the solver knows it.
pub(crate) struct Unwalked<'a, G: Game, S: Solver<G> + ?Sized> {
    game: &'a G,
    finding: Finding<'a, G::Position>,
    tables: &'a TableSet,
    solver: &'a mut S,
    limits: Limits,
    start: Instant,
    /// The work of proving again, of all who have a part in it.
    counters: &'a Mutex<Counters>,
}

impl<'a, G: Game, S: Solver<G> + ?Sized> Unwalked<'a, G, S> {
    /// The proof of what `solver` has just found, with the tables that it asked.
    pub(crate) fn new(
        game: &'a G,
        finding: Finding<'a, G::Position>,
        tables: &'a TableSet,
        solver: &'a mut S,
        limits: &Limits,
        counters: &'a Mutex<Counters>,
    ) -> Unwalked<'a, G, S> {
        let limits = Limits { nodes: None, expansions: None, ..limits.clone() };
        let start = Instant::now();
        Unwalked { game, finding, tables, solver, limits, start, counters }
    }

    /// A move into what the tables decide, or one that is known to win.
    fn known(&mut self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let holder = self.finding.claim.holder();
        let (game, tables) = (self.game, self.tables);
        let decides = |&mv: &G::Move| {
            let next = game.after(position, mv);
            game.outcome(&next).or_else(|| tables.look(game, &next)).and_then(|it| it.winner())
                == Some(holder)
        };
        let decided = moves.iter().copied().find(decides);
        decided.or_else(|| self.solver.holder_moves(game, position).first().copied())
    }
}

impl<G: Game, S: Solver<G> + ?Sized> Guide<G> for Unwalked<'_, G, S> {
    fn class(&mut self, position: &G::Position, _: &[u8]) -> u32 {
        match self.solver.work_below(self.game, position) {
            Some(work) => u64::BITS - work.leading_zeros(),
            None => 0,
        }
    }

    fn play(
        &mut self,
        position: &G::Position,
        _: &[u8],
        moves: &[G::Move],
    ) -> Result<Option<G::Move>, CertificateError> {
        let known = self.known(position, moves);
        if known.is_some() {
            return Ok(known);
        }
        let Finding { question, claim, .. } = self.finding;
        let limits = self.limits.since(self.start);
        let report = self.solver.solve(self.game, position, question, &limits, &mut Silent);
        let Counters { nodes, expanded, .. } = report.counters;
        let more = Counters { nodes, expanded, reproved: 1, ..Counters::default() };
        *self.counters.lock().expect("a thread that panics ends the cut") += more;
        let is_found = match report.answer {
            Answer::Unknown => return Err(CertificateError::Stopped(report.stopped)),
            Answer::Proved => claim == Claim::Wins(question.player),
            Answer::Disproved => claim == Claim::Wins(question.player.other()),
        };
        Ok(if is_found { self.known(position, moves) } else { None })
    }
}
