//! A network learnt from a few games: what it comes to, and what it does not depend on.

use super::{
    CostClocks, CostLesson, NetworkExamples, NetworkFit, NetworkGame, NetworkPlan, NetworkSchedule,
    network_examples, network_game,
};
use andor_core::{CostScale, Game, NETWORK, Rules, SplitMix64};
use andor_games::breakthrough::Breakthrough;
use andor_games::loa::{Loa, Variant};
use std::sync::atomic::AtomicBool;

fn plan(evaluator: &str) -> NetworkPlan {
    let evaluator = Some(evaluator.to_owned());
    NetworkPlan { seed: 4, plies: 8, nodes: 150, evaluator, weights: None }
}

fn schedule(threads: usize) -> NetworkSchedule {
    NetworkSchedule { seed: 9, units: 32, images: 0, passes: 6, rate: 0.01, trust: 0.7, threads }
}

fn games<G: Game>(game: &G, plan: &NetworkPlan, count: u64) -> Vec<NetworkGame> {
    let never = AtomicBool::new(false);
    let played = |number| network_game(game, plan, number, &never).unwrap();
    (0..count).map(|number| played(number).expect("a whole game")).collect()
}

fn learn(examples: &NetworkExamples, schedule: &NetworkSchedule) -> (NetworkFit, Vec<f64>) {
    schedule.check(examples).unwrap();
    let (mut losses, mut examples) = (Vec::new(), examples.clone());
    let fit = NetworkFit::of(&mut examples, schedule, &mut |_, loss, _| {
        losses.push(loss);
        true
    });
    (fit, losses)
}

#[test]
fn games_repeat_from_their_seed_and_survive_a_file() {
    let game = Loa::new(Variant::new(8));
    let plan = plan("mia4");
    let played = games(&game, &plan, 3);
    assert_eq!(played, games(&game, &plan, 3));
    assert_ne!(played[0].moves, played[1].moves);
    for played in &played {
        assert_eq!(NetworkGame::read(&played.to_string()).unwrap(), *played);
        let random = played.moves.iter().take_while(|(_, score)| score.is_none()).count();
        assert!((4..=8).contains(&random), "{played}");
    }
    let stopped = network_game(&game, &plan, 0, &AtomicBool::new(true)).unwrap();
    assert_eq!(stopped, None);
    for bad in ["", "1", "x b c1c2", "1 x c1c2", "1 b c1c2=many"] {
        let error = NetworkGame::read(bad).unwrap_err().to_string();
        assert!(error.contains(&format!("\"{bad}\"")), "{error}");
    }
}

#[test]
fn the_loss_falls_and_threads_change_nothing() {
    let game = Breakthrough::new(8, 8);
    let mut examples = NetworkExamples::default();
    network_examples(&game, &games(&game, &plan("patterns"), 40), &mut examples).unwrap();
    assert!(examples.examples.len() > 1000, "{}", examples.examples.len());
    let (fit, losses) = learn(&examples, &schedule(1));
    assert!(losses[5] < losses[0] - 0.003, "{losses:?}");
    let [said, without] = fit.losses(&examples.examples);
    assert!(said < without, "{said} {without}");
    let (threaded, _) = learn(&examples, &schedule(3));
    assert_eq!(threaded.model, fit.model);
    let (other, _) = learn(&examples, &NetworkSchedule { seed: 10, ..schedule(1) });
    assert_ne!(other.model, fit.model);
}

/// A file's whole numbers and what was learnt say the same, up to rounding: with units of all images, of some and of one.
#[test]
fn a_file_says_what_was_learnt() {
    let game = Loa::new(Variant::new(8));
    let mut examples = NetworkExamples::default();
    network_examples(&game, &games(&game, &plan("mia4"), 30), &mut examples).unwrap();
    for images in [0, 4, 1] {
        let (fit, _) = learn(&examples, &NetworkSchedule { images, ..schedule(2) });
        let points = 400.0;
        let text = fit.model.text(points, 300);
        let network = game.make_evaluator(NETWORK, Some(&text)).expect("a network");
        assert_eq!(network.decisive(), 300);
        let played = games(&game, &NetworkPlan { seed: 5, ..plan("mia4") }, 3);
        let (mut largest, mut seen) = (0.0, 0);
        for played in played {
            let mut position = andor_core::Rules::initial(&game);
            for (text, _) in &played.moves {
                let said = fit.says(&network.network_sight(&game, &position).expect("a sight"));
                let value = f64::from(network.evaluate(&game, &position));
                largest = f64::max(largest, (value - said * points).abs());
                seen += 1;
                let mv = andor_core::Rules::parse_move(&game, &position, text).unwrap();
                position = andor_core::Rules::after(&game, &position, mv);
            }
        }
        assert!(seen > 50 && largest < 12.0, "{seen} positions, {largest} points off");
    }
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let game = Loa::new(Variant::new(6));
    let mut none = NetworkExamples::default();
    let error = network_examples(&game, &[], &mut none).unwrap_err().to_string();
    assert!(error.contains("loa:6x6 has no network"), "{error}");
    assert!(schedule(1).check(&none).unwrap_err().to_string().contains("no position"));
    let game = Breakthrough::new(8, 8);
    let mut examples = NetworkExamples::default();
    network_examples(&game, &games(&game, &plan("default"), 1), &mut examples).unwrap();
    let refused = |schedule: NetworkSchedule| schedule.check(&examples).unwrap_err().to_string();
    assert!(refused(NetworkSchedule { units: 40, ..schedule(1) }).contains("40 units"));
    assert!(refused(NetworkSchedule { images: 4, ..schedule(1) }).contains("4 images"));
    assert!(refused(NetworkSchedule { images: 3, ..schedule(1) }).contains("3 images"));
}

