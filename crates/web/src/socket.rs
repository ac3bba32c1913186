//! A client's socket: lines of the JSON protocol in both directions, with a desk of its own.
//!
//! ```text
//!   socket -> lines -> speak_json, on a thread that may wait -> lines -> socket
//! ```
//!
//! When the client goes, its searches end. One that does not read is given up after a while, and one that asks
//! faster than it is answered has to wait.

use crate::Shared;
use andor_play::{Desk, Output, speak_json};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest message: a certificate of ten MiB, as text.
const LONGEST: usize = 1 << 24;
/// Messages that may wait, in either direction.
const WAITING: usize = 256;
/// A client that takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// Opens a socket for whoever may have one.
pub(super) async fn open(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if !shared.guard.is_origin(text(header::ORIGIN), text(header::HOST)) {
        return (StatusCode::FORBIDDEN, "pages from elsewhere may not ask\n").into_response();
    }
    let query = query.unwrap_or_default();
    let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if !shared.guard.is_token(token) {
        return (StatusCode::UNAUTHORIZED, "the token is missing or wrong\n").into_response();
    }
    if shared.clients.fetch_add(1, Ordering::Relaxed) >= shared.server.clients {
        shared.clients.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "too many clients\n").into_response();
    }
    let leaves = Leaves(Arc::clone(&shared));
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| talk(socket, leaves))
}

/// One client less, however it goes.
struct Leaves(Arc<Shared>);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.clients.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn talk(mut socket: WebSocket, leaves: Leaves) {
    let (ask, asked) = mpsc::channel::<String>(WAITING);
    let (say, mut said) = mpsc::channel::<String>(WAITING);
    let shared = Arc::clone(&leaves.0);
    let started = std::thread::Builder::new().name("client".to_owned()).spawn(move || {
        let _leaves = leaves;
        answer(&shared, asked, say);
    });
    if started.is_err() {
        return;
    }
    loop {
        tokio::select! {
            line = said.recv() => {
                let Some(line) = line else { break };
                let sent = tokio::time::timeout(PATIENCE, socket.send(Message::text(line))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            message = socket.recv(), if ask.capacity() > 0 => match message {
                Some(Ok(Message::Text(text))) => {
                    // There is room: nobody else puts messages in.
                    if ask.try_send(text.as_str().replace(['\n', '\r'], " ")).is_err() {
                        break;
                    }
                }
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            },
        }
    }
    // Both channels close: the desk hears that nobody asks, and that nobody listens.
}

/// Answers a client until it goes.
fn answer(shared: &Shared, asked: mpsc::Receiver<String>, say: mpsc::Sender<String>) {
    let server = &shared.server;
    let desk = Desk::new(&server.catalogue, &server.game, &server.player)
        .expect("there was one when the server began");
    let desk = desk
        .bounded(server.bounds.clone())
        .watching(server.cluster.clone())
        .sharing(Arc::clone(&shared.games))
        .with_records(server.records.clone());
    for (name, certificate) in &server.certificates {
        desk.put(name, Arc::clone(certificate));
    }
    let out = Output::new(Lines { say, begun: Vec::new() });
    let mut input = Asked { asked, line: Vec::new(), read: 0, out: &out };
    speak_json(&desk, &shared.lanes, &mut input, &out);
}

/// What is written, line by line.
struct Lines {
    say: mpsc::Sender<String>,
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            self.say.blocking_send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is asked, line by line. At its end nobody listens any more, either.
struct Asked<'a, 'o> {
    asked: mpsc::Receiver<String>,
    line: Vec<u8>,
    read: usize,
    out: &'a Output<'o>,
}

impl BufRead for Asked<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            (self.line, self.read) = match self.asked.blocking_recv() {
                Some(line) => (line.into_bytes(), 0),
                None => (Vec::new(), 0),
            };
            match self.line.is_empty() && self.asked.is_closed() && self.asked.is_empty() {
                true => self.out.close(),
                false => self.line.push(b'\n'),
            }
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for Asked<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let here = self.fill_buf()?;
        let length = here.len().min(into.len());
        into[..length].copy_from_slice(&here[..length]);
        self.consume(length);
        Ok(length)
    }
}
