//! Builds a table by retrograde analysis, slice by slice.
//!
//! Slices come in the order in which captures and promotions lead down; so when a slice is begun,
//! everything that leaves it is known. Within a slice (and the same material with the other side
//! to move) values spread in rounds, as in K. Thompson, *Retrograde analysis of certain endgames*,
//! ICCA Journal 9(3), 1986, and, for checkers, J. Schaeffer et al., *Building the checkers 10-piece
//! endgame databases*, Advances in Computer Games 10, 2003:
//!
//! 1. Round 1 looks at every position: won if a move leads to a lost one, lost if all lead to won
//!    ones, as far as ends and smaller slices tell.
//! 2. Each later round looks only at positions from which a move *may* lead to one that was
//!    settled in the round before ([`Endings::before`]).
//! 3. When a round settles nothing, what is left is drawn: nobody can force an end.
//!
//! A round sees the values as they were when it began. So the number of the round is a *rank* that
//! falls along every line of a win as long as the material stays: the checker asks for it.
//!
//! A position takes two bits, six while its slice is worked on. All threads work on one slice.

use crate::error::TableError;
use crate::header::Counts;
use crate::layout::Layout;
use crate::successors::{Ground, Next, Place, Scratch};
use crate::values::{HOLE, Value, Values};
use andor_certify::{Worker, work_through};
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Rules, Stopped};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// The numbers that a thread takes at a time; a multiple of 64.
const CHUNK: u64 = 1 << 13;

/// A table in memory.
pub struct Built {
    /// Where every position is.
    pub layout: Layout,
    /// How many wins, draws and losses each slice has.
    pub counts: Vec<Counts>,
    /// How many rounds the slowest slice took.
    pub rounds: u32,
    pub(crate) values: Vec<Values>,
}

impl Built {
    /// The value of a number of a slice; `None` for a hole.
    #[must_use]
    pub fn value(&self, slice: usize, number: u64) -> Option<Value> {
        Value::from_bits(self.values[slice].bits(number))
    }
}

/// One bit a position.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn new(len: u64, word: u64) -> Marks {
        Marks((0..len.div_ceil(64)).map(|_| AtomicU64::new(word)).collect())
    }

    #[inline]
    fn set(&self, number: u64) {
        let word = &self.0[(number / 64) as usize];
        let bit = 1 << (number % 64);
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

/// A slice that is worked on.
struct Working {
    slice: usize,
    /// What this round has settled, and what was before.
    fresh: Values,
    marked: Marks,
    next: Marks,
    ranks: Option<Vec<AtomicU16>>,
}

/// The ranks of a slice: the round in which each position was settled; 0 for draws.
pub(crate) struct Ranks {
    pub(crate) slice: usize,
    pub(crate) ranks: Vec<AtomicU16>,
}

/// Builds group after group.
pub(crate) struct Builder<'a, R: Rules> {
    ground: Ground<'a, R>,
    threads: usize,
    limits: &'a Limits,
    start: Instant,
    /// The slices that are done, and those that are worked on; the others are empty.
    values: Vec<Values>,
    done: u64,
    total: u64,
    /// What progress is called.
    phase: Phase,
}

