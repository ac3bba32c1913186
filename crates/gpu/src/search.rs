//! The boolean search on a card: what is fixed about it, its memory, and slices of a fraction of a second
//! between which the host looks at limits and Ctrl-C.
//!
//! ```text
//!   the card's memory:   zone table | counters of workers inside | paths of all workers | tasks | table of values
//! ```
//!
//! There is one task, the root, or many: leaves of the search of the processor's threads, which share the table.
//!
//! `card/search.h` is the search itself.

use crate::driver::{Argument, Card, CardError, Memory, Program};
use crate::program::{FEATURES, Fixed};
use andor_core::{
    Counters, Game, InputError, Instant, Judgement, Limits, Observer, Phase, Progress, Stopped,
};
use andor_prove::accelerator::{Accelerated, Accelerator, FastTask, Settled};
use andor_tables::zone::{ZoneShape, ZoneTable};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Workers of a block of threads.
const WARPS: u32 = 8;
/// Blocks that a multiprocessor holds at most, and its registers.
const MOST_BLOCKS: u32 = 8;
const REGISTERS: u32 = 65_536;
/// Counters of workers inside: enough that few positions share one.
const BUSY_COUNTERS: u64 = 1 << 23;
/// What the logarithm of the workers inside counts against a move, in places of the order (docs/results/gpu.md).
const PENALTY: u32 = 3;
/// A slice takes about so long.
const SLICE: Duration = Duration::from_millis(200);
/// Leaves have so long together, in slices of about so long: the last open ones get all workers.
const MOMENT: Duration = Duration::from_millis(30);
const PART: Duration = Duration::from_millis(6);
/// Tasks that there is room for.
const MOST_TASKS: usize = 4096;
/// The table takes this share of the memory that is free, unless it is told how much.
const SHARE: (u64, u64) = (9, 10);
/// Bytes of a bucket.
const BUCKET: u64 = 32;
/// The words that are handed over at a time.
const PART_WORDS: usize = 1 << 22;
/// So many plies of a path are part of the progress.
const SHOWN_PLIES: usize = 6;
/// The longest exact code, in bits, and the most moves of a position.
const LONGEST_CODE: u32 = 56;
const MOST_MOVES: usize = 64;

/// Bytes of a path's position without its moves, of a worker without its path, and of what all share.
const FRAME: usize = 48;
const WORKER: usize = 24;
const SHARED: usize = 72;
/// Bytes of a task.
const TASK: usize = 32;

impl Fixed {
    /// Bytes of a worker.
    fn worker_bytes(&self) -> usize {
        WORKER + (self.most_plies + 1) * (FRAME + 8 * self.most_moves)
    }

    /// What filling a zone takes; there is no search.
    pub(crate) fn of_zone(shape: ZoneShape) -> Fixed {
        Fixed {
            columns: shape.columns(),
            rows: shape.rows(),
            depth: shape.depth(),
            code_bits: 8,
            weights: FEATURES.map(|name| (name, 0)).to_vec(),
            most_moves: 1,
            most_plies: 1,
            penalty: PENALTY,
            busy_counters: 1,
            warps: 1,
        }
    }
}

/// What is fixed about the search below a position.
///
/// # Errors
/// If a card has no rules of this game, or no room for its positions.
pub fn fixed_for<G: Game>(
    game: &G,
    root: &G::Position,
    weights: &[i32],
    depth: usize,
) -> Result<Fixed, InputError> {
    let spec = game.spec();
    let refuse = |why: &str| InputError::new(format!("--device: {why}"));
    let board = game.race_board().filter(|board| {
        // A race with walls, or of other rules, has another name.
        spec == format!("breakthrough:{}x{}", board.columns, board.rows)
    });
    let (Some(board), Some(racers)) = (board, game.racers(root)) else {
        return Err(refuse(&format!(
            "there are no rules of {spec} for cards, only of Breakthrough"
        )));
    };
    let Some(code_bits) = game.code_bits().filter(|&bits| bits <= LONGEST_CODE) else {
        return Err(refuse(&format!(
            "positions of {spec} have no exact codes of {LONGEST_CODE} bits or fewer"
        )));
    };
    let features = game.order().map_or(&[][..], |order| order.features());
    if features != FEATURES || weights.len() != FEATURES.len() {
        return Err(refuse("the card's programs do not know these features of moves"));
    }
    let men = racers.own.count_ones().max(racers.enemy.count_ones()) as usize;
    if 3 * men > MOST_MOVES {
        return Err(refuse(&format!("a side has {men} men, and {} is the most", MOST_MOVES / 3)));
    }
    Ok(Fixed {
        columns: board.columns,
        rows: board.rows,
        depth,
        code_bits,
        weights: FEATURES.into_iter().zip(weights.iter().copied()).collect(),
        most_moves: (3 * men).max(1),
        most_plies: racers.plies_left(board) as usize,
        penalty: PENALTY,
        busy_counters: BUSY_COUNTERS,
        warps: WARPS,
    })
}

