//! What of a result is proved: nothing that a worker says settles a node by its word.
//!
//! * A **settled leaf** needs a certificate of it, which the reference rules verify; what holds for a
//!   position with an empty history holds on every path where repetition is impossible or a draw.
//!   Without one (it depends on the path, or the proof was too large), the job is done again here, and
//!   what comes out of that is taken.
//! * The **children of an open leaf** are made here, from the rules. Numbers of open children only say
//!   where to look next, and are taken as they come, unless no search of the job's size comes to such
//!   numbers: then all of them are forgotten. A child that the worker has left out, as one that
//!   fails, needs a certificate too, unless the rules, a table of the run or another child's symmetry
//!   say the same. Without one it is an open child like the others.
//!
//! The positions of certificates that hold are kept for the proof in the end, by whoever has judged them: there may be
//! a million in one, which nobody else is to wait for.
//!
//! So a forged result costs time, within limits, and what does not hold shows who sends such things. The
//! table of the run is the coordinator's own and is asked here as it is: were it wrong, the certificate in
//! the end would not hold, for that one is judged without it (`check`).

use super::result::{JobResult, LARGE_PROOFS, SMALL_PROOFS};
use super::runner::{claim_about, each_lost};
use crate::reference::{Means, Reference};
use crate::tables::TableSet;
use andor_certify::{Certificate, CertificateError, Share, holding};
use andor_core::{
    Claim, Counters, Game, Instant, Judgement, Limits, PlainRules, Question, Rules, Silent,
    Stopped, sort_by_number,
};
use andor_prove::job_level::{
    Abandoned, Arrived, Budget, Config, Finished, Job, JobChild, JobLevel, JobVerdict,
    LostPositions, Thresholds, arrive,
};
use andor_prove::leaf::LeafRule;
use andor_prove::numbers::Numbers;
use andor_prove::solver::{Solver, judged};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The numbers of a child that is said to fail, without proof.
const DOUBTFUL: (u32, u32) = (1, 1 << 20);
/// The numbers of a child of which nothing is known.
const UNKNOWN: (u32, u32) = (1, 1);
/// The proofs of a result are judged within this time, and as long again for every `A_PIECE` that they have. Whoever
/// made them had about five seconds, or more if they are large.
const JUDGED_WITHIN: Duration = Duration::from_secs(10);
/// A mebibyte.
const A_PIECE: usize = 1 << 20;
/// A proof may take so small a part of the memory for judging it.
const PROOF_PART: u64 = 4;
/// The same, where everybody waits for it.
const GLANCE: Duration = Duration::from_millis(20);
/// A job is done again within this time, or not at all.
const AGAIN_WITHIN: Duration = Duration::from_secs(300);
/// The clock is looked at after so many descents of a job that is done again.
const AGAIN_LOOKS: u64 = 1000;
/// So many positions are kept at a time.
const KEPT_AT_ONCE: usize = 256;
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
    /// What it was worth.
    pub worth: Worth,
}

/// What a result was worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It says what an honest worker says.
    Useful,
    /// It claimed without a proof what was not borne out when the job was done again. On another path, or
    /// with other tables, it may still have been found.
    Doubtful,
    /// It claimed what no honest worker claims: its numbers are those of no search, or it says without a
    /// proof that a leaf is settled wherever it comes up, and it was not found to be.
    Useless,
}

/// How much work an inspection may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// As much as somebody with other things to do can spare.
    Glance,
    /// Proofs are judged, within a time.
    Judge,
    /// And a claim without a proof is worked out.
    Redo,
}

/// Why nothing is left of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It is a forgery, or damaged: no honest worker sends such a thing.
    Forged(String),
    /// Its proofs could not be judged within limits that are ample for those of an honest worker.
    Unjudged(String),
    /// It came without a proof, and could not be worked out here. That is nobody's fault.
    NotHere(String),
    /// It needs more effort.
    NotNow,
}

impl From<&str> for Unfit {
    fn from(why: &str) -> Unfit {
        Unfit::Forged(why.to_owned())
    }
}

/// A certificate that was verified.
struct Proved {
    certificate: Certificate,
    claim: Claim,
    /// Whether something of the result rests on it.
    is_used: bool,
}

