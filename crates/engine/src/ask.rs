//! Asks a solver: the questions of a request one after the other, each answer walked into a section.
//!
//! ```text
//!   tables -> solver -> question -> report -> extraction -> section of a certificate
//!                          |___________________________________|   at most twice
//! ```
//!
//! Every step has the time that the ones before it have left, and what has stopped one stops all.

use crate::error::EngineError;
use crate::patterns;
use crate::prepare::{Prepared, prepare};
use crate::solve::{
    Asked, Goal, LONG_SEARCH, LeavesChoice, RETRY_MEMORY, Request, SHORT_SEARCH, Stage, cut_beside,
    proportion, threads,
};
use crate::tables::TableSet;
use crate::unwalked::Unwalked;
use crate::zone::zone_table;
use andor_certify::{
    Basis, CertificateError, Cut, Cutting, Guide, Keeping, Section, SectionBuilder, SectionGuide,
    Tables, cut, cut_together,
};
use andor_core::{
    Answer, Claim, Counters, Evaluate, Game, InputError, Instant, Limits, Observer, Oracle, Player,
    Question, Repetition, Report, Stopped,
};
use andor_prove::checkpoint;
use andor_prove::depth_first::{self, DepthFirst};
use andor_prove::extract::{ExtractError, Extracted, Finding, Leaves, Options, extract};
use andor_prove::job_level::{Crew, Statistics as JobStatistics};
use andor_prove::own_tree::{OwnTree, own_tree};
use andor_prove::solver::{Solver, claim_of};
use std::sync::Mutex;
use std::time::Duration;

/// At most so many positions are looked at for a proof in the table of a search.
const OWN_TREE_POSITIONS: u64 = 5_000_000;

/// What the questions together have shown.
pub(crate) struct Findings {
    pub(crate) answers: Vec<Answered>,
    pub(crate) sections: Vec<Section>,
    pub(crate) counters: Counters,
    /// The work of the search alone, without extraction, and how long it took.
    pub(crate) searched: Counters,
    pub(crate) search_seconds: f64,
    pub(crate) own_tree: Option<OwnTree>,
    pub(crate) peak_memory: u64,
    pub(crate) peak_entries: u64,
    pub(crate) stopped: Stopped,
    /// The most threads that took part in a search, where its solver tells.
    pub(crate) threads: Option<usize>,
    pub(crate) failure: Option<String>,
    pub(crate) notes: Vec<String>,
    /// How often a proof stopped at a position of a table.
    pub(crate) rests: u64,
    /// How often the proofs stop at what the rules settle.
    pub(crate) settled: u64,
    /// How many leaves the proofs leave to searches.
    pub(crate) leaves: u64,
}

/// A question that was put, and what came of it.
pub(crate) struct Answered {
    question: Question,
    report: Report,
}

/// Makes the crew of a job-level search, who ask these tables.
pub(crate) type MakesCrew<'a> = Box<dyn FnOnce(&TableSet) -> Box<dyn Crew> + 'a>;

/// A search that has ended, and the tables that it asked.
pub(crate) struct Searched {
    pub(crate) tables: TableSet,
    pub(crate) findings: Findings,
    pub(crate) jobs: Option<JobStatistics>,
    pub(crate) setup_seconds: f64,
    pub(crate) seconds: f64,
}

impl Searched {
    /// The same of another position, where the tables took all the time.
    pub(crate) fn again(&self) -> Searched {
        let findings = Findings::stopped_by(self.findings.stopped);
        let tables = self.tables.clone();
        Searched { tables, findings, jobs: None, setup_seconds: 0.0, seconds: 0.0 }
    }
}

/// Makes the tables and the solver, and asks.
pub(crate) fn search<G: Game + 'static>(
    game: &G,
    asked: Asked<'_, G::Position>,
    request: &Request,
    crew: Option<MakesCrew<'_>>,
    clock: Instant,
    observer: &mut dyn Observer,
) -> Result<Searched, EngineError> {
    let solvers = Solvers::new(game, asked, request, crew, clock, observer)?;
    Ok(match solvers {
        Ok(mut solvers) => solvers.search(game, asked.root, request, clock, observer),
        Err(searched) => searched,
    })
}

