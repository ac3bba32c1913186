//! A search tells others what it stores, and takes what they say, through its exchange (see `sharing`).

use super::{DepthFirst, REPEATING};
use crate::numbers::Numbers;
use crate::sharing::{AT_ONCE, Exchange, Shared};
use andor_core::{Game, Key};
use std::sync::Arc;

/// The end of an exchange that one thread has in hand.
#[derive(Clone)]
pub(super) struct Sharing {
    exchange: Arc<Exchange>,
    /// What is not handed over yet.
    positions: Vec<Key>,
    least: u64,
}

impl<G: Game> DepthFirst<G> {
    /// Shares from now on what it stores in its table, if it has one, after at least so much work at a time.
    pub(crate) fn share(&mut self, least: u64) -> Option<Shared> {
        let table = self.share_table()?;
        let exchange = Arc::new(Exchange::new(least));
        self.sharing = Some(Sharing { exchange: exchange.clone(), positions: Vec::new(), least });
        Some(Shared::new(exchange, table))
    }

    /// Takes note of a position that is stored after so much work.
    #[inline]
    pub(super) fn tell(&mut self, key: Key, numbers: Numbers, work: u64) {
        if let Some(sharing) = &mut self.sharing
            && work >= sharing.least
            && numbers != REPEATING
        {
            sharing.positions.push(key);
            if sharing.positions.len() >= AT_ONCE {
                sharing.exchange.tell(&mut sharing.positions);
            }
        }
    }

    /// Hands over what is to be told, and takes what others say. Nobody lets the table grow meanwhile.
    pub(super) fn talk(&mut self) {
        if let (Some(sharing), Some(kept)) = (&mut self.sharing, &self.table) {
            sharing.least = sharing.exchange.least();
            if !sharing.positions.is_empty() {
                sharing.exchange.tell(&mut sharing.positions);
            }
            sharing.exchange.put_into(&kept.found);
        }
    }
}
