//! Any bytes as a message between coordinator and worker: whole, and as the body behind a right head.
//! What can be read comes back the same when it is written and read again.
#![no_main]

use andor_cluster::message::{FromCoordinator, FromWorker, MOST_BYTES, decode, encode};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn read<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let body: Option<T> = postcard::from_bytes(bytes).ok();
    for message in [decode::<T>(bytes).ok(), body].into_iter().flatten() {
        let again = encode(&message);
        if again.len() <= MOST_BYTES {
            assert_eq!(decode::<T>(&again), Ok(message));
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    read::<FromWorker>(bytes);
    read::<FromCoordinator>(bytes);
});
