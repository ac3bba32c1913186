//! What coordinator and workers say to each other.
//!
//! ```text
//!   "ANDJ"  version: u16  sum of version and body: u64  body (postcard)
//! ```
//!
//! A result whose certificates are too large for a message travels as its parts: the bytes of its message, cut.
//!
//! Everything that comes in may be damaged or forged. A message is decoded only if it is of this version,
//! not too long and its sum is right; what it then says is checked by whoever acts on it. Nothing here
//! relies on a message arriving, arriving once, or arriving in order.

use andor_certify::fnv1a;
use andor_core::SplitMix64;
use andor_engine::remote::{Bound, Job, JobResult, JobSubject, Lease, listed};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the messages.
pub const PROTOCOL: u16 = 7;
/// The longest message.
pub const MOST_BYTES: usize = 960 << 10;
/// The longest message that travels in parts: the largest certificates, and room for the rest of a result.
pub const MOST_IN_PARTS: usize = 33 << 20;
/// The version of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

const MAGIC: &[u8; 4] = b"ANDJ";
const HEAD: usize = 4 + 2 + 8;
/// What the body of a result begins with: its place in [`FromWorker`].
const RESULT: u8 = 3;

/// What a worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromWorker {
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
        running: Vec<RunningJob>,
    },
    /// Numbers of a leaf on the way.
    Partial {
        /// The run it is about.
        run: u64,
        /// The numbers.
        partial: PartialResult,
    },
    /// The end of a job.
    Result {
        /// The run it is about.
        run: u64,
        /// The lease.
        lease: Lease,
        /// The codes of the moves to its leaf: enough to know it by, if the lease is forgotten.
        #[serde(deserialize_with = "listed")]
        moves: Vec<u32>,
        /// What came of it.
        result: JobResult,
    },
    /// A piece of a result that is too long for a message.
    Part {
        /// The run it is about.
        run: u64,
        /// The piece.
        part: ResultPart,
    },
    /// What it has found lately, for others to look at: positions by their keys, with numbers.
    Bounds {
        /// The run it is about.
        run: u64,
        /// The positions.
        bounds: Vec<Bound>,
    },
    /// A job that cannot be done.
    Failed {
        /// The run it is about.
        run: u64,
        /// The lease.
        lease: Lease,
        /// Why.
        why: String,
    },
    /// It leaves.
    Bye {
        /// The run it is about.
        run: u64,
    },
    /// It cannot take part.
    Unfit {
        /// The run it is about.
        run: u64,
        /// Why.
        why: String,
    },
}

/// A piece of a long message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultPart {
    /// The lease of the result.
    pub lease: Lease,
    /// Which piece, from 0.
    pub number: u32,
    /// How many pieces there are.
    pub of: u32,
    /// How many bytes all of them have.
    pub length: u64,
    /// Its bytes: all pieces in their order are the message.
    pub bytes: Vec<u8>,
}

/// A job that a worker has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunningJob {
    /// Its lease, as the worker knows it.
    pub lease: Lease,
    /// The codes of the moves to its leaf.
    pub moves: Vec<u32>,
}

/// Numbers of a leaf on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartialResult {
    /// The lease.
    pub lease: Lease,
    /// Counts up within the job.
    pub number: u64,
    /// What the side to move needs.
    pub phi: u32,
    /// What the other side needs.
    pub delta: u32,
    /// Nodes of this job so far.
    pub nodes: u64,
    /// Positions expanded so far.
    pub expanded: u64,
}

/// What the coordinator says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromCoordinator {
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
        job: Job,
        /// Positions that were proved lost for their side to move since the last job, as their bytes.
        lost: Vec<Vec<u8>>,
        /// How many bytes a second the worker may tell others of what it finds.
        share: u64,
        /// How many bytes the certificates of its result may have.
        proofs: u64,
    },
    /// What another worker of the same user has found.
    Bounds {
        /// The run it is about.
        run: u64,
        /// The name of that worker.
        from: String,
        /// The positions.
        bounds: Vec<Bound>,
    },
    /// A piece of a certificate that holds: what it proves need not be searched again.
    Proved {
        /// The run it is about.
        run: u64,
        /// The name of the worker that has found it.
        from: String,
        /// The piece.
        part: ResultPart,
    },
    /// Results that are on disk, or not wanted: the worker need not keep them any longer.
    Safe {
        /// The run it is about.
        run: u64,
        /// Their leases.
        leases: Vec<Lease>,
    },
    /// A job that nobody wants any more.
    Stale {
        /// The run it is about.
        run: u64,
        /// Its lease.
        lease: Lease,
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
    match bytes.len() > MOST_BYTES {
        true => Err(Garbled::TooLong),
        false => decode_any(bytes),
    }
}

/// Reads a message that came in parts, however long it is: only a result comes so, and of any other nothing is read.
///
/// # Errors
/// Why it is refused.
pub fn decode_result(bytes: &[u8]) -> Result<FromWorker, Garbled> {
    match bytes.get(HEAD) == Some(&RESULT) {
        true => decode_any(bytes),
        false => Err(Garbled::Damaged),
    }
}

