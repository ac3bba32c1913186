//! What the machine has: threads, and the most memory that a number of the user's may ask for.
//!
//! On Linux that is the memory of the machine or, if less, what the process may have of it: the limit of
//! its control group, or of its address space (`ulimit -v`). Elsewhere nothing is known, and a tebibyte
//! is the most. A module in a browser has one thread, and what 32 bits of address can reach: of that it
//! takes less by itself.

use crate::InputError;
use std::fs;

/// The most where nothing is known.
const UNKNOWN: u64 = if usize::BITS < 64 { 1 << 31 } else { 1 << 40 };

/// The default of `--memory`: the same on every machine of a kind, so that node counts repeat.
pub(crate) const DEFAULT_MEMORY: u64 = if usize::BITS < 64 { 256 << 20 } else { 1 << 30 };

/// How many threads there can be when so many are asked for: all of them, but where the system has none
/// to start (`wasm32-unknown-unknown`). Then whoever asks does the work himself.
#[must_use]
pub const fn possible_threads(asked_for: usize) -> usize {
    let has_threads = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    if has_threads || asked_for < 1 { asked_for } else { 1 }
}

/// The most bytes that this process can have, whatever others use.
#[must_use]
pub fn machine_memory() -> u64 {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let number = |path: &str| read(path).trim().parse::<u64>().ok();
    let limits = [
        kibibytes(&read("/proc/meminfo"), "MemTotal:"),
        number("/sys/fs/cgroup/memory.max"),
        number("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        address_space(&read("/proc/self/limits")),
    ];
    limits.into_iter().flatten().min().unwrap_or(UNKNOWN).min(UNKNOWN)
}

/// The bytes that nobody uses now, as far as that is known.
fn free_memory() -> u64 {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let number = |path: &str| read(path).trim().parse::<u64>().ok();
    let available = kibibytes(&read("/proc/meminfo"), "MemAvailable:").unwrap_or(UNKNOWN);
    let in_group = || {
        let most = number("/sys/fs/cgroup/memory.max")?;
        let used = number("/sys/fs/cgroup/memory.current")?;
        // Pages of files are given back when they are needed.
        let stat = read("/sys/fs/cgroup/memory.stat");
        let files = stat.lines().find_map(|line| line.strip_prefix("inactive_file "));
        let files = files.and_then(|files| files.trim().parse().ok()).unwrap_or(0);
        Some(most.saturating_sub(used.saturating_sub(files)))
    };
    available.min(in_group().unwrap_or(UNKNOWN))
}

/// A field of `/proc/meminfo`, in bytes.
fn kibibytes(about: &str, name: &str) -> Option<u64> {
    let line = about.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// The soft limit of the address space, as `/proc/self/limits` has it.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Refuses more memory than the machine has, in one line.
///
/// # Errors
/// If it has less.
pub fn check_memory(bytes: u64) -> Result<(), InputError> {
    let most = machine_memory();
    match bytes <= most {
        true => Ok(()),
        false => Err(InputError::new(format!(
            "{} MiB of memory are too much: this machine has {} MiB",
            bytes >> 20,
            most >> 20
        ))),
    }
}

/// So many default values, for a table whose size a user has chosen: refused in one line where the memory is
/// not there, and never the end of the program.
///
/// # Errors
/// If the machine does not have it, or others use it.
pub fn try_table<T: Default>(length: usize) -> Result<Vec<T>, InputError> {
    let bytes = (length as u64).saturating_mul(size_of::<T>() as u64);
    check_memory(bytes)?;
    let mut table = Vec::new();
    let refused =
        || InputError::new(format!("the system does not give a table of {} MiB", bytes >> 20));
    if bytes > free_memory() {
        return Err(refused());
    }
    table.try_reserve_exact(length).map_err(|_| refused())?;
    table.resize_with(length, T::default);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::{address_space, check_memory, kibibytes, machine_memory, try_table};

    #[test]
    fn the_system_is_understood() {
        let about = "MemTotal:       16303520 kB\nMemFree:         1 kB\n";
        assert_eq!(kibibytes(about, "MemTotal:"), Some(16_303_520 << 10));
        assert_eq!(kibibytes(about, "MemAvailable:"), None);
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(address_space(limits), None);
        assert_eq!(address_space(&limits.replacen("unlimited", "1048576", 1)), Some(1 << 20));
    }

    /// D5 of the audit.
    #[test]
    fn memory_that_is_not_there_is_refused() {
        let most = machine_memory();
        assert!(most > 1 << 20 && check_memory(most).is_ok());
        for bytes in [most + 1, 1 << 41, u64::MAX] {
            let line = check_memory(bytes).unwrap_err().to_string();
            assert!(line.contains("this machine has") && !line.contains('\n'), "{line}");
        }
        assert!(try_table::<u64>(usize::MAX / 8).is_err());
        assert!(try_table::<u64>(usize::MAX).is_err());
        assert_eq!(try_table::<u64>(3).unwrap(), [0; 3]);
    }
}
