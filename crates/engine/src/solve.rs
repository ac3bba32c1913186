//! Ask, extract, verify, report: from a position to a row that can be believed.
//!
//! The value of a position takes one question ("does the side to move win?") where no draws
//! exist, and at most two elsewhere. Each answer is walked into a section of a certificate, and
//! the certificate is checked with the reference rules before anything is said.

use crate::ask::{MakesCrew, Searched, Solvers, search};
use crate::check::Verification;
use crate::error::EngineError;
use crate::explain;
use crate::line::Before;
use crate::method::Method;
use crate::reference::{Means, Reference};
use crate::remote::CrewMaker;
use crate::row::Row;
use crate::settings::SolverSettings;
use crate::tables::TableSet;
use crate::value::{Value, sections_for, value_of};
use andor_certify::{
    Certificate, CertificateSize, Heading, MOST_PER_LEAF, Past, Section, Share, save_certificate,
    write_certificate,
};
use andor_core::{
    Claim, Counters, Game, InputError, Instant, Limits, Named, Observer, Outcome, PlainRules,
    Player, Repetition, Rules, Stopped, possible_threads, quantity,
};
use andor_prove::checkpoint;
use andor_prove::job_level::Statistics as JobStatistics;
use andor_prove::own_tree::OwnTree;
use andor_tables::Table;
use andor_tables::patterns::PatternSet;
use andor_tables::zone::ZoneChoice;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Win, draw or loss.
    #[default]
    Value,
    /// Does the side to move win?
    Win,
    /// Does the side to move get at least a draw?
    Draw,
}

impl Named for Goal {
    const ALL: &'static [Goal] = &[Goal::Value, Goal::Win, Goal::Draw];

    fn name(self) -> &'static str {
        match self {
            Goal::Value => "value",
            Goal::Win => "win",
            Goal::Draw => "draw",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Goal::Value => "Win, draw or loss",
            Goal::Win => "Does the side to move win?",
            Goal::Draw => "Does the side to move get at least a draw?",
        }
    }
}

/// Where and how often to write checkpoints.
#[derive(Clone, Debug)]
pub struct CheckpointRequest {
    /// The file.
    pub path: PathBuf,
    /// At least this long between two.
    pub every: Duration,
}

/// The file beside a checkpoint in which a proof is kept that is being cut.
#[must_use]
pub fn cut_beside(checkpoint: &Path) -> PathBuf {
    let mut name = checkpoint.as_os_str().to_owned();
    name.push(".cut");
    PathBuf::from(name)
}

/// How far an answer is followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stage {
    /// Its proof is extracted and checked.
    #[default]
    Certificate,
    /// It is found, and that is all: nothing is extracted, so what is found is `claimed` and the value
    /// stays unknown, and `nodes` and `seconds` are the search's alone.
    Search,
    /// The same, and the solver's own tree is judged: whether it has stored a proof. What extraction
    /// would repair does not count.
    OwnTree,
}

/// How to solve.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method, and what is set about it.
    pub settings: SolverSettings,
    /// What is asked.
    pub goal: Goal,
    /// When to stop. The memory of a resumed run is the checkpoint's, and so is the number of tree
    /// nodes.
    pub limits: Limits,
    /// Where the certificate goes; without a file it is made and checked in memory.
    pub proof: Option<PathBuf>,
    /// Whether the certificate comes back with the answer ([`Solved::certificate`]), file or none.
    pub keep: bool,
    /// Write checkpoints.
    pub checkpoint: Option<CheckpointRequest>,
    /// Go on from a checkpoint.
    pub resume: Option<PathBuf>,
    /// Threads of the verifier; 0 takes all there are.
    pub verify_threads: usize,
    /// What becomes of an answer.
    pub stage: Stage,
    /// Endgame tables to ask. The proof rests on them, unless it does not need them.
    pub tables: Vec<Arc<Table>>,
    /// The zone table to ask in a race; if nothing is said, `auto` takes one, unless it is to use
    /// no knowledge, and the papers' methods do not.
    pub zone: Option<ZoneChoice>,
    /// Whether the proof may rest on the zone table.
    pub leaves: LeavesChoice,
    /// How hard the proof of a win is made small, in positions looked at for each one that it has; 0 not at all.
    pub shrink: Option<u32>,
    /// Race patterns to ask, for Breakthrough. No proof rests on them.
    pub patterns: Option<Arc<PatternSet>>,
    /// Whoever evaluates the leaves of a job-level search in place of the threads of this process.
    pub crew: Option<CrewMaker>,
}

