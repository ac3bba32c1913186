//! Coordinators, workers and a NATS server as real processes.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "cluster")]

mod away;
mod faults;
mod house;
mod liars;
mod meddler;
mod plain;
mod proxy;
mod security;
mod server;
mod server_file;
mod templates;
mod up;
