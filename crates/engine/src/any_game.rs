//! A game whose type has been forgotten: everything the rim asks of it, in plain texts.
//!
//! A position that is asked about crosses this line with the moves before it ([`Line`]): under superko
//! they decide what is legal. Where they do, what is asked is answered by rules that have them in
//! mind ([`Haunted`](andor_core::Haunted)).

use crate::check::Checked;
use crate::costs::{CostExample, CostPlan};
use crate::error::EngineError;
use crate::explain::Explanation;
use crate::line::{Before, Line};
use crate::patterns::{Matched, PatternSet};
use crate::remote::{JobRunner, JobSubject, WorkerMeans};
use crate::solve::{Next, Request, Solved};
use crate::subtree::{Subtree, SubtreeBounds};
use crate::tables::Probed;
use crate::thinker::Thinker;
use andor_certify::{Certificate, Share};
use andor_core::{Family, InputError, Limits, NetworkSight, Observer, Outcome, PlainGame, Player};
use andor_formats::{FormatError, GameRecord, Replay};
use andor_search::PlayerSpec;
use andor_search::learn::{
    LearnPlan, LearnState, Learner, NetworkExamples, NetworkGame, NetworkPlan,
};
use andor_tables::{Saved, Table, TableFile, VerifiedTable};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A position as a person looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The position as text.
    pub position: String,
    /// The board as a picture.
    pub picture: String,
    /// Who is to move.
    pub side: Player,
    /// Legal moves, in the game's order; empty if the game is over.
    pub moves: Vec<String>,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
}

/// A perft count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// All leaves.
    pub nodes: u64,
    /// The leaves below each move, if asked for.
    pub divide: Vec<(String, u64)>,
}

/// A game at the rim.
pub trait AnyGame: Send + Sync {
    /// The spec string, with the board size always in it.
    fn spec(&self) -> String;

    /// Who begins the game.
    fn first(&self) -> Player;

    /// The game for whoever has no need of speed.
    fn plain(&self) -> &PlainGame;

    /// What is said of it by its name: nothing special, unless it comes from a catalogue.
    fn family(&self) -> &Family;

    /// A catalogue says what it has under the game's name.
    fn set_family(&mut self, family: Family);

    /// Whether the verifier's rules share no code with the solvers'.
    fn has_independent_reference(&self) -> bool;

    /// The advantage that the game's evaluation calls decisive, if it has one.
    fn decisive(&self) -> Option<i32>;

    /// The features of the game's order of moves and its weights, if it has one.
    fn order(&self) -> Option<(Vec<&'static str>, Vec<i32>)>;

    /// The names of the evaluators that players may choose from, the weakest first.
    fn evaluator_names(&self) -> &'static [&'static str];

    /// A plan to learn the weights of an evaluator ([`learn`](andor_search::learn)) that begins with these weights, or
    /// with those that come with it.
    ///
    /// # Errors
    /// If the game has no such evaluator, or the weights or a name cannot be used.
    fn learn_plan(&self, plan: LearnPlan, weights: Option<&str>) -> Result<LearnPlan, InputError>;

    /// A learner that goes on from a state.
    ///
    /// # Errors
    /// If the state is of another game or evaluator.
    fn learner(&self, state: LearnState) -> Result<Box<dyn Learner + '_>, InputError>;

