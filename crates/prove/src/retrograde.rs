//! Retrograde analysis of everything that can be reached from a position: for small games, and as
//! a judge of the other solvers.
//!
//! All positions below the root are numbered, up to symmetry and by their exact bytes, with the
//! edges between them; ends of the game are tested from the parent and not kept. Then wins and
//! losses spread backwards from the ends, the nearest first:
//!
//! ```text
//!   won    if one move leads to a lost position        in one ply more than the nearest
//!   lost   if all moves lead to won positions          in one ply more than the farthest
//! ```
//!
//! What neither reaches is drawn: from there nobody can force an end, and play without end is a
//! draw. That is the least fixpoint of winning, and it needs no history. One pass answers both
//! questions for every position it has seen. Since the numbers of plies fall along every winning
//! line, the moves to the nearest win make a proof without circles.
//!
//! If that does not fit the memory, and the game never goes back and numbers all its positions, the
//! values of all of them may still fit, at one bit each (`numbered`).
//!
//! It looks at everything, so oracles and static knowledge have nothing to tell it.

mod numbered;

use crate::solver::{Solver, known_moves, unsound};
use crate::watch::Watch;
use andor_core::{
    Answer, Counters, Game, Key, Limits, Observer, Oracle, Outcome, Phase, Progress, ProofSource,
    Question, Repetition, Report, Rules, Stopped,
};
use numbered::Bits;

/// The value of a position for its side to move; won and lost with the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Drawn,
    Won(u32),
    Lost(u32),
}

/// What spreading the values takes for each position (where its predecessors begin, twice; two
/// lists of settled positions) and for each edge (the edge turned round).
const SPREAD_POSITION: usize = 16;
const SPREAD_EDGE: usize = 4;
/// Positions between two looks at the clock, where a look is not part of a step.
const CLOCK_POSITIONS: usize = 1 << 12;
/// No position.
const NOBODY: u32 = u32::MAX;

/// Every position below a root.
struct Atlas {
    /// Bytes of a position, and the canonical bytes of all positions one after another.
    width: usize,
    bytes: Vec<u8>,
    /// Numbers of positions by the hash of their bytes; the length is a power of two.
    slots: Vec<u32>,
    /// Where the edges of a position begin; they end where the next one's begin.
    starts: Vec<u32>,
    edges: Vec<u32>,
    values: Vec<Value>,
    /// Moves of a position that do not lose as far as is known; never 0 where a draw is at hand.
    open: Vec<u32>,
    budget: u64,
}

impl Atlas {
    fn new(width: usize, budget: u64) -> Atlas {
        Atlas {
            width,
            bytes: Vec::new(),
            slots: vec![NOBODY; 16],
            starts: Vec::new(),
            edges: Vec::new(),
            values: Vec::new(),
            open: Vec::new(),
            budget,
        }
    }

    fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn position(&self, number: usize) -> &[u8] {
        &self.bytes[number * self.width..][..self.width]
    }

    /// Bytes set aside, those that spreading the values will take included.
    fn memory(&self) -> u64 {
        let words = self.slots.len() + self.starts.capacity() + self.open.capacity();
        let values = self.values.capacity() * size_of::<Value>();
        let positions =
            self.bytes.capacity() + self.bytes.capacity() / self.width * SPREAD_POSITION;
        (positions + values + 4 * words + self.edges.capacity() * (4 + SPREAD_EDGE)) as u64
    }

    /// Bytes that may still be set aside.
    fn spare(&self) -> u64 {
        self.budget.saturating_sub(self.memory())
    }

