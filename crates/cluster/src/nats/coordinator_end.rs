//! The coordinator's end.

use super::news::News;
use super::{Out, PAUSE, Settings, flush, runtime, speak, to_user};
use crate::transport::{CoordinatorPort, Delivery, Inbox};
use andor_core::InputError;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

/// A result that is not acknowledged for so long is offered again.
const OFFER_AGAIN: Duration = Duration::from_secs(30);
/// A coordinator that is there answers within this time.
const ANSWER: Duration = Duration::from_secs(1);
/// Results that the server keeps for a coordinator that is away.
const MOST_KEPT: i64 = 1 << 30;
/// Of these, those of one worker.
const MOST_OF_ONE: i64 = 512;

type Unacknowledged = Arc<Mutex<HashMap<u64, jetstream::Message>>>;

struct CoordinatorEnd {
    settings: Settings,
    runtime: Runtime,
    out: mpsc::UnboundedSender<Out>,
    waiting: Unacknowledged,
    status: Arc<Mutex<Option<String>>>,
}

/// Connects a coordinator; waits for the server until `interrupt` is raised, and says why it waits.
///
/// # Errors
/// If the server does not want us, or has no JetStream; if another coordinator has the name.
pub fn coordinator_port(
    settings: &Settings,
    interrupt: &AtomicBool,
    inbox: Arc<dyn Inbox>,
    say: &mut dyn FnMut(&str),
) -> Result<Arc<dyn CoordinatorPort>, InputError> {
    let runtime = runtime()?;
    let told = inbox.clone();
    let news = Arc::new(News::new(move |line| told.tell(line)));
    let give_up = || interrupt.load(Ordering::Relaxed);
    let client = runtime.block_on(settings.connect(Some(&news), None, &give_up, say))?;
    if runtime.block_on(is_taken(&client, &settings.run)) {
        let name = InputError::quote(&settings.run);
        let message = format!(
            "--run {name}: a coordinator of this name is at work there (andor status shows it); \
             another run needs another name"
        );
        return Err(InputError::new(message));
    }
    let (out, says) = mpsc::unbounded_channel();
    let waiting = Unacknowledged::default();
    let status = Arc::new(Mutex::new(None));
    let run = settings.run.clone();
    // Whatever is wrong at the beginning is told at once; later it is tried again.
    let subscribed = runtime.block_on(Subscribed::new(&client, &run)).map_err(|error| {
        let url = InputError::quote(&settings.url);
        InputError::new(format!("--nats {url}: {error}"))
    })?;
    let session = CoordinatorSession {
        settings: settings.clone(),
        news,
        inbox,
        waiting: waiting.clone(),
        status: status.clone(),
        tokens: Arc::new(AtomicU64::new(0)),
    };
    runtime.spawn(session.keep_alive(client, subscribed, says));
    Ok(Arc::new(CoordinatorEnd { settings: settings.clone(), runtime, out, waiting, status }))
}

/// Whether a coordinator of this name answers: two would take each other's results.
async fn is_taken(client: &Client, run: &str) -> bool {
    let request = client.request(format!("{run}.status"), "".into());
    matches!(tokio::time::timeout(ANSWER, request).await, Ok(Ok(_)))
}

/// What a coordinator hears.
struct Subscribed {
    words: Subscriber,
    asks: Subscriber,
}

impl Subscribed {
    async fn new(client: &Client, run: &str) -> Result<Subscribed, String> {
        results(client, run).await?;
        let words = client.subscribe(format!("{run}.from.>")).await.map_err(text)?;
        let asks = client.subscribe(format!("{run}.status")).await.map_err(text)?;
        Ok(Subscribed { words, asks })
    }
}

/// All that lives as long as the coordinator, whatever becomes of its client.
struct CoordinatorSession {
    settings: Settings,
    news: Arc<News>,
    inbox: Arc<dyn Inbox>,
    waiting: Unacknowledged,
    status: Arc<Mutex<Option<String>>>,
    tokens: Arc<AtomicU64>,
}

impl CoordinatorSession {
    /// Talks for ever, with one client after another.
    async fn keep_alive(
        self,
        mut client: Client,
        mut subscribed: Subscribed,
        mut says: mpsc::UnboundedReceiver<Out>,
    ) {
        loop {
            let (inbox, waiting) = (self.inbox.clone(), self.waiting.clone());
            let (run, tokens) = (self.settings.run.clone(), self.tokens.clone());
            let taking = tokio::spawn(take_results(client.clone(), run, inbox, waiting, tokens));
            let is_over = self.talk(&client, &mut subscribed, &mut says).await;
            taking.abort();
            if is_over {
                return;
            }
            (client, subscribed) = loop {
                tokio::time::sleep(PAUSE).await;
                if let Ok(client) = self.connect().await
                    && let Ok(subscribed) = Subscribed::new(&client, &self.settings.run).await
                {
                    break (client, subscribed);
                }
            };
        }
    }

