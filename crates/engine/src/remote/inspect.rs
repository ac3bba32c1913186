//! What of a result is proved: nothing that a worker says settles a node by its word.
//!
//! * A **settled leaf** needs a certificate of it, which the reference rules verify; what holds for a
//!   position with an empty history holds on every path where repetition is impossible or a draw.
//!   Without one (it depends on the path, or the proof was too large), the job is done again here, and
//!   what comes out of that is taken.
//! * The **children of an open leaf** are made here, from the rules. Numbers of open children are taken
//!   as they come: they only say where to look next. A child that the worker has left out, as one that
//!   fails, needs a certificate too, unless the rules, a table of the run or another child's symmetry
//!   say the same. Without one it is an open child like the others.
//!
//! So a forged result costs time, and a certificate that does not hold shows who sends such things.

use super::hand::{claim_about, verdict};
use super::orders::{JobChild, JobOrder, JobResult, JobVerdict, PROOF_BYTES, walk};
use crate::tables::TableSet;
use andor_certify::{Certificate, CertificateError, holding, verify_with};
use andor_core::{Claim, Counters, Game, Judgement, Limits, Question, Repetition, Rules, Silent};
use andor_prove::job_level::{Abandoned, Config, Job, JobLevel};
use andor_prove::numbers::Numbers;
use andor_prove::solver::{Solver, judged};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The numbers of a child that is said to fail, without proof.
const DOUBTFUL: (u32, u32) = (1, 1 << 20);
const NOWHERE: u32 = u32::MAX;
const INFINITE: u32 = u32::MAX;

/// What is left of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspected {
    /// What is true.
    pub verdict: JobVerdict,
    /// The certificates that hold.
    pub proofs: Vec<Vec<u8>>,
    /// The work of doing the job again, if that was needed.
    pub again: Option<Counters>,
    /// Claims that came without a proof and were left open.
    pub doubtful: u64,
}

/// Why nothing is left of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It is a forgery, or damaged: no honest worker sends such a thing.
    Forged(String),
    /// It came without a proof, and could not be worked out here. That is nobody's fault.
    NotHere(String),
    /// It came without a proof, and was not to be worked out now.
    NotNow,
}

impl From<&str> for Unfit {
    fn from(why: &str) -> Unfit {
        Unfit::Forged(why.to_owned())
    }
}

impl From<CertificateError> for Unfit {
    fn from(error: CertificateError) -> Unfit {
        match error {
            // That is nobody's fault.
            CertificateError::Stopped(_) => Unfit::NotNow,
            error => Unfit::Forged(error.to_string()),
        }
    }
}

/// A certificate that was verified.
struct Proved {
    certificate: Certificate,
    claim: Claim,
    /// Whether something of the result rests on it.
    is_used: bool,
}

/// Works out what of a result is proved.
pub trait Inspector: Send + Sync {
    /// What is left of a result. If the job has to be done again for that, it is only where `takes_time`.
    ///
    /// # Errors
    /// If nothing is.
    fn inspect(
        &self,
        order: &JobOrder,
        result: &JobResult,
        takes_time: bool,
    ) -> Result<Inspected, Unfit>;
}

/// The inspector of one search.
pub struct Examiner<G: Game, R> {
    game: Arc<G>,
    reference: Arc<R>,
    root: G::Position,
    question: Question,
    knowledge: bool,
    limits: Limits,
    /// The tables of the run: what they decide needs no proof from a worker.
    tables: TableSet,
    again: Mutex<JobLevel<G>>,
}

