//! `andor bench scaling`: what larger boards would take on many workers. **Simulated**, not measured.
//!
//! First the model is calibrated: a whole search by a cluster in virtual time (`cluster`), with every number of workers, says
//! how the work grows with them. Then it says how long a search of so many nodes takes. How many nodes that
//! are is known within a factor of ten at best (docs/results/jobs.md).
//!
//! `--limit-positions N` takes N points of the curve; `--memory` is for all workers together.

use super::cluster::{Clock, Crowd, Machines, Outcome, search};
use super::curve::{Curve, Load, Model};
use super::kept::Kept;
use super::run::Plan;
use crate::{Done, Ended, LabError, Listener};
use andor_core::figures::{short, size, thousands};
use andor_engine::Catalogue;
use serde_json::json;

/// The name of the benchmark.
pub(crate) const NAME: &str = "scaling";

/// The board of the curve, if none is said.
const BOARD: &str = "breakthrough:6x5";
/// The numbers of workers that the curve is fitted to.
const POINTS: [usize; 7] = [1, 2, 4, 16, 64, 256, 1000];
/// Memory for all workers together, and the most for one of them.
const MEMORY: u64 = 4 << 30;
const MOST_EACH: u64 = 1 << 30;

/// A cluster over NATS on one machine, as it was measured (docs/results/cluster.md): nodes and proofs by the processor's
/// time. The coordinator has as many cores as a machine of its own has.
const LOOPBACK: Machines = Machines {
    nodes_a_second: 11.5e6,
    latency: 0.00005,
    message: 15e-6,
    bound: 0.1e-6,
    hear: 0.5e-6,
    prove: 2.7e-6,
    inspect: 1e-6,
    checkers: 16,
    share: 32 << 20,
};

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

const TARGETS: [Target; 3] = [
    // A column more than 5x6.
    Target {
        game: "breakthrough:6x6",
        nodes: [5.2e10, 1.3e11, 3.3e11],
        rate: 5.2e6,
        children: 15.0,
    },
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

/// The curve of one board and one size of jobs is that of others within about this factor (docs/results/jobs.md).
const OTHER_BOARDS: f64 = 9.0;
/// The way of a message in a local network, in seconds.
const LAN: f64 = 0.0005;
/// Seconds of a job, one of which is chosen: what is fastest with a tree that fits. Jobs are no shorter and no longer
/// where there is enough to do (`Speed`).
const JOB_SECONDS: [f64; 4] = [0.2, 0.5, 1.0, 2.0];
/// The most bytes of the coordinator's tree, and those of a node with its copy.
const TREE_BYTES: f64 = (64u64 << 30) as f64;
const NODE_BYTES: f64 = 52.0;
/// Partial results a second of a job.
const PARTIALS: f64 = 100.0;

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
        let model =
            Model { workers, job, messages: (job * PARTIALS) as u32 + 1, service, latency: LAN };
        let load = model.simulate(1);
        let of = |nodes: f64, spread: f64| {
            let jobs = nodes / (target.rate * job);
            let overhead = spread * curve.overhead(workers as f64, nodes / target.rate);
            let work = nodes * (1.0 + overhead);
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

/// Says what was measured beside the simulation, for those who doubt `LOOPBACK`.
fn show_clock(found: &Outcome, listener: &mut dyn Listener) {
    let Clock { searching, proving, inspecting, hearing } = found.clock;
    let bytes = found.proof_bytes.max(1) as f64;
    let rate = found.nodes as f64 / searching.max(f64::MIN_POSITIVE);
    let (prove, inspect) = (proving / bytes, inspecting / bytes);
    let fields = json!({
        "bench": NAME, "part": "clock", "nodes_a_second": rate, "prove_byte_seconds": prove,
        "inspect_byte_seconds": inspect, "hear_bound_seconds": hearing,
    });
    let line = format!(
        "by the clock: {} nodes a second; {:.2} us to prove a byte and {:.2} to inspect it, {:.2} to hear of a position",
        thousands(rate as u64),
        1e6 * prove,
        1e6 * inspect,
        1e6 * hearing
    );
    listener.row(&line, &fields);
}

/// Runs it.
///
/// # Errors
/// If a search does not end.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let spec = plan.game.as_deref().unwrap_or(BOARD);
    let game = catalogue.game(spec)?;
    let line = game.position(None, &[])?;
    // Step 1. The curve.
    let count = plan.rows.map_or(POINTS.len(), |most| most.max(1));
    let memory = plan.memory.unwrap_or(MEMORY);
    let kept = Kept::open(plan.resume.as_deref())?;
    let run = |machines: Machines, crowd: Crowd, listener: &mut dyn Listener| {
        let label = format!("{spec} {machines:?} {crowd:?}");
        if let Some(found) = kept.find(&label) {
            return Ok(found);
        }
        let found = search(catalogue, (&*game, &line), machines, crowd, &label, listener)?;
        kept.keep(&label, &found)?;
        Ok::<Outcome, LabError>(found)
    };
    let mut points = Vec::new();
    let mut alone: Option<Outcome> = None;
    for &workers in POINTS.iter().take(count) {
        let crowd = Crowd { workers, memory: (memory / workers as u64).min(MOST_EACH) };
        let found = run(LOOPBACK, crowd, listener)?;
        let one = *alone.get_or_insert(found);
        if workers == 1 {
            show_clock(&found, listener);
        }
        let growth = found.nodes as f64 / one.nodes as f64;
        let speed_up = one.seconds / found.seconds;
        let core_seconds = one.nodes as f64 / LOOPBACK.nodes_a_second;
        points.push((workers as f64 / core_seconds, growth - 1.0));
        let far = Machines { latency: LAN, ..LOOPBACK };
        let far = (workers > 1).then(|| run(far, crowd, listener)).transpose()?;
        let fields = json!({
            "bench": NAME, "part": "curve", "simulated": true, "game": spec, "workers": workers,
            "jobs": found.jobs, "work_nodes": found.nodes, "in_vain": found.in_vain,
            "seconds": found.seconds, "growth": growth, "speed_up": speed_up, "busy": found.busy,
            "coordinator_busy": found.coordinator, "bounds": found.bounds, "heard": found.heard,
            "lan_nodes": far.map(|far| far.nodes), "lan_seconds": far.map(|far| far.seconds),
            "lan_busy": far.map(|far| far.busy),
        });
        let lan = far.map_or(String::new(), |far| {
            let growth = far.nodes as f64 / one.nodes as f64;
            format!("; LAN {growth:.2} times, {:.3} s, {:.0}% busy", far.seconds, 100.0 * far.busy)
        });
        let line = format!(
            "{spec}, {workers:>4} virtual workers: {:>13} nodes, {growth:.2} times those of one, {:.3} s ({speed_up:.1} \
             times as fast), {:.0}% busy, coordinator {:.0}%, {} jobs{lan}",
            thousands(found.nodes),
            found.seconds,
            100.0 * found.busy,
            100.0 * found.coordinator,
            thousands(found.jobs),
        );
        listener.row(&line, &fields);
    }
    let several = points.get(1..).unwrap_or_default();
    let Some(curve) = Curve::fit(several) else { return Ok(Ended::Whole) };
    // Step 2. What it comes to.
    let service = LOOPBACK.message;
    let fields = json!({
        "bench": NAME, "part": "fit", "a": curve.a, "b": curve.b, "spread": curve.spread,
    });
    let line = format!(
        "overhead of W workers on T seconds of one core: {:.3} (W/T)^{:.2}, within a factor of {:.2}",
        curve.a, curve.b, curve.spread
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
