//! A house in which a coordinator and workers live.

use crate::network::{Faults, Network};
use andor_cluster::coordinator::{Coordinator, CoordinatorConfig};
use andor_cluster::message::MOST_BYTES;
use andor_cluster::worker::{WorkerConfig, work};
use andor_core::{Limits, Silent};
use andor_engine::remote::WorkerMemory;
use andor_engine::settings::SolverSettings;
use andor_engine::{
    Catalogue, JobSettings, JobSize, Jobs, Method, Request, Solved, Table, ZoneChoice,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The memory of one thread of a worker here.
pub(crate) const MEMORY: WorkerMemory = WorkerMemory { bytes: 16 << 20, threads: 1 };

static HOUSES: AtomicU64 = AtomicU64::new(0);

/// What is to be solved, and where the state is.
pub(crate) struct House {
    pub(crate) spec: String,
    pub(crate) jobs: Jobs,
    pub(crate) size: u64,
    pub(crate) folder: PathBuf,
    pub(crate) faults: Faults,
    pub(crate) tries: usize,
    pub(crate) deadline: Duration,
    /// The file that workers may open.
    pub(crate) graph: Option<String>,
    pub(crate) zone: Option<ZoneChoice>,
    /// Whether what was inspected is sealed, in this user's cache.
    pub(crate) seals: bool,
    /// No message is longer.
    pub(crate) most_bytes: usize,
    /// Certificates of a result have no more bytes.
    pub(crate) most_proof: u64,
    /// Endgame tables, of the coordinator and of the workers.
    pub(crate) tables: [Vec<Arc<Table>>; 2],
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The same position, solved in the usual way.
pub(crate) fn solve_alone(spec: &str) -> Solved {
    let game = Catalogue::standard().game(spec).unwrap();
    let position = game.position(None, &[]).unwrap();
    game.solve(&position, &Request::default(), &mut Silent).unwrap()
}

impl House {
    pub(crate) fn new(spec: &str, jobs: &str) -> House {
        let number = HOUSES.fetch_add(1, Ordering::Relaxed);
        let name = format!("andor-house-{}-{number}", std::process::id());
        House {
            spec: spec.to_owned(),
            jobs: if jobs == "pn" { Jobs::Pn } else { Jobs::DfPn },
            size: 50,
            folder: std::env::temp_dir().join(name),
            faults: Faults::default(),
            // Workers die all the time here, whatever their jobs.
            tries: 1000,
            deadline: Duration::from_secs(60),
            graph: None,
            zone: None,
            seals: false,
            most_bytes: MOST_BYTES,
            most_proof: u64::MAX,
            tables: [Vec::new(), Vec::new()],
        }
    }

    pub(crate) fn coordinator_config(&self) -> CoordinatorConfig {
        CoordinatorConfig {
            lease: Duration::from_millis(200),
            deadline: self.deadline,
            write_every: Duration::from_millis(5),
            announce_every: Duration::from_millis(50),
            tries: self.tries,
            seals: self.seals,
            ..CoordinatorConfig::new(self.folder.clone())
        }
    }

    pub(crate) fn request(
        &self,
        coordinator: &Arc<Coordinator>,
        stop: &Arc<AtomicBool>,
    ) -> Request {
        let jobs = JobSettings {
            solver: Some(self.jobs),
            size: Some(JobSize::Fixed(self.size)),
            partial: Some(Some(10)),
            ..JobSettings::default()
        };
        Request {
            settings: SolverSettings { jobs, ..Method::Ppn2.into() },
            limits: Limits { memory: 64 << 20, interrupt: stop.clone(), ..Limits::default() },
            verify_threads: 1,
            zone: self.zone,
            tables: self.tables[0].clone(),
            crew: Some(coordinator.crew()),
            ..Request::default()
        }
    }

    /// Solves with so many workers.
    pub(crate) fn solve(&self, seed: u64, workers: usize) -> Solved {
        let network = Network::new(seed, self.faults);
        network.carry_at_most(self.most_bytes);
        self.solve_on(&network, workers)
    }

    /// The same over this network.
    pub(crate) fn solve_on(&self, network: &Network, workers: usize) -> Solved {
        let interrupt = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            for number in 0..workers {
                let network = network.clone();
                let (graph, interrupt) = (self.graph.clone(), interrupt.clone());
                let tables = self.tables[1].clone();
                let most_proof = self.most_proof;
                let config =
                    WorkerConfig { graph, tables, interrupt, most_proof, ..config(number) };
                scope.spawn(move || self.worker(&network, &format!("worker-{number}"), &config));
            }
            let coordinator = self.coordinator(network);
            let game = Catalogue::standard().game(&self.spec).unwrap();
            let position = game.position(None, &[]).unwrap();
            let stop = Arc::new(AtomicBool::new(false));
            let solved =
                game.solve(&position, &self.request(&coordinator, &stop), &mut Silent).unwrap();
            assert_eq!(coordinator.failure(), None);
            network.heal();
            coordinator.dismiss_workers();
            // Whoever came too late was not told.
            interrupt.store(true, Ordering::Relaxed);
            solved
        })
    }

    pub(crate) fn coordinator(&self, network: &Network) -> Arc<Coordinator> {
        let connect = |inbox| Ok(network.coordinator(inbox));
        Arc::new(Coordinator::new(self.coordinator_config(), connect).unwrap())
    }

    pub(crate) fn worker(&self, network: &Network, name: &str, config: &WorkerConfig) {
        let catalogue = Catalogue::standard();
        let connect = |inbox| Ok(network.worker(name, inbox));
        let mut speaks_of_zone = false;
        let note = &mut |line: &str| speaks_of_zone |= line.contains("zone table");
        work(&catalogue, config, connect, note).unwrap();
        assert!(!speaks_of_zone || self.zone.is_some());
    }
}

/// Of every two workers, one leaves its results with the transport, and one keeps them itself.
pub(crate) fn config(number: usize) -> WorkerConfig {
    let beat = Duration::from_millis(30);
    let queue_after = [Duration::ZERO, Duration::MAX][number % 2];
    WorkerConfig {
        partial_every: Duration::ZERO,
        beat,
        queue_after,
        ..WorkerConfig::new(1, 16 << 20)
    }
}
