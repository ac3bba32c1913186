//! A TCP proxy that cuts and corrupts.

use andor_core::SplitMix64;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Default)]
struct Shared {
    is_cut: AtomicBool,
    is_over: AtomicBool,
    /// In a million bytes, how many are damaged.
    damaged: AtomicU32,
    damages: AtomicU64,
    streams: Mutex<Vec<TcpStream>>,
}

/// The proxy.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    shared: Arc<Shared>,
}

impl Proxy {
    /// A proxy in front of a port of this machine.
    pub(crate) fn before(target: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                if own.is_over.load(Relaxed) {
                    return;
                }
                let Ok(near) = stream else { continue };
                if own.is_cut.load(Relaxed) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", target)) else { continue };
                for (from, to, seed) in [(&near, &far, 0), (&far, &near, 1)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let (shared, seed) = (own.clone(), 2 * number as u64 + seed);
                    std::thread::spawn(move || pass(from, to, &shared, seed));
                }
                own.streams.lock().unwrap().extend([near, far]);
            }
        });
        Proxy { port, shared }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Cuts all connections for so long.
    pub(crate) fn cut(&self, time: Duration) {
        self.shared.is_cut.store(true, Relaxed);
        for stream in self.shared.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        std::thread::sleep(time);
        self.shared.is_cut.store(false, Relaxed);
    }

    /// Damages so many bytes in a million from now on.
    pub(crate) fn damage(&self, share: u32) {
        self.shared.damaged.store(share, Relaxed);
    }

    /// Bytes damaged so far.
    pub(crate) fn damages(&self) -> u64 {
        self.shared.damages.load(Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Relaxed);
        self.cut(Duration::ZERO);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, shared: &Shared, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut buffer = [0; 1 << 14];
    while let Ok(read) = from.read(&mut buffer) {
        if read == 0 || shared.is_cut.load(Relaxed) {
            break;
        }
        let share = shared.damaged.load(Relaxed) as usize;
        if share > 0 && random.below(1_000_000) < share * read {
            buffer[random.below(read)] ^= 1 << random.below(8);
            shared.damages.fetch_add(1, Relaxed);
        }
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