/// A card that searches.
pub struct CardSearch {
    card: Arc<Card>,
    bytes: Option<u64>,
    zone: Option<Arc<ZoneTable>>,
    /// The table of the last search.
    table: Option<Memory>,
    /// The search of leaves, which goes on as long as this is fixed.
    leaves: Option<(Fixed, Running)>,
}

/// A search in the card's memory.
struct Running {
    program: Program,
    shared: Memory,
    workers: Memory,
    worker_bytes: usize,
    frame_bytes: usize,
    blocks: u32,
    tasks: Memory,
    /// The length of the next slice.
    steps: u32,
    zone: Option<Memory>,
    busy: Memory,
}

/// What all workers share, as the host reads it.
struct Look {
    counters: Counters,
    stored: u64,
}

impl CardSearch {
    /// Takes a card into use, with so much of its memory (else nine tenths of what is free), and the zone
    /// table that the processor asks as well.
    ///
    /// # Errors
    /// If it is not there.
    pub fn open(
        ordinal: u32,
        bytes: Option<u64>,
        zone: Option<Arc<ZoneTable>>,
    ) -> Result<CardSearch, CardError> {
        Ok(CardSearch { card: Card::open(ordinal)?, bytes, zone, table: None, leaves: None })
    }

    /// Everything in its place.
    fn prepare(&mut self, fixed: &Fixed) -> Result<Running, CardError> {
        let card = &self.card;
        (self.table, self.leaves) = (None, None);
        let program = fixed.compile(card)?;
        let registers = program.registers("search")?.next_multiple_of(8);
        let fitting = REGISTERS / (registers * WARPS * 32);
        let blocks = card.info().multiprocessors * fitting.clamp(1, MOST_BLOCKS);
        let budget = self.bytes.unwrap_or(card.free_bytes()? / SHARE.1 * SHARE.0);
        let zone = match &self.zone {
            None => None,
            Some(table) => {
                let mut memory = card.zeroed(table.bytes().len() as u64)?;
                memory.write(0, table.bytes())?;
                Some(memory)
            }
        };
        let busy = card.zeroed(fixed.busy_counters * 4)?;
        let workers = card.zeroed(u64::from(blocks * WARPS) * fixed.worker_bytes() as u64)?;
        let tasks = card.zeroed((MOST_TASKS * TASK) as u64)?;
        let used =
            zone.as_ref().map_or(0, Memory::bytes) + busy.bytes() + workers.bytes() + tasks.bytes();
        let buckets = budget.saturating_sub(used) / BUCKET;
        if buckets == 0 {
            return Err(CardError::Memory(used + BUCKET));
        }
        self.table = Some(card.zeroed(buckets * BUCKET)?);
        Ok(Running {
            program,
            shared: card.zeroed(SHARED as u64)?,
            workers,
            worker_bytes: fixed.worker_bytes(),
            frame_bytes: FRAME + 8 * fixed.most_moves,
            blocks,
            tasks,
            steps: 64,
            zone,
            busy,
        })
    }