impl Request {
    /// The same with the method that `auto` stands for on this game: the boolean search where the game's order of moves
    /// leads it well, else df-pn, which can be set in ways that the other cannot and makes two levels with a card. A checkpoint is gone on with as it was
    /// begun. Where a crew evaluates leaves, it is df-pn by jobs.
    pub(crate) fn on<G: Game>(&self, game: &G) -> Request {
        let mut request = self.clone();
        if self.crew.is_some() && self.settings.method == Method::Auto {
            // Settings that do not go with the game are refused where the leaf rule is asked for next.
            if let Ok(settings) = self.settings.by_jobs(game) {
                let zone = if settings.knowledge() { ZoneChoice::Auto } else { ZoneChoice::Off };
                request.zone.get_or_insert(zone);
                request.settings = settings;
            }
            return request;
        }
        request.settings.method = Method::Boolean;
        let began = self.resume.as_ref().and_then(|path| checkpoint::identity(path).ok());
        let is_boolean = self.settings.method == Method::Auto
            && self.settings.knowledge()
            && request.settings.check().is_ok()
            && game.repetition() == Repetition::Impossible
            && self.settings.device.is_none()
            && game.order().is_some_and(|order| order.leads(game))
            && began.is_none_or(|began| began.method == Method::Boolean.name());
        if !is_boolean {
            return self.clone();
        }
        request.zone.get_or_insert(ZoneChoice::Auto);
        request
    }

    /// Refuses leaves that a game or an endgame table does not go with.
    fn check_leaves<G: Game>(&self, game: &G) -> Result<(), InputError> {
        if self.leaves.budget().is_none() {
            return Ok(());
        }
        let (leaves, spec) = (self.leaves, game.spec());
        let why = if game.repetition().is_superko() {
            format!("\"{spec}\" is played with superko, where a leaf would depend on its path")
        } else if !self.tables.is_empty() {
            "the certificate then rests on no endgame table".to_owned()
        } else {
            return Ok(());
        };
        Err(InputError::new(format!("--leaves {leaves}: {why}")))
    }
}

/// Whether proofs rest on a zone table, and stop where the rules settle a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LeavesChoice {
    /// The proof of a short search is written to the end of the game, that of a longer one rests.
    #[default]
    Auto,
    /// It rests.
    Tables,
    /// It does not: every line goes to the end of the game. The table points to moves.
    None,
    /// It rests on nothing, and ends where a verifier proves the rest himself, by a search of so many
    /// positions at most for each leaf.
    Search(u64),
    /// It rests, and ends where a verifier proves the rest himself by such a search, which asks the zone table, too.
    ZoneSearch(u64),
}

impl LeavesChoice {
    /// What is before the number of a search.
    const SEARCH: &'static str = "search:";
    const ZONE_SEARCH: &'static str = "zone+search:";

    /// How many positions a verifier may expand for a leaf, if he is to search.
    pub(crate) fn budget(self) -> Option<u64> {
        match self {
            LeavesChoice::Search(budget) | LeavesChoice::ZoneSearch(budget) => Some(budget),
            LeavesChoice::Auto | LeavesChoice::Tables | LeavesChoice::None => None,
        }
    }

