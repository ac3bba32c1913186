//! `andor coordinate`, `andor worker`, `andor status`: a search over many machines.

pub(crate) mod coordinate;
mod dashboard;
pub(crate) mod status;
pub(crate) mod worker;

use crate::arguments::NatsArguments;
use andor_cluster::nats::Settings;

pub(super) fn settings(arguments: &NatsArguments) -> Settings {
    Settings {
        url: arguments.nats.clone(),
        run: arguments.run.clone(),
        user: arguments.user.clone(),
        password_file: arguments.password_file.clone(),
        nkey_file: arguments.nkey.clone(),
        tls_ca: arguments.tls_ca.clone(),
        tls_cert: arguments.tls_cert.clone(),
        tls_key: arguments.tls_key.clone(),
    }
}
