//! A NATS server of our own, which can be killed and started again.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A folder that goes away with its owner.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("cluster-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A port that nobody uses now.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The server.
pub(crate) struct Server {
    pub(crate) folder: Folder,
    pub(crate) port: u16,
    child: Option<Child>,
}

impl Server {
    /// A server that lets everybody in.
    pub(crate) fn start() -> Server {
        Server::with("")
    }

    /// A server with more lines in its configuration.
    pub(crate) fn with(lines: &str) -> Server {
        let folder = Folder::new();
        let port = free_port();
        let store = folder.path("jetstream");
        let text = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{store}\" }}\n{lines}\n"
        );
        fs::write(folder.0.join("server.conf"), text).unwrap();
        let mut server = Server { folder, port, child: None };
        server.revive();
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// kill -9.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts it, again.
    pub(crate) fn revive(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-c", &self.folder.path("server.conf")]);
        let log = fs::File::create(self.folder.0.join("server.log")).unwrap();
        command.stdout(Stdio::null()).stderr(log).stdin(Stdio::null());
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("nats-server is needed for this test (apt-get install nats-server): {error}")
        });
        self.child = Some(child);
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let log = fs::read_to_string(self.folder.0.join("server.log")).unwrap_or_default();
            assert!(start.elapsed() < Duration::from_secs(20), "the server does not start: {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