    /// Reads a choice: `auto`, `zone`, `none`, or `search:` or `zone+search:` and a count.
    ///
    /// # Errors
    /// What could be there instead.
    pub fn read(text: &str) -> Result<LeavesChoice, String> {
        match text {
            "auto" => Ok(LeavesChoice::Auto),
            "zone" => Ok(LeavesChoice::Tables),
            "none" => Ok(LeavesChoice::None),
            _ => {
                type Made = fn(u64) -> LeavesChoice;
                let kinds: [(&str, Made); 2] = [
                    (LeavesChoice::SEARCH, LeavesChoice::Search),
                    (LeavesChoice::ZONE_SEARCH, LeavesChoice::ZoneSearch),
                ];
                let read = |(before, made): (&str, Made)| {
                    let budget = text.strip_prefix(before).and_then(quantity::count)?;
                    (1..=MOST_PER_LEAF).contains(&budget).then(|| made(budget))
                };
                kinds.into_iter().find_map(read).ok_or_else(|| {
                    format!(
                        "auto, zone, none, search:N or zone+search:N with N from 1 to {MOST_PER_LEAF}"
                    )
                })
            }
        }
    }
}

impl fmt::Display for LeavesChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeavesChoice::Auto => f.write_str("auto"),
            LeavesChoice::Tables => f.write_str("zone"),
            LeavesChoice::None => f.write_str("none"),
            LeavesChoice::Search(budget) => write!(f, "{}{budget}", LeavesChoice::SEARCH),
            LeavesChoice::ZoneSearch(budget) => write!(f, "{}{budget}", LeavesChoice::ZONE_SEARCH),
        }
    }
}

/// A search that expands no more is short: its proof is written to the end, unless that would be out of proportion.
pub const SHORT_SEARCH: u64 = 100_000;

/// The proof of a search that expands so many is not walked whole if it ends in searches: that would take longer, and
/// memory for each position, and make it a thirtieth smaller.
pub(crate) const LONG_SEARCH: u64 = 500_000;

/// The most positions of the proof of a short search.
pub(crate) fn proportion(expanded: u64) -> u64 {
    4 * expanded + 50_000
}

/// At least so much memory for a proof that has to be found once more, and for checking it.
pub(crate) const RETRY_MEMORY: u64 = 256 << 20;

/// A position that has been worked on.
#[derive(Debug)]
pub struct Solved {
    /// The row.
    pub row: Row,
    /// The certificate, if one was made and the request said that it is kept; the row says whether it was
    /// checked. One that did not hold is not kept.
    pub certificate: Option<Certificate>,
    /// How large the certificate is, if one was made.
    pub certificate_size: Option<CertificateSize>,
    /// The work of the search alone, without extraction.
    pub searched: Counters,
    /// The time of the search alone.
    pub search_seconds: f64,
    /// Whether the search has stored a proof, if that was asked.
    pub own_tree: Option<OwnTree>,
    /// The most tree nodes, or table entries, at any time.
    pub peak_entries: u64,
    /// The jobs of a job-level search.
    pub jobs: Option<JobStatistics>,
    /// Why the result is not to be believed: the proof did not hold. The row then says `unknown`.
    pub failure: Option<String>,
    /// Things worth a line: no certificate because, ...
    pub notes: Vec<String>,
}

impl Solved {
    /// Nothing is known yet.
    fn blank(
        game: String,
        position: String,
        history: Option<Before>,
        side: Player,
        request: &Request,
    ) -> Solved {
        let settings = &request.settings;
        let row = Row {
            mv: None,
            game,
            position,
            history,
            side,
            value: Value::Unknown,
            claimed: None,
            winner: None,
            best: None,
            plies: None,
            shortest: None,
            line: Vec::new(),
            method: settings.method.reported_name().to_owned(),
            ghi: settings.ghi.warning().map(|what| format!("{}: {what}", settings.ghi.name())),
            stopped: Stopped::Solved,
            nodes: 0,
            expanded: 0,
            reproved: 0,
            seconds: 0.0,
            setup_seconds: 0.0,
            verify_seconds: 0.0,
            threads: possible_threads(settings.threads.max(1)),
            peak_memory_bytes: 0,
            proof: None,
            verified: Verification::No,
            rests_on: Vec::new(),
            tables: Vec::new(),
            patterns: request.patterns.as_ref().map(|set| set.name.clone()),
        };
        Solved {
            row,
            certificate: None,
            certificate_size: None,
            searched: Counters::default(),
            search_seconds: 0.0,
            own_tree: None,
            peak_entries: 0,
            jobs: None,
            failure: None,
            notes: Vec::new(),
        }
    }

