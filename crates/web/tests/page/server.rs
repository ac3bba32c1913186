//! A server in this process, as `andor web` starts it.

use andor_engine::{Catalogue, Certificate};
use andor_play::Bounds;
use andor_web::{Server, serve};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// One that ends with the test.
pub struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A folder of the repository.
pub fn repository(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// What a server is, where a test says nothing else.
pub fn usual() -> Server {
    let loa =
        Certificate::from_bytes(std::fs::read(repository("certificates/loa-6x6.proof")).unwrap());
    Server {
        catalogue: Arc::new(Catalogue::standard()),
        game: "loa".to_owned(),
        player: "mia".to_owned(),
        listen: "127.0.0.1:0".parse().unwrap(),
        token: None,
        bounds: Bounds {
            ms: Some(600_000),
            shelf: 64 << 20,
            files: false,
            saves: Some(std::env::temp_dir()),
            ..Bounds::default()
        },
        searches: 2,
        clients: 256,
        certificates: vec![("loa-6x6.proof".to_owned(), Arc::new(loa.unwrap()))],
        records: Vec::new(),
        cluster: None,
        report: None,
    }
}

impl Running {
    pub fn start(server: Server) -> Running {
        let stop = Arc::new(AtomicBool::new(false));
        let (ready, is_ready) = mpsc::channel();
        let ends = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            serve(server, &ends, |address| ready.send(address).unwrap()).unwrap();
        });
        let address = is_ready.recv().expect("the server starts");
        Running { address, stop, thread: Some(thread) }
    }

    /// The page with this fragment.
    pub fn url(&self, fragment: &str) -> String {
        format!("http://{}/#{fragment}", self.address)
    }

    /// Ends it, as Ctrl-C does.
    pub fn end(mut self) -> SocketAddr {
        self.finish();
        self.address
    }

    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.finish();
    }
}
