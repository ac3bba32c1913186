//! Every solver against the truth on random graphs, at every table size, with proofs.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod dag;

use andor_core::{Answer, Cost, Limits, Player, Question, Silent, SplitMix64, Squash, Stopped};
use andor_prove::alpha_beta::{self, AlphaBeta};
use andor_prove::base_twin::{self, BaseTwin};
use andor_prove::boolean::{self, Boolean};
use andor_prove::depth_first::{self, DepthFirst, Discipline, Epsilon, Second, TableShare};
use andor_prove::expected_work::{self, ExpectedWork};
use andor_prove::extract::{Finding, Options, extract};
use andor_prove::leaf::{Guide, LeafRule};
use andor_prove::pn::{self, Pn};
use andor_prove::retrograde::Retrograde;
use andor_prove::second_level::Growth;
use andor_prove::solver::{Solver, claim_of};
use andor_prove::table::Replacement;
use dag::{Dag, PlainProof, Said, Shape, ThirdOracle, is_proved};

/// A solver by name, with what makes it special.
type Make = (&'static str, fn() -> Box<dyn Solver<Dag>>);

const GUIDE: Guide = Guide { a: 3, b: 2, t: None, squash: Squash::Step };
const EF: LeafRule = LeafRule::Ef(GUIDE);
const SMOOTH: LeafRule = LeafRule::Ief(Guide { squash: Squash::Sigmoid, ..GUIDE });
const LEARNT: LeafRule =
    LeafRule::Learnt(Guide { a: 10, b: 10, t: Some(1024), squash: Squash::Exponential });
const SMALL: Growth = Growth::Logistic { a: 20.0, b: 10.0 };

fn pn(leaf: LeafRule) -> Box<dyn Solver<Dag>> {
    Box::new(Pn::new(pn::Config { leaf, ..pn::Config::default() }))
}

fn pn2(growth: Growth, deletes_solved: bool) -> Box<dyn Solver<Dag>> {
    let second = Some(pn::PnSquared { growth, deletes_solved });
    Box::new(Pn::new(pn::Config { second, ..pn::Config::default() }))
}

fn pds(config: &mut depth_first::Config) {
    config.discipline = Discipline::Pds;
    config.leaf = LeafRule::Naive;
    config.replacement = Replacement::TwoBig;
}

fn df_pn(change: impl FnOnce(&mut depth_first::Config)) -> Box<dyn Solver<Dag>> {
    let mut config = depth_first::Config::default();
    change(&mut config);
    Box::new(DepthFirst::new(config))
}

fn alpha_beta(knowledge: bool) -> Box<dyn Solver<Dag>> {
    Box::new(AlphaBeta::new(alpha_beta::Config { knowledge, ..alpha_beta::Config::default() }))
}

fn base_twin(knowledge: bool) -> Box<dyn Solver<Dag>> {
    Box::new(BaseTwin::new(base_twin::Config { knowledge, ..base_twin::Config::default() }))
}

fn expected_work(leaf: LeafRule, knowledge: bool) -> Box<dyn Solver<Dag>> {
    Box::new(ExpectedWork::new(expected_work::Config { leaf, knowledge }))
}

fn boolean(knowledge: bool, threads: usize) -> Box<dyn Solver<Dag>> {
    Box::new(Boolean::new(boolean::Config {
        knowledge,
        threads,
        alone: 0,
        ..boolean::Config::default()
    }))
}

const SOLVERS: [Make; 33] = [
    ("pn-naive", || pn(LeafRule::Naive)),
    ("pn", || pn(LeafRule::Mobility)),
    ("pn-eval", || pn(LeafRule::Eval(GUIDE))),
    ("ef-pn", || pn(EF)),
    ("ief-pn, smooth", || pn(SMOOTH)),
    ("pn, learnt", || pn(LEARNT)),
    ("pn2", || pn2(Growth::Whole, true)),
    ("pn2, logistic", || pn2(SMALL, true)),
    ("pn2 that keeps solved subtrees", || pn2(Growth::Whole, false)),
    ("pn-star", || df_pn(|config| config.discipline = Discipline::PnStar)),
    ("pds", || df_pn(pds)),
    ("pds, immediate evaluation", || {
        df_pn(|config| {
            pds(config);
            config.leaf = LeafRule::Mobility;
        })
    }),
    ("pds-pn", || {
        df_pn(|config| {
            pds(config);
            let share = TableShare::Whole;
            config.second = Some(Second { growth: SMALL, leaf: LeafRule::Mobility, share });
        })
    }),
    ("df-pn with TwoBig", || df_pn(|config| config.replacement = Replacement::TwoBig)),
    ("df-pn with knowledge", || df_pn(|config| config.knowledge = true)),
    ("df-pn", || df_pn(|_| ())),
    ("df-pn with two threads", || {
        df_pn(|config| {
            (config.threads, config.job, config.alone) = (2, 3, 0);
        })
    }),
    ("df-pn with five threads and knowledge", || {
        df_pn(|config| {
            (config.threads, config.job, config.alone) = (5, 1, 0);
            config.knowledge = true;
        })
    }),
    ("df-pn naive", || df_pn(|config| config.leaf = LeafRule::Naive)),
    ("df-pn ef", || df_pn(|config| config.leaf = EF)),
    ("df-pn learnt", || df_pn(|config| config.leaf = LEARNT)),
    ("df-pn without epsilon", || {
        df_pn(|config| {
            config.discipline =
                Discipline::DfPn { epsilon: Epsilon { numerator: 0, denominator: 1 } }
        })
    }),
    ("df-pn with a low ceiling", || df_pn(|config| config.ceiling = 6)),
    ("base-twin", || base_twin(false)),
    ("base-twin with knowledge", || base_twin(true)),
    ("ews", || expected_work(LeafRule::Mobility, false)),
    ("ews, ief with knowledge", || expected_work(SMOOTH, true)),
    ("ews, learnt", || expected_work(LEARNT, false)),
    ("boolean", || boolean(false, 1)),
    ("boolean with knowledge", || boolean(true, 1)),
    ("alpha-beta", || alpha_beta(false)),
    ("alpha-beta with knowledge", || alpha_beta(true)),
    ("retrograde", || Box::new(Retrograde::new())),
];

const SHAPES: [Shape; 6] = [
    Shape { layers: 5, width: 4, degree: 3, early: 6, draws: false },
    Shape { layers: 8, width: 6, degree: 4, early: 9, draws: true },
    Shape { layers: 12, width: 12, degree: 4, early: 30, draws: false },
    Shape { layers: 15, width: 10, degree: 5, early: 20, draws: true },
    // Ladders: few positions, very many lines.
    Shape { layers: 60, width: 3, degree: 3, early: 1000, draws: false },
    Shape { layers: 40, width: 4, degree: 4, early: 1000, draws: true },
];

fn questions() -> [Question; 2] {
    [Player::Black, Player::White].map(Question::wins)
}

fn expected(proved: bool) -> Answer {
    if proved { Answer::Proved } else { Answer::Disproved }
}

/// Asks, compares with the truth, walks the proof and checks it.
fn solve_and_check(
    dag: &Dag,
    proved: bool,
    question: Question,
    solver: &mut dyn Solver<Dag>,
    memory: u64,
    name: &str,
) -> u64 {
    // A tree search on a ladder of 60 steps has no end; elsewhere it has.
    let nodes = if name.starts_with("ews") { 100_000 } else { 1_000_000 };
    let limits = Limits { memory, nodes: Some(nodes), ..Limits::default() };
    let report = solver.solve(dag, &0, question, &limits, &mut Silent);
    if report.stopped == Stopped::Memory
        || (report.stopped == Stopped::Nodes && dag.is_ladder() && name.starts_with(['p', 'e']))
    {
        return 0;
    }
    assert_eq!(report.answer, expected(proved), "{name}, {question:?}, {memory} bytes");
    let claim = claim_of(dag, question, &report).unwrap();
    let mut proof = PlainProof::default();
    let finding = Finding { root: &0, question, claim };
    let extracted = extract(dag, finding, &Options::new(&limits), solver, &mut Silent, &mut proof);
    let extracted = extracted.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    proof.check(dag, 0, claim);
    extracted.counters.reproved
}

#[test]
fn every_solver_finds_the_truth_and_proves_it() {
    for (number, shape) in SHAPES.into_iter().enumerate() {
        let graphs = if shape.layers > 30 { 12 } else { 60 };
        for seed in 0..graphs {
            let dag = Dag::random(shape, seed * 31 + number as u64);
            let value = dag.truth()[0];
            for question in questions() {
                for (name, make) in SOLVERS {
                    let name = format!("{name} on shape {number} seed {seed}");
                    solve_and_check(
                        &dag,
                        is_proved(value, question),
                        question,
                        &mut *make(),
                        1 << 22,
                        &name,
                    );
                }
            }
        }
    }
}

/// Models of cost that talk nonsense, for those who listen to them: on so many graphs.
fn nonsense_changes_no_value(graphs: u64) {
    let listeners: [Make; 7] = [
        ("pn", || pn(LEARNT)),
        ("ews", || expected_work(LEARNT, true)),
        ("df-pn", || df_pn(|config| config.leaf = LEARNT)),
        ("df-pn with knowledge", || {
            df_pn(|config| (config.leaf, config.knowledge) = (LEARNT, true))
        }),
        ("df-pn with three threads", || {
            df_pn(|config| {
                (config.leaf, config.threads) = (LEARNT, 3);
                (config.job, config.alone) = (1, 0);
            })
        }),
        ("pn-star", || {
            df_pn(|config| (config.leaf, config.discipline) = (LEARNT, Discipline::PnStar))
        }),
        ("base-twin", || {
            Box::new(BaseTwin::new(base_twin::Config {
                leaf: LEARNT,
                ..base_twin::Config::default()
            }))
        }),
    ];
    for seed in 0..graphs {
        let mut dag = Dag::random(SHAPES[(seed % 4) as usize], 9000 + seed);
        let value = dag.truth()[0];
        let (least, most) = (i32::MIN, i32::MAX);
        let always = [(0, 0), (least, least), (most, most), (least, most), (most, least)];
        let (win, loss) = always[seed as usize / 3 % always.len()];
        dag.said = match seed % 3 {
            0 => Said::Anything(seed),
            1 => Said::Extremes(seed),
            _ => Said::Always(Cost { win, loss }),
        };
        let question = questions()[seed as usize / 2 % 2];
        let proved = is_proved(value, question);
        for (name, make) in listeners {
            let name = format!("{name}, {:?}, seed {seed}", dag.said);
            solve_and_check(&dag, proved, question, &mut *make(), 1 << 22, &name);
        }
    }
}

#[test]
fn a_model_of_cost_that_talks_nonsense_changes_no_value() {
    nonsense_changes_no_value(300);
}

#[test]
#[ignore = "deep check: 20,000 graphs take minutes"]
fn a_model_of_cost_that_talks_nonsense_changes_no_value_of_many_graphs() {
    nonsense_changes_no_value(20_000);
}

/// Tables of a few lines: entries are lost all the time, answers never.
#[test]
fn tiny_tables_give_the_same_values_and_holes_are_proved_again() {
    let mut reproved = 0;
    for seed in 0..60 {
        let dag = Dag::random(SHAPES[(seed % 4) as usize], 1000 + seed);
        let value = dag.truth()[0];
        for question in questions() {
            for memory in [1 << 10, 1 << 11, 1 << 13] {
                let proved = is_proved(value, question);
                let name = format!("tiny, seed {seed}");
                let mut solvers = [df_pn(|_| ()), boolean(false, 1), boolean(true, 2)];
                for solver in &mut solvers {
                    let solver = &mut **solver;
                    reproved += solve_and_check(&dag, proved, question, solver, memory, &name);
                }
            }
        }
    }
    assert!(reproved > 20, "only {reproved} positions were proved again: the test is too weak");
}

/// Threads change the way, not the answer, whatever the table forgets.
#[test]
fn any_number_of_threads_finds_the_truth_and_proves_it() {
    for seed in 0..40 {
        let dag = Dag::random(SHAPES[2 + seed as usize % 4], 7000 + seed);
        let value = dag.truth()[0];
        for question in questions() {
            for (threads, memory) in [(2, 1 << 22), (3, 1 << 10), (8, 1 << 14)] {
                let proved = is_proved(value, question);
                let name = format!("{threads} threads, seed {seed}");
                let mut solver = boolean(seed % 2 == 0, threads);
                solve_and_check(&dag, proved, question, &mut *solver, memory, &name);
            }
        }
    }
}

/// An oracle changes the way, not the answer, and leaves no trace in the proof.
#[test]
fn oracles_help_and_do_not_enter_proofs() {
    let mut saved = 0i64;
    for seed in 0..60 {
        let dag = Dag::random(SHAPES[3], 2000 + seed);
        let truth = dag.truth();
        for question in questions() {
            for (name, make) in SOLVERS {
                let mut plain = make();
                let mut helped = make();
                helped.consult(Box::new(ThirdOracle(truth.clone())));
                let proved = is_proved(truth[0], question);
                let name = format!("{name} with an oracle, seed {seed}");
                let limits = Limits { memory: 1 << 22, ..Limits::default() };
                let without = plain.solve(&dag, &0, question, &limits, &mut Silent);
                let with = make_and_ask(&dag, question, &mut *helped, &limits);
                saved += without.counters.nodes as i64 - with as i64;
                solve_and_check(&dag, proved, question, &mut *helped, 1 << 22, &name);
            }
        }
    }
    assert!(saved > 0, "the oracle saved {saved} nodes");
}

fn make_and_ask(
    dag: &Dag,
    question: Question,
    solver: &mut dyn Solver<Dag>,
    limits: &Limits,
) -> u64 {
    solver.solve(dag, &0, question, limits, &mut Silent).counters.nodes
}

/// A limit gives `unknown` or the truth, and the search can go on afterwards.
#[test]
fn limits_never_give_a_wrong_answer() {
    let mut random = SplitMix64::new(5);
    let mut unknown = 0;
    for seed in 0..200 {
        let dag = Dag::random(SHAPES[seed as usize % 4], 3000 + seed);
        let value = dag.truth()[0];
        let question = questions()[random.below(2)];
        let (name, make) = SOLVERS[random.below(SOLVERS.len())];
        let mut solver = make();
        let nodes = random.below(400) as u64;
        let tree_nodes = (random.below(2) == 0).then(|| random.below(200) as u64);
        let memory = 1024 << random.below(8);
        let limits = Limits { nodes: Some(nodes), tree_nodes, memory, ..Limits::default() };
        let report = solver.solve(&dag, &0, question, &limits, &mut Silent);
        if report.answer == Answer::Unknown {
            unknown += 1;
            assert_ne!(report.stopped, Stopped::Solved, "{name}");
            // The last expansion may go past the limit by its own children, and every thread by one,
            // and by the way down to it.
            let more = if name.contains("threads") { 300 } else { 5 };
            assert!(report.counters.nodes <= nodes + more, "{name}: {nodes} {report:?}");
        } else {
            assert_eq!(report.answer, expected(is_proved(value, question)), "{name}");
        }
        let report = solver.solve(&dag, &0, question, &Limits::default(), &mut Silent);
        assert_eq!(report.answer, expected(is_proved(value, question)), "{name} after a limit");
    }
    assert!(unknown > 30, "only {unknown} searches were stopped: the test is too weak");
}

/// The same work, the same count.
#[test]
fn runs_repeat_to_the_node() {
    let dag = Dag::random(SHAPES[3], 9);
    for (name, make) in SOLVERS.into_iter().filter(|(name, _)| !name.contains("threads")) {
        let [first, second] =
            [0, 1].map(|_| make().solve(&dag, &0, questions()[0], &Limits::default(), &mut Silent));
        assert_eq!(first, second, "{name}");
        assert!(first.counters.nodes > 0 && first.counters.expanded > 0, "{name}");
    }
}

/// A question asked after another one does not read the other's entries.
#[test]
fn results_belong_to_their_question() {
    for seed in 0..100 {
        let dag = Dag::random(SHAPES[1], 4000 + seed);
        let value = dag.truth()[0];
        for (name, make) in SOLVERS {
            let mut solver = make();
            for question in questions().into_iter().chain(questions()) {
                let report = solver.solve(&dag, &0, question, &Limits::default(), &mut Silent);
                let proved = expected(is_proved(value, question));
                assert_eq!(report.answer, proved, "{name}, seed {seed}, {question:?}");
            }
        }
    }
}

/// A low ceiling is really reached: without it the numbers would be larger.
#[test]
fn numbers_on_ladders_outgrow_the_low_ceiling() {
    let dag = Dag::random(SHAPES[4], 76);
    let nodes = |config: depth_first::Config| {
        let mut solver = DepthFirst::new(config);
        solver.solve(&dag, &0, questions()[0], &Limits::default(), &mut Silent).counters
    };
    let free = nodes(depth_first::Config::default());
    let low = nodes(depth_first::Config { ceiling: 6, ..depth_first::Config::default() });
    assert_ne!(free, low, "the ceiling was never touched");
}

/// Alpha-beta counts the nodes at depth i in the iteration that first reaches them: of Black's
/// attack 2 at depth 1 (4, 5), 2 at depth 2 (8 and 10: one past the horizon is enough for White),
/// 3 at depth 3 (13 below 10; 14 and 13 below 11); of White's attack 1 at depth 1 (4), and 2 at
/// depth 2 (10, 11 below the move that was harder to refute).
#[test]
fn alpha_beta_counts_a_depth_once() {
    let limits = Limits::default();
    let report = alpha_beta(false).solve(&Dag::by_hand(), &0, questions()[0], &limits, &mut Silent);
    assert_eq!(report.answer, Answer::Proved);
    assert_eq!(report.counters.nodes, (2 + 2 + 3) + (1 + 2));
}

/// A set that does not fit is not guessed about.
#[test]
fn retrograde_analysis_stops_when_its_memory_is_full() {
    let dag = Dag::random(SHAPES[2], 1);
    let (few, little) = (Some(3), 1 << 10);
    for limits in [
        Limits { tree_nodes: few, ..Limits::default() },
        Limits { memory: little, ..Limits::default() },
    ] {
        let report = Retrograde::new().solve(&dag, &0, questions()[0], &limits, &mut Silent);
        assert_eq!((report.answer, report.stopped), (Answer::Unknown, Stopped::Memory));
    }
    for memory in (8..16).map(|power| 1 << power) {
        let limits = Limits { memory, ..Limits::default() };
        let report = Retrograde::new().solve(&dag, &0, questions()[0], &limits, &mut Silent);
        assert!(report.peak_memory <= memory, "{} of {memory} bytes", report.peak_memory);
    }
    // The second question costs nothing.
    let mut solver = Retrograde::new();
    let [first, second] = questions()
        .map(|question| solver.solve(&dag, &0, question, &Limits::default(), &mut Silent));
    assert!(first.counters.nodes > 0 && second.counters.nodes == 0);
    assert!(first.answer == Answer::Proved || second.answer == Answer::Proved);
}
