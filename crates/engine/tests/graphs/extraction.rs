//! Proofs walked out of tables that have forgotten most of what they knew, each checked with the
//! reference rules.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Certificate, Heading, SectionBuilder, verify, write_certificate};
use andor_core::{
    Claim, Game, InputError, Limits, Observer, Oracle, Phase, Player, Progress, ProofEntry,
    ProofSink, ProofSource, Question, Report, Rules, Silent, SplitMix64, Stopped,
};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Goal, Method, Request};
use andor_games::breakthrough::{Breakthrough, Reference as RaceReference};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Rule};
use andor_games::loa::{Loa, Reference, Variant};
use andor_prove::extract::{ExtractError, Extracted, Finding, Options, extract};
use andor_prove::solver::{Solver, claim_of};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The solver of a method.
fn solver_of<G: Game + 'static>(method: Method, game: &G) -> Box<dyn Solver<G>> {
    let settings = SolverSettings::of(method);
    let leaf = settings.leaf(game).unwrap();
    settings.solver(leaf, None).unwrap()
}

/// The solver of `auto`.
fn auto<G: Game + 'static>(game: &G) -> Box<dyn Solver<G>> {
    solver_of(Method::Auto, game)
}

/// Walks a proof and has it checked; how the walk went.
fn certify<G: Game, R: Rules>(
    (game, reference): (&G, &R),
    finding: Finding<'_, G::Position>,
    solver: &mut dyn Solver<G>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Extracted, ExtractError> {
    let whole = SectionBuilder::new(finding.claim, game.encoded_len());
    let without_leaves = SectionBuilder::without_leaves(finding.claim, game.encoded_len());
    let [whole, _] = [whole, without_leaves].map(|mut sink| {
        let extracted = extract(game, finding, &Options::new(limits), solver, observer, &mut sink)?;
        let mut bytes = Vec::new();
        let wants_leaves = sink.wants_leaves();
        let sections = [sink.finish().unwrap()];
        // Positions of rank 1 may be there that are no leaves on the spot.
        assert!(sections[0].positions() <= extracted.positions);
        assert!(!wants_leaves || sections[0].positions() == extracted.positions);
        write_certificate(&mut bytes, &Heading::of(game, finding.root), &sections).unwrap();
        let certificate = Certificate::from_bytes(bytes).unwrap();
        let verified = verify(reference, &certificate, 1, &mut Silent);
        verified.unwrap_or_else(|error| panic!("{}: {error}", game.position_text(finding.root)));
        Ok(extracted)
    });
    whole
}

/// Asks whether `player` wins, in so little memory, and checks the proof of a win. How that went,
/// and how many entries were evicted at least.
fn prove<G: Game + 'static, R: Rules>(
    (game, reference): (&G, &R),
    root: &G::Position,
    player: Player,
    method: Method,
    memory: u64,
) -> Option<(Extracted, u64)> {
    let question = Question::wins(player);
    let limits = Limits { memory, ..Limits::default() };
    let mut solver = solver_of(method, game);
    let report = solver.solve(game, root, question, &limits, &mut Silent);
    assert_eq!(report.stopped, Stopped::Solved);
    let claim = claim_of(game, question, &report).unwrap();
    let finding = Finding { root, question, claim };
    // What the solver has lost is no excuse: the walk itself must find its way.
    let extracted = certify((game, reference), finding, &mut *solver, &limits, &mut Silent);
    let extracted = extracted.unwrap_or_else(|error| {
        panic!("{} in {memory} bytes: {error:?}", game.position_text(root))
    });
    // Every position that is expanded without an entry gets one, of 16 bytes.
    let evicted = report.counters.expanded.saturating_sub(memory / 16);
    matches!(claim, Claim::Wins(_)).then_some((extracted, evicted))
}

fn loa(size: usize) -> (Loa, Reference) {
    (Loa::new(Variant::new(size)), Reference::new(Variant::new(size)))
}

