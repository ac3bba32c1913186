//! A network of costs (`crates/games/src/network`), where the game has one: learnt from all examples but every eighth
//! record.

use super::calibration::Calibration;
use super::examples::Example;
use super::{KEPT_BACK, Plan, learnt_and_kept_back, tell, write};
use crate::{Done, Ended, Listener};
use andor_core::{CostScale, InputError};
use andor_engine::{AnyGame, CostClocks, CostLesson, NetworkSchedule};
use std::sync::atomic::Ordering;

/// Units come in steps of so many.
const LANES: usize = 32;

/// Learns, and writes the file.
///
/// # Errors
/// If there is too little to learn from, or the file cannot be written.
pub(super) fn learn(
    game: &dyn AnyGame,
    examples: &[Example],
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Done {
    // Step 1. What the network sees.
    let (mut learnt, mut kept_back) = (Vec::new(), Vec::new());
    for example in examples {
        let Some(sight) = game.cost_sight(&example.position)? else { continue };
        let lesson = CostLesson {
            sight,
            wins: example.wins,
            cost: example.cost(),
            moves: example.log_moves(),
        };
        let is_kept_back = example.record % KEPT_BACK == KEPT_BACK - 1;
        if is_kept_back { &mut kept_back } else { &mut learnt }.push(lesson);
    }
    let counts = [learnt.len(), kept_back.len()];
    learnt_and_kept_back(counts)?;
    if !plan.units.is_multiple_of(LANES) {
        let why = format!("learn cost: {} units are no multiple of {LANES}", plan.units);
        return Err(InputError::new(why).into());
    }
    // Step 2. The numbers.
    let schedule = NetworkSchedule {
        seed: plan.collect.seed,
        units: plan.units,
        images: 0,
        passes: plan.passes,
        rate: plan.rate,
        trust: 0.0,
        threads: plan.threads,
    };
    let stop = listener.interrupt();
    let clocks = CostClocks::of(&mut learnt, &schedule, &mut |pass, loss, clocks| {
        let other = clocks.loss(&kept_back);
        listener.progress(&format!("pass {pass}: loss {loss:.4}, {other:.4} on records kept back"));
        !stop.load(Ordering::Relaxed)
    });
    if stop.load(Ordering::Relaxed) {
        return Ok(Ended::Interrupted);
    }
    // Step 3. How good they are, and the file.
    let says = clocks.says(&kept_back);
    let told = kept_back.iter().zip(says).map(|(lesson, says)| (says, lesson.wins, lesson.cost));
    let calibration = Calibration::of(told.collect());
    let summary = format!("loss {:.4}; {}", clocks.loss(&kept_back), calibration.summary());
    let (a, b, t) = plan.scale;
    let text = format!(
        "# What positions cost, learnt from searches: a network (crates/games/src/network).\n#\n\
         # Made by  {}\n\
         #              --units {} --rate {}\n\
         # from     {} examples; {} of records kept back: {summary}\n\n{}",
        super::command(plan),
        plan.units,
        plan.rate,
        counts[0],
        counts[1],
        clocks.text(CostScale { a, b, t }),
    );
    write(&plan.out, &text)?;
    let what = format!("{} units", plan.units);
    tell(plan, (&what, clocks.spread()), counts, &calibration, listener);
    Ok(Ended::Whole)
}