    /// A position in which the game is over: the reference rules say how.
    pub(crate) fn over<R: Rules>(
        reference: &R,
        root: &R::Position,
        request: &Request,
    ) -> Option<Solved> {
        let (outcome, side) = (reference.outcome(root)?, reference.side_to_move(root));
        let (game, position) = (reference.spec(), reference.position_text(root));
        let mut solved = Solved::blank(game, position, None, side, request);
        solved.row.value = match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == side => Value::Win,
            Outcome::Win(_) => Value::Loss,
        };
        solved.row.winner = Some(outcome);
        solved.row.plies = (outcome != Outcome::Draw).then_some(0);
        solved.row.verified = Verification::Yes;
        Some(solved)
    }
}

/// The position that is asked about.
#[derive(Debug)]
pub struct Asked<'a, P> {
    /// The position.
    pub root: &'a P,
    /// The moves before it, where they count. The game has them in mind already, the reference rules
    /// hear of them from the certificate.
    pub past: Option<&'a Past>,
}

impl<'a, P> Asked<'a, P> {
    /// A position that nothing was before.
    pub fn alone(root: &'a P) -> Asked<'a, P> {
        Asked { root, past: None }
    }
}

impl<P> Clone for Asked<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Asked<'_, P> {}

/// Solves a position; a crew does the jobs of a job-level search, if there is one.
///
/// # Errors
/// If the position is already decided, the method or a file cannot be used.
pub fn solve<G: Game + 'static>(
    game: &G,
    reference: &Reference,
    asked: Asked<'_, G::Position>,
    request: &Request,
    crew: Option<MakesCrew<'_>>,
    observer: &mut dyn Observer,
) -> Result<Solved, EngineError> {
    // Step 1. Can this be asked?
    let request = &request.on(game);
    let root = asked.root;
    if let Some(outcome) = game.outcome(root) {
        let how = match outcome {
            Outcome::Win(winner) => format!("{winner} has won"),
            Outcome::Draw => "it is a draw".to_owned(),
        };
        let quoted = InputError::quote(&game.position_text(root));
        let message = format!("position {quoted} is already decided: {how}");
        return Err(InputError::new(message).into());
    }
    request.check_leaves(game)?;
    let clock = Instant::now();

    // Step 2. Ask, and walk each answer into a section.
    let searched = search(game, asked, request, crew, clock, observer)?;

    // Step 3. Certify.
    certify(Subject::of(game, asked), searched, reference, request, clock, observer)
}

/// The position that is asked about next, and how; none ends it.
pub type Next<P> = Result<Option<(P, Request)>, EngineError>;

