//! The session of andor as a WebAssembly module: the JSON protocol, one request at a time, without a
//! server.
//!
//! ```text
//!   page                      worker (js/worker.js)            this module
//!   connection.js   line ->   writes it into memory   ask ->   Desk::answer
//!                   <- line   posts it                <- say   every answer, at once
//! ```
//!
//! A request runs to its end on the thread that asks; whoever does not want to wait for it ends the
//! worker and starts another (`js/connection.js`), for which reason nothing is kept here that cannot
//! be told again. A panic ends the module, and is told before. `abi.rs` has what goes in and out.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod session;
