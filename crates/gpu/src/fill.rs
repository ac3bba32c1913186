//! A zone table filled on a card, layer by layer (`card/zone.h` says what a layer is).

use crate::driver::{Argument, Card, CardError};
use crate::program::Fixed;
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Stopped, zeros};
use andor_tables::zone::{ZoneShape, ZoneTable};
use std::sync::Arc;

const THREADS: u32 = 256;
/// A layer's states of one block are shared out among at most so many blocks of threads.
const MOST_PARTS: u32 = 64;
/// Bytes read back at a time.
const PART_BYTES: usize = 64 << 20;

/// How a build ended that has no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// It was stopped.
    Stopped(Stopped),
    /// The card cannot.
    Card(CardError),
}

impl From<CardError> for NoTable {
    fn from(error: CardError) -> NoTable {
        NoTable::Card(error)
    }
}

/// The states within a block, by the sum of the weights of their men: all of them in that order, and where
/// each sum begins.
struct Layers {
    states: Vec<u32>,
    starts: Vec<u32>,
}

impl Layers {
    fn of(shape: ZoneShape, men_of: &[u16]) -> Layers {
        let (columns, depth) = (shape.columns(), shape.depth());
        let weight = |row: usize, men: u16| {
            (men & 255).count_ones() * row as u32 + (men >> 8).count_ones() * (depth - row) as u32
        };
        // The sums of all states of the rows from the last one up.
        let mut sums = vec![0u32];
        for row in (2..depth).rev() {
            let lower = std::mem::take(&mut sums);
            for &men in men_of {
                sums.extend(lower.iter().map(|sum| sum + weight(row, men)));
            }
        }
        let most = (2..depth).map(|row| columns * row.max(depth - row)).sum::<usize>();
        let mut starts = vec![0u32; most + 2];
        for &sum in &sums {
            starts[sum as usize + 1] += 1;
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        let mut next = starts.clone();
        let mut states = vec![0; sums.len()];
        for (state, &sum) in sums.iter().enumerate() {
            states[next[sum as usize] as usize] = state as u32;
            next[sum as usize] += 1;
        }
        Layers { states, starts }
    }

    fn most(&self) -> u32 {
        self.starts.len() as u32 - 2
    }
}

/// Attackers (low byte) and defenders (high byte) of a row by its ternary number.
fn men_of_numbers(columns: usize) -> Vec<u16> {
    let men = |mut number: usize| {
        let mut men = 0;
        for column in 0..columns {
            match number % 3 {
                0 => men |= 1 << column,
                2 => men |= 256 << column,
                _ => {}
            }
            number /= 3;
        }
        men
    };
    (0..3usize.pow(columns as u32)).map(men).collect()
}

fn bytes_of<T: Copy>(numbers: &[T], into: impl Fn(T) -> u64, width: usize) -> Vec<u8> {
    numbers.iter().flat_map(|&number| into(number).to_le_bytes().into_iter().take(width)).collect()
}

/// The zone table of a shape.
///
/// # Errors
/// If it is stopped, or the card fails or has no room.
pub fn build_zone(
    card: &Arc<Card>,
    shape: ZoneShape,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<ZoneTable, NoTable> {
    // Step 1. The program and what it needs.
    let start = Instant::now();
    let within = 3u64.pow((shape.columns() * (shape.depth() - 2)) as u32);
    if within > u64::from(u32::MAX) {
        let why = format!("a card fills no zone of {} rows", shape.depth());
        return Err(CardError::Missing(why).into());
    }
    let program = Fixed::of_zone(shape).compile(card)?;
    let men_of = men_of_numbers(shape.columns());
    let layers = Layers::of(shape, &men_of);
    let put = |bytes: &[u8]| {
        let mut memory = card.zeroed(bytes.len() as u64)?;
        memory.write(0, bytes)?;
        Ok::<_, CardError>(memory)
    };
    let men_of = put(&bytes_of(&men_of, u64::from, 2))?;
    let states = put(&bytes_of(&layers.states, u64::from, 4))?;
    let starts = put(&bytes_of(&layers.starts, u64::from, 4))?;
    let table = card.zeroed(shape.bytes().next_multiple_of(4))?;
    // Step 2. Layer by layer.
    let blocks = 1u32 << (2 * shape.columns());
    let all = layers.most() + (shape.columns() * (2 * shape.depth() - 1)) as u32;
    let widest = layers.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
    let parts = widest.div_ceil(THREADS).clamp(1, MOST_PARTS);
    for layer in 0..=all {
        if let Some(stopped) = limits.clock(start) {
            return Err(NoTable::Stopped(stopped));
        }
        let mut arguments = [
            Argument::Address(table.address()),
            Argument::Address(men_of.address()),
            Argument::Address(states.address()),
            Argument::Address(starts.address()),
            Argument::Number(layers.most()),
            Argument::Number(layer),
            Argument::Number(parts),
        ];
        program.launch("fill_layer", blocks * parts, THREADS, &mut arguments)?;
        card.wait()?;
        let fill = f64::from(layer) / f64::from(all);
        observer.progress(&Progress {
            phase: Phase::Build,
            elapsed: start.elapsed(),
            counters: Counters {
                nodes: (fill * shape.states() as f64) as u64,
                ..Counters::default()
            },
            fill,
            memory: shape.bytes(),
            ..Progress::default()
        });
    }
    // Step 3. Back.
    let mut bytes = zeros(shape.bytes() as usize);
    for (number, part) in bytes.chunks_mut(PART_BYTES).enumerate() {
        table.read((number * PART_BYTES) as u64, part)?;
    }
    ZoneTable::from_bytes(shape, bytes).map_err(|error| CardError::Failed(error.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::{Layers, men_of_numbers};
    use andor_core::RaceBoard;
    use andor_tables::zone::ZoneShape;

    #[test]
    fn every_state_is_in_the_layer_of_its_sum() {
        let shape = ZoneShape::new(RaceBoard { columns: 2, rows: 6 }, 4).unwrap();
        let layers = Layers::of(shape, &men_of_numbers(2));
        let mut all = layers.states.clone();
        all.sort_unstable();
        assert_eq!(all, (0..81).collect::<Vec<u32>>());
        // Only the state of empty rows has sum 0: two rows of the digits 1 1.
        assert_eq!(&layers.states[..layers.starts[1] as usize], [40]);
        assert_eq!(layers.starts[layers.starts.len() - 1], 81);
    }
}