/// Solves positions one after the other with the same solvers: what one of them has taught helps with the
/// next. None of them is over, and no moves before them count. `next` hears what has come of a position
/// and says which is next, until it names none.
///
/// # Errors
/// If the method or a file cannot be used.
pub(crate) fn solve_each<G: Game + 'static>(
    game: &G,
    reference: &Reference,
    next: &mut dyn FnMut(Option<Solved>) -> Next<G::Position>,
    observer: &mut dyn Observer,
) -> Result<(), EngineError> {
    let mut next = |answer| -> Next<G::Position> {
        Ok(next(answer)?.map(|(root, request)| (root, request.on(game))))
    };
    let Some((mut root, mut request)) = next(None)? else { return Ok(()) };
    let learnt = request.settings.with_costs(game)?;
    let game = learnt.as_ref().unwrap_or(game);
    let mut solvers = Solvers::for_many(game, &root, &request, observer)?;
    loop {
        let clock = Instant::now();
        let searched = match &mut solvers {
            Ok(solvers) => solvers.search(game, &root, &request, clock, observer),
            Err(stopped) => stopped.again(),
        };
        let subject = Subject::of(game, Asked::alone(&root));
        let solved = certify(subject, searched, reference, &request, clock, observer)?;
        match next(Some(solved))? {
            Some(asked) => (root, request) = asked,
            None => return Ok(()),
        }
    }
}

/// What a row and a certificate are about.
struct Subject {
    heading: Heading,
    game: String,
    position: String,
    side: Player,
    is_drawless: bool,
}

impl Subject {
    fn of<G: Game>(game: &G, Asked { root, past }: Asked<'_, G::Position>) -> Subject {
        let mut heading = Heading::of(game, root);
        heading.history = past.cloned();
        Subject {
            heading,
            game: game.spec(),
            position: game.position_text(root),
            side: game.side_to_move(root),
            is_drawless: game.is_drawless(),
        }
    }
}

/// Makes the certificate of what was found, checks it, and says what that shows.
fn certify(
    subject: Subject,
    searched: Searched,
    reference: &Reference,
    request: &Request,
    clock: Instant,
    observer: &mut dyn Observer,
) -> Result<Solved, EngineError> {
    let Subject { mut heading, game, position, side, is_drawless } = subject;
    let Searched { tables, mut findings, jobs, setup_seconds, seconds } = searched;
    let (own, others) = (findings.answer_about(side), findings.answer_about(side.other()));
    let found = value_of(request.goal, own, others, is_drawless);
    let wanted = sections_for(found, findings.sections);
    let history = heading.history.as_ref().map(Before::of);
    let mut solved = Solved::blank(game, position, history, side, request);
    let row = &mut solved.row;
    row.stopped = findings.stopped;
    row.threads = findings.threads.unwrap_or(row.threads);
    row.nodes = findings.counters.nodes;
    row.expanded = findings.counters.expanded;
    row.reproved = findings.counters.reproved;
    row.seconds = seconds;
    row.setup_seconds = setup_seconds;
    row.peak_memory_bytes = findings.peak_memory;
    row.tables = tables.file_names();
    solved.searched = findings.searched;
    solved.search_seconds = findings.search_seconds;
    solved.own_tree = findings.own_tree;
    solved.peak_entries = findings.peak_entries;
    solved.jobs = jobs;
    solved.failure = findings.failure.take();
    solved.notes = findings.notes;
    if !wanted.is_empty() && solved.failure.is_none() {
        if findings.rests > 0 {
            heading.tables = tables.names();
        }
        heading.settled = findings.settled > 0;
        heading.leaf_budget = request.leaves.budget().filter(|_| findings.leaves > 0);
        let certificate = match &request.proof {
            None => seal(&heading, &wanted, None)?,
            Some(path) => match seal(&heading, &wanted, Some(path)) {
                Ok(certificate) => {
                    solved.row.proof = Some(path.display().to_string());
                    certificate
                }
                // A full disk does not take the answer away.
                Err(error) => {
                    solved.notes.push(error.to_string());
                    seal(&heading, &wanted, None)?
                }
            },
        };
        drop(wanted);
        // A small table of the search is no reason not to check what it found.
        let memory = request.limits.memory.max(RETRY_MEMORY);
        let rest = Limits { memory, ..request.limits.since(clock) };
        let threads = request.verify_threads;
        let means = Means { tables: &tables, share: Share::WHOLE, threads, limits: &rest };
        check(reference, &certificate, &means, (found, side), &mut solved, observer);
        if solved.row.verified != Verification::No {
            let start = Instant::now();
            let rest = Limits { memory, ..request.limits.since(clock) };
            let told = describe(reference, &certificate, &tables, side, &rest, &mut solved.row);
            match told.as_ref().err().and_then(EngineError::stopped) {
                Some(stopped) => {
                    solved.notes.push(format!(
                        "reading the line from the certificate was stopped ({stopped})"
                    ));
                }
                None => told?,
            }
            solved.row.verify_seconds += start.elapsed().as_secs_f64();
        }
        solved.certificate = (request.keep && solved.failure.is_none()).then_some(certificate);
    }
    // No certificate that was checked, no verdict: what was only found is claimed.
    if solved.row.verified != Verification::No {
        solved.row.value = found;
        solved.row.winner = found.outcome(side);
    } else if solved.failure.is_none() && !found.is_unknown() {
        solved.row.claimed = Some(found);
    }
    Ok(solved)
}

