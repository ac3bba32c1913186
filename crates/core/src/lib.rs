//! The vocabulary of andor.
//!
//! A game is described twice: [`Rules`] says what is legal and who has won, [`Game`] adds what a
//! solver wants on top (keys, static knowledge, counts), all of it optional. Everything else here
//! is what the rooms of the house say to each other: a [`Question`] goes to a solver, a [`Report`]
//! comes back, a proof flows from a [`ProofSource`] into a [`ProofSink`], progress goes to an
//! [`Observer`].
//!
//! The walls: this crate knows no game, no solver and no file format; only how a file, whatever is in
//! it, appears whole or not at all ([`write_atomically`]).

mod atomic_file;
pub mod board;
mod by_number;
mod clock;
pub mod conformance;
mod cost;
mod crowd;
mod endings;
mod family;
pub mod figures;
mod game;
mod haunted;
mod history;
mod input_error;
mod key;
mod knowledge;
mod large_pages;
mod limited;
mod limits;
mod machine;
mod named;
mod nearest;
mod numbering;
mod observer;
mod perft;
mod plain;
mod played;
mod player;
mod proof;
pub mod quantity;
mod question;
mod race;
mod random;
mod report;
mod rules;
mod spec;

pub use atomic_file::{replace_atomically, write_atomically};
pub use by_number::sort_by_number;
pub use clock::Instant;
pub use cost::{Cost, CostModel, CostScale, CostSum};
pub use crowd::{Crowd, Member};
pub use endings::{EndingBoard, Endings, Men};
pub use family::{Family, RecordFormat};
pub use game::{Game, Judgement};
pub use haunted::Haunted;
pub use history::History;
pub use input_error::InputError;
pub use key::Key;
pub use knowledge::{
    Evaluate, Margins, NETWORK, NetworkSight, Oracle, Order, Reading, Squash, Trust,
};
pub use large_pages::{advise_large_pages, zeros};
pub use limited::{Limited, limit_of};
pub use limits::Limits;
pub use machine::{check_memory, machine_memory, possible_threads, try_table};
pub use named::Named;
pub use nearest::{did_you_mean, nearest};
pub use numbering::{Numbered, Numbering};
pub use observer::{Observer, Phase, Progress, Silent};
pub use perft::{perft, perft_divide};
pub use plain::{Plain, PlainGame, PlainMove, PlainPosition, PlainRules};
pub use played::Played;
pub use player::{Outcome, Player};
pub use proof::{ProofEntry, ProofSink, ProofSource};
pub use question::{Answer, Claim, Question};
pub use race::{RaceBoard, Racers};
pub use random::SplitMix64;
pub use report::{Counters, Report, Stopped};
pub use rules::{Canonical, Repetition, Rules, Superko};
pub use spec::Spec;