/// Builds the table of all endings of up to `pieces` men.
///
/// # Errors
/// If the game has no endings, the table does not fit into the memory, or somebody stops it.
pub fn build<R: Rules>(
    rules: &R,
    pieces: u32,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Built, TableError> {
    let layout = layout_of(rules, pieces, limits.memory)?;
    let mut builder = Builder::new(rules, &layout, threads, limits, Phase::Build)?;
    let (mut counts, mut rounds) = (Vec::new(), 0);
    for group in layout.groups() {
        let (_, took) = builder.group(&group, false, observer)?;
        rounds = rounds.max(took);
        for slice in group {
            counts.push(count(&builder.values[slice]));
        }
    }
    let values = std::mem::take(&mut builder.values);
    drop(builder);
    Ok(Built { layout, counts, rounds, values })
}

/// The layout of a game's endings, if there are any and they fit into `memory` bytes.
pub(crate) fn layout_of<R: Rules>(
    rules: &R,
    pieces: u32,
    memory: u64,
) -> Result<Layout, TableError> {
    let spec = rules.spec();
    let impossible = |why: String| Err(TableError::Impossible(why));
    let Some(endings) = rules.endings() else {
        return impossible(format!("\"{spec}\" has no endgame tables"));
    };
    let board = endings.board();
    let least = 2 * board.least.max(1);
    let most = (2 * board.most).min(crate::layout::MOST_PIECES);
    if !(least..=most).contains(&pieces) {
        return impossible(format!(
            "\"{pieces}\" men: tables of \"{spec}\" have {least} to {most}"
        ));
    }
    // Six bits where it is worked on, two elsewhere: at most six everywhere.
    let bytes = Layout::estimate(&board, pieces) / 4 * 3;
    if bytes > memory {
        return impossible(format!(
            "\"{pieces}\" men take about {} MiB, and --memory allows {}",
            bytes >> 20,
            memory >> 20
        ));
    }
    Ok(Layout::new(&board, pieces))
}

fn count(values: &Values) -> Counts {
    let mut counts = [0; 4];
    for number in 0..values.len() {
        counts[usize::from(values.bits(number))] += 1;
    }
    Counts { wins: counts[1], draws: counts[0], losses: counts[2] }
}

impl<'a, R: Rules> Builder<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        layout: &'a Layout,
        threads: usize,
        limits: &'a Limits,
        phase: Phase,
    ) -> Result<Builder<'a, R>, TableError> {
        let none = || TableError::Impossible(format!("\"{}\" has no endgame tables", rules.spec()));
        let endings = rules.endings().ok_or_else(none)?;
        let slices = layout.slices();
        Ok(Builder {
            ground: Ground { rules, endings, layout },
            threads,
            limits,
            start: Instant::now(),
            values: slices.iter().map(|_| Values::new(0)).collect(),
            done: 0,
            total: slices.iter().map(|slice| slice.numbering.len()).sum(),
            phase,
        })
    }

    /// Builds the slices of a group, all it leads to being done. Tells the ranks, if asked for, and
    /// how many rounds it took.
    pub(crate) fn group(
        &mut self,
        group: &[usize],
        ranked: bool,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<Ranks>, u32), TableError> {
        let layout = self.ground.layout;
        let mut working = Vec::new();
        for &slice in group {
            let len = layout.len_of(slice);
            self.values[slice] = Values::new(len);
            working.push(Working {
                slice,
                fresh: Values::new(len),
                marked: Marks::new(len, u64::MAX),
                next: Marks::new(len, 0),
                ranks: ranked.then(|| (0..len).map(|_| AtomicU16::new(0)).collect()),
            });
        }
        let chunks =
            |working: &Working| (0..working.fresh.len().div_ceil(CHUNK)).map(|c| c * CHUNK);
        let parts: Vec<(usize, u64)> = working
            .iter()
            .enumerate()
            .flat_map(|(at, slice)| chunks(slice).map(move |start| (at, start)))
            .collect();
        let mut round = 0;
        loop {
            round += 1;
            let rank = u16::try_from(round).map_err(|_| {
                TableError::Impossible("a win takes more than 65535 rounds".to_owned())
            })?;
            // Step 1. Look at what is marked.
            let looker = || Looker {
                builder: self,
                working: &working,
                parts: &parts,
                scratch: Scratch::default(),
            };
            self.run(&parts, looker, round, observer)?;
            // Step 2. Take over what was found, and mark what it may settle in its turn.
            let taker =
                || Taker { builder: self, working: &working, parts: &parts, rank, taken: 0 };
            let taken = self.run(&parts, taker, round, observer)?;
            if taken == 0 {
                break;
            }
            for slice in &mut working {
                slice.marked = std::mem::replace(&mut slice.next, Marks::new(slice.fresh.len(), 0));
            }
        }
        self.done += working.iter().map(|slice| slice.fresh.len()).sum::<u64>();
        let ranks = working
            .into_iter()
            .filter_map(|working| Some(Ranks { slice: working.slice, ranks: working.ranks? }))
            .collect();
        Ok((ranks, round))
    }

    /// Lets all threads work through the parts.
    fn run<W: Worker>(
        &self,
        parts: &[(usize, u64)],
        worker: impl Fn() -> W + Sync,
        round: u32,
        observer: &mut dyn Observer,
    ) -> Result<u64, TableError> {
        let progress = || {
            observer.progress(&Progress {
                phase: self.phase,
                elapsed: self.start.elapsed(),
                counters: Counters {
                    nodes: self.done,
                    expanded: u64::from(round),
                    ..Counters::default()
                },
                fill: self.done as f64 / self.total.max(1) as f64,
                memory: self.values.iter().map(|values| values.len() / 4).sum(),
                ..Progress::default()
            });
        };
        work_through(parts.len(), self.threads, worker, progress)
            .map_err(|_| TableError::Stopped(self.stopped().unwrap_or(Stopped::Interrupted)))
    }

    fn stopped(&self) -> Option<Stopped> {
        self.limits.clock(self.start)
    }

    /// The value of a position, as far as it follows from what is known. 0 if it does not.
    #[inline]
    fn look(&self, position: &R::Position, scratch: &mut Scratch<R>) -> u8 {
        let ground = &self.ground;
        ground.rules.moves(position, &mut scratch.moves);
        let mut all_lose = true;
        for &mv in &scratch.moves {
            let value = match ground.next(position, mv) {
                Some(Next::Over(value)) => value.bits(),
                Some(Next::At(slice, number)) => match self.values[slice].bits(number) {
                    0 => 0,
                    bits if bits == Value::Loss.bits() => Value::Win.bits(),
                    bits if bits == Value::Win.bits() => Value::Loss.bits(),
                    // A hole: the rules and the layout do not fit each other.
                    _ => 0,
                },
                None => 0,
            };
            if value == Value::Win.bits() {
                return value;
            }
            all_lose &= value == Value::Loss.bits();
        }
        if all_lose { Value::Loss.bits() } else { 0 }
    }
}