/// From `crates/lab/sets/loa-6x6-middle.jsonl`: the side to move wins.
const MIDDLE_GAMES: [&str; 4] = [
    "3bb1/5w/2wwbw/w4w/6/w1b1bb b",
    "3bb1/2ww1w/w1b3/1w2b1/wb3w/1b4 w",
    "2b3/6/w3bw/w2w2/w4w/2b1b1 b",
    "3b2/ww4/1bbwbw/3wbw/w5/bb1b1w w",
];

#[test]
fn tables_that_forget_thousands_still_give_proofs_of_lines_of_action() {
    let mut sum = Extracted::default();
    let mut check = |size: usize, text: Option<&str>, memory: u64| {
        let (game, reference) = loa(size);
        let root = text.map_or(game.initial(), |text| game.parse_position(text).unwrap());
        let side = game.side_to_move(&root);
        let proof = prove((&game, &reference), &root, side, Method::DfPn, memory);
        let (proof, evicted) = proof.expect("the mover wins");
        assert!(evicted > 1000, "{evicted} evicted");
        eprintln!("{memory} bytes, {text:?}: {proof:?}");
        assert!(proof.positions <= proof.before_shrinking, "{proof:?}");
        assert!(proof.before_shrinking <= proof.ranked, "{proof:?}");
        sum.fresh += proof.fresh;
        sum.counters.reproved += proof.counters.reproved;
    };
    for memory in [4 << 10, 16 << 10] {
        check(5, None, memory);
    }
    for (text, memory) in MIDDLE_GAMES.into_iter().zip([4 << 10, 8 << 10, 16 << 10, 128 << 10]) {
        check(6, Some(text), memory);
    }
    assert!(sum.counters.reproved > 50, "too little was forgotten: {sum:?}");
    assert!(sum.fresh > 4, "too few circles: {sum:?}");
}

/// Tables of a few lines: everything is proved again, much of it in circles.
#[test]
fn no_walk_through_a_cyclic_graph_ends_in_a_circle() {
    let (mut wins, mut fresh, mut saved) = (0, 0, 0);
    for seed in 300_000..312_000 {
        let graph: Graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Draw, seed);
        let root = graph.initial();
        if graph.outcome(&root).is_some() {
            continue;
        }
        for player in [Player::Black, Player::White] {
            let memory = 1 << (8 + seed % 5);
            let Some((proof, _)) = prove((&graph, &graph), &root, player, Method::Auto, memory)
            else {
                continue;
            };
            assert!(proof.positions <= proof.before_shrinking, "seed {seed}: {proof:?}");
            wins += 1;
            fresh += proof.fresh;
            saved += proof.before_shrinking - proof.positions;
        }
    }
    println!("{wins} wins, {fresh} proved afresh, {saved} positions saved");
    assert!(wins > 2000 && fresh > 1 && saved > 5, "{wins} wins, {fresh} fresh, {saved} saved");
}

/// Where nothing comes back, a search for other moves makes proofs smaller, and they hold.
#[test]
fn proofs_of_races_become_smaller_and_hold() {
    let (mut wins, mut before, mut after) = (0, 0, 0);
    for (columns, rows, most_plies) in [(3, 4, 4), (3, 5, 8), (4, 4, 8)] {
        let (game, reference) =
            (Breakthrough::new(columns, rows), RaceReference::new(columns, rows));
        for seed in 0..40 {
            let mut random = SplitMix64::new(seed);
            let mut root = game.initial();
            for _ in 0..random.below(most_plies) {
                let mut moves = Vec::new();
                game.moves(&root, &mut moves);
                let next = game.after(&root, moves[random.below(moves.len())]);
                if game.outcome(&next).is_some() {
                    break;
                }
                root = next;
            }
            // Also with tables that forget.
            let memory = if seed % 2 == 0 { 16 << 20 } else { 64 << 10 };
            let method = if seed % 3 == 0 { Method::Boolean } else { Method::DfPn };
            for player in [Player::Black, Player::White] {
                let proof = prove((&game, &reference), &root, player, method, memory);
                let Some((proof, _)) = proof else { continue };
                assert!(proof.positions <= proof.before_shrinking, "seed {seed}: {proof:?}");
                wins += 1;
                before += proof.before_shrinking;
                after += proof.positions;
            }
        }
    }
    println!("{wins} wins, {before} positions before, {after} after");
    assert!(wins > 100 && after * 50 < before * 49, "{wins} wins, {before}, {after}");
}