/// Solvers that are ready, with the tables they ask: what one question has taught them helps with the
/// next one, if it is about the same player.
pub(crate) struct Solvers<G: Game> {
    tables: TableSet,
    /// One for all questions, or one for those about either player.
    solvers: Vec<Box<dyn Solver<G>>>,
    limits: Limits,
    before: Duration,
    setup_seconds: f64,
}

impl<G: Game + 'static> Solvers<G> {
    /// One solver, and its tables; what there is to say if those already took all the time.
    fn new(
        game: &G,
        asked: Asked<'_, G::Position>,
        request: &Request,
        crew: Option<MakesCrew<'_>>,
        clock: Instant,
        observer: &mut dyn Observer,
    ) -> Result<Result<Solvers<G>, Searched>, EngineError> {
        // Step 1. The tables, which may take all the time there is.
        let memory = match &request.resume {
            Some(path) => checkpoint::identity(path)?.memory,
            None => request.limits.memory,
        };
        let tables = TableSet::new(&request.tables, &game.spec())?;
        let zone = match zone_table(game, request, memory, observer) {
            Ok(zone) => zone,
            Err(error) => {
                let findings = Findings::stopped_by(error.stopped().ok_or(error)?);
                let setup_seconds = clock.elapsed().as_secs_f64();
                return Ok(Err(Searched {
                    tables,
                    findings,
                    jobs: None,
                    setup_seconds,
                    seconds: 0.0,
                }));
            }
        };
        let tables = tables.with_zone(zone, &game.spec());
        // Step 2. The solver.
        let crew = crew.map(|make| make(&tables));
        let Prepared { solver, limits, before } = prepare(game, asked, request, &tables, crew)?;
        let mut solvers =
            Solvers { tables, solvers: vec![solver], limits, before, setup_seconds: 0.0 };
        solvers.consult(game, request)?;
        solvers.setup_seconds = clock.elapsed().as_secs_f64();
        Ok(Ok(solvers))
    }

    /// Solvers for many positions: one for questions about either player, where both are asked.
    pub(crate) fn for_many(
        game: &G,
        root: &G::Position,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Result<Solvers<G>, Searched>, EngineError> {
        let (asked, clock) = (Asked::alone(root), Instant::now());
        if game.is_drawless() || request.goal != Goal::Value {
            return Solvers::new(game, asked, request, None, clock, observer);
        }
        let memory = request.limits.memory / 2;
        let half =
            Request { limits: Limits { memory, ..request.limits.clone() }, ..request.clone() };
        let mut made = Solvers::new(game, asked, &half, None, clock, observer)?;
        if let Ok(solvers) = &mut made {
            let other = prepare(game, asked, &half, &solvers.tables, None)?.solver;
            solvers.solvers.push(other);
            solvers.consult(game, request)?;
        }
        Ok(made)
    }

    /// The solver that was made last takes tables and patterns along.
    fn consult(&mut self, game: &G, request: &Request) -> Result<(), EngineError> {
        let solver = self.solvers.last_mut().expect("there is one");
        if !self.tables.is_empty() {
            solver.consult(Box::new(self.tables.clone()));
        }
        if let Some(set) = &request.patterns {
            solver.consult(patterns::oracle(game, set)?);
        }
        Ok(())
    }

    /// Puts the questions of a request about a position.
    pub(crate) fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        request: &Request,
        clock: Instant,
        observer: &mut dyn Observer,
    ) -> Searched {
        let start = Instant::now();
        // What the solvers hold was settled when they were made; the rest is this request's.
        let Limits { memory, tree_nodes, .. } = self.limits;
        let limits = Limits { memory, tree_nodes, ..request.limits.clone() };
        let with = Allowance { tables: &self.tables, limits: &limits, clock };
        let mut findings = ask(game, root, request, with, &mut self.solvers, observer);
        findings.search_seconds += self.before.as_secs_f64();
        let seconds = (self.before + start.elapsed()).as_secs_f64();
        let solver = &mut self.solvers[0];
        if findings.stopped != Stopped::Solved && request.checkpoint.is_some() {
            solver.save(observer);
        }
        let (tables, jobs) = (self.tables.clone(), solver.statistics());
        let setup_seconds = std::mem::take(&mut self.setup_seconds);
        Searched { tables, findings, jobs, setup_seconds, seconds }
    }
}

/// What the questions may use: tables, and what is left of the limits since the clock started.
struct Allowance<'a> {
    tables: &'a TableSet,
    limits: &'a Limits,
    clock: Instant,
}

