//! A worker's end.

use super::news::News;
use super::{Out, PAUSE, Settings, flush, runtime, speak, to_user};
use crate::message::MOST_BYTES;
use crate::transport::{Heard, WorkerPort, user_of};
use crate::worker::WorkerEvent;
use andor_core::InputError;
use andor_engine::remote::Lease;
use async_nats::{Client, SubscribeError, Subscriber, jetstream};
use futures_util::StreamExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

/// The server says within this time that it has a result, or it is sent again.
const CONFIRMED: Duration = Duration::from_secs(3);
/// What a message has around its payload.
const HEADS: usize = 1 << 10;

struct WorkerEnd {
    run: String,
    name: String,
    runtime: Runtime,
    out: mpsc::UnboundedSender<Out>,
    context: Arc<Mutex<jetstream::Context>>,
    inbox: Sender<WorkerEvent>,
    most: usize,
}

/// Connects a worker of this name; waits for the server until `interrupt` is raised, and says why it waits.
///
/// # Errors
/// If the server does not want us.
pub fn worker_port(
    settings: &Settings,
    name: &str,
    interrupt: &Arc<AtomicBool>,
    inbox: Sender<WorkerEvent>,
    say: &mut dyn FnMut(&str),
) -> Result<Arc<dyn WorkerPort>, InputError> {
    settings.check()?;
    let name = &settings.worker_name(name)?;
    let runtime = runtime()?;
    let give_up = || interrupt.load(Ordering::Relaxed);
    let told = inbox.clone();
    let news = Arc::new(News::new(move |line| {
        // A worker that is gone need not hear it.
        let _ = told.send(Heard::News(line).into());
    }));
    let client = runtime.block_on(settings.connect(Some(&news), None, &give_up, say))?;
    let (out, says) = mpsc::unbounded_channel();
    let run = settings.run.clone();
    let subscribed = runtime.block_on(subscribe(&client, &run, name)).map_err(|error| {
        let url = InputError::quote(&settings.url);
        InputError::new(format!("--nats {url}: {error}"))
    })?;
    let most = client.server_info().max_payload.saturating_sub(HEADS).min(MOST_BYTES);
    // It starts a task.
    let context = runtime.block_on(async { jetstream::new(client.clone()) });
    let context = Arc::new(Mutex::new(context));
    let session = WorkerSession {
        settings: settings.clone(),
        news,
        name: name.clone(),
        inbox: inbox.clone(),
        context: context.clone(),
    };
    runtime.spawn(session.keep_alive(client, subscribed, says));
    let name = name.clone();
    Ok(Arc::new(WorkerEnd { run, name, runtime, out, context, inbox, most }))
}

/// What a worker hears: what is said to all, what is said to it, and what to all of its user.
struct Hears {
    to_all: Subscriber,
    to_us: Subscriber,
    to_user: Subscriber,
}

async fn subscribe(client: &Client, run: &str, name: &str) -> Result<Hears, SubscribeError> {
    let to_all = client.subscribe(format!("{run}.announce")).await?;
    let to_us = client.subscribe(format!("{run}.to.{name}")).await?;
    let to_user = client.subscribe(to_user(run, user_of(name))).await?;
    Ok(Hears { to_all, to_us, to_user })
}

/// All that lives as long as the worker, whatever becomes of its client.
struct WorkerSession {
    settings: Settings,
    news: Arc<News>,
    name: String,
    inbox: Sender<WorkerEvent>,
    context: Arc<Mutex<jetstream::Context>>,
}

impl WorkerSession {
    /// Talks for ever, with one client after another.
    async fn keep_alive(
        self,
        mut client: Client,
        mut subscribed: Hears,
        mut says: mpsc::UnboundedReceiver<Out>,
    ) {
        while !self.talk(&client, &mut subscribed, &mut says).await {
            (client, subscribed) = loop {
                tokio::time::sleep(PAUSE).await;
                if let Ok(client) = self.connect().await
                    && let Ok(heard) = subscribe(&client, &self.settings.run, &self.name).await
                {
                    break (client, heard);
                }
            };
            let context = jetstream::new(client.clone());
            *self.context.lock().unwrap_or_else(PoisonError::into_inner) = context;
        }
    }

    async fn connect(&self) -> Result<Client, InputError> {
        self.settings.connect(Some(&self.news), None, &|| false, |_: &str| {}).await
    }

    /// Talks until the client is dead, or all is over (`true`).
    async fn talk(
        &self,
        client: &Client,
        Hears { to_all, to_us, to_user }: &mut Hears,
        says: &mut mpsc::UnboundedReceiver<Out>,
    ) -> bool {
        loop {
            let message = tokio::select! {
                out = says.recv() => match out {
                    Some(out) => {
                        if !speak(client, out).await {
                            return false;
                        }
                        continue;
                    }
                    None => return true,
                },
                message = to_all.next() => message,
                message = to_us.next() => message,
                message = to_user.next() => message,
            };
            let Some(message) = message else { return false };
            if self.inbox.send(Heard::Message(message.payload.to_vec()).into()).is_err() {
                return true;
            }
        }
    }
}

/// Leaves a message with JetStream, however often it must be tried.
async fn publish(context: &Mutex<jetstream::Context>, subject: &str, payload: bytes::Bytes) {
    loop {
        // Of the client that lives now.
        let current = context.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let published = current.publish(subject.to_owned(), payload.clone()).await;
        if let Ok(confirmed) = published
            && let Ok(Ok(_)) = tokio::time::timeout(CONFIRMED, confirmed).await
        {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

impl WorkerPort for WorkerEnd {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn send(&self, bytes: Vec<u8>) {
        let subject = format!("{}.from.{}", self.run, self.name);
        // It fails only if the runtime is gone.
        let _ = self.out.send(Out::Say { subject, bytes });
    }

    fn send_result(&self, lease: Lease, messages: Vec<Vec<u8>>) {
        let subject = format!("{}.result.{}", self.run, self.name);
        let (context, inbox) = (self.context.clone(), self.inbox.clone());
        self.runtime.spawn(async move {
            for message in messages {
                publish(&context, &subject, message.into()).await;
            }
            // A worker that is gone need not hear it.
            let _ = inbox.send(Heard::Sent(lease).into());
        });
    }

    fn most_bytes(&self) -> usize {
        self.most
    }

    fn flush(&self) {
        flush(&self.runtime, &self.out);
    }
}
