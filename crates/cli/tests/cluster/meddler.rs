//! Somebody on the server who says again what others said: late, twice, out of order, and damaged.
//!
//! It speaks the text protocol of NATS itself, no library between.

use andor_core::SplitMix64;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

/// Messages it remembers.
const REMEMBERS: usize = 64;

pub(crate) struct Meddler {
    is_over: Arc<AtomicBool>,
    said: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

impl Meddler {
    pub(crate) fn at(port: u16, seed: u64) -> Meddler {
        let (is_over, said) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (over, count) = (is_over.clone(), said.clone());
        let thread = std::thread::spawn(move || {
            let mut random = SplitMix64::new(seed);
            while !over.load(Relaxed) {
                // The server may be away: then it comes again later.
                let _ = meddle(port, &mut random, &over, &count);
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        Meddler { is_over, said, thread: Some(thread) }
    }

    /// How many messages it said.
    pub(crate) fn said(&self) -> u64 {
        self.said.load(Relaxed)
    }
}

impl Drop for Meddler {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        let _ = self.thread.take().unwrap().join();
    }
}

fn meddle(
    port: u16,
    random: &mut SplitMix64,
    over: &AtomicBool,
    said: &AtomicU64,
) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    stream.write_all(b"CONNECT {\"verbose\":false,\"echo\":false}\r\nSUB andor.> 1\r\nPING\r\n")?;
    let mut heard: Vec<(String, Vec<u8>)> = Vec::new();
    let mut line = String::new();
    while !over.load(Relaxed) {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"PING") => stream.write_all(b"PONG\r\n")?,
            Some(&"MSG") => {
                let length: usize = words[words.len() - 1].parse().unwrap();
                let mut bytes = vec![0; length + 2];
                reader.read_exact(&mut bytes)?;
                bytes.truncate(length);
                heard.push((words[1].to_owned(), bytes));
            }
            _ => {}
        }
        if heard.len() > REMEMBERS {
            heard.remove(0);
        }
        // Now and then something old once more, some of it damaged.
        if !heard.is_empty() && random.below(6) == 0 {
            let (subject, mut bytes) = heard[random.below(heard.len())].clone();
            // The end of the run is not to be said before it is there, nor old announcements.
            if subject.ends_with("announce") || bytes.is_empty() {
                continue;
            }
            if random.below(3) == 0 {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            let mut out = format!("PUB {subject} {}\r\n", bytes.len()).into_bytes();
            out.extend(bytes);
            out.extend(b"\r\n");
            stream.write_all(&out)?;
            said.fetch_add(1, Relaxed);
        }
    }
    Ok(())
}
