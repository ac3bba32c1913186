//! The page in a real browser: what a visitor does, and what he must see; and its socket without one. Chromium is
//! Debian's; `scripts/test.sh` installs it. `ANDOR_SCREENSHOTS=FOLDER` keeps pictures.

#![allow(clippy::unwrap_used)]

mod board;
mod chromium;
mod cluster;
mod game;
mod manners;
mod play;
mod proof;
mod report;
mod server;
mod site;
mod socket;
mod solve;
