//! The transport over NATS.
//!
//! ```text
//!   RUN.announce        coordinator -> all workers          core
//!   RUN.to.WORKER       coordinator -> one worker           core
//!   RUN.to.@all         coordinator -> workers of a user    core     (RUN.to.USER.@all)
//!   RUN.from.WORKER     worker -> coordinator               core
//!   RUN.result.WORKER   worker -> coordinator               JetStream, a work queue on disk
//!   RUN.status          anybody -> coordinator, answered    core
//! ```
//!
//! `WORKER` is a name, or `USER.NAME` for who has a user at the server; answers come to `_INBOX_USER.>`. So
//! the server can keep users apart: who may say and hear only what has its name in it is alone with the
//! coordinator.
//!
//! A result is acknowledged to JetStream when it is in the coordinator's state, which is synced to disk;
//! what JetStream itself says it has, it may still lose when its machine does. A full queue in the client
//! drops messages silently; all that is lost then are partial results, beats and results of short jobs,
//! which come again.
//!
//! The client comes back by itself when the server does. But a subject that is no text, which a damaged byte
//! on somebody else's line is enough for, ends it for good: then its subscriptions end, and a new client
//! takes its place.
//!
//! The rest of the program knows no `async`: each end has a runtime of its own behind channels.

mod coordinator_end;
mod news;
mod status_end;
mod worker_end;

pub use coordinator_end::coordinator_port;
pub use status_end::StatusClient;
pub use worker_end::worker_port;

use andor_core::InputError;
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use news::News;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

/// The most messages that wait in the client.
const WAITING: usize = 1 << 16;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(200);

/// Where the server is, and who we are there.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Such as `nats://host:4222` or `tls://host:4222`.
    pub url: String,
    /// What subjects begin with: runs of different names do not hear each other.
    pub run: String,
    /// The user.
    pub user: Option<String>,
    /// A file with the user's password.
    pub password_file: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey_file: Option<PathBuf>,
    /// Certificates of who may sign the server's.
    pub tls_ca: Option<PathBuf>,
    /// Our own certificate.
    pub tls_cert: Option<PathBuf>,
    /// Its key.
    pub tls_key: Option<PathBuf>,
}

fn secret(what: &str, path: &PathBuf) -> Result<String, InputError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let name = InputError::quote(&path.display().to_string());
        InputError::new(format!("{what} {name}: {error}"))
    })?;
    Ok(text.trim().to_owned())
}

impl Settings {
    /// The settings, looked over.
    ///
    /// # Errors
    /// If they make no sense, or name files that are not there. A password that stands in the address is not shown.
    pub fn check(&self) -> Result<(), InputError> {
        for (option, name) in [("--run", Some(&self.run)), ("--user", self.user.as_ref())] {
            let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let is_word = |name: &String| !name.is_empty() && name.chars().all(is_letter);
            if let Some(name) = name.filter(|name| !is_word(name)) {
                let quoted = InputError::quote(name);
                let message = format!("{option} {quoted}: letters, digits, - and _ make a name");
                return Err(InputError::new(message));
            }
        }
        if self.url.contains('@') {
            let message =
                "--nats: the address has no user and password in it: --user and --password-file";
            return Err(InputError::new(message));
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return Err(InputError::new("--tls-cert and --tls-key go together"));
        }
        if self.user.is_some() != self.password_file.is_some() {
            return Err(InputError::new("--user and --password-file go together"));
        }
        if self.user.is_some() && self.nkey_file.is_some() {
            return Err(InputError::new("--nkey stands for a user: --user has no place beside it"));
        }
        let files = [&self.password_file, &self.nkey_file, &self.tls_ca, &self.tls_cert];
        for path in files.into_iter().chain([&self.tls_key]).flatten() {
            if !path.is_file() {
                let name = InputError::quote(&path.display().to_string());
                return Err(InputError::new(format!("there is no file {name}")));
            }
        }
        Ok(())
    }

    /// The user's name, if it has one: the public key is that of an nkey.
    fn user_name(&self) -> Result<Option<String>, InputError> {
        match (&self.user, &self.nkey_file) {
            (Some(user), _) => Ok(Some(user.clone())),
            (None, Some(file)) => {
                let seed = secret("--nkey", file)?;
                // What is no seed is refused when it is used.
                Ok(nkeys::KeyPair::from_seed(&seed).ok().map(|pair| pair.public_key()))
            }
            (None, None) => Ok(None),
        }
    }