/// Writes the certificate to its file, or into memory.
fn seal(
    heading: &Heading,
    sections: &[Section],
    path: Option<&Path>,
) -> Result<Certificate, EngineError> {
    Ok(match path {
        Some(path) => {
            save_certificate(path, heading, sections)?;
            Certificate::open(path)?
        }
        None => {
            let mut bytes = Vec::new();
            write_certificate(&mut bytes, heading, sections)
                .map_err(|error| InputError::new(error.to_string()))?;
            Certificate::from_bytes(bytes)?
        }
    })
}

/// Verifies the certificate with the reference rules, and that it claims what was found.
fn check(
    reference: &Reference,
    certificate: &Certificate,
    means: &Means<'_>,
    (found, side): (Value, Player),
    solved: &mut Solved,
    observer: &mut dyn Observer,
) {
    solved.certificate_size = Some(certificate.size());
    let start = Instant::now();
    let checked = reference.check(certificate, means, observer);
    solved.row.verify_seconds = start.elapsed().as_secs_f64();
    match checked {
        Ok(checked) if found.is_shown_by(&checked.claims(), side) => {
            solved.row.verified = checked.verification();
            solved.row.rests_on = checked.rests_on;
        }
        Ok(checked) => {
            let claims: Vec<String> = checked.claims().iter().map(Claim::to_string).collect();
            let claims = claims.join(", ");
            solved.failure =
                Some(format!("{found} was found, and the certificate claims {claims}"));
        }
        Err(error) => match error.stopped() {
            Some(stopped) => {
                solved.row.stopped = stopped;
                let file = solved.row.proof.as_deref();
                solved.notes.push(match file {
                    Some(file) => format!(
                        "checking the certificate was stopped ({stopped}); andor verify {file} checks it"
                    ),
                    None => format!("checking the certificate was stopped ({stopped})"),
                });
            }
            None => solved.failure = Some(error.to_string()),
        },
    }
}

/// The number of threads to use when asked for `threads`, 0 being all there are.
#[must_use]
pub fn threads(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        given => possible_threads(given),
    }
}

/// The best move, the length of the win and the main line, read from the certificate.
fn describe(
    reference: &PlainRules,
    certificate: &Certificate,
    tables: &TableSet,
    side: Player,
    limits: &Limits,
    row: &mut Row,
) -> Result<(), EngineError> {
    for (number, info) in certificate.sections().iter().enumerate() {
        let (here, line) = explain::explain_root(reference, certificate, number, tables, limits)?;
        if info.claim.holder() == side {
            row.best = here.answer.clone();
            // Where the root is a position of a table, the table knows the move.
            if here.answer.is_none()
                && let Some(root) = reference.decode(certificate.root_bytes())
            {
                let best = tables.best(reference, &root);
                row.best = best.map(|mv| reference.move_text(&root, mv));
            }
        }
        if matches!(info.claim, Claim::Wins(_)) {
            row.plies = here.plies;
            row.line = line;
        }
    }
    Ok(())
}