impl<G: Game + 'static, R: Rules> Examiner<G, R> {
    /// An inspector of results for this question about `root`.
    #[must_use]
    pub fn new(
        game: Arc<G>,
        reference: Arc<R>,
        root: G::Position,
        question: Question,
        config: &Config,
        limits: &Limits,
    ) -> Examiner<G, R> {
        let limits = Limits { memory: limits.memory / 8, ..limits.clone() };
        let again = Mutex::new(JobLevel::new(Config { workers: 1, ..*config }));
        let knowledge = config.knowledge;
        let tables = TableSet::default();
        Examiner { game, reference, root, question, knowledge, limits, tables, again }
    }

    /// The same, for workers who ask these tables.
    #[must_use]
    pub fn with_tables(mut self, tables: TableSet) -> Examiner<G, R> {
        if !tables.is_empty() {
            let again = self.again.get_mut().unwrap_or_else(PoisonError::into_inner);
            again.consult(Box::new(tables.clone()));
        }
        self.tables = tables;
        self
    }

    /// A certificate that holds.
    fn proved(&self, bytes: &[u8]) -> Result<Proved, Unfit> {
        let certificate = Certificate::from_bytes(bytes.to_vec())?;
        let [section] = certificate.sections() else {
            return Err("a proof of a job has one section".into());
        };
        let claim = section.claim;
        verify_with(
            &*self.reference,
            &certificate,
            Some(&self.tables),
            1,
            &self.limits,
            &mut Silent,
        )?;
        Ok(Proved { certificate, claim, is_used: false })
    }

    /// The job, done here.
    fn again(&self, order: &JobOrder, moves: Vec<G::Move>) -> Result<Inspected, Unfit> {
        let job = Job { moves, budget: order.budget() };
        let mut solver = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        let interrupt = &self.limits.interrupt;
        let mut counters = Counters::default();
        let mut partial = |_, _, more| {
            counters += more;
            match interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                true => Err(Abandoned::Stale),
                false => Ok(()),
            }
        };
        let Examiner { game, root, question, limits, .. } = self;
        let done = solver.run_job(game, root, *question, &job, limits, &mut partial);
        let finished = done.map_err(|why| Unfit::NotHere(format!("{why:?}")))?;
        counters += finished.counters;
        Ok(Inspected {
            verdict: verdict(&**game, &finished),
            proofs: Vec::new(),
            again: Some(counters),
            doubtful: 0,
        })
    }

    /// The code of the move that a certificate of a leaf has for it.
    fn winning(&self, leaf: &G::Position, proved: &Proved) -> Option<u32> {
        let reference = &*self.reference;
        let leaf = reference.decode(&self.bytes_of(leaf))?;
        let held = holding(reference, &proved.certificate, 0, &leaf).ok()?.map(|held| held.mv);
        held.or_else(|| self.tables.best(reference, &leaf)).map(|mv| reference.move_code(mv))
    }

    /// The certificate among these that proves a position to be won or lost for its side to move: as its
    /// root, or as a position on the way, where its holder is to move.
    fn holds<'p>(
        &self,
        proofs: &'p mut [Proved],
        position: &G::Position,
        won: bool,
    ) -> Option<&'p mut Proved> {
        let claim = claim_about(&*self.game, position, self.question, won);
        let bytes = self.bytes_of(position);
        let decoded = self.reference.decode(&bytes)?;
        proofs.iter_mut().find(|proved| {
            let held = || holding(&*self.reference, &proved.certificate, 0, &decoded);
            let is_root = proved.certificate.root_bytes() == bytes;
            proved.claim == claim && (is_root || matches!(held(), Ok(Some(_))))
        })
    }

    fn bytes_of(&self, position: &G::Position) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        bytes
    }
}

