//! The checker of tables: is every entry right? Asks the reference rules, believes nothing else.
//!
//! For every position of every slice all moves are played with the reference rules, and the values
//! that the file gives to what comes out must make the value that it gives to the position:
//!
//! ```text
//!   win    some move ends the game with a win, or leads to a loss of lower rank
//!   loss   every move ends the game with a loss, or leads to a win of lower rank
//!   draw   no move wins or leads to a loss, and some move draws or leads to a draw
//! ```
//!
//! Without ranks that would not be enough: where positions come back, wins can lean on each other
//! in a circle and all look right. A rank is a number that is the same in no circle: material that
//! a capture or promotion leads to has a lower one by its order, and within the same material it is
//! the round of a retrograde analysis. Ranks are not in the file: they are found again by building
//! each slice with the fast rules. Where they come from does not matter, and the values found with
//! them are thrown away: any numbers with which every entry passes prove that wins are wins and
//! losses are losses, for ranks fall along every line. Then draws are draws: there is always a move
//! that keeps the draw, and none that wins.
//!
//! The numbering is not believed either: each number that a move leads to is turned into men
//! again, which must be an image of those that the rules made.

use crate::build::{Builder, Ranks};
use crate::error::TableError;
use crate::header::Counts;
use crate::layout::Layout;
use crate::successors::{Ground, Next, Place, Scratch};
use crate::table::Table;
use crate::values::{Value, Values};
use andor_certify::{Worker, work_through};
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Rules};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// A table that was found to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifiedTable {
    /// Positions that were checked.
    pub positions: u64,
    /// Moves that were played for it.
    pub moves: u64,
}

/// A slice that is being checked.
struct SliceCheck<'a, R: Rules> {
    ground: &'a Ground<'a, R>,
    values: &'a [Values],
    ranks: &'a [Ranks],
    slice: usize,
    moves: &'a AtomicU64,
    counts: &'a Mutex<Counts>,
}

