//! How much it may cost to check a file that somebody else wrote.

use crate::commands::solve::stop_on_ctrl_c;
use crate::quantity::{duration, memory};
use andor_core::Limits;
use clap::Args;
use std::time::Duration;

/// Limits of `verify`, `explain`, `play --proof` and `table verify`.
#[derive(Args, Debug, Default)]
pub(crate) struct CheckingArguments {
    /// Threads that check; all there are by default.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Stop checking after so long: 90s, 10m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// What checking may take of the memory [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
}

impl CheckingArguments {
    /// The limits; Ctrl-C counts from now on.
    pub(crate) fn limits(&self) -> Limits {
        let own = Limits::default();
        let memory = self.memory.unwrap_or(own.memory);
        let limits = Limits { time: self.time, memory, ..own };
        stop_on_ctrl_c(&limits.interrupt);
        limits
    }
}
