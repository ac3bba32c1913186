//! Job-level search over many machines.
//!
//! One [`Coordinator`](coordinator::Coordinator) has the tree, [workers](worker) evaluate its leaves, and a
//! [transport] carries messages between them, over NATS ([`nats`]) or, in the tests, within one process. The
//! coordinator's [state] on disk is the truth; messages may be lost, doubled, damaged or forged, and workers
//! and the coordinator may be killed at any time.
//!
//! What a worker says is never believed: results come with certificates, and what is not proved is worked
//! out again or left open (`andor_engine::remote`).

pub mod coordinator;
pub mod message;
pub mod nats;
mod parts;
pub mod state;
pub mod status;
pub mod transport;
pub mod worker;
