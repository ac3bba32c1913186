//! `andor bench scaling`: what larger boards would take on many workers. **Simulated**, not measured.
//!
//! First the model is calibrated: searches of 4x5 in virtual time say how the work grows with the workers, a search
//! on two threads how long the coordinator takes for a message (`curve`). Then it says how long a search of so
//! many nodes takes. How many nodes that are is known within a factor of ten at best (docs/results/jobs.md).
//!
//! `--limit-positions N` takes N points of the curve, at least three; `--resume FILE` keeps every search.

use super::curve::{Curve, Load, Model};
use super::run::{Ground, PAPER, Plan, Workers, ideal};
use super::tables::BOARD;
use crate::{Done, Ended, Listener};
use andor_core::figures::{short, size, thousands};
use andor_engine::Catalogue;
use serde_json::json;

/// The name of the benchmark.
pub(crate) const NAME: &str = "scaling";

/// The numbers of workers that the curve is fitted to.
const POINTS: [usize; 6] = [1, 4, 16, 64, 256, 1024];

/// A board that nobody has solved here.
struct Target {
    game: &'static str,
    /// Nodes that df-pn would take on one core: at least, likely, at most.
    nodes: [f64; 3],
    /// Nodes a second of one core, measured on the next smaller board.
    rate: f64,
    /// Children that a job brings into the coordinator's tree.
    children: f64,
}

const TARGETS: [Target; 2] = [
    // 5x6 took 3.25e9 nodes, 315 s on two threads. A column more multiplied the nodes by 16 from 6x5 to
    // 7x5 and by 101 from 4x6 to 5x6; 40 lies between. Two columns.
    Target {
        game: "breakthrough:7x6",
        nodes: [8.3e11, 5.2e12, 3.3e13],
        rate: 5.2e6,
        children: 15.0,
    },
    // 5x5 took 35,791 nodes, 6x6 1.494e9: 2.63 times as many a square. 13 squares more; a fifth less or
    // more a square.
    Target { game: "loa:7x7", nodes: [2.3e13, 4.3e14, 4.6e15], rate: 5.4e6, children: 25.0 },
];

/// What jobs cost: df-pn jobs of 10,000 descents took so many times the nodes of df-pn alone on 5x5.
const JOBS_COST: f64 = 1.93;
/// The curve of one board and one size of jobs is that of others within about this factor (docs/results/jobs.md).
const OTHER_BOARDS: f64 = 9.0;
/// The way of a message in a local network, in seconds.
const LATENCY: f64 = 0.0005;
/// Seconds of a job, one of which is chosen: what is fastest with a tree that fits.
const JOB_SECONDS: [f64; 7] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];
/// The most bytes of the coordinator's tree, and those of a node with its copy.
const TREE_BYTES: f64 = (64u64 << 30) as f64;
const NODE_BYTES: f64 = 52.0;
/// A partial result every tenth of a job, and the final one.
const MESSAGES: u32 = 10;

/// What the model says of one board and so many workers.
struct Forecast {
    seconds: [f64; 3],
    job: f64,
    jobs: f64,
    overhead: f64,
    load: Load,
}

fn forecast(target: &Target, workers: usize, curve: &Curve, service: f64) -> Forecast {
    let forecasts = JOB_SECONDS.iter().map(|&job| {
        let model = Model { workers, job, messages: MESSAGES, service, latency: LATENCY };
        let load = model.simulate(1);
        let of = |nodes: f64, spread: f64| {
            let jobs = nodes * JOBS_COST / (target.rate * job);
            let overhead = spread * curve.overhead(workers as f64, jobs);
            let work = nodes * JOBS_COST * (1.0 + overhead);
            (work / (workers as f64 * target.rate * load.workers), jobs, overhead)
        };
        let [low, likely, high] = target.nodes;
        let (seconds, jobs, overhead) = of(likely, 1.0);
        let spread = curve.spread.max(OTHER_BOARDS);
        let seconds = [of(low, 1.0 / spread).0, seconds, of(high, spread).0];
        Forecast { seconds, job, jobs, overhead, load }
    });
    let fits = |forecast: &Forecast| forecast.jobs * target.children * NODE_BYTES <= TREE_BYTES;
    let all: Vec<Forecast> = forecasts.collect();
    let place = (0..all.len())
        .filter(|&at| fits(&all[at]))
        .min_by(|&one, &other| all[one].seconds[1].total_cmp(&all[other].seconds[1]))
        .unwrap_or(all.len() - 1);
    all.into_iter().nth(place).expect("the place is one of them")
}

