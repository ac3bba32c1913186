//! The coordinator's side of the tree, the type of the game forgotten.

use super::inspect::{Examiner, Inspector};
use super::orders::{JobChild, JobOrder, JobVerdict, WILD, walk};
use super::terms::JobSubject;
use andor_certify::Certificate;
use andor_core::{Counters, Game, Rules};
use andor_prove::job_level::{Budget, Errand, Finished, Full, Lease, Standing, Verdict};
use andor_prove::node_pool::{INFINITE, Node};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A reply at one of the first plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The move, as text.
    pub text: String,
    /// What its side to move needs; `None` if it cannot.
    pub phi: Option<u32>,
    /// What the other side needs.
    pub delta: Option<u32>,
    /// Of the replies to it, how many are settled, and how many there are.
    pub settled: (usize, usize),
}

/// A look at the tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Look {
    /// Whether the root is settled.
    pub is_solved: bool,
    /// What the prover needs; `None` if it cannot be done.
    pub proof: Option<u32>,
    /// What the opponent needs.
    pub disproof: Option<u32>,
    /// Nodes now.
    pub nodes: u64,
    /// Leaves that were expanded or settled.
    pub expanded: u64,
    /// Nodes ever made.
    pub touched: u64,
    /// Bytes of the tree.
    pub bytes: u64,
    /// Leaves that nobody works on.
    pub free: u32,
    /// The moves at the root that are there: those that fail for good are not.
    pub replies: Vec<Reply>,
}

/// The coordinator's tree.
pub trait JobDesk {
    /// What the search is about.
    fn subject(&self) -> &JobSubject;

    /// Who looks at results before they get here.
    fn inspector(&self) -> Arc<dyn Inspector>;

    /// The next job for one of so many workers; `None` if all open leaves are in work.
    fn next(&mut self, workers: usize) -> Option<JobOrder>;

    /// A job for this leaf, if it is open and nobody works on it.
    fn take(&mut self, moves: &[u32]) -> Option<(u32, u64)>;

    /// Puts the numbers of a partial result in; `false` if the lease is not good any more.
    fn partial(&mut self, lease: (u32, u64), phi: u32, delta: u32) -> bool;

    /// Whether a lease is still good.
    fn is_good(&self, lease: (u32, u64)) -> bool;

    /// Gives a leaf back as it was.
    fn give_back(&mut self, lease: (u32, u64));

    /// Puts a result in that was inspected; `false` if the lease is not good any more, or the result is
    /// about moves that are not legal.
    ///
    /// # Errors
    /// If the tree is full.
    fn finish(&mut self, lease: (u32, u64), verdict: &JobVerdict) -> Result<bool, Full>;

    /// Keeps the positions of these certificates, which hold, for the proof in the end.
    fn keep(&mut self, proofs: &[Vec<u8>]);

    /// The positions found lost since the last time, as their bytes.
    fn take_lost(&mut self) -> Vec<Vec<u8>>;

    /// Epochs of leases begin here, at least.
    fn leap_epochs(&mut self, least: u64);

    /// Whether the root is settled.
    fn is_solved(&self) -> bool;

    /// Leaves that nobody works on.
    fn free(&self) -> u32;

    /// A look at the tree.
    fn look(&self) -> Look;
}

pub(super) struct Desk<'e, 'a, G: Game, R> {
    pub(super) errand: &'e mut Errand<'a, G>,
    pub(super) subject: JobSubject,
    pub(super) game: Arc<G>,
    pub(super) examiner: Arc<Examiner<G, R>>,
}

impl<G: Game + 'static, R: Rules + 'static> JobDesk for Desk<'_, '_, G, R> {
    fn subject(&self) -> &JobSubject {
        &self.subject
    }

    fn inspector(&self) -> Arc<dyn Inspector> {
        self.examiner.clone()
    }

    fn next(&mut self, workers: usize) -> Option<JobOrder> {
        let (lease, moves) = self.errand.tree.reserve()?;
        let budget = self.errand.config.budget(&self.errand.tree, workers);
        let Budget { descents, room, partial_every } = budget;
        let moves = moves.iter().map(|&mv| self.game.move_code(mv)).collect();
        Some(JobOrder { lease: lease.numbers(), moves, descents, room, partial_every })
    }

    fn take(&mut self, moves: &[u32]) -> Option<(u32, u64)> {
        let (moves, _) = walk(&*self.game, self.errand.root, moves)?;
        self.errand.tree.reserve_at(&moves).map(Lease::numbers)
    }