    /// Slices until the root is solved or a limit is reached.
    fn search_root(
        &mut self,
        running: &mut Running,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Accelerated, CardError> {
        let start = Instant::now();
        let workers = u64::from(running.blocks * WARPS);
        let table_bytes = self.table.as_ref().map_or(0, Memory::bytes);
        let memory = table_bytes + running.workers.bytes();
        loop {
            let took = running.slice(&self.card)?;
            let look = running.look()?;
            let value = running.values(1)?[0].won;
            let stopped = match value {
                None => limits.clock(start).or(limits.spent(&look.counters)),
                Some(_) => Some(Stopped::Solved),
            };
            observer.progress(&Progress {
                phase: Phase::Search,
                elapsed: start.elapsed(),
                counters: look.counters,
                // Workers that write at the same time count a place twice.
                fill: (look.stored as f64 / (table_bytes / 8) as f64).min(1.0),
                memory,
                root: (Some(1), Some(1)),
                plies: running.first_plies()?,
                ..Progress::default()
            });
            if let Some(stopped) = stopped {
                let (counters, entries) = (look.counters, look.stored);
                return Ok(Accelerated { stopped, won: value, counters, entries, memory });
            }
            // The next slice: of the right length, and not past a limit on work.
            running.set_length(took, SLICE);
            let left = limits.expansions.map(|limit| (limit - look.counters.expanded) / workers);
            running.steps = running.steps.min(left.map_or(u32::MAX, |left| left as u32 + 1));
        }
    }
}

impl Running {
    /// Begins with these tasks; of what was known before, the table is left.
    fn begin(&mut self, tasks: &[[u64; 4]], table: &Memory) -> Result<(), CardError> {
        self.busy.clear()?;
        self.workers.clear()?;
        let bytes: Vec<u8> = tasks.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
        self.tasks.write(0, &bytes)?;
        let words = [
            0,
            0,
            0,
            table.address(),
            table.bytes() / BUCKET,
            self.busy.address(),
            self.zone.as_ref().map_or(0, Memory::address),
            self.tasks.address(),
            tasks.len() as u64,
        ];
        self.shared.write(0, &words.map(u64::to_le_bytes).concat())
    }

    /// All workers make some steps; tells how long that took.
    fn slice(&self, card: &Card) -> Result<Duration, CardError> {
        let start = Instant::now();
        let mut arguments = [
            Argument::Address(self.shared.address()),
            Argument::Address(self.workers.address()),
            Argument::Number(self.steps),
        ];
        self.program.launch("search", self.blocks, WARPS * 32, &mut arguments)?;
        card.wait()?;
        Ok(start.elapsed())
    }

    /// After a slice that took so long, the next one is to take about so long.
    fn set_length(&mut self, took: Duration, wanted: Duration) {
        let factor = wanted.as_secs_f64() / took.as_secs_f64().max(1e-4);
        self.steps = (f64::from(self.steps) * factor.clamp(0.5, 2.0)) as u32;
        self.steps = self.steps.clamp(16, 1 << 20);
    }

    /// What has become of the first so many tasks.
    fn values(&self, tasks: usize) -> Result<Vec<Settled>, CardError> {
        let mut bytes = vec![0; tasks * TASK];
        self.tasks.read(0, &mut bytes)?;
        let of = |task: &[u8]| {
            let value = word_of(&task[16..24]) >> 32;
            let won = (value != 0).then_some(value == 2);
            Settled { won, expanded: word_of(&task[24..32]) }
        };
        Ok(bytes.chunks_exact(TASK).map(of).collect())
    }

    fn look(&self) -> Result<Look, CardError> {
        let mut bytes = [0; SHARED];
        self.shared.read(0, &mut bytes)?;
        let number = |at: usize| word_of(&bytes[at..at + 8]);
        let counters = Counters { nodes: number(0), expanded: number(8), ..Counters::default() };
        Ok(Look { counters, stored: number(16) })
    }