/// Looks at marked positions.
struct Looker<'a, R: Rules> {
    builder: &'a Builder<'a, R>,
    working: &'a [Working],
    parts: &'a [(usize, u64)],
    scratch: Scratch<R>,
}

impl<R: Rules> Worker for Looker<'_, R> {
    fn part(&mut self, part: usize) -> Result<(), u64> {
        if self.builder.stopped().is_some() {
            return Err(part as u64);
        }
        let (at, start) = self.parts[part];
        let Working { slice, fresh, marked, .. } = &self.working[at];
        let end = (start + CHUNK).min(fresh.len());
        for word in start / 64..end.div_ceil(64) {
            let mut bits = marked.0[word as usize].load(Ordering::Relaxed);
            while bits != 0 {
                let number = word * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if number >= end || self.builder.values[*slice].bits(number) != 0 {
                    continue;
                }
                let value = match self.builder.ground.place(*slice, number) {
                    Place::Open(position) => self.builder.look(&position, &mut self.scratch),
                    Place::Over(value) => value.bits(),
                    Place::Hole => HOLE,
                };
                if value != 0 {
                    fresh.put(number, value);
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}

/// Takes over what a round has found.
struct Taker<'a, R: Rules> {
    builder: &'a Builder<'a, R>,
    working: &'a [Working],
    parts: &'a [(usize, u64)],
    rank: u16,
    taken: u64,
}

impl<R: Rules> Worker for Taker<'_, R> {
    fn part(&mut self, part: usize) -> Result<(), u64> {
        if self.builder.stopped().is_some() {
            return Err(part as u64);
        }
        let Builder { ground, values, .. } = self.builder;
        let (at, start) = self.parts[part];
        let Working { slice, fresh, ranks, .. } = &self.working[at];
        let end = (start + CHUNK).min(fresh.len());
        for number in start..end {
            let bits = fresh.bits(number);
            if bits == 0 || values[*slice].bits(number) != 0 {
                continue;
            }
            values[*slice].put(number, bits);
            if bits == HOLE {
                continue;
            }
            self.taken += 1;
            if let Some(ranks) = ranks {
                ranks[number as usize].store(self.rank, Ordering::Relaxed);
            }
            let Some(men) = ground.layout.men(*slice, number) else { continue };
            ground.endings.before(&men, &mut |men| {
                let Some((slice, number)) = ground.layout.number(&men) else { return };
                let Some(working) = self.working.iter().find(|working| working.slice == slice)
                else {
                    return;
                };
                if values[slice].bits(number) == 0 {
                    working.next.set(number);
                }
            });
        }
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(self.taken)
    }
}
