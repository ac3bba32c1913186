//! A game of one type with its reference rules, as a game at the rim.

use crate::any_game::{AnyGame, Perft, View};
use crate::ask::MakesCrew;
use crate::check::Checked;
use crate::costs::{self, CostExample, CostPlan};
use crate::error::EngineError;
use crate::explain::{self, Explanation};
use crate::line::{Before, Line};
use crate::patterns::{self, Matched, PatternSet};
use crate::player;
use crate::reference::{Means, Reference};
use crate::remote::{self, JobBrief, JobRunner, JobSubject, JobTerms, WorkerMeans};
use crate::solve::{self, Asked, Next, Request, Solved};
use crate::subtree::{self, Subtree, SubtreeBounds};
use crate::tables::{self, Probed, TableSet};
use crate::thinker::Thinker;
use andor_certify::{Certificate, CertificateError, Past, Share, export_plain};
use andor_core::{
    Family, Game, Haunted, InputError, Limited, Limits, NetworkSight, Observer, PlainGame,
    PlainRules, Player, Rules, perft, perft_divide,
};
use andor_formats::{FormatError, GameRecord, Replay, played_to, replay};
use andor_search::PlayerSpec;
use andor_search::learn::{
    self, LearnPlan, LearnState, Learner, NetworkExamples, NetworkGame, NetworkPlan, TdLeaf,
};
use andor_tables::{Saved, Table, TableFile, VerifiedTable};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A game with its reference rules. What is hot is done by those of their own types, what is cold by
/// plain ones, which is compiled once for all games.
struct Pair<G, R> {
    game: Arc<G>,
    plain: PlainGame,
    rules: Arc<R>,
    reference: Reference,
    independent: bool,
    family: Family,
}

/// A game whose only rules are also its reference rules; reports say so.
pub fn pair<G: Game + Clone + 'static>(game: G) -> Box<dyn AnyGame> {
    pair_with_reference(game.clone(), game, false)
}

/// A game with reference rules; `independent` if they are other code. Both are made to take a history.
/// All such games share what is compiled for [`PlainGame`]; [`compiled`] is the way to more speed.
pub fn pair_with_reference<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
    game: G,
    reference: R,
    independent: bool,
) -> Box<dyn AnyGame> {
    let game = PlainGame::of(Haunted::new(game));
    compiled(game, PlainRules::of(Haunted::new(reference)), independent)
}

/// The same, with every solver compiled for these very types: a faster search and a longer build.
/// Rules of a game with superko must be [`Haunted`], to take a history.
pub fn compiled<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
    game: G,
    reference: R,
    independent: bool,
) -> Box<dyn AnyGame> {
    Box::new(Pair {
        plain: PlainGame::of(game.clone()),
        game: Arc::new(game),
        rules: Arc::new(reference.clone()),
        reference: Reference::of(reference),
        independent,
        family: Family::PLAIN,
    })
}

impl<G: Game + Clone, R: Rules> Pair<G, R> {
    /// The rules that hold from where a line has come to: those that have its history in mind.
    fn game_from(&self, line: &Line) -> Result<Arc<G>, InputError> {
        let game = line.played().rules_from_here(&*self.game)?;
        Ok(game.map_or_else(|| self.game.clone(), Arc::new))
    }

    /// The history of a line as a certificate names it, if it counts.
    fn past_of(&self, line: &Line) -> Result<Option<Past>, InputError> {
        let (rules, played) = (&*self.reference, line.played());
        let past = || Past::of(rules, &played.start(rules), &played.moves_of(rules));
        played.has_history(rules).then(past).transpose()
    }

    /// The tables that a certificate names: those of these, and a judge in the place of a zone table.
    fn tables_of(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
    ) -> Result<TableSet, EngineError> {
        let tables = TableSet::named_by(certificate, tables)?;
        tables.judged_for(&*self.reference, certificate, 1, &Limits::default())
    }
}

impl<G: Game + Clone + 'static, R: Rules + 'static> AnyGame for Pair<G, R> {
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn first(&self) -> Player {
        self.plain.side_to_move(&self.plain.initial())
    }

    fn plain(&self) -> &PlainGame {
        &self.plain
    }

    fn family(&self) -> &Family {
        &self.family
    }

    fn set_family(&mut self, family: Family) {
        self.family = family;
    }

    fn has_independent_reference(&self) -> bool {
        self.independent
    }

    fn decisive(&self) -> Option<i32> {
        self.game.evaluator().map(|evaluator| evaluator.decisive())
    }

    fn order(&self) -> Option<(Vec<&'static str>, Vec<i32>)> {
        self.game.order().map(|order| (order.features().to_vec(), order.weights().to_vec()))
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        self.game.evaluator_names()
    }

