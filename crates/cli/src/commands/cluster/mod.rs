//! `andor coordinate`, `andor worker`, `andor status`: a search over many machines.

pub(crate) mod coordinate;
mod dashboard;
pub(crate) mod status;
pub(crate) mod worker;

use crate::arguments::{NatsAccess, NatsArguments};
use andor_cluster::nats::Settings;

fn settings(arguments: &NatsArguments) -> Settings {
    settings_of(&arguments.nats, &arguments.access)
}

/// The settings of a client of this server.
pub(super) fn settings_of(url: &str, access: &NatsAccess) -> Settings {
    Settings {
        url: url.to_owned(),
        run: access.run.clone(),
        user: access.user.clone(),
        password_file: access.password_file.clone(),
        nkey_file: access.nkey.clone(),
        tls_ca: access.tls_ca.clone(),
        tls_cert: access.tls_cert.clone(),
        tls_key: access.tls_key.clone(),
    }
}