/// Raises a flag when the walk reports for the first time.
struct Impatient<'a>(&'a AtomicBool, u32);

impl Observer for Impatient<'_> {
    fn progress(&mut self, progress: &Progress) {
        if progress.phase == Phase::Extract {
            assert!(progress.counters.nodes > 0);
            self.0.store(true, Ordering::Relaxed);
            self.1 += 1;
        }
    }

    fn note(&mut self, _: &str) {}
}

#[test]
fn a_walk_that_is_stopped_can_be_walked_again() {
    let (game, reference) = loa(6);
    let root = game.parse_position(MIDDLE_GAMES[3]).unwrap();
    let question = Question::wins(game.side_to_move(&root));
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let mut solver = auto(&game);
    let report = solver.solve(&game, &root, question, &limits, &mut Silent);
    let claim = claim_of(&game, question, &report).unwrap();
    let finding = Finding { root: &root, question, claim };
    let mut observer = Impatient(&limits.interrupt, 0);
    let games = (&game, &reference);
    let stopped = certify(games, finding, &mut *solver, &limits, &mut observer);
    assert_eq!(stopped, Err(ExtractError::Stopped(Stopped::Interrupted)));
    assert!(observer.1 > 0);
    limits.interrupt.store(false, Ordering::Relaxed);
    let walked = certify(games, finding, &mut *solver, &limits, &mut Silent).unwrap();
    assert!(walked.positions > 10_000, "{walked:?}");
}

/// Through the engine a stopped walk leaves what was found as a claim, and says why there is no
/// certificate.
#[test]
fn a_stopped_walk_is_a_note() {
    let game = Catalogue::standard().game("loa:6x6").unwrap();
    let root = game.position(Some(MIDDLE_GAMES[3]), &[]).unwrap();
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    // One question, so that what is interrupted is its walk, and not the next search.
    let request = Request { limits: limits.clone(), goal: Goal::Win, ..Request::default() };
    let mut observer = Impatient(&limits.interrupt, 0);
    let solved = game.solve(&root, &request, &mut observer).unwrap();
    assert_eq!((solved.failure, solved.row.is_verified()), (None, false));
    assert_eq!((solved.row.value.text(), solved.row.found().text()), ("unknown", "win"));
    assert!(solved.notes.iter().any(|note| note.contains("interrupted")), "{:?}", solved.notes);
}

/// A solver that raises a flag the so-many-th time that it is asked for moves, and counts on.
struct Raising<G: Game> {
    solver: Box<dyn Solver<G>>,
    asked: u64,
    raises_at: u64,
    flag: Arc<AtomicBool>,
}

impl<G: Game> ProofSource<G> for Raising<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.holder_moves(game, position).first().copied()
    }
}

impl<G: Game> Solver<G> for Raising<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        self.solver.solve(game, root, question, limits, observer)
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        self.asked += 1;
        if self.asked == self.raises_at {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.solver.holder_moves(game, position)
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.solver.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.solver.dismiss_oracles();
    }

    fn save(&mut self, _: &mut dyn Observer) {}
}

/// A sink that raises a flag at its first entry, if it has one, and counts.
struct Counting(u64, Option<Arc<AtomicBool>>);