/// What a worker says of a leaf that it has settled.
#[derive(Clone, Copy)]
struct Claimed {
    won: bool,
    leans_on: u32,
}

/// Works out what of a result is proved.
pub trait Inspector: Send + Sync {
    /// What is left of a result, with so much effort.
    ///
    /// # Errors
    /// If nothing is.
    fn inspect(&self, job: &Job, result: &JobResult, effort: Effort) -> Result<Inspected, Unfit>;

    /// How many bytes the proofs of a result may have.
    fn most_proof(&self) -> u64;

    /// Keeps the positions of these certificates, which hold, for the proof in the end.
    fn keep(&self, proofs: &[Vec<u8>]);

    /// Nobody wants to know any more: what is in inspection comes to nothing soon.
    fn give_up(&self);
}

/// The inspector of one search.
pub struct Examiner<G: Game> {
    game: Arc<G>,
    reference: Reference,
    root: G::Position,
    question: Question,
    leaf: LeafRule,
    knowledge: bool,
    limits: Limits,
    judged_within: Duration,
    /// The tables of the run: what they decide needs no proof from a worker.
    tables: TableSet,
    again: Mutex<JobLevel<G>>,
    /// Where positions are kept that are lost for their side to move.
    lost: LostPositions,
}

impl<G: Game + 'static> Examiner<G> {
    /// An inspector of results for this question about `root`.
    #[must_use]
    pub fn new(
        game: Arc<G>,
        reference: Reference,
        root: G::Position,
        question: Question,
        config: &Config,
        limits: &Limits,
    ) -> Examiner<G> {
        let abandoned = Some(Arc::default());
        let limits = Limits { memory: limits.memory / 8, time: None, abandoned, ..limits.clone() };
        let again = Mutex::new(JobLevel::new(Config { workers: 1, ..*config }));
        let (leaf, knowledge) = (config.leaf, config.knowledge);
        let (tables, judged_within) = (TableSet::default(), JUDGED_WITHIN);
        Examiner {
            game,
            reference,
            root,
            question,
            leaf,
            knowledge,
            limits,
            judged_within,
            tables,
            again,
            lost: LostPositions::default(),
        }
    }

    /// The same, which keeps what it finds proved here.
    #[must_use]
    pub fn keeping_in(self, lost: LostPositions) -> Examiner<G> {
        Examiner { lost, ..self }
    }

    /// The same, with another time for the proofs of a result.
    #[must_use]
    pub fn judging_within(mut self, time: Duration) -> Examiner<G> {
        self.judged_within = time;
        self
    }

    /// The same, for workers who ask these tables.
    #[must_use]
    pub fn with_tables(mut self, tables: TableSet) -> Examiner<G> {
        if !tables.is_empty() {
            let again = self.again.get_mut().unwrap_or_else(PoisonError::into_inner);
            again.consult(Box::new(tables.clone()));
        }
        self.tables = tables;
        self
    }

    /// The certificates that a result brings; all of them hold.
    fn proved(&self, proofs: &[Vec<u8>], effort: Effort) -> Result<Vec<Proved>, Unfit> {
        let pieces = 1 + proofs.iter().map(Vec::len).sum::<usize>() / A_PIECE;
        let time = match effort {
            Effort::Glance => GLANCE.min(self.judged_within),
            Effort::Judge | Effort::Redo => self.judged_within * pieces as u32,
        };
        // Several are judged at a time, and jobs are done again beside that.
        let memory = self.limits.memory / 2;
        let (start, limits) =
            (Instant::now(), Limits { memory, time: Some(time), ..self.limits.clone() });
        let one = |proof: &Vec<u8>| {
            self.proof(proof, &limits.since(start)).map_err(|error| match error {
                CertificateError::Stopped(Stopped::Interrupted) => Unfit::NotNow,
                CertificateError::Stopped(_) if effort == Effort::Glance => Unfit::NotNow,
                CertificateError::Stopped(stopped) => {
                    let seconds = time.as_secs_f64();
                    let why = format!("its proof was not judged in {seconds} s and {memory} bytes");
                    Unfit::Unjudged(format!("{why} ({stopped})"))
                }
                error => Unfit::Forged(error.to_string()),
            })
        };
        proofs.iter().map(one).collect()
    }

    /// A certificate that holds.
    fn proof(&self, bytes: &[u8], limits: &Limits) -> Result<Proved, CertificateError> {
        let certificate = Certificate::from_bytes(bytes.to_vec())?;
        let [section] = certificate.sections() else {
            return Err(CertificateError::Refused("a proof of a job has one section".to_owned()));
        };
        let claim = section.claim;
        let means = Means { tables: &self.tables, share: Share::WHOLE, threads: 1, limits };
        self.reference.verify(&certificate, &means, &mut Silent)?;
        Ok(Proved { certificate, claim, is_used: false })
    }

    /// The job, done here, in place of a claim without proof.
    fn again(&self, job: &Job, leaf: &Arrived<G>, claim: Claimed) -> Result<Inspected, Unfit> {
        // So that the clock is looked at now and then.
        let partial_every = job.budget.partial_every.or(Some(AGAIN_LOOKS));
        let budget = Budget { partial_every, thresholds: Thresholds::NONE, ..job.budget };
        let start = Instant::now();
        let mut solver = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = Limits { time: Some(AGAIN_WITHIN), ..self.limits.clone() };
        let mut counters = Counters::default();
        let mut partial = |_, _, more| {
            counters += more;
            limits.clock(start).map_or(Ok(()), |stopped| Err(Abandoned::Stopped(stopped)))
        };
        let Examiner { game, question, .. } = self;
        let done = solver.run_job(game, *question, leaf, budget, &limits, &mut partial);
        let Finished { verdict, counters: rest } =
            done.map_err(|why| Unfit::NotHere(format!("{why:?}")))?;
        counters += rest;
        let worth = match verdict {
            JobVerdict::Settled { won, .. } if won == claim.won => Worth::Useful,
            _ if claim.leans_on == NOWHERE && !self.is_superko() => Worth::Useless,
            _ => Worth::Doubtful,
        };
        let again = Some(counters);
        Ok(Inspected { verdict, proofs: Vec::new(), again, doubtful: 0, worth })
    }

    /// The code of the move that a certificate of a leaf has for it.
    fn winning(&self, leaf: &G::Position, proved: &Proved) -> Option<u32> {
        let reference: &PlainRules = &self.reference;
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
            let held = || holding::<PlainRules>(&self.reference, &proved.certificate, 0, &decoded);
            let is_root = proved.certificate.root_bytes() == bytes;
            proved.claim == claim && (is_root || matches!(held(), Ok(Some(_))))
        })
    }

    /// A leaf that stays a leaf has numbers, and has reached its thresholds if it was to have children.
    fn bounded(&self, job: &Job, phi: u32, delta: u32) -> Result<Inspected, Unfit> {
        let Thresholds { phi: own, delta: other } = job.budget.thresholds;
        let most = [own, other].into_iter().filter(|&number| number < INFINITE).max().unwrap_or(0);
        let wild = most.saturating_mul(2).max(job.budget.too_large(0, self.leaf));
        let is_search = |number: u32| (1..wild).contains(&number);
        if !is_search(phi) || !is_search(delta) {
            return Err("it stays a leaf with numbers of no search".into());
        }
        if job.budget.splits && !job.budget.thresholds.are_reached(phi, delta) {
            return Err("it ended before it had reached its thresholds".into());
        }
        let verdict = JobVerdict::Numbers { phi, delta };
        let worth = Worth::Useful;
        Ok(Inspected { verdict, proofs: Vec::new(), again: None, doubtful: 0, worth })
    }

    fn is_superko(&self) -> bool {
        self.game.repetition().is_superko()
    }

    fn bytes_of(&self, position: &G::Position) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        bytes
    }
}

