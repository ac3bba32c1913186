//! Asks a coordinator how it stands.

use super::{Settings, runtime};
use crate::status::Status;
use andor_core::InputError;
use async_nats::{Client, RequestErrorKind};
use std::time::Duration;
use tokio::runtime::Runtime;

const ANSWER: Duration = Duration::from_secs(3);

/// Somebody who asks.
pub struct StatusClient {
    runtime: Runtime,
    client: Client,
    subject: String,
}

impl StatusClient {
    /// Connects.
    ///
    /// # Errors
    /// If the server is not there or does not want us.
    pub fn connect(settings: &Settings) -> Result<StatusClient, InputError> {
        StatusClient::within(Some(Duration::ZERO), settings, &mut |_| {})
    }

    /// Connects; a server that is not there is waited for, and `say` is told so.
    ///
    /// # Errors
    /// If the server does not want us.
    pub fn wait(
        settings: &Settings,
        say: &mut dyn FnMut(&str),
    ) -> Result<StatusClient, InputError> {
        StatusClient::within(None, settings, say)
    }

    fn within(
        patience: Option<Duration>,
        settings: &Settings,
        say: &mut dyn FnMut(&str),
    ) -> Result<StatusClient, InputError> {
        let runtime = runtime()?;
        let client = runtime.block_on(settings.connect(None, patience, &|| false, say))?;
        Ok(StatusClient { runtime, client, subject: format!("{}.status", settings.run) })
    }

    /// How the run stands; `None` if no coordinator is there.
    ///
    /// # Errors
    /// If the answer makes no sense.
    pub fn ask(&self) -> Result<Option<Status>, InputError> {
        let request = self.client.request(self.subject.clone(), "".into());
        let timed = async { tokio::time::timeout(ANSWER, request).await };
        let message = match self.runtime.block_on(timed) {
            Ok(Ok(message)) => message,
            Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => return Ok(None),
            Ok(Err(error)) => return Err(InputError::new(format!("no status: {error}"))),
            Err(_) => return Ok(None),
        };
        let status = serde_json::from_slice(&message.payload).map(Status::printable);
        status.map(Some).map_err(|_| InputError::new("the answer is no status"))
    }
}