/// Puts the questions of the request to the solvers until they are answered or one stops.
fn ask<G: Game + 'static>(
    game: &G,
    root: &G::Position,
    request: &Request,
    Allowance { tables, limits, clock }: Allowance<'_>,
    solvers: &mut [Box<dyn Solver<G>>],
    observer: &mut dyn Observer,
) -> Findings {
    let side = game.side_to_move(root);
    let mut findings = Findings::stopped_by(Stopped::Solved);
    // The likelier winner first: if it wins, one question was enough.
    let looks_lost = |evaluator: &dyn Evaluate<G>| evaluator.evaluate(game, root) < 0;
    let likelier = match game.evaluator().is_some_and(looks_lost) && !game.is_drawless() {
        true => side.other(),
        false => side,
    };
    let questions = match request.goal {
        Goal::Value => [Some(likelier), Some(likelier.other())],
        Goal::Win => [Some(side), None],
        Goal::Draw => [None, Some(side.other())],
    };
    for question in questions.into_iter().flatten().map(Question::wins) {
        let number = question.player as usize % solvers.len();
        let solver = &mut *solvers[number];
        let rest = limits.since(clock).after(&findings.counters);
        let asked = Instant::now();
        let report = solver.solve(game, root, question, &rest, observer);
        findings.search_seconds += asked.elapsed().as_secs_f64();
        findings.searched += report.counters;
        findings.counters += report.counters;
        findings.peak_entries = findings.peak_entries.max(report.peak_entries);
        findings.peak_memory = findings.peak_memory.max(report.peak_memory);
        findings.stopped = report.stopped;
        findings.threads = findings.threads.max(solver.threads());
        findings.answers.push(Answered { question, report });
        let Some(claim) = claim_of(game, question, &report) else { break };
        let finding = Finding { root, question, claim };
        if request.stage == Stage::OwnTree {
            // Of two answers the worse one counts.
            let oracle: Option<&dyn Oracle<G>> = (!tables.is_empty()).then_some(tables);
            let own = own_tree(game, finding, solver, oracle, OWN_TREE_POSITIONS);
            let is_worse = own == OwnTree::Fails || findings.own_tree != Some(OwnTree::Fails);
            if findings.own_tree.is_none() || own != OwnTree::Holds && is_worse {
                findings.own_tree = Some(own);
            }
        }
        if request.stage == Stage::Certificate {
            // Extraction can take long as well: if it is killed, a resumed run goes straight to it.
            if request.checkpoint.is_some() {
                solver.save(observer);
            }
            let expanded = findings.searched.expanded;
            let is_short = expanded <= SHORT_SEARCH;
            let is_long = expanded >= LONG_SEARCH;
            let is_early = match request.leaves {
                LeavesChoice::Auto => !is_short,
                LeavesChoice::Tables | LeavesChoice::Search(_) | LeavesChoice::ZoneSearch(_) => {
                    true
                }
                LeavesChoice::None => false,
            };
            // Short, but perhaps not so short to the end of the game.
            let may_rest =
                request.leaves == LeavesChoice::Auto && is_short && tables.zone().is_some();
            let most = if may_rest { proportion(expanded) } else { u64::MAX };
            let rest = limits.since(clock);
            let is_win = matches!(claim, Claim::Wins(_));
            let kept = request.resume.as_deref().map(cut_beside);
            let to_keep = request.checkpoint.as_ref().map(|it| (cut_beside(&it.path), it.every));
            let cutting = request.leaves.budget().filter(|_| is_win).map(|budget| {
                let threads = threads(request.verify_threads);
                let rests = matches!(request.leaves, LeavesChoice::ZoneSearch(_));
                let keeping = Some(Keeping {
                    from: kept.as_deref(),
                    to: to_keep.as_ref().map(|(path, every)| (path.as_path(), *every)),
                });
                (rests, Cutting { budget, threads, limits: &rest, keeping })
            });
            let proof = match cutting {
                Some(how) if is_long && game.repetition() == Repetition::Impossible => {
                    cut_unwalked(game, finding, tables, how, solver, observer)
                }
                _ => {
                    let mut walked = |is_early, most| {
                        let rests = Resting {
                            tables: tables.zone().is_none() || is_early,
                            settled: is_early,
                        };
                        let mut how = Options { most, ..options(tables, rests, &rest) };
                        how.threads = solver.threads().unwrap_or(1);
                        // To make it small takes one thread longer than all of them need for the walk.
                        let is_shared = how.threads > 1 && is_long;
                        let usual = if is_shared { 0 } else { how.effort };
                        how.effort = request.shrink.unwrap_or(usual);
                        walk(game, finding, tables, &how, solver, observer)
                    };
                    let proof = match walked(is_early, most) {
                        Err(ExtractError::TooLarge) => walked(true, u64::MAX),
                        other => other,
                    };
                    match (proof, cutting) {
                        (Ok(proof), Some(how)) => cut_off(game, root, proof, tables, how, observer),
                        (proof, _) => proof,
                    }
                }
            };
            findings.take(proof);
            // Half a draw without its certificate is no step to the whole.
            if findings.stopped != Stopped::Solved || findings.failure.is_some() {
                break;
            }
        }
        if report.answer == Answer::Proved || game.is_drawless() {
            break;
        }
    }
    findings
}

