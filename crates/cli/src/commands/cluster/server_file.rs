//! The file that says where the server is and who we are there, so that it need not be said every time:
//! `$XDG_CONFIG_HOME/andor/cluster.toml`, or `~/.config/andor/cluster.toml`.
//!
//! ```toml
//! nats = "tls://host:4222"
//! user = "worker"
//! password-file = "worker.password"
//! tls-ca = "ca.pem"
//! ```
//!
//! Its words are those of the options; files are looked for beside it. No password stands in it, and no line of it is
//! shown when it makes no sense.

use crate::arguments::NatsAccess;
use andor_core::InputError;
use serde::Deserialize;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What the file says.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ServerFile {
    pub(super) nats: Option<String>,
    run: Option<String>,
    user: Option<String>,
    password_file: Option<PathBuf>,
    nkey: Option<PathBuf>,
    tls_ca: Option<PathBuf>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
}

impl ServerFile {
    /// Where it usually is.
    pub(super) fn usual_place() -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = set("XDG_CONFIG_HOME").map(PathBuf::from);
        let folder = folder.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".config")));
        folder.map(|folder| folder.join("andor").join("cluster.toml"))
    }

    /// The one in the usual place, or an empty one if there is none.
    pub(super) fn usual() -> Result<ServerFile, InputError> {
        match ServerFile::usual_place().filter(|path| path.exists()) {
            Some(path) => ServerFile::read(&path),
            None => Ok(ServerFile::default()),
        }
    }

    pub(super) fn read(path: &Path) -> Result<ServerFile, InputError> {
        let shown = InputError::quote(&path.display().to_string());
        let refused = |why: &str| InputError::new(format!("--config {shown}: {why}"));
        let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => refused("there is no such file"),
            _ => refused(&error.to_string()),
        })?;
        // The message alone: around it the library shows the line, and what stands in it.
        let file: ServerFile = toml::from_str(&text)
            .map_err(|error| refused(&InputError::printable(error.message(), 200)))?;
        Ok(file.beside(path.parent().unwrap_or(Path::new("."))))
    }

    /// The same, with its files in this folder.
    fn beside(self, folder: &Path) -> ServerFile {
        let there = |file: Option<PathBuf>| file.map(|file| folder.join(file));
        ServerFile {
            password_file: there(self.password_file),
            nkey: there(self.nkey),
            tls_ca: there(self.tls_ca),
            tls_cert: there(self.tls_cert),
            tls_key: there(self.tls_key),
            ..self
        }
    }

    /// What was said, and what the file says where nothing was; user and certificate are each of one piece.
    pub(super) fn completed(self, said: &NatsAccess) -> NatsAccess {
        let mut all = said.clone();
        all.run = all.run.or(self.run);
        all.tls_ca = all.tls_ca.or(self.tls_ca);
        if all.user.is_none() && all.password_file.is_none() && all.nkey.is_none() {
            (all.user, all.password_file, all.nkey) = (self.user, self.password_file, self.nkey);
        }
        if all.tls_cert.is_none() && all.tls_key.is_none() {
            (all.tls_cert, all.tls_key) = (self.tls_cert, self.tls_key);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::ServerFile;
    use crate::arguments::NatsAccess;
    use std::path::{Path, PathBuf};

    fn file() -> ServerFile {
        let text = "nats = \"nats://host\"\nrun = \"five\"\nuser = \"me\"\npassword-file = \"word\"\ntls-ca = \"/ca\"";
        toml::from_str::<ServerFile>(text).unwrap().beside(Path::new("/etc/andor"))
    }

    #[test]
    fn files_are_beside_it() {
        let all = file().completed(&NatsAccess::default());
        assert_eq!((all.run.as_deref(), all.user.as_deref()), (Some("five"), Some("me")));
        assert_eq!(all.password_file, Some(PathBuf::from("/etc/andor/word")));
        assert_eq!(all.tls_ca, Some(PathBuf::from("/ca")));
    }

    #[test]
    fn what_is_said_counts_more_and_users_are_not_mixed() {
        let said = NatsAccess {
            nkey: Some("seed".into()),
            run: Some("six".to_owned()),
            ..NatsAccess::default()
        };
        let all = file().completed(&said);
        assert_eq!((all.run.as_deref(), all.user, all.password_file), (Some("six"), None, None));
        assert_eq!(all.nkey, Some(PathBuf::from("seed")));
    }
}