impl ProofSink for Counting {
    fn entry(&mut self, _: ProofEntry<'_>) -> Result<(), InputError> {
        self.0 += 1;
        if let Some(flag) = &self.1 {
            flag.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn strategy(&mut self, _: &[u32]) -> Result<(), InputError> {
        self.0 += 1;
        Ok(())
    }
}

/// A position of Lines of Action with a proof of ten thousand positions, solved.
fn solved_middle_game(
    limits: &Limits,
) -> (Loa, <Loa as Rules>::Position, Question, Box<dyn Solver<Loa>>) {
    let (game, _) = loa(6);
    let root = game.parse_position(MIDDLE_GAMES[3]).unwrap();
    let question = Question::wins(game.side_to_move(&root));
    let mut solver = auto(&game);
    let report = solver.solve(&game, &root, question, limits, &mut Silent);
    assert_eq!(claim_of(&game, question, &report), Some(Claim::Wins(question.player)));
    (game, root, question, solver)
}

/// D8 of the audit: not one position more is asked for, and nothing is written.
#[test]
fn a_walk_stops_at_the_position_where_it_is_interrupted() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let (game, root, question, solver) = solved_middle_game(&limits);
    let finding = Finding { root: &root, question, claim: Claim::Wins(question.player) };
    let flag = limits.interrupt.clone();
    let mut solver = Raising { solver, asked: 0, raises_at: 0, flag: flag.clone() };
    for raises_at in [1, 2, 100] {
        (solver.asked, solver.raises_at) = (0, raises_at);
        flag.store(false, Ordering::Relaxed);
        let mut sink = Counting(0, None);
        let stopped =
            extract(&game, finding, &Options::new(&limits), &mut solver, &mut Silent, &mut sink);
        assert_eq!(stopped, Err(ExtractError::Stopped(Stopped::Interrupted)));
        assert_eq!((solver.asked, sink.0), (raises_at, 0));
    }
    // While it is written.
    solver.raises_at = u64::MAX;
    flag.store(false, Ordering::Relaxed);
    let mut sink = Counting(0, Some(flag.clone()));
    let stopped =
        extract(&game, finding, &Options::new(&limits), &mut solver, &mut Silent, &mut sink);
    assert_eq!(stopped, Err(ExtractError::Stopped(Stopped::Interrupted)));
    assert_eq!(sink.0, 1);
}

/// D8 of the audit: a walk without time gives no proof, whatever has been found, and of every kind.
#[test]
fn a_walk_obeys_the_time_limit() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let late = Limits { time: Some(Duration::ZERO), ..limits.clone() };
    let (game, root, question, mut solver) = solved_middle_game(&limits);
    let finding = Finding { root: &root, question, claim: Claim::Wins(question.player) };
    let mut sink = Counting(0, None);
    let stopped =
        extract(&game, finding, &Options::new(&late), &mut *solver, &mut Silent, &mut sink);
    assert_eq!((stopped, sink.0), (Err(ExtractError::Stopped(Stopped::Time)), 0));
    // A solver that has forgotten everything proves it again, in the time that is left.
    let mut empty = auto(&game);
    let stopped =
        extract(&game, finding, &Options::new(&late), &mut *empty, &mut Silent, &mut sink);
    assert_eq!((stopped, sink.0), (Err(ExtractError::Stopped(Stopped::Time)), 0));
    // Paths under superko, and closed sets.
    let mut walked = 0;
    for (seed, rule) in (0..300).flat_map(|seed| [(seed, Rule::Superko), (seed, Rule::Draw)]) {
        let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), rule, seed);
        let root = graph.initial();
        if graph.outcome(&root).is_some() {
            continue;
        }
        let question = Question::wins(graph.side_to_move(&root));
        let mut solver = auto(&graph);
        let report = solver.solve(&graph, &root, question, &limits, &mut Silent);
        let Some(claim) = claim_of(&graph, question, &report) else { continue };
        let finding = Finding { root: &root, question, claim };
        let mut sink = Counting(0, None);
        match extract(&graph, finding, &Options::new(&late), &mut *solver, &mut Silent, &mut sink) {
            Err(error) => {
                assert_eq!(error, ExtractError::Stopped(Stopped::Time));
                // What was told before that is of no use to anybody.
                assert!(sink.0 <= 1, "{seed}: {}", sink.0);
                walked += 1;
            }
            // Nothing had to be walked: it is all over within two plies.
            Ok(extracted) => assert!(extracted.positions <= 1, "{seed}: {extracted:?}"),
        }
    }
    assert!(walked > 100, "{walked}");
}
