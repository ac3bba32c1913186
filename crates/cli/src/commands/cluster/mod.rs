//! `andor coordinate`, `andor worker`, `andor status`, `andor cluster`: a search over many machines.

pub(crate) mod coordinate;
mod dashboard;
mod household;
mod server_file;
pub(crate) mod status;
mod up;
pub(crate) mod worker;

use crate::Terminal;
use crate::arguments::{ClusterArguments, ClusterCommand, NatsAccess, NatsArguments};
use crate::commands::Done;
use andor_cluster::nats::Settings;
use andor_core::InputError;
use andor_engine::Catalogue;
use server_file::ServerFile;
use std::path::Path;

/// What a run is called that has no name.
const USUAL_RUN: &str = "andor";

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &ClusterArguments,
    tables: Option<&Path>,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let ClusterCommand::Up(arguments) = &arguments.command;
    up::run(catalogue, arguments, tables, json, terminal)
}

/// The server that was named on the command line, in the environment, or in the file. Credentials of the usual
/// file are for its own address: with another one, only what was said beside it counts.
fn settings(arguments: &NatsArguments) -> Result<Settings, InputError> {
    let NatsArguments { nats, config, access } = arguments;
    let file = match (config, nats) {
        (Some(path), _) => ServerFile::read(path)?,
        (None, Some(_)) => ServerFile::default(),
        (None, None) => ServerFile::usual()?,
    };
    let Some(url) = nats.clone().or_else(|| file.nats.clone()) else {
        let place = match config.clone().or_else(ServerFile::usual_place) {
            Some(path) => format!(", nor does {} name one", path.display()),
            None => String::new(),
        };
        let message = format!("which NATS server? --nats is not given, ANDOR_NATS not set{place}");
        return Err(InputError::new(message));
    };
    let settings = settings_of(&url, &file.completed(access));
    settings.check()?;
    Ok(settings)
}

/// The settings of a client of this server.
pub(super) fn settings_of(url: &str, access: &NatsAccess) -> Settings {
    Settings {
        url: url.to_owned(),
        run: access.run.clone().unwrap_or_else(|| USUAL_RUN.to_owned()),
        user: access.user.clone(),
        password_file: access.password_file.clone(),
        nkey_file: access.nkey.clone(),
        tls_ca: access.tls_ca.clone(),
        tls_cert: access.tls_cert.clone(),
        tls_key: access.tls_key.clone(),
    }
}