/// What a proof may stop at.
#[derive(Clone, Copy)]
struct Resting {
    /// Positions that a table decides.
    tables: bool,
    /// Positions that the rules settle.
    settled: bool,
}

/// A proof that has been walked.
struct Walked {
    extracted: Extracted,
    section: Section,
    /// How many leaves it leaves to searches.
    leaves: u64,
}

/// Cuts a proof off where a verifier's search proves the rest: then it rests on no table, or on the zone table as
/// these searches do.
fn cut_off<G: Game>(
    game: &G,
    root: &G::Position,
    proof: Walked,
    tables: &TableSet,
    (rests, how): (bool, Cutting<'_>),
    observer: &mut dyn Observer,
) -> Result<Walked, ExtractError> {
    let Walked { section, extracted, .. } = proof;
    let advice = |position: &G::Position| tables.best(game, position);
    let mut guide = SectionGuide { section: &section, advice: &advice };
    let basis = basis(game, section.claim(), tables, rests);
    let cut = cut(basis, root, &mut guide, how, observer).map_err(not_cut)?;
    let extracted = Extracted { rests: cut.rests, ..extracted };
    Ok(Walked { extracted, section: cut.section, leaves: cut.leaves })
}

/// What a cut stands on: the tables, too, if it is to rest on them and there are any.
fn basis<'a, G: Game>(
    game: &'a G,
    claim: Claim,
    tables: &'a TableSet,
    rests: bool,
) -> Basis<'a, G> {
    let tables: Option<&dyn Tables<G>> = (rests && !tables.is_empty()).then_some(tables);
    Basis { rules: game, claim, tables }
}

/// The same, straight from the solver that has found the win.
fn cut_unwalked<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    tables: &TableSet,
    (rests, how): (bool, Cutting<'_>),
    solver: &mut dyn Solver<G>,
    observer: &mut dyn Observer,
) -> Result<Walked, ExtractError> {
    let counters = Mutex::default();
    let Finding { root, claim, .. } = finding;
    let basis = basis(game, claim, tables, rests);
    solver.set_repairing(true);
    let threads = solver.threads().unwrap_or(1);
    let is_kept = how.keeping.is_some_and(|keeping| keeping.to.is_some());
    let mut hands = match threads {
        1 if is_kept => solver.hands(1),
        1 => Vec::new(),
        _ => solver.hands(how.threads),
    };
    if is_kept && hands.is_empty() {
        observer.note("a cut that is stopped begins afresh: this method cannot keep it");
    }
    let together = (!hands.is_empty()).then(|| {
        let guide = |hand| Unwalked::new(game, finding, tables, hand, how.limits, &counters);
        let hands = hands.iter_mut().map(|hand| &mut **hand);
        let guides = hands.map(|hand| Box::new(guide(hand)) as Box<dyn Guide<G> + Send>);
        cut_together(basis, root, guides.collect(), how, observer)
    });
    drop(hands);
    let cut = together.unwrap_or_else(|| {
        let mut guide = Unwalked::new(game, finding, tables, solver, how.limits, &counters);
        cut(basis, root, &mut guide, how, observer)
    });
    solver.set_repairing(false);
    let Cut { section, leaves, rests, .. } = cut.map_err(not_cut)?;
    let counters = counters.into_inner().expect("a thread that panics ends the cut");
    let extracted = Extracted { counters, rests, ..Extracted::default() };
    Ok(Walked { extracted, section, leaves })
}