impl<G: Game + 'static> Inspector for Examiner<G> {
    fn inspect(&self, job: &Job, result: &JobResult, effort: Effort) -> Result<Inspected, Unfit> {
        let inspected = self.inspected(job, result, effort)?;
        self.keep(&inspected.proofs);
        Ok(inspected)
    }

    fn most_proof(&self) -> u64 {
        (self.limits.memory / PROOF_PART).clamp(SMALL_PROOFS, LARGE_PROOFS)
    }

    fn keep(&self, proofs: &[Vec<u8>]) {
        let mut keys = Vec::with_capacity(KEPT_AT_ONCE);
        for proof in proofs {
            each_lost(&*self.game, proof, |position| {
                keys.push(self.game.key(position));
                if keys.len() == KEPT_AT_ONCE {
                    self.lost.keep(&keys);
                    keys.clear();
                }
            });
        }
        self.lost.keep(&keys);
    }

    fn give_up(&self) {
        self.limits.abandoned.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

impl<G: Game + 'static> Examiner<G> {
    fn inspected(&self, job: &Job, result: &JobResult, effort: Effort) -> Result<Inspected, Unfit> {
        // Step 1. What is it about?
        let Examiner { game, question, .. } = self;
        let arrived = arrive(&**game, &self.root, &job.moves).ok_or("no such leaf")?;
        let leaf = &arrived.position;
        if result.proof_bytes() as u64 > self.most_proof() {
            return Err("its proofs are too large".into());
        }
        // Step 2. Every proof it brings must hold.
        let is_superko = self.is_superko();
        let mut proved = match is_superko {
            true => Vec::new(),
            false => self.proved(&result.proofs, effort)?,
        };
        // Step 3. A leaf that stays one, or a settled one.
        let listed = match &result.verdict {
            JobVerdict::Numbers { phi, delta } => return self.bounded(job, *phi, *delta),
            JobVerdict::Settled { won, leans_on, .. } => {
                let Some(proof) = self.holds(&mut proved, leaf, *won) else {
                    let claim = Claimed { won: *won, leans_on: *leans_on };
                    return match effort {
                        Effort::Redo => self.again(job, &arrived, claim),
                        Effort::Glance | Effort::Judge => Err(Unfit::NotNow),
                    };
                };
                let winning = if *won { self.winning(leaf, proof) } else { None };
                proof.is_used = true;
                let verdict = JobVerdict::Settled { won: *won, leans_on: NOWHERE, winning };
                let proofs = used(&proved, result);
                let worth = Worth::Useful;
                return Ok(Inspected { verdict, proofs, again: None, doubtful: 0, worth });
            }
            JobVerdict::Open { children } => children,
        };
        // Step 4. The children of an open leaf, from the rules.
        let given: HashMap<u32, &JobChild> =
            listed.iter().map(|child| (child.code, child)).collect();
        let mut moves = Vec::new();
        game.moves(leaf, &mut moves);
        let codes: HashSet<u32> = moves.iter().map(|&mv| game.move_code(mv)).collect();
        if given.len() != listed.len() || !given.keys().all(|code| codes.contains(code)) {
            return Err("it lists moves that are not legal, or lists them twice".into());
        }
        let mut inspected = Inspected {
            verdict: JobVerdict::Open { children: Vec::new() },
            proofs: Vec::new(),
            again: None,
            doubtful: 0,
            worth: Worth::Useful,
        };
        // Numbers of no search say nothing, and those beside them are of the same mind.
        let too_large = job.budget.too_large(moves.len(), self.leaf);
        let is_finite = |number: u32| (1..INFINITE).contains(&number);
        let is_open = |child: &JobChild| is_finite(child.phi) && is_finite(child.delta);
        let is_wild = |child: &JobChild| child.phi.max(child.delta) >= too_large;
        if listed.iter().any(|child| is_open(child) && is_wild(child)) {
            inspected.worth = Worth::Useless;
        }
        let mut children = Vec::new();
        let mut keys = HashSet::new();
        // Those that the worker names come first, so that of two images the named one stays.
        sort_by_number(&mut moves, |&mv| (!given.contains_key(&game.move_code(mv))).into());
        for mv in moves {
            let code = game.move_code(mv);
            let child = game.after(leaf, mv);
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
            let (phi, delta) = match given.get(&code).filter(|child| is_open(child)) {
                Some(_) if inspected.worth == Worth::Useless => UNKNOWN,
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
        if inspected.doubtful > 0 && inspected.doubtful == children.len() as u64 {
            return Err("it leaves out every move, and proves nothing".into());
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