/// Checks every entry of a table with the reference rules; `fast` rules of the same game find the
/// ranks.
///
/// # Errors
/// Names the first damaged block, or the first wrong entry of the first slice that has one; says so if a
/// limit on time or memory ends it.
pub fn verify<G: Rules, R: Rules>(
    fast: &G,
    reference: &R,
    table: &Table,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<VerifiedTable, TableError> {
    let layout = table.layout();
    let impossible = |why: &str| TableError::Impossible(format!("\"{}\": {why}", reference.spec()));
    let endings = reference.endings().ok_or_else(|| impossible("it has no endgame tables"))?;
    if endings.board() != *layout.board() || reference.spec() != table.file().spec() {
        return Err(impossible("these are not the rules of the table"));
    }
    check_memory(layout, limits)?;
    let ground = Ground { rules: reference, endings, layout };
    let start = Instant::now();
    let total: u64 = table.file().slices().iter().map(|slice| slice.counts.positions()).sum();
    let mut builder = Builder::new(fast, layout, threads, limits, Phase::Rank)?;
    let mut values: Vec<Values> = Vec::new();
    let (moves, mut positions) = (AtomicU64::new(0), 0);
    for group in layout.groups() {
        // Step 1. Inflate the slices, and find ranks for them.
        for &slice in &group {
            values.push(Values::from_bytes(table.file().slice(slice)?, layout.len_of(slice)));
        }
        let (ranks, _) = builder.group(&group, true, observer)?;
        // Step 2. Check every entry.
        for &slice in &group {
            let counts = Mutex::new(Counts::default());
            let check = SliceCheck {
                ground: &ground,
                values: &values,
                ranks: &ranks,
                slice,
                moves: &moves,
                counts: &counts,
            };
            let show = |done: u64| Progress {
                phase: Phase::Verify,
                elapsed: start.elapsed(),
                counters: Counters { nodes: positions + done, ..Counters::default() },
                fill: (positions + done) as f64 / total.max(1) as f64,
                ..Progress::default()
            };
            let counted =
                check.run(threads, limits, start, |done| observer.progress(&show(done)))?;
            let stated = table.file().slices()[slice].counts;
            if counted != stated {
                let material = &table.file().slices()[slice].material;
                return Err(TableError::Wrong(format!(
                    "slice {material}: {} wins, {} draws, {} losses, and the header says {}, {}, {}",
                    counted.wins,
                    counted.draws,
                    counted.losses,
                    stated.wins,
                    stated.draws,
                    stated.losses
                )));
            }
            positions += counted.positions();
        }
    }
    Ok(VerifiedTable { positions, moves: moves.into_inner() })
}

/// Whether there is room to check a table: two bits a number as the file has it, six to build it again,
/// and two bytes for the rank of each number of the material that is looked at.
fn check_memory(layout: &Layout, limits: &Limits) -> Result<(), TableError> {
    let numbers = |slices: &[usize]| -> u64 { slices.iter().map(|&at| layout.len_of(at)).sum() };
    let groups: Vec<u64> = layout.groups().iter().map(|group| numbers(group)).collect();
    let needed = groups.iter().sum::<u64>() + 2 * groups.iter().max().copied().unwrap_or(0);
    match needed > limits.memory {
        true => Err(TableError::Impossible(format!(
            "checking this table takes about {} MiB of memory, and {} are allowed",
            needed.div_ceil(1 << 20),
            limits.memory >> 20
        ))),
        false => Ok(()),
    }
}

impl<R: Rules> SliceCheck<'_, R> {
    /// Checks all entries; tells how many there are by value.
    fn run(
        &self,
        threads: usize,
        limits: &Limits,
        start: Instant,
        mut progress: impl FnMut(u64),
    ) -> Result<Counts, TableError> {
        let layout = self.ground.layout;
        let parts = layout.len_of(self.slice).div_ceil(CHUNK) as usize;
        let done = AtomicU64::new(0);
        let worker = || SliceWorker {
            check: self,
            limits,
            start,
            done: &done,
            scratch: Scratch::default(),
            counts: Counts::default(),
            moves: 0,
        };
        let checked =
            work_through(parts, threads, worker, || progress(done.load(Ordering::Relaxed)));
        progress(done.load(Ordering::Relaxed));
        if let Err(number) = checked {
            if let Some(stopped) = limits.clock(start) {
                return Err(TableError::Stopped(stopped));
            }
            let why = self.check(number, &mut Scratch::default()).err().unwrap_or_default();
            let position = layout.men(self.slice, number);
            let position = position.and_then(|men| self.ground.endings.position(&men));
            let text = position
                .map_or_else(String::new, |position| self.ground.rules.position_text(&position));
            let material = layout.slices()[self.slice].material.text(layout.board());
            return Err(TableError::Wrong(format!(
                "slice {material}, entry {number} (position \"{text}\"): {why}"
            )));
        }
        Ok(*self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn rank(&self, slice: usize, number: u64) -> Option<u16> {
        let ranks = self.ranks.iter().find(|ranks| ranks.slice == slice)?;
        Some(ranks.ranks[number as usize].load(Ordering::Relaxed))
    }

    /// Checks an entry: its value and how many moves it has; `None` for a hole.
    fn check(&self, number: u64, scratch: &mut Scratch<R>) -> Result<Option<(Value, u64)>, String> {
        let Ground { rules, endings, layout } = self.ground;
        let value = || {
            Value::from_bits(self.values[self.slice].bits(number))
                .ok_or_else(|| "it has no value".to_owned())
        };
        let position = match self.ground.place(self.slice, number) {
            Place::Hole => return Ok(None),
            Place::Over(end) if value()? == end => return Ok(Some((end, 0))),
            Place::Over(_) => {
                return Err(format!("it says {}, and the game is over", value()?.text()));
            }
            Place::Open(position) => position,
        };
        let value = value()?;
        let own_rank = self.rank(self.slice, number).unwrap_or(0);
        rules.moves(&position, &mut scratch.moves);
        if scratch.moves.is_empty() {
            return Err("the game goes on, but there is no move".to_owned());
        }
        let (mut wins, mut draws) = (false, false);
        for &mv in &scratch.moves {
            let after = || format!("after {}", rules.move_text(&position, mv));
            let child = rules.after(&position, mv);
            let (child_value, falls) = match self.ground.next(&position, mv) {
                Some(Next::Over(end)) => (end, true),
                Some(Next::At(slice, to)) => {
                    // The number stands for what the rules made, and for nothing else.
                    let men = endings.men(&child);
                    let numbering = &layout.slices()[slice].numbering;
                    let stands = layout.men(slice, to);
                    let is_image = stands.is_some_and(|found| numbering.are_images(&men, &found));
                    if !numbering.holds(&men) || !is_image {
                        return Err(format!("{} the position has the number of another", after()));
                    }
                    let below = self.rank(slice, to).is_none_or(|rank| rank < own_rank);
                    if self.rank(slice, to).is_none() && slice > self.slice {
                        return Err(format!("{} there is more material", after()));
                    }
                    let bits = self.values[slice].bits(to);
                    let found = Value::from_bits(bits)
                        .ok_or_else(|| format!("{} there is no value", after()))?;
                    (found.turned(), below)
                }
                None => return Err(format!("{} the table has no such position", after())),
            };
            match (value, child_value) {
                (Value::Win, Value::Win) => wins |= falls,
                (Value::Draw, Value::Win) => {
                    return Err(format!("it says draw, but {} it is won", after()));
                }
                (Value::Draw, Value::Draw) => draws = true,
                (Value::Loss, Value::Loss) if !falls => {
                    return Err(format!("it says loss, but {} there is no end in sight", after()));
                }
                (Value::Loss, Value::Win | Value::Draw) => {
                    return Err(format!("it says loss, but {} it is not lost", after()));
                }
                _ => {}
            }
        }
        match value {
            Value::Win if !wins => Err("it says win, but no move wins".to_owned()),
            Value::Draw if !draws => Err("it says draw, but every move loses".to_owned()),
            _ => Ok(Some((value, scratch.moves.len() as u64))),
        }
    }
}

/// What one thread does.
struct SliceWorker<'a, R: Rules> {
    check: &'a SliceCheck<'a, R>,
    limits: &'a Limits,
    start: Instant,
    done: &'a AtomicU64,
    scratch: Scratch<R>,
    counts: Counts,
    moves: u64,
}

impl<R: Rules> Worker for SliceWorker<'_, R> {
    fn part(&mut self, part: usize) -> Result<(), u64> {
        let start = part as u64 * CHUNK;
        if self.limits.clock(self.start).is_some() {
            return Err(start);
        }
        let end = (start + CHUNK).min(self.check.ground.layout.len_of(self.check.slice));
        let mut checked = 0;
        for number in start..end {
            let entry = self.check.check(number, &mut self.scratch).map_err(|_| number)?;
            let Some((value, moves)) = entry else { continue };
            checked += 1;
            self.moves += moves;
            match value {
                Value::Win => self.counts.wins += 1,
                Value::Draw => self.counts.draws += 1,
                Value::Loss => self.counts.losses += 1,
            }
        }
        self.done.fetch_add(checked, Ordering::Relaxed);
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        self.check.moves.fetch_add(self.moves, Ordering::Relaxed);
        let mut counts =
            self.check.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        counts.wins += self.counts.wins;
        counts.draws += self.counts.draws;
        counts.losses += self.counts.losses;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::verify;
    use crate::build::build;
    use crate::file::TableFile;
    use crate::header::Counts;
    use crate::save::to_bytes;
    use crate::table::Table;
    use crate::values::Value;
    use andor_core::{
        EndingBoard, Endings, InputError, Limits, Men, Outcome, Player, Repetition, Rules, Silent,
    };

    /// Each side has a man on two squares and must move it to the other one, for ever.
    ///
    /// ```text
    ///   side to move  0 1      enemy  2 3
    /// ```
    struct Pacing;

    /// Where the men of Black and White are (0 or 1), and who is to move.
    type Spot = ([u8; 2], Player);

    impl Rules for Pacing {
        type Position = Spot;
        type Move = ();

        fn spec(&self) -> String {
            "pacing".to_owned()
        }

        fn repetition(&self) -> Repetition {
            Repetition::Draw
        }

        fn initial(&self) -> Spot {
            ([0, 0], Player::Black)
        }

        fn side_to_move(&self, position: &Spot) -> Player {
            position.1
        }

        fn outcome(&self, _: &Spot) -> Option<Outcome> {
            None
        }

        fn moves(&self, _: &Spot, moves: &mut Vec<()>) {
            *moves = vec![()];
        }

        fn play_unchecked(&self, position: &mut Spot, (): ()) {
            let old = *position;
            position.0[old.1 as usize] ^= 1;
            position.1 = old.1.other();
        }

        fn encoded_len(&self) -> usize {
            3
        }

        fn encode(&self, position: &Spot, bytes: &mut Vec<u8>) {
            bytes.extend_from_slice(&[position.0[0], position.0[1], position.1 as u8]);
        }

        fn decode(&self, _: &[u8]) -> Option<Spot> {
            None
        }

        fn move_code(&self, (): ()) -> u32 {
            0
        }

        fn endings(&self) -> Option<&dyn Endings<Spot>> {
            Some(self)
        }

        fn position_text(&self, position: &Spot) -> String {
            format!("{position:?}")
        }

        fn parse_position(&self, text: &str) -> Result<Spot, InputError> {
            Err(InputError::new(text))
        }

        fn move_text(&self, _: &Spot, (): ()) -> String {
            "pace".to_owned()
        }
    }

    impl Endings<Spot> for Pacing {
        fn board(&self) -> EndingBoard {
            let images = EndingBoard::square(2, 2, 1, 1).images[..1].to_vec();
            EndingBoard { own: [3, 0], enemy: [12, 0], images, least: 1, most: 1, has_ends: false }
        }

        fn count(&self, _: &Spot) -> u32 {
            2
        }

        fn men(&self, (spots, side): &Spot) -> Men {
            let (own, enemy) = (spots[*side as usize], spots[side.other() as usize]);
            Men { own: [1 << own, 0], enemy: [4 << enemy, 0] }
        }

        fn position(&self, men: &Men) -> Option<Spot> {
            let spot = |men: u64| men.trailing_zeros() as u8;
            Some(([spot(men.own[0]), spot(men.enemy[0] >> 2)], Player::Black))
        }

        fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
            found(Men { own: [(men.enemy[0] >> 2) ^ 3, 0], enemy: [men.own[0] << 2, 0] });
        }
    }

    #[test]
    fn wins_that_lean_on_each_other_in_a_circle_are_found() {
        let limits = Limits::default();
        let check = |bytes: Vec<u8>| {
            let table = Table::new(TableFile::from_bytes(bytes).unwrap(), &Pacing).unwrap();
            verify(&Pacing, &Pacing, &table, 1, &limits, &mut Silent)
        };
        let mut built = build(&Pacing, 2, 1, &limits, &mut Silent).unwrap();
        assert_eq!(built.counts, [Counts { wins: 0, draws: 4, losses: 0 }]);
        assert_eq!(check(to_bytes(&built, "pacing")).unwrap().positions, 4);
        // Round the circle: win, loss, win, loss. Each looks right by its neighbours.
        let mut position = Pacing.initial();
        for value in [Value::Win, Value::Loss, Value::Win, Value::Loss] {
            let (slice, number) = built.layout.number(&Pacing.men(&position)).unwrap();
            built.values[slice].put(number, value.bits());
            Pacing.play_unchecked(&mut position, ());
        }
        assert_eq!(Pacing.men(&position), Pacing.men(&Pacing.initial()));
        built.counts[0] = Counts { wins: 2, draws: 0, losses: 2 };
        let error = check(to_bytes(&built, "pacing")).unwrap_err().to_string();
        assert!(error.contains("no move wins") || error.contains("no end in sight"), "{error}");
    }
}
