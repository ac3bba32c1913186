//! A worker's end.

use super::{Out, PAUSE, Settings, flush, runtime, speak};
use crate::message::{LeaseNumbers, MOST_BYTES};
use crate::transport::{Heard, WorkerPort};
use crate::worker::Event;
use andor_core::InputError;
use async_nats::jetstream;
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

/// The server says within this time that it has a result, or it is sent again.
const CONFIRMED: Duration = Duration::from_secs(3);
/// What a message has around its payload.
const HEADS: usize = 1 << 10;

struct End {
    run: String,
    name: String,
    runtime: Runtime,
    out: mpsc::UnboundedSender<Out>,
    context: jetstream::Context,
    inbox: Sender<Event>,
    most: usize,
}

/// Connects a worker of this name; waits for the server until `interrupt` is raised.
///
/// # Errors
/// If the server does not want us.
pub fn worker_port(
    settings: &Settings,
    name: &str,
    interrupt: &Arc<AtomicBool>,
    inbox: Sender<Event>,
) -> Result<Arc<dyn WorkerPort>, InputError> {
    let runtime = runtime()?;
    let give_up = || interrupt.load(Ordering::Relaxed);
    let client = runtime.block_on(settings.connect(None, &give_up))?;
    let (out, says) = mpsc::unbounded_channel();
    let run = settings.run.clone();
    for subject in [format!("{run}.announce"), format!("{run}.to.{name}")] {
        let mut calls = runtime.block_on(client.subscribe(subject)).map_err(|error| {
            let url = InputError::quote(&settings.url);
            InputError::new(format!("--nats {url}: {error}"))
        })?;
        let inbox = inbox.clone();
        runtime.spawn(async move {
            while let Some(message) = calls.next().await {
                if inbox.send(Heard::Message(message.payload.to_vec()).into()).is_err() {
                    return;
                }
            }
        });
    }
    runtime.spawn(speak(client.clone(), says));
    let most = client.server_info().max_payload.saturating_sub(HEADS).min(MOST_BYTES);
    // It starts a task.
    let context = runtime.block_on(async { jetstream::new(client) });
    let name = name.to_owned();
    Ok(Arc::new(End { run, name, runtime, out, context, inbox, most }))
}

impl WorkerPort for End {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn send(&self, bytes: Vec<u8>) {
        let subject = format!("{}.from.{}", self.run, self.name);
        // It fails only if the runtime is gone.
        let _ = self.out.send(Out::Say { subject, bytes });
    }

    fn send_result(&self, lease: LeaseNumbers, bytes: Vec<u8>) {
        let subject = format!("{}.result.{}", self.run, self.name);
        let (context, inbox) = (self.context.clone(), self.inbox.clone());
        self.runtime.spawn(async move {
            let payload = bytes::Bytes::from(bytes);
            loop {
                let published = context.publish(subject.clone(), payload.clone()).await;
                if let Ok(confirmed) = published
                    && let Ok(Ok(_)) = tokio::time::timeout(CONFIRMED, confirmed).await
                {
                    // A worker that is gone need not hear it.
                    let _ = inbox.send(Heard::Sent(lease).into());
                    return;
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    fn most_bytes(&self) -> usize {
        self.most
    }

    fn flush(&self) {
        flush(&self.runtime, &self.out);
    }
}