/// A time as people say it.
fn span(seconds: f64) -> String {
    match seconds {
        0.0..120.0 => format!("{seconds:.0} s"),
        120.0..7200.0 => format!("{:.0} min", seconds / 60.0),
        7200.0..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// Runs it.
///
/// # Errors
/// If a search does not end.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let spec = plan.game.as_deref().unwrap_or(BOARD);
    let game = catalogue.game(spec)?;
    let ground = Ground::new(&*game, plan, listener)?;
    // Step 1. The curve.
    let count = plan.rows.map_or(POINTS.len(), |most| most.max(3));
    let mut points = Vec::new();
    let mut alone = None;
    for &workers in POINTS.iter().take(count) {
        let searched = ground.search(ideal(workers, 0), PAPER, listener)?;
        let simulated = searched.jobs.simulated.expect("it was simulated");
        let (jobs, work) = *alone.get_or_insert((searched.jobs.jobs, simulated.worked));
        let growth = simulated.worked as f64 / work as f64;
        let speed_up = work as f64 / simulated.makespan as f64;
        points.push((workers as f64 / jobs as f64, growth - 1.0));
        let fields = json!({
            "bench": NAME, "part": "curve", "game": spec, "workers": workers,
            "jobs": searched.jobs.jobs, "expanded": searched.jobs.expanded,
            "work_nodes": simulated.worked, "makespan_nodes": simulated.makespan,
            "growth": growth, "speed_up": speed_up, "busy": searched.jobs.busy(),
        });
        let line = format!(
            "{spec}, {workers:>4} virtual workers: {:>13} nodes, {growth:.2} times those of one; {speed_up:>6.1} \
             times as fast",
            thousands(simulated.worked)
        );
        listener.row(&line, &fields);
    }
    let curve = Curve::fit(&points[1..]).unwrap_or(Curve { a: 0.0, b: 1.0, spread: 1.0 });
    // Step 2. The coordinator.
    let threads = ground.search(Workers::Threads(2), PAPER, listener)?;
    let messages = (threads.jobs.jobs + threads.jobs.partials).max(1);
    let service = threads.jobs.held_seconds / messages as f64;
    let fields = json!({
        "bench": NAME, "part": "fit", "a": curve.a, "b": curve.b, "spread": curve.spread,
        "service_seconds": service,
    });
    let line = format!(
        "overhead of W workers on N jobs: {:.3} (W/N)^{:.2}, within a factor of {:.2}; the coordinator takes \
         {:.1} us a message",
        curve.a,
        curve.b,
        curve.spread,
        1e6 * service
    );
    listener.row(&line, &fields);
    // Step 3. What it says.
    for target in &TARGETS {
        for workers in [100, 1000] {
            let found = forecast(target, workers, &curve, service);
            let Forecast { seconds: [least, likely, most], job, jobs, overhead, load } = found;
            let tree = jobs * target.children * NODE_BYTES;
            let fields = json!({
                    "bench": NAME, "part": "forecast", "simulated": true, "game": target.game,
                    "workers": workers, "seconds": likely, "seconds_least": least, "seconds_most": most,
                    "nodes": target.nodes[1], "jobs": jobs, "job_seconds": job, "overhead": overhead,
                    "busy": load.workers, "coordinator_busy": load.coordinator, "tree_bytes": tree,
            });
            let line = format!(
                "simulated: {}, {workers} workers: {} ({} to {}); {} jobs of {job} s, {:.0}% more work than one \
                 worker, {:.0}% busy, coordinator {:.1}% busy, tree at most {}",
                target.game,
                span(likely),
                span(least),
                span(most),
                short(jobs),
                100.0 * overhead,
                100.0 * load.workers,
                100.0 * load.coordinator,
                size(tree as u64),
            );
            listener.row(&line, &fields);
        }
    }
    Ok(Ended::Whole)
}