    async fn connect(&self) -> Result<Client, InputError> {
        self.settings.connect(Some(&self.news), None, &|| false, |_: &str| {}).await
    }

    /// Talks until the client is dead, or all is over (`true`).
    async fn talk(
        &self,
        client: &Client,
        subscribed: &mut Subscribed,
        says: &mut mpsc::UnboundedReceiver<Out>,
    ) -> bool {
        loop {
            tokio::select! {
                out = says.recv() => match out {
                    Some(out) => if !speak(client, out).await {
                        return false;
                    },
                    None => return true,
                },
                message = subscribed.words.next() => {
                    let Some(message) = message else { return false };
                    let from = name_in(&message.subject);
                    // What there is no room for comes again, if it matters.
                    self.inbox.put(Delivery { from, bytes: message.payload.to_vec(), token: None });
                }
                message = subscribed.asks.next() => {
                    let Some(message) = message else { return false };
                    let json = self.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    if let (Some(reply), Some(json)) = (message.reply, json) {
                        let _ = client.publish(reply, json.into_bytes().into()).await;
                    }
                }
            }
        }
    }
}

fn text(error: impl std::fmt::Display) -> String {
    InputError::printable(&error.to_string(), 200)
}

fn lock(waiting: &Unacknowledged) -> MutexGuard<'_, HashMap<u64, jetstream::Message>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The worker's name in `RUN.from.NAME`: one word, or the user's and its own.
fn name_in(subject: &str) -> String {
    subject.splitn(3, '.').nth(2).unwrap_or_default().to_owned()
}

type Results = jetstream::consumer::Consumer<pull::Config>;

/// The queue of results, made if it is not there, and as this program wants it if it is.
async fn results(client: &Client, run: &str) -> Result<Results, String> {
    let context = jetstream::new(client.clone());
    let config = stream::Config {
        name: format!("{run}_results"),
        subjects: vec![format!("{run}.result.>")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_bytes: MOST_KEPT,
        // One worker cannot fill it.
        max_messages_per_subject: MOST_OF_ONE,
        discard_new_per_subject: true,
        ..stream::Config::default()
    };
    let name = config.name.clone();
    context
        .create_or_update_stream(config)
        .await
        .map_err(|error| format!("the queue of results (is JetStream on?): {}", text(error)))?;
    let stream = context.get_stream(name).await.map_err(text)?;
    let config = pull::Config {
        durable_name: Some("coordinator".to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: OFFER_AGAIN,
        max_ack_pending: 10_000,
        // What cannot even be received is not to come for ever.
        max_deliver: 20,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer("coordinator", config).await.map_err(text)
}

/// Takes results for ever; whatever goes wrong, it begins again.
async fn take_results(
    client: Client,
    run: String,
    inbox: Arc<dyn Inbox>,
    waiting: Unacknowledged,
    tokens: Arc<AtomicU64>,
) {
    loop {
        if let Ok(consumer) = results(&client, &run).await {
            let stream = consumer
                .stream()
                .max_messages_per_batch(64)
                .expires(Duration::from_secs(10))
                .heartbeat(Duration::from_secs(2))
                .messages()
                .await;
            if let Ok(mut messages) = stream {
                while let Some(Ok(message)) = messages.next().await {
                    let token = tokens.fetch_add(1, Ordering::Relaxed);
                    let delivery = Delivery {
                        from: name_in(&message.subject),
                        bytes: message.payload.to_vec(),
                        token: Some(token),
                    };
                    lock(&waiting).insert(token, message);
                    if !inbox.put(delivery) {
                        // There is no room: the server offers it again.
                        lock(&waiting).remove(&token);
                    }
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

impl CoordinatorEnd {
    fn take(&self, token: u64) -> Option<jetstream::Message> {
        lock(&self.waiting).remove(&token)
    }

    fn say(&self, subject: String, bytes: Vec<u8>) {
        // It fails only if the runtime is gone.
        let _ = self.out.send(Out::Say { subject, bytes });
    }
}

impl CoordinatorPort for CoordinatorEnd {
    fn send(&self, worker: &str, bytes: Vec<u8>) {
        self.say(format!("{}.to.{worker}", self.settings.run), bytes);
    }

    fn send_to_user(&self, user: &str, bytes: Vec<u8>) {
        self.say(to_user(&self.settings.run, user), bytes);
    }

    fn announce(&self, bytes: Vec<u8>) {
        self.say(format!("{}.announce", self.settings.run), bytes);
    }

    fn acknowledge(&self, token: u64) {
        if let Some(message) = self.take(token) {
            self.runtime.spawn(async move {
                // If it fails, the result is offered again, and refused as one that comes twice.
                let _ = message.ack_with(AckKind::Ack).await;
            });
        }
    }

    fn leave(&self, token: u64) {
        self.take(token);
    }

    fn offers_again_after(&self) -> Duration {
        OFFER_AGAIN
    }

    fn show_status(&self, json: String) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(json);
    }

    fn flush(&self) {
        flush(&self.runtime, &self.out);
    }
}