    fn learn_plan(&self, plan: LearnPlan, weights: Option<&str>) -> Result<LearnPlan, InputError> {
        learn::plan(&self.plain, plan, weights)
    }

    fn learner(&self, state: LearnState) -> Result<Box<dyn Learner + '_>, InputError> {
        Ok(Box::new(TdLeaf::new(&self.plain, state)?))
    }

    fn cost_examples(
        &self,
        plan: &CostPlan,
        record: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<CostExample>, EngineError> {
        costs::cost_examples(&*self.game, plan, record, stop)
    }

    fn cost_terms(&self, position: &str) -> Result<Vec<(String, i32)>, InputError> {
        let mut terms = Vec::new();
        let mut found = |name: &str, times| terms.push((name.to_owned(), times));
        self.game.cost_terms(&self.game.parse_position(position)?, &mut found);
        Ok(terms)
    }

    fn cost_sight(&self, position: &str) -> Result<Option<NetworkSight>, InputError> {
        Ok(self.game.cost_sight(&self.game.parse_position(position)?))
    }

    fn network_game(
        &self,
        plan: &NetworkPlan,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<NetworkGame>, InputError> {
        learn::network_game(&*self.game, plan, number, stop)
    }

    fn network_examples(
        &self,
        games: &[NetworkGame],
        found: &mut NetworkExamples,
    ) -> Result<(), InputError> {
        learn::network_examples(&*self.game, games, found)
    }

    fn position(&self, start: Option<&str>, moves: &[String]) -> Result<Line, InputError> {
        Line::read(&self.plain, start, moves)
    }

    fn view(&self, line: &Line) -> View {
        View {
            position: line.text().to_owned(),
            picture: self.plain.draw(&line.played().position(&self.plain)),
            side: line.side(),
            moves: line.open_moves(&self.plain),
            outcome: line.decided(),
        }
    }

    fn perft(&self, line: &Line, depth: u32, divide: bool) -> Result<Perft, InputError> {
        let haunted = line.played().rules_from_here(&*self.game)?;
        let game = haunted.as_ref().unwrap_or(&self.game);
        let position = line.played().position(game);
        if !divide {
            return Ok(Perft { nodes: perft(game, &position, depth), divide: Vec::new() });
        }
        let counts = perft_divide(game, &position, depth);
        Ok(Perft {
            nodes: if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() },
            divide: counts.into_iter().map(|(mv, n)| (game.move_text(&position, mv), n)).collect(),
        })
    }

    fn solve(
        &self,
        line: &Line,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Solved, EngineError> {
        let game = self.game_from(line)?;
        let game = request.settings.with_costs(&*game)?.map_or(game, Arc::new);
        let root = line.played().position(&*game);
        let request = &request.on(&*game);
        let crew = request.crew.as_ref().map(|crew| {
            Box::new(|tables: &TableSet| {
                let subject = JobSubject {
                    game: game.spec(),
                    position: line.asked(),
                    player: game.side_to_move(&root).letter(),
                    fingerprint: self.fingerprint(),
                    content: game.content(),
                    terms: JobTerms::of(&request.settings, tables),
                };
                let (game, reference) = (game.clone(), self.reference.clone());
                crew.make(JobBrief::new(game, reference, root.clone(), subject, tables.clone()))
            }) as MakesCrew<'_>
        });
        let past = self.past_of(line)?;
        let asked = Asked { root: &root, past: past.as_ref() };
        solve::solve(&*game, &self.reference, asked, request, crew, observer)
    }

    fn solve_each(
        &self,
        next: &mut dyn FnMut(Option<Solved>) -> Next<Line>,
        observer: &mut dyn Observer,
    ) -> Result<(), EngineError> {
        // What is over needs no search, and what has a history shares nothing.
        let has_superko = self.plain.repetition().is_superko();
        let mut ask = |mut answer: Option<Solved>, observer: Option<&mut dyn Observer>| {
            let mut observer = observer;
            loop {
                let Some((line, request)) = next(answer.take())? else { return Ok(None) };
                let root = line.played().position(&*self.reference);
                if let Some(over) = Solved::over(&*self.reference, &root, &request) {
                    answer = Some(over);
                } else if let Some(observer) = &mut observer {
                    answer = Some(self.solve(&line, &request, *observer)?);
                } else {
                    return Ok(Some((line.played().position(&*self.game), request)));
                }
            }
        };
        if has_superko {
            return ask(None, Some(observer)).map(drop);
        }
        solve::solve_each(&*self.game, &self.reference, &mut |answer| ask(answer, None), observer)
    }

    fn limited(&self, plies: u16) -> Result<Box<dyn AnyGame>, InputError> {
        let game = PlainGame::of(Limited::new(self.plain.clone(), plies)?);
        let reference = PlainRules::of(Limited::new((*self.reference).clone(), plies)?);
        let mut limited = compiled(game, reference, self.independent);
        limited.set_family(self.family);
        Ok(limited)
    }

    fn after(&self, line: &Line, mv: &str) -> Result<Line, InputError> {
        if self.plain.repetition().is_superko() {
            let mut line = line.clone();
            line.play(&self.plain, mv)?;
            return Ok(line);
        }
        self.position(Some(line.text()), &[mv.to_owned()])
    }

    fn fingerprint(&self) -> u64 {
        remote::fingerprint(&self.plain)
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.game.content()
    }

    fn job_runner(
        &self,
        subject: &JobSubject,
        means: WorkerMeans,
    ) -> Result<Box<dyn JobRunner>, InputError> {
        let line = self.position(Some(&subject.position), &[])?;
        let game = self.game_from(&line)?;
        let root = line.played().position(&*game);
        remote::runner(&game, root, subject, means)
    }

    fn verify_share(
        &self,
        certificate: &Certificate,
        share: Share,
        tables: &[Arc<Table>],
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError> {
        let tables = TableSet::named_by(certificate, tables)?;
        let means = Means { tables: &tables, share, threads, limits };
        self.reference.check(certificate, &means, observer)
    }

    fn verify_strictly(
        &self,
        certificate: &Certificate,
        share: Share,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Checked, u64), EngineError> {
        let mut names = certificate.tables().iter();
        if let Some(name) = names.find(|name| name.zone_rows.is_none()) {
            let why = format!("it rests on the table {name}, and --strict accepts the rules alone");
            return Err(CertificateError::Refused(why).into());
        }
        let tables = TableSet::named_by(certificate, &[])?;
        let means = Means { tables: &tables, share, threads, limits };
        self.reference.check_strictly(certificate, &means, observer)
    }

    fn export_plain(
        &self,
        certificate: &Certificate,
        out: &mut dyn Write,
    ) -> Result<(), EngineError> {
        Ok(export_plain(&*self.rules, certificate, out)?)
    }

    fn build_table(
        &self,
        pieces: u32,
        out: &Path,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Saved, EngineError> {
        let threads = solve::threads(threads);
        let built = andor_tables::build(&*self.game, pieces, threads, limits, observer)?;
        Ok(andor_tables::save(&built, &self.game.spec(), out)?)
    }

    fn table(&self, file: TableFile) -> Result<Arc<Table>, EngineError> {
        Ok(Arc::new(Table::new(file, &*self.game)?))
    }

    fn verify_table(
        &self,
        table: &Table,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedTable, EngineError> {
        let (game, reference) = (&*self.game, &*self.rules);
        let threads = solve::threads(threads);
        Ok(andor_tables::verify(game, reference, table, threads, limits, observer)?)
    }

    fn probe_table(&self, table: &Table, line: &Line) -> Result<Probed, EngineError> {
        let position = line.played().position(&self.plain);
        tables::probe(&self.plain, table, &position)
    }

    fn match_patterns(&self, set: &PatternSet, line: &Line) -> Result<Matched, EngineError> {
        let position = line.played().position(&self.plain);
        patterns::matches(&self.plain, set, &position)
    }

    fn play(&self, line: &mut Line, text: &str) -> Result<(), InputError> {
        line.play(&self.plain, text)
    }

    fn legal_moves(&self, line: &Line) -> Vec<String> {
        line.legal_moves(&self.plain)
    }

    fn lead(&self, line: &Line) -> Option<f64> {
        self.reference.lead(&line.played().position(&*self.reference))
    }

    fn replay(&self, record: &GameRecord) -> Replay {
        replay(&*self.reference, record)
    }

    fn recorded(&self, record: &GameRecord, ply: Option<usize>) -> Result<Line, FormatError> {
        let played = played_to(&*self.reference, record, ply)?;
        Ok(Line::of(&*self.reference, played))
    }

    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, InputError> {
        player::thinker(&self.game, player)
    }

    fn before(&self, certificate: &Certificate) -> Result<Option<Before>, EngineError> {
        explain::before(&self.reference, certificate)
    }

    fn explain(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
        section: usize,
        moves: &[String],
    ) -> Result<Explanation, EngineError> {
        let tables = self.tables_of(certificate, tables)?;
        explain::explain(&self.reference, certificate, section, moves, &tables)
    }

    fn subtree(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
        section: usize,
        moves: &[String],
        bounds: SubtreeBounds,
    ) -> Result<Subtree, EngineError> {
        let tables = self.tables_of(certificate, tables)?;
        subtree::subtree(&self.reference, certificate, section, moves, bounds, &tables)
    }
}