    /// Examples of what positions cost, of the record of this number; none if `stop` came before its end.
    ///
    /// # Errors
    /// If the plan cannot be used.
    fn cost_examples(
        &self,
        plan: &CostPlan,
        record: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<CostExample>, EngineError>;

    /// What a model of cost would be made of in a position ([`cost_terms`](andor_core::Game::cost_terms)).
    ///
    /// # Errors
    /// If the position cannot be read.
    fn cost_terms(&self, position: &str) -> Result<Vec<(String, i32)>, InputError>;

    /// What a network of costs would see of a position ([`cost_sight`](andor_core::Game::cost_sight)).
    ///
    /// # Errors
    /// If the position cannot be read.
    fn cost_sight(&self, position: &str) -> Result<Option<NetworkSight>, InputError>;

    /// The game of this number to learn a network from; `None` if `stop` came before its end.
    ///
    /// # Errors
    /// If the plan cannot be used.
    fn network_game(
        &self,
        plan: &NetworkPlan,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<NetworkGame>, InputError>;

    /// Adds the positions of games as the game's network sees them.
    ///
    /// # Errors
    /// If the game has no network, or a move cannot be read.
    fn network_examples(
        &self,
        games: &[NetworkGame],
        found: &mut NetworkExamples,
    ) -> Result<(), InputError>;

    /// The position after some moves from `start` (the initial one for `None`), with these moves.
    /// Forms of other programs that are known ([`fen`](andor_formats::fen)) are understood, and so is a
    /// start that comes with moves of its own: `START moves b1 c1`.
    ///
    /// # Errors
    /// If the position or a move cannot be used.
    fn position(&self, start: Option<&str>, moves: &[String]) -> Result<Line, InputError>;

    /// A look at a position of a game of this kind, its history included; but that a third occurrence
    /// is a draw is the business of whoever plays.
    fn view(&self, line: &Line) -> View;

    /// The number of lines of `depth` plies. Moves to what was before `line` has come to its end do not
    /// count; apart from that, repetition is the business of whoever plays.
    ///
    /// # Errors
    /// If the rules cannot take a history.
    fn perft(&self, line: &Line, depth: u32, divide: bool) -> Result<Perft, InputError>;

    /// Solves a position. Under superko the moves before it count; where a repetition is a draw, the
    /// question is about the position alone.
    ///
    /// # Errors
    /// If the position is already decided, or something in the request cannot be used.
    ///
    /// # Examples
    /// ```
    /// use andor_core::Silent;
    /// use andor_engine::{Catalogue, Request, Value, Verification};
    ///
    /// let game = Catalogue::standard().game("tic-tac-toe")?;
    /// let line = game.position(None, &["b2".to_owned()])?;
    /// let row = game.solve(&line, &Request::default(), &mut Silent)?.row;
    /// assert_eq!(row.value, Value::Draw);
    /// assert_eq!(row.verified, Verification::Yes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solve(
        &self,
        line: &Line,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Solved, EngineError>;

    /// Solves positions one after the other, with what is learnt from one for the next. `next` hears what
    /// has come of a position, and says which is next, until it names none; one in which the game is over
    /// is answered by the reference rules.
    ///
    /// # Errors
    /// If something in a request cannot be used, or what `next` says.
    fn solve_each(
        &self,
        next: &mut dyn FnMut(Option<Solved>) -> Next<Line>,
        observer: &mut dyn Observer,
    ) -> Result<(), EngineError>;

    /// The same game with a limit of plies ([`Limited`](andor_core::Limited)).
    ///
    /// # Errors
    /// If it can have none.
    fn limited(&self, plies: u16) -> Result<Box<dyn AnyGame>, InputError>;

    /// The line after a move that is asked about: where a repetition is a draw, the question is about
    /// the position alone.
    ///
    /// # Errors
    /// If the move is not legal.
    fn after(&self, line: &Line, mv: &str) -> Result<Line, InputError>;

    /// A number that differs where the rules do.
    fn fingerprint(&self) -> u64;

    /// The SHA-256 of the file that the spec string names, if it names one.
    fn content(&self) -> Option<[u8; 32]>;

    /// Somebody who does jobs of this game for a coordinator elsewhere, with what a worker has for it.
    ///
    /// # Errors
    /// If the subject cannot be used.
    fn job_runner(
        &self,
        subject: &JobSubject,
        means: WorkerMeans,
    ) -> Result<Box<dyn JobRunner>, InputError>;

    /// Checks a certificate with the reference rules, and with the tables that it names.
    ///
    /// # Errors
    /// What is wrong with it, which table is missing, or which limit was reached.
    ///
    /// # Examples
    /// ```
    /// use andor_core::{Limits, Silent};
    /// use andor_engine::{Catalogue, Certificate, Request};
    ///
    /// let catalogue = Catalogue::standard();
    /// let game = catalogue.game("tic-tac-toe")?;
    /// let file = std::env::temp_dir().join(format!("andor-verify-{}.proof", std::process::id()));
    /// let request = Request { proof: Some(file.clone()), ..Request::default() };
    /// game.solve(&game.position(None, &[])?, &request, &mut Silent)?;
    ///
    /// let certificate = Certificate::open(&file)?;
    /// let game = catalogue.game(certificate.spec())?;
    /// let checked = game.verify(&certificate, &[], 1, &Limits::default(), &mut Silent)?;
    /// let claims: Vec<String> = checked.claims().iter().map(ToString::to_string).collect();
    /// assert_eq!(claims, ["w does not lose", "b does not lose"]);
    /// # std::fs::remove_file(file)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn verify(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError> {
        self.verify_share(certificate, Share::WHOLE, tables, threads, limits, observer)
    }

    /// The same, but of the leaves that are left to a search only a share is searched: the claim holds if
    /// all shares do.
    ///
    /// # Errors
    /// As `verify`, and if nothing is left to a search.
    fn verify_share(
        &self,
        certificate: &Certificate,
        share: Share,
        tables: &[Arc<Table>],
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError>;

    /// As `verify_share`, but nothing is believed of a zone table that the certificate rests on: what it
    /// decides is searched out from the reference rules. Tells how many positions that took, too.
    ///
    /// # Errors
    /// What is wrong with it; a certificate that rests on an endgame table is refused.
    fn verify_strictly(
        &self,
        certificate: &Certificate,
        share: Share,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Checked, u64), EngineError>;

    /// Writes a certificate of this game as plain lines ([`export_plain`](fn@andor_certify::export_plain)).
    ///
    /// # Errors
    /// If it is damaged, is about something else, has no such form, or cannot be written.
    fn export_plain(
        &self,
        certificate: &Certificate,
        out: &mut dyn Write,
    ) -> Result<(), EngineError>;

    /// Builds the endgame table of up to `pieces` men and writes it to a file.
    ///
    /// # Errors
    /// If the game has none, it does not fit into the memory, or it cannot be written.
    fn build_table(
        &self,
        pieces: u32,
        out: &Path,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Saved, EngineError>;

    /// Makes a table of a file that is about this game.
    ///
    /// # Errors
    /// If it is not, or is damaged.
    fn table(&self, file: TableFile) -> Result<Arc<Table>, EngineError>;

    /// Checks every entry of a table with the reference rules.
    ///
    /// # Errors
    /// Names the first entry that is wrong.
    fn verify_table(
        &self,
        table: &Table,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedTable, EngineError>;

    /// Looks the position of a line up in a table.
    ///
    /// # Errors
    /// If it is one that the table does not have.
    fn probe_table(&self, table: &Table, line: &Line) -> Result<Probed, EngineError>;

    /// The race patterns of a set that match the position of a line.
    ///
    /// # Errors
    /// If the game is over, or has no patterns.
    fn match_patterns(&self, set: &PatternSet, line: &Line) -> Result<Matched, EngineError>;

    /// Goes on with a game of this kind by one move.
    ///
    /// # Errors
    /// If it is not legal; the line is then as it was.
    fn play(&self, line: &mut Line, text: &str) -> Result<(), InputError>;

    /// The legal moves of a game of this kind, its history included; none if it is over.
    fn legal_moves(&self, line: &Line) -> Vec<String>;

    /// How many points Black is ahead where a game of this kind has come to, if it counts points.
    fn lead(&self, line: &Line) -> Option<f64>;

    /// Plays a recorded game over again with the reference rules.
    fn replay(&self, record: &GameRecord) -> Replay;

    /// The position after `ply` plies of a recorded game (all for `None`), with the moves before it.
    ///
    /// # Errors
    /// If there is no such ply, or a move before it is not legal.
    fn recorded(&self, record: &GameRecord, ply: Option<usize>) -> Result<Line, FormatError>;

    /// Reads the text of a player of this game: `mia`, `mia4:depth=4`, `random`.
    ///
    /// # Errors
    /// One line that quotes the word that cannot be used and lists what there is.
    fn player(&self, text: &str) -> Result<PlayerSpec, InputError> {
        PlayerSpec::parse(text, self.evaluator_names())
    }

    /// A player of this game, ready to think. How long it may is said with every question.
    ///
    /// # Errors
    /// If the game does not have this player, or its weights or memory cannot be had.
    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, InputError>;

    /// The moves before the root of a certificate, replayed with the reference rules; nothing if there
    /// are none.
    ///
    /// # Errors
    /// If they are not a game that leads to the root.
    fn before(&self, certificate: &Certificate) -> Result<Option<Before>, EngineError>;

    /// Explains the position after `moves` from the root of a certificate's section, with the tables
    /// that it names.
    ///
    /// # Errors
    /// If a move cannot be used, a table is missing or the file is damaged.
    fn explain(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
        section: usize,
        moves: &[String],
    ) -> Result<Explanation, EngineError>;

    /// The game tree below the position after `moves` from the root of a certificate's section.
    ///
    /// # Errors
    /// If a move cannot be used, a table is missing or the file is damaged.
    fn subtree(
        &self,
        certificate: &Certificate,
        tables: &[Arc<Table>],
        section: usize,
        moves: &[String],
        bounds: SubtreeBounds,
    ) -> Result<Subtree, EngineError>;
}