    fn partial(&mut self, lease: (u32, u64), phi: u32, delta: u32) -> bool {
        // What no search comes to says nothing, and zeros are not looked at.
        let (phi, delta) = match phi < WILD && delta < WILD {
            true => (phi, delta),
            false => (0, 0),
        };
        self.errand.tree.partial(Lease::of_numbers(lease), phi, delta)
    }

    fn is_good(&self, lease: (u32, u64)) -> bool {
        self.errand.tree.is_good(Lease::of_numbers(lease))
    }

    fn give_back(&mut self, lease: (u32, u64)) {
        self.errand.tree.give_back(Lease::of_numbers(lease));
    }

    fn finish(&mut self, lease: (u32, u64), verdict: &JobVerdict) -> Result<bool, Full> {
        let lease = Lease::of_numbers(lease);
        let tree = &self.errand.tree;
        let Some(path) = tree.path_of(lease) else { return Ok(false) };
        let game = &*self.game;
        let leaf = path.iter().fold(self.errand.root.clone(), |at, &mv| game.after(&at, mv));
        let mut moves = Vec::new();
        game.moves(&leaf, &mut moves);
        let find = |code: u32| moves.iter().copied().find(|&mv| game.move_code(mv) == code);
        let verdict = match verdict {
            JobVerdict::Settled { won, leans_on, winning } => {
                Verdict::Settled { won: *won, leans_on: *leans_on, winning: winning.and_then(find) }
            }
            JobVerdict::Open { children } => {
                let node = |child: &JobChild| {
                    let JobChild { code, phi, delta, leans_on } = *child;
                    Some(Node { first: leans_on, phi, delta, count: 0, mv: find(code)? })
                };
                match children.iter().map(node).collect::<Option<Vec<_>>>() {
                    Some(children) if !children.is_empty() => Verdict::Open { children },
                    _ => return Ok(false),
                }
            }
        };
        let finished = Finished { verdict, counters: Counters::default() };
        self.errand.tree.finish(lease, &finished)
    }

    fn keep(&mut self, proofs: &[Vec<u8>]) {
        let game = &*self.game;
        let keeper = &mut *self.errand.keeper;
        let mut moves = Vec::new();
        for proof in proofs {
            let Ok(certificate) = Certificate::from_bytes(proof.clone()) else { continue };
            for section in 0..certificate.sections().len() {
                // A damaged block only means that something is proved again later.
                let _ = certificate.for_each_entry(section, |entry| {
                    let Some(position) = game.decode(entry.position) else { return };
                    game.sorted_moves(&position, &mut moves);
                    if let Some(&mv) = moves.get(entry.move_index as usize) {
                        keeper.keep_lost(game, &game.after(&position, mv));
                    }
                });
            }
        }
    }

    fn take_lost(&mut self) -> Vec<Vec<u8>> {
        let Errand { game, root, keeper, tree, .. } = &mut *self.errand;
        let paths = tree.take_lost();
        let position = |path: &Vec<G::Move>| {
            let position = path.iter().fold(root.clone(), |at, &mv| game.after(&at, mv));
            keeper.keep_lost(game, &position);
            let mut bytes = Vec::new();
            game.encode(&position, &mut bytes);
            bytes
        };
        paths.iter().map(position).collect()
    }

    fn leap_epochs(&mut self, least: u64) {
        self.errand.tree.leap_epochs(least);
    }

    fn is_solved(&self) -> bool {
        self.errand.tree.is_solved()
    }

    fn free(&self) -> u32 {
        self.errand.tree.free()
    }

    fn look(&self) -> Look {
        let Errand { game, root, question, tree, .. } = &*self.errand;
        let finite = |number: u32| (number < INFINITE).then_some(number);
        let (phi, delta) = tree.numbers();
        let prover_moves = game.side_to_move(root) == question.player;
        let (proof, disproof) = if prover_moves { (phi, delta) } else { (delta, phi) };
        let reply = |standing: &Standing<G::Move>| Reply {
            text: game.move_text(root, standing.mv),
            phi: finite(standing.phi),
            delta: finite(standing.delta),
            settled: standing.settled,
        };
        Look {
            is_solved: tree.is_solved(),
            proof: finite(proof),
            disproof: finite(disproof),
            nodes: tree.live(),
            expanded: tree.expanded(),
            touched: tree.touched(),
            bytes: tree.bytes(),
            free: tree.free(),
            replies: tree.standings(&[]).iter().map(reply).collect(),
        }
    }
}