fn not_cut(error: CertificateError) -> ExtractError {
    match error {
        CertificateError::Stopped(stopped) => ExtractError::Stopped(stopped),
        error => ExtractError::Sink(InputError::new(error.to_string())),
    }
}

/// Walks what was found into a section. Where the solver has forgotten so much that the proof
/// runs in circles, or has no room to prove the holes again, df-pn with more memory finds it once
/// more.
fn walk<G: Game + 'static>(
    game: &G,
    finding: Finding<'_, G::Position>,
    tables: &TableSet,
    how: &Options<'_, G>,
    solver: &mut dyn Solver<G>,
    observer: &mut dyn Observer,
) -> Result<Walked, ExtractError> {
    let start = Instant::now();
    let new_sink = || SectionBuilder::without_leaves(finding.claim, game.encoded_len());
    let mut sink = new_sink();
    let limits = how.limits;
    let mut extracted = extract(game, finding, how, solver, observer, &mut sink);
    let forgotten = [ExtractError::Circular, ExtractError::Stopped(Stopped::Memory)];
    if extracted.as_ref().is_err_and(|error| forgotten.contains(error)) {
        let memory = (4 * limits.memory).max(RETRY_MEMORY);
        let limits = Limits { memory, nodes: None, expansions: None, ..limits.since(start) };
        let start = Instant::now();
        let mut fresh = DepthFirst::new(depth_first::Config::default());
        if !tables.is_empty() {
            fresh.consult(Box::new(tables.clone()));
        }
        fresh.solve(game, finding.root, finding.question, &limits, observer);
        sink = new_sink();
        let limits = limits.since(start);
        let how = Options { limits: &limits, ..*how };
        extracted = extract(game, finding, &how, &mut fresh, observer, &mut sink);
        if let Ok(extracted) = &mut extracted {
            extracted.counters.reproved += 1;
        }
    }
    let section = sink.finish().map_err(ExtractError::Sink)?;
    extracted.map(|extracted| Walked { extracted, section, leaves: 0 })
}

/// A proof from the rules alone, or, if there are tables, one that rests on them or is only advised by
/// them.
fn options<'a, G: Game>(
    tables: &'a TableSet,
    rests: Resting,
    limits: &'a Limits,
) -> Options<'a, G> {
    let oracle = (!tables.is_empty()).then_some(tables as &dyn Leaves<G>);
    Options {
        leaves: oracle.filter(|_| rests.tables),
        advice: oracle.filter(|_| !rests.tables),
        stops_at_settled: rests.settled,
        keeps_oracles: oracle.is_some(),
        ..Options::new(limits)
    }
}

impl Findings {
    /// Nothing yet.
    fn stopped_by(stopped: Stopped) -> Findings {
        Findings {
            answers: Vec::new(),
            sections: Vec::new(),
            counters: Counters::default(),
            searched: Counters::default(),
            search_seconds: 0.0,
            own_tree: None,
            peak_memory: 0,
            peak_entries: 0,
            stopped,
            threads: None,
            failure: None,
            notes: Vec::new(),
            rests: 0,
            settled: 0,
            leaves: 0,
        }
    }

    /// Takes what walking a proof came to.
    fn take(&mut self, walked: Result<Walked, ExtractError>) {
        match walked {
            Ok(Walked { extracted, section, leaves }) => {
                self.leaves += leaves;
                self.counters += extracted.counters;
                self.rests += extracted.rests;
                self.settled += extracted.settled;
                self.sections.push(section);
            }
            Err(ExtractError::Circular) => {
                self.failure = Some("what was found leads in circles, and is no proof".into());
            }
            Err(ExtractError::Stopped(stopped)) => {
                self.stopped = stopped;
                self.notes.push(format!("no certificate: its extraction was stopped ({stopped})"));
            }
            Err(ExtractError::TooLarge) => unreachable!("a proof that may not rest has no bound"),
            Err(ExtractError::Sink(error)) => self.failure = Some(error.to_string()),
            Err(ExtractError::Contradiction(what)) => self.failure = Some(what),
        }
    }

    pub(crate) fn answer_about(&self, player: Player) -> Answer {
        let asked = self.answers.iter().find(|asked| asked.question.player == player);
        asked.map_or(Answer::Unknown, |asked| asked.report.answer)
    }
}