/// Lessons of a board on which the clocks ring by a rule: a win takes 2 doublings and one more for each own man, a loss 9.5
/// less the enemy's men, with the moves; searches are given up after 10 doublings.
fn lessons(game: &Loa, count: usize, seed: u64) -> Vec<CostLesson> {
    let (mut random, mut moves, mut lessons) = (SplitMix64::new(seed), Vec::new(), Vec::new());
    while lessons.len() < count {
        let mut position = game.initial();
        for _ in 0..30 {
            if game.outcome(&position).is_some() {
                break;
            }
            let sight = game.cost_sight(&position).unwrap();
            let log_moves = (game.count_moves(&position).max(1) as f64).log2();
            let mut late = || {
                let chance = (random.below(9999) + 1) as f64 / 10_000.0;
                (chance / (1.0 - chance)).ln() * 0.3
            };
            let (win, loss) = rule(&sight, log_moves);
            let (win, loss) = (win + late(), loss + late());
            let wins = (win.min(loss) < 10.0).then_some(win < loss);
            let cost = win.min(loss).min(10.0);
            lessons.push(CostLesson { sight, wins, cost, moves: log_moves });
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
    lessons
}

fn rule(sight: &andor_core::NetworkSight, moves: f64) -> (f64, f64) {
    let [own, enemy] = sight.views[0].map(|men| f64::from(men.count_ones()));
    (2.0 + own, 9.5 - enemy + moves)
}

fn cost_schedule(threads: usize) -> NetworkSchedule {
    NetworkSchedule { passes: 40, rate: 0.02, ..schedule(threads) }
}

#[test]
fn costs_are_learnt_though_one_of_two_is_never_seen() {
    let game = Loa::new(Variant::new(5));
    let known = lessons(&game, 6000, 1);
    let mut losses = Vec::new();
    let clocks = CostClocks::of(&mut known.clone(), &cost_schedule(1), &mut |pass, loss, _| {
        losses.push(loss);
        pass < 40
    });
    assert!(losses.len() == 40 && losses[39] < losses[0] - 0.2, "{losses:?}");
    let other = lessons(&game, 1000, 2);
    let (mut errors, mut seen) = ([0.0; 2], [0; 2]);
    for (lesson, says) in other.iter().zip(clocks.says(&other)) {
        let (win, loss) = rule(&lesson.sight, lesson.moves);
        // Of the two, what comes second is not seen.
        let (clock, first) = if win < loss { (0, win) } else { (1, loss) };
        if first < 9.0 {
            errors[clock] += (says[clock] - first).abs();
            seen[clock] += 1;
        }
    }
    let mean = [0, 1].map(|clock| errors[clock] / f64::from(seen[clock]));
    assert!(seen[0].min(seen[1]) > 50, "{seen:?}");
    assert!(mean[0] < 0.5 && mean[1] < 0.5, "{mean:?}");
    assert!((clocks.spread() - 0.3).abs() < 0.15, "{}", clocks.spread());
    assert!(clocks.loss(&other) < losses[0]);
    let threaded = CostClocks::of(&mut known.clone(), &cost_schedule(3), &mut |_, _, _| true);
    let scale = CostScale { a: 3, b: 2, t: 1000 };
    assert_eq!(threaded.text(scale), clocks.text(scale));
}

/// A file's whole numbers and what was learnt say the same, up to rounding.
#[test]
fn a_file_says_what_costs_were_learnt() {
    let game = Loa::new(Variant::new(6));
    let clocks =
        CostClocks::of(&mut lessons(&game, 2000, 3), &cost_schedule(2), &mut |_, _, _| true);
    let text = clocks.text(CostScale { a: 30, b: 20, t: 1500 });
    let taught = game.with_costs(&text).unwrap();
    let model = taught.cost_model().unwrap();
    assert_eq!(model.scale(), CostScale { a: 30, b: 20, t: 1500 });
    let (mut random, mut moves, mut largest) = (SplitMix64::new(4), Vec::new(), 0.0);
    for _ in 0..10 {
        let mut position = game.initial();
        for _ in 0..20 {
            if game.outcome(&position).is_some() {
                break;
            }
            let sight = game.cost_sight(&position).unwrap();
            let lesson = CostLesson { sight, wins: None, cost: 0.0, moves: 0.0 };
            let cost = model.cost(&game, &position);
            let [win, loss] = clocks.says(&[lesson])[0];
            for (whole, real) in [(cost.win, win), (cost.loss, loss)] {
                largest = f64::max(largest, (f64::from(whole) / 256.0 - real).abs());
            }
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
    assert!(largest < 0.25, "{largest} doublings off");
}
