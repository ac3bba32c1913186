//! What time it is: the only clock of the rooms that also run in a browser.
//!
//! [`Instant`] is that of the standard library, but where that one has none: on
//! `wasm32-unknown-unknown` it panics. There the host is asked, which must give the module an import
//! `andor.now`: milliseconds since any moment, never falling (`performance.now` of a browser).

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::Instant;

/// A clock that the host of a module has. To import a function takes `unsafe`.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[allow(unsafe_code)]
mod hosted {
    use std::ops::{Add, AddAssign, Sub};
    use std::time::Duration;

    // SAFETY: the import takes and gives plain numbers; whatever the host does, it cannot be more wrong
    // than a clock can.
    #[link(wasm_import_module = "andor")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }

    /// A moment, as that of the standard library.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// The time since then; none if it lies ahead.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// The time from an earlier moment to this one; none if that one is later.
        #[must_use]
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }

        /// So much later, if that can be said.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            self.0 += time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }
    }
}