    /// What a worker is called: its user's name, if there is one, and its own.
    fn worker_name(&self, name: &str) -> Result<String, InputError> {
        Ok(match self.user_name()? {
            Some(user) => format!("{user}.{name}"),
            None => name.to_owned(),
        })
    }

    fn options(&self) -> Result<ConnectOptions, InputError> {
        let mut options = ConnectOptions::new()
            .name("andor")
            .subscription_capacity(WAITING)
            .client_capacity(WAITING)
            .connection_timeout(Duration::from_secs(3))
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(50 * tries.min(20) as u64))
            .max_reconnects(None);
        if let Some(user) = self.user_name()? {
            options = options.custom_inbox_prefix(format!("_INBOX_{user}"));
        }
        if let (Some(user), Some(file)) = (&self.user, &self.password_file) {
            let password = secret("--password-file", file)?;
            options = options.user_and_password(user.clone(), password);
        }
        if let Some(file) = &self.nkey_file {
            options = options.nkey(secret("--nkey", file)?);
        }
        if let Some(file) = &self.tls_ca {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let (Some(cert), Some(key)) = (&self.tls_cert, &self.tls_key) {
            options = options.add_client_certificate(cert.clone(), key.clone()).require_tls(true);
        }
        Ok(options)
    }

    /// Connects; a server that is not there yet is waited for as long as `patience` says (`None`: for
    /// ever, or until `give_up` says so), and `say` is told why. Who is refused is told at once. What becomes of
    /// the connection later, `news` hears.
    async fn connect(
        &self,
        news: Option<&Arc<News>>,
        patience: Option<Duration>,
        give_up: &(dyn Fn() -> bool + Sync),
        mut say: impl FnMut(&str),
    ) -> Result<Client, InputError> {
        self.check()?;
        let start = Instant::now();
        let mut said = String::new();
        loop {
            let mut options = self.options()?;
            if let Some(news) = news.cloned() {
                options = options.event_callback(move |event| {
                    news.hear(&event);
                    std::future::ready(())
                });
            }
            let error = match options.connect(&self.url).await {
                Ok(client) => return Ok(client),
                Err(error) => error,
            };
            let url = InputError::quote(&self.url);
            let is_final = !matches!(
                error.kind(),
                ConnectErrorKind::Dns
                    | ConnectErrorKind::TimedOut
                    | ConnectErrorKind::Io
                    | ConnectErrorKind::MaxReconnects
            );
            let is_late = patience.is_some_and(|patience| start.elapsed() >= patience);
            let text = InputError::printable(&error.to_string(), 200);
            if is_final || is_late || give_up() {
                return Err(InputError::new(format!("--nats {url}: {text}")));
            }
            if said != text {
                say(&format!("{}: {text}, trying again", self.url));
                said = text;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// A runtime for one end.
fn runtime() -> Result<Runtime, InputError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().thread_name("nats");
    builder.build().map_err(|error| InputError::new(format!("no runtime for NATS: {error}")))
}

/// Where all workers of a user are spoken to; no worker is called so.
fn to_user(run: &str, user: &str) -> String {
    match user {
        "" => format!("{run}.to.@all"),
        user => format!("{run}.to.{user}.@all"),
    }
}

/// What is to be said.
enum Out {
    Say { subject: String, bytes: Vec<u8> },
    Flush(oneshot::Sender<()>),
}

/// Says something; `false` if the client is dead.
async fn speak(client: &Client, out: Out) -> bool {
    match out {
        Out::Say { subject, bytes } => client.publish(subject, bytes.into()).await.is_ok(),
        Out::Flush(done) => {
            let is_alive = client.flush().await.is_ok();
            let _ = done.send(());
            is_alive
        }
    }
}

/// Waits a while until all that was said is on its way.
fn flush(runtime: &Runtime, out: &mpsc::UnboundedSender<Out>) {
    let (sender, done) = oneshot::channel();
    if out.send(Out::Flush(sender)).is_ok() {
        // If the server is gone there is nobody to tell.
        let _ =
            runtime.block_on(async { tokio::time::timeout(Duration::from_secs(2), done).await });
    }
}
