//! What coordinator and workers say to each other.
//!
//! ```text
//!   "ANDJ"  version: u16  sum of version and body: u64  body (postcard)
//! ```
//!
//! Everything that comes in may be damaged or forged. A message is decoded only if it is of this version,
//! not too long and its sum is right; what it then says is checked by whoever acts on it. Nothing here
//! relies on a message arriving, arriving once, or arriving in order.

use andor_certify::fnv1a;
use andor_core::SplitMix64;
use andor_engine::remote::{JobOrder, JobResult, JobSubject};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the messages.
pub const PROTOCOL: u16 = 5;
/// The longest message.
pub const MOST_BYTES: usize = 960 << 10;
/// The version of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

const MAGIC: &[u8; 4] = b"ANDJ";
const HEAD: usize = 4 + 2 + 8;

/// A lease as it travels.
pub type LeaseNumbers = (u32, u64);

/// What a worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Word {
    /// Who it is; the answer to an announcement.
    Hello {
        /// The run it is about.
        run: u64,
        /// The version of its program.
        program: String,
        /// The fingerprint of its rules for the game of the run.
        fingerprint: u64,
        /// Its threads.
        threads: u32,
    },
    /// It lives: what it is doing, and what it could take.
    Beat {
        /// The run it is about.
        run: u64,
        /// Counts up.
        number: u64,
        /// How many jobs it can hold at once.
        capacity: u32,
        /// The jobs it has, with the codes of the moves to their leaves: a coordinator that has forgotten
        /// a lease can give it anew.
        running: Vec<(LeaseNumbers, Vec<u32>)>,
    },
    /// Numbers of a leaf on the way.
    Partial {
        /// The run it is about.
        run: u64,
        /// The lease.
        lease: LeaseNumbers,
        /// Counts up within the job.
        number: u64,
        /// What the side to move needs.
        phi: u32,
        /// What the other side needs.
        delta: u32,
        /// Nodes of this job so far.
        nodes: u64,
        /// Positions expanded so far.
        expanded: u64,
    },
    /// The end of a job.
    Result {
        /// The run it is about.
        run: u64,
        /// The lease.
        lease: LeaseNumbers,
        /// The codes of the moves to its leaf: enough to know it by, if the lease is forgotten.
        moves: Vec<u32>,
        /// What came of it.
        result: JobResult,
    },
    /// A job that cannot be done.
    Failed {
        /// The run it is about.
        run: u64,
        /// The lease.
        lease: LeaseNumbers,
        /// Why.
        why: String,
    },
    /// It leaves.
    Bye {
        /// The run it is about.
        run: u64,
    },
}

/// What the coordinator says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Call {
    /// What is searched; said to all now and then.
    Announce {
        /// The number of the coordinator's state: the same for all its searches.
        home: u64,
        /// A number for this search.
        run: u64,
        /// The version of its program.
        program: String,
        /// All that a worker needs to know.
        subject: JobSubject,
    },
    /// Asks a worker that is not known for its hello.
    WhoAreYou {
        /// The run it is about.
        run: u64,
    },
    /// A job.
    Job {
        /// The run it is about.
        run: u64,
        /// The job.
        order: JobOrder,
        /// Positions that were proved lost for their side to move since the last job, as their bytes.
        lost: Vec<Vec<u8>>,
    },
    /// Results that are on disk, or not wanted: the worker need not keep them any longer.
    Safe {
        /// The run it is about.
        run: u64,
        /// Their leases.
        leases: Vec<LeaseNumbers>,
    },
    /// A job that nobody wants any more.
    Stale {
        /// The run it is about.
        run: u64,
        /// Its lease.
        lease: LeaseNumbers,
    },
    /// A worker that is not wanted.
    Refused {
        /// The run it is about.
        run: u64,
        /// Why.
        why: String,
    },
    /// All searches of this coordinator are over: its workers may go home.
    Over {
        /// The number of its state.
        home: u64,
    },
}

/// Why a message is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Garbled {
    /// It is not one of ours, cut off, or damaged.
    Damaged,
    /// It is longer than any of ours.
    TooLong,
    /// It is of another version.
    Version(u16),
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Garbled::Damaged => write!(f, "a message is damaged"),
            Garbled::TooLong => write!(f, "a message is longer than {MOST_BYTES} bytes"),
            Garbled::Version(other) => {
                write!(
                    f,
                    "messages of version {other} come in; this program speaks version {PROTOCOL}"
                )
            }
        }
    }
}

/// The sum of a message: a damaged version is damage, not another version.
fn sum(version: u16, body: &[u8]) -> u64 {
    fnv1a(body) ^ SplitMix64::new(u64::from(version)).next_u64()
}

/// The bytes of a message.
#[must_use]
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    let body = postcard::to_stdvec(message).expect("messages are plain data");
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.extend(MAGIC);
    bytes.extend(PROTOCOL.to_le_bytes());
    bytes.extend(sum(PROTOCOL, &body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Reads a message.
///
/// # Errors
/// Why it is refused.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Garbled> {
    if bytes.len() > MOST_BYTES {
        return Err(Garbled::TooLong);
    }
    let Some((head, body)) = bytes.split_at_checked(HEAD) else { return Err(Garbled::Damaged) };
    if &head[..4] != MAGIC {
        return Err(Garbled::Damaged);
    }
    let version = u16::from_le_bytes([head[4], head[5]]);
    if head[6..] != sum(version, body).to_le_bytes() {
        return Err(Garbled::Damaged);
    }
    if version != PROTOCOL {
        return Err(Garbled::Version(version));
    }
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        _ => Err(Garbled::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Garbled, HEAD, PROTOCOL, Word, decode, encode, sum};
    use andor_core::SplitMix64;

    #[test]
    fn messages_come_back_and_damaged_ones_do_not() {
        let word =
            Word::Beat { run: 3, number: 7, capacity: 2, running: vec![((0, 5), vec![3, 1])] };
        let bytes = encode(&word);
        assert_eq!(decode::<Word>(&bytes), Ok(word));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert!(decode::<Word>(&other).is_err(), "byte {at}, bit {bit}");
            }
            assert!(decode::<Word>(&bytes[..at]).is_err());
        }
        let mut newer = bytes;
        newer[4] = 9;
        let right = sum(9, &newer[HEAD..]).to_le_bytes();
        newer[6..HEAD].copy_from_slice(&right);
        assert_eq!(decode::<Word>(&newer), Err(Garbled::Version(9)));
    }

    #[test]
    fn no_bytes_make_the_reader_fail_or_take_memory() {
        let mut random = SplitMix64::new(1);
        for length in 0..2000 {
            // With a good head, so that the body is looked at.
            let body: Vec<u8> = (0..length % 97).map(|_| random.below(256) as u8).collect();
            let mut bytes = encode(&());
            bytes.extend(&body);
            let right = sum(PROTOCOL, &bytes[HEAD..]).to_le_bytes();
            bytes[6..HEAD].copy_from_slice(&right);
            let _ = decode::<Word>(&bytes);
            let _ = decode::<Call>(&bytes);
        }
    }
}