impl<G: Game + 'static, R: Rules> Inspector for Examiner<G, R> {
    fn inspect(
        &self,
        order: &JobOrder,
        result: &JobResult,
        takes_time: bool,
    ) -> Result<Inspected, Unfit> {
        // Step 1. What is it about?
        let Examiner { game, question, .. } = self;
        let (played, leaf) = walk(&**game, &self.root, &order.moves).ok_or("no such leaf")?;
        if result.proofs.iter().map(Vec::len).sum::<usize>() > PROOF_BYTES {
            return Err("its proofs are too large".into());
        }
        // Step 2. Every proof it brings must hold.
        let is_superko = matches!(game.repetition(), Repetition::Superko(_));
        let mut proved = Vec::new();
        if !is_superko {
            for proof in &result.proofs {
                proved.push(self.proved(proof)?);
            }
        }
        // Step 3. A settled leaf.
        let listed = match &result.verdict {
            JobVerdict::Settled { won, .. } => {
                let Some(proof) = self.holds(&mut proved, &leaf, *won) else {
                    return if takes_time { self.again(order, played) } else { Err(Unfit::NotNow) };
                };
                let winning = if *won { self.winning(&leaf, proof) } else { None };
                proof.is_used = true;
                let verdict = JobVerdict::Settled { won: *won, leans_on: NOWHERE, winning };
                let proofs = used(&proved, result);
                return Ok(Inspected { verdict, proofs, again: None, doubtful: 0 });
            }
            JobVerdict::Open { children } => children,
        };
        // Step 4. The children of an open leaf, from the rules.
        let given: HashMap<u32, &JobChild> =
            listed.iter().map(|child| (child.code, child)).collect();
        let mut moves = Vec::new();
        game.moves(&leaf, &mut moves);
        let codes: HashSet<u32> = moves.iter().map(|&mv| game.move_code(mv)).collect();
        if given.len() != listed.len() || !given.keys().all(|code| codes.contains(code)) {
            return Err("it lists moves that are not legal, or lists them twice".into());
        }
        let mut inspected = Inspected {
            verdict: JobVerdict::Open { children: Vec::new() },
            proofs: Vec::new(),
            again: None,
            doubtful: 0,
        };
        let mut children = Vec::new();
        let mut keys = HashSet::new();
        // Those that the worker names come first, so that of two images the named one stays.
        moves.sort_by_key(|&mv| !given.contains_key(&game.move_code(mv)));
        for mv in moves {
            let code = game.move_code(mv);
            let child = game.after(&leaf, mv);
            let over = game.outcome(&child).or_else(|| self.tables.look(&**game, &child));
            let judgement = match (over, self.knowledge) {
                (Some(outcome), _) => Judgement::Over(outcome),
                (None, true) => game.judge(&child),
                (None, false) => Judgement::Open,
            };
            match judged(judgement, game.side_to_move(&child), *question) {
                Some(Numbers { phi: 0, .. }) => continue,
                Some(_) => {
                    inspected.verdict =
                        JobVerdict::Settled { won: true, leans_on: NOWHERE, winning: Some(code) };
                    inspected.proofs = used(&proved, result);
                    return Ok(inspected);
                }
                None => {}
            }
            if !is_superko && !keys.insert(game.key(&child)) {
                continue;
            }
            let open = |child: &&&JobChild| {
                let range = 1..INFINITE;
                range.contains(&child.phi) && range.contains(&child.delta)
            };
            let (phi, delta) = match given.get(&code).filter(open) {
                Some(child) => (child.phi, child.delta),
                None => match self.holds(&mut proved, &child, true) {
                    Some(proof) => {
                        proof.is_used = true;
                        continue;
                    }
                    None => {
                        inspected.doubtful += 1;
                        DOUBTFUL
                    }
                },
            };
            children.push(JobChild { code, phi, delta, leans_on: NOWHERE });
        }
        inspected.verdict = match children.is_empty() {
            true => JobVerdict::Settled { won: false, leans_on: NOWHERE, winning: None },
            false => JobVerdict::Open { children },
        };
        inspected.proofs = used(&proved, result);
        Ok(inspected)
    }
}

/// The certificates that something rests on.
fn used(proved: &[Proved], result: &JobResult) -> Vec<Vec<u8>> {
    let both = proved.iter().zip(&result.proofs);
    both.filter(|(proved, _)| proved.is_used).map(|(_, bytes)| bytes.clone()).collect()
}