fn decode_any<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Garbled> {
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
    use super::{
        FromCoordinator, FromWorker, Garbled, HEAD, Job, JobResult, Lease, PROTOCOL, PartialResult,
        RunningJob, decode, decode_result, encode, sum,
    };
    use andor_core::SplitMix64;
    use andor_engine::remote::{Budget, JobChild, JobTerms, JobVerdict, MOST_LISTED, Thresholds};

    #[test]
    fn messages_come_back_and_damaged_ones_do_not() {
        let job = RunningJob { lease: Lease { place: 0, epoch: 5 }, moves: vec![3, 1] };
        let word = FromWorker::Beat { run: 3, number: 7, capacity: 2, running: vec![job] };
        let bytes = encode(&word);
        assert_eq!(decode::<FromWorker>(&bytes), Ok(word));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert!(decode::<FromWorker>(&other).is_err(), "byte {at}, bit {bit}");
            }
            assert!(decode::<FromWorker>(&bytes[..at]).is_err());
        }
        let mut newer = bytes;
        newer[4] = 9;
        let right = sum(9, &newer[HEAD..]).to_le_bytes();
        newer[6..HEAD].copy_from_slice(&right);
        assert_eq!(decode::<FromWorker>(&newer), Err(Garbled::Version(9)));
    }

    /// Machines of one version understand each other, whatever their messages are made of in the program.
    #[test]
    fn the_bytes_of_this_version_are_these() {
        assert_eq!(PROTOCOL, 7, "another version may have other bytes");
        let tables: Vec<(String, [u8; 32])> = Vec::new();
        let plain = ("ppn2/knowledge=off/jobs=pn", None::<u32>, tables);
        assert_eq!(postcard::to_stdvec(&JobTerms::default()), postcard::to_stdvec(&plain));
        let (lease, moves) = (Lease { place: 1, epoch: 500 }, vec![3, 70_000]);
        let running = vec![RunningJob { lease, moves: moves.clone() }];
        let beat = FromWorker::Beat { run: 3, number: 7, capacity: 2, running };
        let plain = (1_u8, 3_u64, 7_u64, 2_u32, vec![((1_u32, 500_u64), moves.clone())]);
        assert_eq!(postcard::to_stdvec(&beat), postcard::to_stdvec(&plain));
        let partial =
            PartialResult { lease, number: 9, phi: 300, delta: 4, nodes: 1000, expanded: 50 };
        let partial = FromWorker::Partial { run: 3, partial };
        let plain = (2_u8, 3_u64, (1_u32, 500_u64), 9_u64, (300_u32, 4_u32), (1000_u64, 50_u64));
        assert_eq!(postcard::to_stdvec(&partial), postcard::to_stdvec(&plain));
        let budget = Budget {
            descents: 20,
            room: u64::MAX,
            partial_every: Some(5),
            thresholds: Thresholds::NONE,
            splits: true,
        };
        let job = Job { lease, moves: moves.clone(), budget };
        let job = FromCoordinator::Job { run: 3, job, lost: vec![vec![1, 2]], share: 9, proofs: 8 };
        let none = (u32::MAX, u32::MAX);
        let order = ((1_u32, 500_u64), moves, 20_u64, u64::MAX, Some(5_u64), none, true);
        let plain = (2_u8, 3_u64, order, vec![vec![1_u8, 2]], (9_u64, 8_u64));
        assert_eq!(postcard::to_stdvec(&job), postcard::to_stdvec(&plain));
    }

    /// Empty proofs take a byte each on their way, and 24 here.
    #[test]
    fn a_long_message_is_a_result_with_no_more_proofs_and_moves_than_there_may_be() {
        let lease = Lease { place: 1, epoch: 500 };
        let result = |proofs: usize, moves: usize, children: usize| {
            let child = JobChild { code: 1, phi: 1, delta: 1, leans_on: 1 };
            let verdict = JobVerdict::Open { children: vec![child; children] };
            let proofs = vec![Vec::new(); proofs];
            let result = JobResult { verdict, proofs, nodes: 1, expanded: 1, micros: 1 };
            FromWorker::Result { run: 3, lease, moves: vec![1; moves], result }
        };
        for many in [[MOST_LISTED, 0, 0], [0, MOST_LISTED, 0], [0, 0, MOST_LISTED]] {
            let [proofs, moves, children] = many;
            let word = result(proofs, moves, children);
            assert!(decode_result(&encode(&word)) == Ok(word), "{many:?}");
            let [proofs, moves, children] = many.map(|number| number + usize::from(number > 0));
            let refused = decode_result(&encode(&result(proofs, moves, children)));
            assert!(refused == Err(Garbled::Damaged), "{many:?}");
        }
        // A beat comes in one message.
        let running = vec![RunningJob { lease, moves: vec![3] }];
        let beat = FromWorker::Beat { run: 3, number: 7, capacity: 2, running };
        assert_eq!(decode_result(&encode(&beat)), Err(Garbled::Damaged));
        assert_eq!(decode_result(&encode(&beat)[..HEAD]), Err(Garbled::Damaged));
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
            let _ = decode::<FromWorker>(&bytes);
            let _ = decode_result(&bytes);
            let _ = decode::<FromCoordinator>(&bytes);
        }
    }
}