    /// Settled and open moves in the first positions of the first worker's path.
    fn first_plies(&self) -> Result<Vec<(usize, usize)>, CardError> {
        let bytes = (WORKER + SHOWN_PLIES * self.frame_bytes).min(self.worker_bytes);
        let mut head = vec![0; bytes];
        self.workers.read(0, &mut head)?;
        let length = usize::from(head[8]).min((bytes - WORKER) / self.frame_bytes);
        let ply = |at: usize| {
            let frame = &head[WORKER + at * self.frame_bytes..][..FRAME];
            let open: u32 = frame[32..40].iter().map(|byte| byte.count_ones()).sum();
            let all = usize::from(frame[40]);
            (all.saturating_sub(open as usize), open as usize)
        };
        Ok((0..length).map(ply).collect())
    }
}

/// A number of up to eight bytes.
fn word_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A position as a task for the card, which sees it from its side to move.
fn task_of<G: Game>(game: &G, position: &G::Position, cells: usize) -> Result<[u64; 4], String> {
    let root = game.racers(position).ok_or("the game tells no racers")?;
    let seen = |men: u64| if root.goes_up { men } else { men.reverse_bits() >> (64 - cells) };
    Ok([seen(root.own), seen(root.enemy), u64::from(root.goes_up), 0])
}

impl CardSearch {
    /// Searches leaves for a moment.
    fn settle_tasks(
        &mut self,
        fixed: &Fixed,
        tasks: &[[u64; 4]],
        limits: &Limits,
    ) -> Result<(Vec<Settled>, Counters), CardError> {
        let mut running = match self.leaves.take() {
            Some((same, running)) if same == *fixed => running,
            _ => self.prepare(fixed)?,
        };
        let (mut all, mut work) = (Vec::new(), Counters::default());
        for tasks in tasks.chunks(MOST_TASKS) {
            let table = self.table.as_ref().expect("it was made with the rest");
            running.begin(tasks, table)?;
            let start = Instant::now();
            let found = loop {
                let took = running.slice(&self.card)?;
                let found = running.values(tasks.len())?;
                if found.iter().all(|task| task.won.is_some()) {
                    break found;
                }
                running.set_length(took, PART);
                if start.elapsed() >= MOMENT || limits.interrupt.load(Ordering::Relaxed) {
                    break found;
                }
            };
            work += running.look()?.counters;
            all.extend(found);
        }
        self.leaves = Some((fixed.clone(), running));
        Ok((all, work))
    }

    fn depth(&self) -> usize {
        self.zone.as_ref().map_or(0, |zone| zone.shape().depth())
    }
}

impl<G: Game> Accelerator<G> for CardSearch {
    fn check(&self, game: &G, root: &G::Position, weights: &[i32]) -> Result<(), InputError> {
        fixed_for(game, root, weights, self.depth()).map(|_| ())
    }

    fn search(
        &mut self,
        task: &FastTask<'_, G>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Accelerated>, String> {
        let FastTask { game, root, weights, limits } = *task;
        if game.judge(root) != Judgement::Open {
            return Ok(None);
        }
        let fixed = fixed_for(game, root, weights, self.depth()).map_err(|why| why.to_string())?;
        let task = task_of(game, root, fixed.columns * fixed.rows)?;
        let mut running = self.prepare(&fixed).map_err(|error| error.to_string())?;
        let table = self.table.as_ref().expect("it was made with the rest");
        running.begin(&[task], table).map_err(|error| error.to_string())?;
        let found = self.search_root(&mut running, limits, observer);
        found.map(Some).map_err(|error| error.to_string())
    }

    fn settle(
        &mut self,
        task: &FastTask<'_, G>,
        positions: &[G::Position],
    ) -> Result<(Vec<Settled>, Counters), String> {
        let FastTask { game, root, weights, limits } = *task;
        let fixed = fixed_for(game, root, weights, self.depth()).map_err(|why| why.to_string())?;
        let cells = fixed.columns * fixed.rows;
        let tasks = positions.iter().map(|position| task_of(game, position, cells));
        let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
        self.settle_tasks(&fixed, &tasks, limits).map_err(|error| error.to_string())
    }

    fn values(&mut self, take: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), String> {
        let Some(table) = self.table.take() else { return Ok(()) };
        let mut words = vec![0u64; PART_WORDS];
        let mut bytes = vec![0u8; PART_WORDS * 8];
        let mut offset = 0;
        while offset < table.bytes() {
            let size = ((table.bytes() - offset) as usize).min(bytes.len());
            table.read(offset, &mut bytes[..size]).map_err(|error| error.to_string())?;
            for (word, eight) in words.iter_mut().zip(bytes[..size].chunks_exact(8)) {
                *word = word_of(eight);
            }
            if !take(&words[..size / 8]) {
                break;
            }
            offset += size as u64;
        }
        Ok(())
    }
}
