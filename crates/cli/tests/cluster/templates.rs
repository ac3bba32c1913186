//! The templates of `deploy/` start what they say: each with the sample configuration of the server, TLS and
//! roles, on a small board.

use crate::house::{Process, start, start_script};
use crate::security::roles;
use crate::server::{Folder, Server};
use std::fs;

const SLURM: &str = include_str!("../../../../deploy/andor-workers.slurm");
const COORDINATOR_UNIT: &str = include_str!("../../../../deploy/andor-coordinator.service");
const WORKER_UNIT: &str = include_str!("../../../../deploy/andor-worker.service");
const KUBERNETES: &str = include_str!("../../../../deploy/kubernetes.yaml");

/// A server as the sample has it, and the files that the templates name.
struct Site {
    server: Server,
    folder: Folder,
}

impl Site {
    fn new() -> Site {
        let tls = |name: &str| format!("{}/tests/cluster/tls/{name}", env!("CARGO_MANIFEST_DIR"));
        let (cert, key) = (tls("server.pem"), tls("server.key"));
        let lines = format!("tls {{ cert_file: \"{cert}\", key_file: \"{key}\" }}\n{}", roles());
        let site = Site { server: Server::with(&lines), folder: Folder::new() };
        let home = site.folder.0.join(".andor");
        fs::create_dir(&home).unwrap();
        for role in ["coordinator", "worker"] {
            fs::write(home.join(format!("{role}.password")), format!("{role}-secret")).unwrap();
        }
        fs::copy(tls("ca.pem"), home.join("ca.pem")).unwrap();
        site
    }

    /// A template with the places of this site, a small board and little memory.
    fn here(&self, template: &str) -> String {
        let home = self.folder.path(".andor");
        let url = format!("tls://127.0.0.1:{}", self.server.port);
        let mut text = template.to_owned();
        for (theirs, ours) in [
            ("/etc/andor", home.as_str()),
            ("/secrets/", &format!("{home}/")),
            ("/var/lib/andor", &self.folder.path("")),
            ("/state/", &self.folder.path("")),
            ("tls://nats.example:4222", &url),
            ("tls://nats:4222", &url),
            ("breakthrough:5x6", "breakthrough:4x4"),
            ("--threads 16", "--threads 1"),
        ] {
            text = text.replace(theirs, ours);
        }
        for memory in ["28GiB", "24GiB", "8GiB", "6GiB"] {
            text = text.replace(memory, "64MiB");
        }
        text
    }

    fn start(&self, words: &[String]) -> Process {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        start(&self.folder, &words)
    }

    /// Both come to their end, and the board is solved.
    fn solves(&self, coordinator: &[String], worker: Process) {
        let ended = self.start(coordinator).end();
        assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
        let ended = worker.end();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(self.folder.0.join("5x6.proof").exists());
    }
}

/// The words after the program's name in the line that a unit starts.
fn unit_words(unit: &str) -> Vec<String> {
    let joined = unit.replace("\\\n", " ");
    let line = joined.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let mut words = line.split_whitespace().map(str::to_owned);
    assert_eq!(words.next().unwrap(), "/usr/local/bin/andor");
    words.collect()
}

/// The arguments of a container.
fn container_words(yaml: &str, name: &str) -> Vec<String> {
    let lines = yaml.lines().map(str::trim).skip_while(|line| *line != format!("- name: {name}"));
    let arguments = lines.skip_while(|line| *line != "args:").skip(1);
    arguments.map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

#[test]
fn systemd_units_start_a_coordinator_and_a_worker() {
    let site = Site::new();
    let worker = site.start(&unit_words(&site.here(WORKER_UNIT)));
    site.solves(&unit_words(&site.here(COORDINATOR_UNIT)), worker);
}

#[test]
fn kubernetes_containers_start_a_coordinator_and_a_worker() {
    let site = Site::new();
    let yaml = site.here(KUBERNETES);
    let worker = site.start(&container_words(&yaml, "worker"));
    site.solves(&container_words(&yaml, "coordinator"), worker);
}

#[test]
fn slurm_starts_workers() {
    let site = Site::new();
    let url = format!("tls://127.0.0.1:{}", site.server.port);
    let home = site.folder.path("");
    let script = site.folder.path("workers.slurm");
    fs::write(&script, site.here(SLURM)).unwrap();
    let surroundings = [
        ("ANDOR_NATS", url.as_str()),
        ("HOME", &home),
        ("SLURM_CPUS_PER_TASK", "1"),
        ("SLURM_JOB_ID", "7"),
        ("SLURM_ARRAY_TASK_ID", "3"),
    ];
    let worker = start_script(&site.folder, &script, &surroundings);
    site.solves(&unit_words(&site.here(COORDINATOR_UNIT)), worker);
    // Without an address it says what is missing.
    let refused = start_script(&site.folder, &script, &surroundings[1..]).end();
    assert!(refused.code != Some(0) && refused.err.contains("ANDOR_NATS"), "{refused:?}");
}