    /// Where a position is, or would be, among the slots.
    fn slot(&self, bytes: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = Key::of_bytes(bytes).index as usize & mask;
        while self.slots[slot] != NOBODY && self.position(self.slots[slot] as usize) != bytes {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn find(&self, bytes: &[u8]) -> Option<usize> {
        let number = self.slots[self.slot(bytes)];
        (number != NOBODY).then_some(number as usize)
    }

    /// The number of a position, a new one if it has none; `None` if there is no room.
    fn number(&mut self, bytes: &[u8], most: u64) -> Option<u32> {
        let slot = self.slot(bytes);
        if self.slots[slot] != NOBODY {
            return Some(self.slots[slot]);
        }
        let number = self.len();
        if number as u64 >= most.min(u64::from(NOBODY)) {
            return None;
        }
        if 3 * (number + 1) > 2 * self.slots.len() {
            // Old and new slots are there together for a moment.
            if self.spare() < 8 * self.slots.len() as u64 {
                return None;
            }
            self.double_slots();
        }
        let width = self.width;
        let spare = self.spare();
        reserve(&mut self.bytes, width, 1 + SPREAD_POSITION.div_ceil(width), spare)?;
        self.bytes.extend(bytes);
        let slot = self.slot(bytes);
        self.slots[slot] = number as u32;
        Some(number as u32)
    }

    fn double_slots(&mut self) {
        self.slots = vec![NOBODY; 2 * self.slots.len()];
        for number in 0..self.len() {
            let slot = self.slot(self.position(number));
            self.slots[slot] = number as u32;
        }
    }

    fn edges_of(&self, number: usize) -> &[u32] {
        let end = self.starts.get(number + 1).map_or(self.edges.len(), |&end| end as usize);
        &self.edges[self.starts[number] as usize..end]
    }

    /// The edges turned round: for each position where its predecessors begin, and all of them.
    fn turned(&self) -> (Vec<u32>, Vec<u32>) {
        let mut begins = vec![0; self.len() + 1];
        for &child in &self.edges {
            begins[child as usize + 1] += 1;
        }
        for number in 0..self.len() {
            begins[number + 1] += begins[number];
        }
        let mut parents = vec![0; self.edges.len()];
        let mut next = begins.clone();
        for number in 0..self.len() {
            for &child in self.edges_of(number) {
                parents[next[child as usize] as usize] = number as u32;
                next[child as usize] += 1;
            }
        }
        (begins, parents)
    }

    /// Spreads wins and losses backwards, those of one ply after those of another.
    fn spread(&mut self, watch: &Watch<'_>) -> Result<(), Stopped> {
        let clock = || watch.limits.clock(watch.start).map_or(Ok(()), Err);
        clock()?;
        let (begins, parents) = self.turned();
        let mut settled: Vec<u32> = Vec::new();
        for number in 0..self.len() {
            match self.values[number] {
                Value::Won(_) => settled.push(number as u32),
                Value::Drawn if self.open[number] == 0 => {
                    self.values[number] = Value::Lost(1);
                    settled.push(number as u32);
                }
                _ => {}
            }
        }
        // All of these are one ply from the end; what they settle is two, and so on.
        let mut plies = 1;
        while !settled.is_empty() {
            plies += 1;
            let mut next = Vec::new();
            for (done, child) in settled.into_iter().enumerate() {
                if done.is_multiple_of(CLOCK_POSITIONS) {
                    clock()?;
                }
                let range = begins[child as usize] as usize..begins[child as usize + 1] as usize;
                for &parent in &parents[range] {
                    let parent_index = parent as usize;
                    if self.values[parent_index] != Value::Drawn {
                        continue;
                    }
                    let value = match self.values[child as usize] {
                        Value::Lost(_) => Value::Won(plies),
                        _ => {
                            self.open[parent_index] -= 1;
                            if self.open[parent_index] > 0 {
                                continue;
                            }
                            Value::Lost(plies)
                        }
                    };
                    self.values[parent_index] = value;
                    next.push(parent);
                }
            }
            settled = next;
        }
        Ok(())
    }
}

/// Makes room for `more` items, and for half as many again as there are if `spare` bytes are
/// enough for that; an item takes `cost` of them. `None` if there is no room.
fn reserve<T>(list: &mut Vec<T>, more: usize, cost: usize, spare: u64) -> Option<()> {
    if list.len() + more > list.capacity() {
        let most = usize::try_from(spare).unwrap_or(usize::MAX) / cost;
        let wanted = (list.capacity() / 2).max(8 * more).min(most);
        if wanted < more {
            return None;
        }
        list.reserve_exact(list.capacity() - list.len() + wanted);
    }
    Some(())
}

/// Puts an item at the end of a list, if there is room.
fn push<T>(list: &mut Vec<T>, item: T, cost: usize, spare: u64) -> Result<(), Stopped> {
    reserve(list, 1, cost, spare).ok_or(Stopped::Memory)?;
    list.push(item);
    Ok(())
}

/// The retrograde solver.
#[derive(Default)]
pub struct Retrograde {
    atlas: Option<Atlas>,
    /// In the place of an atlas that would be too large.
    numbered: Option<Bits>,
    question: Option<Question>,
    threads: usize,
}

impl Retrograde {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Retrograde {
        Retrograde::default()
    }

    /// The same with so many threads, where positions are numbered.
    #[must_use]
    pub fn with_threads(threads: usize) -> Retrograde {
        Retrograde { threads, ..Retrograde::default() }
    }

    /// Finds the values of all numbered positions, if the game has numbers and they fit.
    fn induce<G: Game>(
        &mut self,
        game: &G,
        watch: &mut Watch<'_>,
        observer: &mut dyn Observer,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        let may = game.repetition() == Repetition::Impossible && game.is_drawless();
        let numbers = game.numbering().filter(|_| may).ok_or(Stopped::Memory)?;
        let (bytes, limits) = (Bits::bytes_for(numbers.count()), watch.limits);
        if bytes > limits.memory || limits.tree_nodes.is_some_and(|most| most < numbers.count()) {
            return Err(Stopped::Memory);
        }
        let threads = self.threads.max(1);
        let counters = &mut report.counters;
        let built = Bits::build(game, numbers, threads, watch, observer, counters);
        report.peak_memory = report.peak_memory.max(bytes);
        report.peak_entries = numbers.count();
        self.numbered = Some(built?);
        Ok(())
    }

    /// Whether the side to move wins, if all positions are numbered.
    fn numbered_value<G: Game>(&self, game: &G, position: &G::Position) -> Option<bool> {
        let (numbered, numbers) = (self.numbered.as_ref()?, game.numbering()?);
        Some(numbered.is_won(game, numbers, position))
    }

    /// Numbers everything that can be reached from `root`, and gives it its value.
    fn survey<G: Game>(
        &mut self,
        game: &G,
        root: &[u8],
        watch: &mut Watch<'_>,
        observer: &mut dyn Observer,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        let limits = watch.limits;
        let most = limits.tree_nodes.unwrap_or(u64::MAX);
        let mut atlas = Atlas::new(game.encoded_len(), limits.memory);
        let result = fill(game, root, most, &mut atlas, watch, observer, &mut report.counters);
        report.peak_memory = atlas.memory();
        report.peak_entries = atlas.len() as u64;
        result?;
        atlas.spread(watch)?;
        self.atlas = Some(atlas);
        Ok(())
    }
}

/// Numbers every position below the root, with its edges and what its ends decide.
fn fill<G: Game>(
    game: &G,
    root: &[u8],
    most: u64,
    atlas: &mut Atlas,
    watch: &mut Watch<'_>,
    observer: &mut dyn Observer,
    counters: &mut Counters,
) -> Result<(), Stopped> {
    atlas.number(root, most).ok_or(Stopped::Memory)?;
    let mut moves = Vec::new();
    let mut next = 0;
    while next < atlas.len() {
        if watch.look(counters)? {
            observer.progress(&Progress {
                phase: Phase::Search,
                elapsed: watch.start.elapsed(),
                counters: *counters,
                fill: atlas.memory() as f64 / atlas.budget as f64,
                memory: atlas.memory(),
                root: (Some(1), Some(1)),
                ..Progress::default()
            });
        }
        counters.expanded += 1;
        let position = game.decode(atlas.position(next)).expect("these bytes came from a position");
        let side = game.side_to_move(&position);
        game.moves(&position, &mut moves);
        let start = u32::try_from(atlas.edges.len()).map_err(|_| Stopped::Memory)?;
        let spare = atlas.spare();
        push(&mut atlas.starts, start, 4, spare)?;
        let mut value = Value::Drawn;
        let mut open = 0;
        for &mv in &moves {
            counters.nodes += 1;
            match game.outcome_after(&position, mv) {
                Some(Outcome::Win(winner)) if winner == side => value = Value::Won(1),
                Some(Outcome::Win(_)) => {}
                // Never closed: this move does not lose.
                Some(Outcome::Draw) => open += 1,
                None => {
                    let child = game.canonical(&game.after(&position, mv));
                    let child = atlas.number(&child.bytes, most).ok_or(Stopped::Memory)?;
                    let spare = atlas.spare();
                    push(&mut atlas.edges, child, 4 + SPREAD_EDGE, spare)?;
                    open += 1;
                }
            }
        }
        let spare = atlas.spare();
        push(&mut atlas.values, value, size_of::<Value>(), spare)?;
        let spare = atlas.spare();
        push(&mut atlas.open, open, 4, spare)?;
        next += 1;
    }
    Ok(())
}

impl<G: Game> Solver<G> for Retrograde {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if game.repetition().is_superko() {
            return unsound();
        }
        self.question = Some(question);
        let mut report = Report { stopped: Stopped::Solved, ..unsound() };
        let bytes = game.canonical(root).bytes;
        let known = |solver: &Retrograde| {
            if let Some(won) = solver.numbered_value(game, root) {
                return Some(if won { Value::Won(1) } else { Value::Lost(1) });
            }
            let atlas = solver.atlas.as_ref()?;
            atlas.find(&bytes).map(|number| atlas.values[number])
        };
        if known(self).is_none() {
            self.atlas = None;
            let mut watch = Watch::new(limits);
            let mut found = self.survey(game, &bytes, &mut watch, observer, &mut report);
            if found == Err(Stopped::Memory) {
                // The time that the survey took counts.
                found = self.induce(game, &mut watch, observer, &mut report);
            }
            if let Err(stopped) = found {
                return Report { stopped, ..report };
            }
        } else if let Some(atlas) = &self.atlas {
            report.peak_memory = atlas.memory();
            report.peak_entries = atlas.len() as u64;
        }
        let prover_moves = game.side_to_move(root) == question.player;
        report.answer = match known(self).expect("the root has a number") {
            Value::Won(_) if prover_moves => Answer::Proved,
            Value::Lost(_) if !prover_moves => Answer::Proved,
            _ => Answer::Disproved,
        };
        report
    }

    /// Only the moves to the nearest end: then each one brings the win nearer.
    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(question) = self.question else { return Vec::new() };
        if self.numbered.is_some() {
            return known_moves(game, position, question, None, &mut |next| {
                self.numbered_value(game, next).filter(|won| !won).map(|_| 1)
            });
        }
        let Some(atlas) = &self.atlas else { return Vec::new() };
        let side = game.side_to_move(position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut found: Vec<(u32, G::Move)> = Vec::new();
        for mv in moves {
            if let Some(outcome) = game.outcome_after(position, mv) {
                let prover_wins = outcome.winner() == Some(question.player);
                if prover_wins == (side == question.player) {
                    return vec![mv];
                }
                continue;
            }
            let child = game.canonical(&game.after(position, mv));
            let Some(number) = atlas.find(&child.bytes) else { continue };
            match atlas.values[number] {
                Value::Lost(plies) => found.push((plies, mv)),
                Value::Drawn if side != question.player => found.push((NOBODY, mv)),
                Value::Drawn | Value::Won(_) => {}
            }
        }
        let nearest = found.iter().map(|&(plies, _)| plies).min();
        found.retain(|&(plies, _)| Some(plies) == nearest);
        found.into_iter().map(|(_, mv)| mv).collect()
    }

    fn consult(&mut self, _: Box<dyn Oracle<G>>) {}

    fn dismiss_oracles(&mut self) {}

    fn save(&mut self, observer: &mut dyn Observer) {
        observer.note("retrograde has no checkpoint");
    }
}

impl<G: Game> ProofSource<G> for Retrograde {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
