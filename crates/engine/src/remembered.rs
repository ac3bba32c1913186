//! What this user's andor has checked before, by SHA-256.
//!
//! Checking a large table takes hours, and its bytes do not change. So whoever has checked one leaves
//! an empty file behind, named after what was checked and the SHA-256 of all its bytes, in the user's
//! own cache: `$XDG_CACHE_HOME/andor/checked`, or `~/.cache/andor/checked`. It lies there and not
//! beside the table, since whoever can plant a table could plant a word about it as well. Where there
//! is no such folder nothing is remembered, and things are checked again. Where there are no folders at
//! all, in a browser, it is remembered for as long as the module lives.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use in_folder as place;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use in_memory as place;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A certificate that rests on the rules alone, or on tables that were themselves checked.
    Certificate,
    /// An endgame table.
    Table,
    /// A share of a certificate's leaves.
    Share,
    /// What a cluster's state has, as far as its coordinator has inspected it.
    Journal,
}

/// Remembers that something with this SHA-256 was checked and found right. If it cannot be kept,
/// it is forgotten.
pub fn remember(kind: Kind, digest: &[u8; 32]) {
    place::remember(kind, digest);
}

/// Nobody will ask any more whether something with this SHA-256 was checked.
pub fn forget(kind: Kind, digest: &[u8; 32]) {
    place::forget(kind, digest);
}

/// Whether something with this SHA-256 was checked before and found right.
#[must_use]
pub fn is_remembered(kind: Kind, digest: &[u8; 32]) -> bool {
    place::is_remembered(kind, digest)
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod in_folder {
    use super::Kind;
    use std::fs::{self, OpenOptions};
    use std::path::PathBuf;

    /// A checker that finds more than the one before gets another number: what the old one passed is
    /// checked again.
    const CHECKER: u32 = 1;

    pub(super) fn remember(kind: Kind, digest: &[u8; 32]) {
        let Some(path) = path_of(kind, digest) else { return };
        let folder = path.parent().expect("the name of a file follows the folder");
        if fs::create_dir_all(folder).is_ok() {
            // What is there already is as good as new, and a link is not followed.
            let _ = OpenOptions::new().write(true).create_new(true).open(&path);
        }
    }

    pub(super) fn forget(kind: Kind, digest: &[u8; 32]) {
        // If it stays, it does no harm.
        let _ = path_of(kind, digest).map(fs::remove_file);
    }

    pub(super) fn is_remembered(kind: Kind, digest: &[u8; 32]) -> bool {
        path_of(kind, digest).is_some_and(|path| path.is_file())
    }

    fn path_of(kind: Kind, digest: &[u8; 32]) -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let cache = set("XDG_CACHE_HOME").map(PathBuf::from);
        let cache = cache.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")))?;
        let kind = match kind {
            Kind::Certificate => "certificate",
            Kind::Table => "table",
            Kind::Share => "share",
            Kind::Journal => "journal",
        };
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(cache.join("andor").join("checked").join(format!("{kind}-{CHECKER}-{hex}")))
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod in_memory {
    use super::Kind;
    use std::collections::HashSet;
    use std::sync::{Mutex, PoisonError};

    static CHECKED: Mutex<Option<HashSet<(Kind, [u8; 32])>>> = Mutex::new(None);

    pub(super) fn remember(kind: Kind, digest: &[u8; 32]) {
        let mut checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        checked.get_or_insert_default().insert((kind, *digest));
    }

    pub(super) fn forget(kind: Kind, digest: &[u8; 32]) {
        let mut checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        checked.get_or_insert_default().remove(&(kind, *digest));
    }

    pub(super) fn is_remembered(kind: Kind, digest: &[u8; 32]) -> bool {
        let checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        checked.as_ref().is_some_and(|checked| checked.contains(&(kind, *digest)))
    }
}
