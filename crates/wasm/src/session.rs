//! The desk behind the module: one for as long as it lives.

use crate::abi::Host;
use andor_engine::{Catalogue, Certificate, RememberedKind, remember};
use andor_play::{Bounds, DEFAULT_PLAYER, Desk, Output};

/// What requests mean that name no game.
const GAME: &str = "loa";

struct Session {
    desk: Desk<'static>,
    out: Output<'static>,
}

impl Session {
    fn new() -> Session {
        // It lives as long as the module, as everything here does.
        let catalogue: &'static Catalogue = Box::leak(Box::new(Catalogue::standard()));
        let desk = Desk::new(catalogue, GAME, DEFAULT_PLAYER);
        let desk = desk.expect("the standard catalogue has its games and players");
        let bounds = Bounds { files: false, ..Bounds::default() };
        Session { desk: desk.bounded(bounds), out: Output::new(Host::default()) }
    }
}

thread_local! {
    static SESSION: Session = Session::new();
}

/// Answers a line of the protocol.
pub(crate) fn answer(line: &str) {
    SESSION.with(|session| session.desk.answer(line, &session.out));
}

/// Remembers that a certificate with these bytes was verified.
pub(crate) fn vouch(bytes: Vec<u8>) {
    let digest = Certificate::from_bytes(bytes).ok().and_then(|file| file.digest().ok());
    if let Some(digest) = digest {
        remember(RememberedKind::Certificate, &digest);
    }
}
