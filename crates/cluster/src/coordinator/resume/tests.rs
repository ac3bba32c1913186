use super::{AT_ONCE, Resumed, resume, to_keep};
use crate::coordinator::CoordinatorConfig;
use crate::state::{Batch, JournalEntry, State, Work};
use andor_core::{Limits, Observer, Silent, Stopped};
use andor_engine::remote::{
    Crew, CrewMaker, Effort, Ended, Inspected, Inspector, Job, JobBrief, JobDesk, JobResult,
    JobVerdict, Unfit, WorkerMemory,
};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, JobSettings, JobSize, Jobs, Method, Request};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const SPEC: &str = "breakthrough:4x4";
const PLAYER: u8 = b'w';

/// What is done with the desk of a search.
type Act = dyn Fn(&JobBrief, &mut JobDesk<'_>) + Send + Sync;

/// In place of a coordinator.
struct Actor(JobBrief, Arc<Act>);

impl Crew for Actor {
    fn search(&mut self, desk: &mut JobDesk<'_>, _: &mut dyn Observer) -> Ended {
        if self.0.subject(desk.question()).player as u8 == PLAYER {
            (self.1)(&self.0, desk);
        }
        Ended { stopped: Some(Stopped::Interrupted), ..Ended::default() }
    }
}

/// Does something at the desk of a new search; so it is known that it was done.
fn at_a_desk(
    interrupt: Arc<AtomicBool>,
    act: impl Fn(&JobBrief, &mut JobDesk<'_>) + Send + Sync + 'static,
) {
    let game = Catalogue::standard().game(SPEC).unwrap();
    let position = game.position(None, &[]).unwrap();
    let acted = Arc::new(AtomicBool::new(false));
    let noted = acted.clone();
    let act: Arc<Act> = Arc::new(move |brief, desk| {
        act(brief, desk);
        noted.store(true, Ordering::Relaxed);
    });
    let crew = CrewMaker::new(move |brief| Box::new(Actor(brief, act.clone())));
    let jobs = JobSettings {
        solver: Some(Jobs::Pn),
        size: Some(JobSize::Fixed(10)),
        ..JobSettings::default()
    };
    let request = Request {
        settings: SolverSettings { jobs, ..Method::Ppn2.into() },
        limits: Limits { memory: 64 << 20, interrupt, ..Limits::default() },
        crew: Some(crew),
        ..Request::default()
    };
    game.solve(&position, &request, &mut Silent).unwrap();
    assert!(acted.load(Ordering::Relaxed));
}

/// Says stop at one of the results, as somebody who presses Ctrl-C; then proofs are not judged.
struct Interrupted {
    inner: Arc<dyn Inspector>,
    interrupt: Arc<AtomicBool>,
    left: AtomicUsize,
}

impl Inspector for Interrupted {
    fn inspect(&self, job: &Job, result: &JobResult, effort: Effort) -> Result<Inspected, Unfit> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(Unfit::NotNow),
            false => self.inner.inspect(job, result, effort),
        }
    }

    fn most_proof(&self) -> u64 {
        self.inner.most_proof()
    }

    fn keep(&self, proofs: &[Vec<u8>]) {
        self.inner.keep(proofs);
    }

    fn give_up(&self) {}
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("andor-resume-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn entries(state: &State) -> Vec<(u64, JournalEntry)> {
    let mut all = Vec::new();
    state
        .each_result(PLAYER, |number, entry| {
            all.push((number, entry));
            true
        })
        .unwrap();
    all
}

/// Writes a state with what an honest worker has found, in one batch of the replay.
fn honest(folder: &Path) {
    let folder = folder.to_owned();
    at_a_desk(Arc::default(), move |brief, desk| {
        let (subject, inspector) = (brief.subject(desk.question()), brief.inspector(desk));
        let game = Catalogue::standard().game(SPEC).unwrap();
        let memory = WorkerMemory { bytes: 16 << 20, threads: 1 };
        let mut runner = game.job_runner(&subject, memory.into()).unwrap();
        let mut applied = Vec::new();
        while applied.len() < 40 {
            let job = desk.next(1, &[]).unwrap();
            let result = runner.run(&job, &mut |_, _, _| true).unwrap();
            let inspected = inspector.inspect(&job, &result, Effort::Redo).unwrap();
            let Inspected { verdict, proofs, .. } = inspected;
            assert!(desk.finish(job.lease, &verdict).unwrap());
            if !matches!(verdict, JobVerdict::Numbers { .. }) {
                applied.push(to_keep(job, result.verdict, verdict, proofs));
            }
        }
        assert!(applied.len() < AT_ONCE && applied.iter().any(|entry| !entry.proofs.is_empty()));
        let state = State::open(&folder, &subject).unwrap();
        state.write(PLAYER, &Batch { applied, work: Work::default() }).unwrap();
    });
}

/// Goes on from a state, and is interrupted after so many results. Shows the state as it is then, what came of it and
/// how many results were under seal before.
fn go_on(
    folder: &Path,
    interrupted_after: usize,
    look: impl Fn(&State, Resumed) + Send + Sync + 'static,
) {
    let (folder, interrupt) = (folder.to_owned(), Arc::new(AtomicBool::new(false)));
    at_a_desk(interrupt.clone(), move |brief, desk| {
        let state = State::open(&folder, &brief.subject(desk.question())).unwrap();
        let (inner, interrupt) = (brief.inspector(desk), interrupt.clone());
        let inspector = Interrupted { inner, interrupt, left: interrupted_after.into() };
        let config = CoordinatorConfig::new(folder.clone());
        let resumed = resume(&state, PLAYER, desk, &inspector, &config).unwrap();
        // As the thread that writes does it in the end.
        state.write(PLAYER, &Batch::default()).unwrap();
        state.seal(PLAYER).unwrap();
        look(&state, resumed);
    });
}

/// Ctrl-C while the last results are inspected: what was not looked at stays, and nothing of it is sealed.
#[test]
fn a_start_that_is_interrupted_strikes_nothing_out_and_seals_nothing() {
    let folder = folder("interrupted");
    honest(&folder);
    for after in [0, 1, 7, 39] {
        go_on(&folder, after, |state, resumed| {
            assert_eq!(entries(state).len(), 40);
            assert_eq!(resumed.sealed, 0);
        });
    }
    for sealed in [0, 40] {
        go_on(&folder, usize::MAX, move |_, resumed| {
            assert_eq!(resumed, Resumed { taken: 40, left: 0, sealed });
        });
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What somebody says that an inspection found is not what it finds: under seal stands only that, with the proofs that
/// it rests on.
#[test]
fn what_is_sealed_is_what_was_found_here() {
    let folder = folder("found");
    honest(&folder);
    let own = folder.clone();
    at_a_desk(Arc::default(), move |brief, desk| {
        let state = State::open(&own, &brief.subject(desk.question())).unwrap();
        let honest = entries(&state);
        let proof = honest.iter().find_map(|(_, entry)| entry.proofs.first()).unwrap();
        let mut forged = honest.clone();
        for (at, (_, entry)) in forged.iter_mut().enumerate() {
            match at % 3 {
                0 => {
                    let won = at % 2 == 0;
                    let settled = JobVerdict::Settled { won, leans_on: u32::MAX, winning: None };
                    entry.found = Some(settled);
                }
                1 => entry.proofs.push(proof.clone()),
                _ => {}
            }
        }
        assert_ne!(forged, honest);
        state.replace(PLAYER, &forged).unwrap();
        drop(state);
        let inspector = brief.inspector(desk);
        let state = State::open(&own, &brief.subject(desk.question())).unwrap();
        let config = CoordinatorConfig::new(own.clone());
        let resumed = resume(&state, PLAYER, desk, &*inspector, &config).unwrap();
        assert_eq!(resumed, Resumed { taken: 40, left: 0, sealed: 0 });
        assert!(entries(&state) == honest);
    });
    go_on(&folder, usize::MAX, |_, resumed| assert_eq!(resumed.sealed, 40));
    std::fs::remove_dir_all(folder).unwrap();
}
