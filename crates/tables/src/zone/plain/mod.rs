//! The plain judge of zone leaves: whether the side to move wins the race, from the definition, on
//! demand, without any table.
//!
//! A certificate that rests on a zone table ends at positions that the table decides. The verifier
//! must know that they are won, and need not know the table: this judge plays out the local game of
//! `crates/tables/src/zone/mod.rs` for the very positions it is asked about, and remembers what it has found
//! ([`memo`]). It shares nothing with the tables: no numbering of states, no entries, no files, no
//! code of `shape`, `build`, `table` or `store`.
//!
//! Who is asked about very many positions has all states of the zone built, and asks what the checker has derived
//! again ([`derived`]): the answers are the same, and they come sooner.
//!
//! The definition is turned into one question, *does the attacker win with this budget?*, so that
//! P1 <= b and P2 <= b become yes or no:
//!
//! ```text
//!   attacker to move, budget b:   b > 0, and an attacker stands on the last row but one, or some
//!                                 move in the zone leads to a yes with the defender to move
//!   defender to move, budget b:   yes after each of its moves:
//!                                   the pass             attacker to move, b - 1
//!                                   a move in the zone   attacker to move, b
//!                                   an exit              attacker to move, the less of b and c
//! ```
//!
//! An infinite budget stays infinite under a pass. Whoever wins with a budget wins with a larger one,
//! so what is remembered of a state is the least budget that is known to win, and the largest that
//! is known not to. One shortcut is taken: the defender may pass at every turn, so an attacker r
//! moves from the goal needs a budget of r, and with less the answer is no.
//!
//! Everything is bounded: the memory of what is remembered, the time, and whoever holds the limits may
//! interrupt it. A judge that was stopped says no more than "I do not know" from then on, and
//! [`PlainZone::stopped`] tells why.

mod derived;
mod lately;
mod memo;

use andor_certify::{Races, TableIdentity, TableName, Tables};
use andor_core::{Instant, Limits, Outcome, RaceBoard, Racers, Rules, Stopped};
use derived::Derived;
use lately::{Asked, Lately};
use memo::Memo;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The clock is looked at after so many states.
const STATES_A_LOOK: u64 = 1 << 10;

/// What the judge says of a position with a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Wins,
    /// The side to move loses.
    Loses,
    /// The zones do not tell, or the judge was stopped.
    Unknown,
}

/// The judge.
pub struct PlainZone {
    columns: usize,
    rows: usize,
    /// Rows of the zone: k.
    depth: usize,
    /// Moves that a defender needs who has just left the zone: c.
    exit_cap: u8,
    limits: Limits,
    start: Instant,
    memo: Memo,
    lately: Lately,
    /// All states, once that pays.
    derived: OnceLock<Option<Derived>>,
    /// After so many states it does.
    many_states: u64,
    threads: usize,
    states: AtomicU64,
    stopped: OnceLock<Stopped>,
    /// What the tables that this judge stands in for are known by.
    stands_for: Vec<TableIdentity>,
}

/// The men in one side's zone. Zone rows count from the goal, and a square is bit number
/// `row * columns + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ZoneMen {
    attackers: u64,
    defenders: u64,
}

/// Somebody or something has stopped the judge.
struct Halt;

impl PlainZone {
    /// A judge of zones of `depth` rows on this board, who ends when the limits say so.
    ///
    /// # Errors
    /// If there is no such zone.
    pub fn new(board: RaceBoard, depth: usize, limits: &Limits) -> Result<PlainZone, String> {
        let RaceBoard { columns, rows } = board;
        if !(1..=8).contains(&columns) || !(1..=8).contains(&rows) {
            return Err(format!("there is no judge of zones for boards of {columns}x{rows}"));
        }
        // Row 0 is the goal, row 1 is where attackers are about to arrive.
        if depth < 2 || depth >= rows {
            return Err(format!("there is no zone of {depth} rows on a board of {rows}"));
        }
        let memo = Memo::new(columns * depth, limits.memory);
        Ok(PlainZone {
            columns,
            rows,
            depth,
            exit_cap: (rows - depth - 1) as u8,
            limits: limits.clone(),
            start: Instant::now(),
            memo: memo.ok_or("the zone has too many squares")?,
            lately: Lately::new(columns * depth, limits.memory),
            derived: OnceLock::new(),
            many_states: derived::pays_after(board, depth, limits.memory),
            threads: 1,
            states: AtomicU64::new(0),
            stopped: OnceLock::new(),
            stands_for: Vec::new(),
        })
    }

    /// The same, who may use so many threads to derive all states at once.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> PlainZone {
        PlainZone { threads: threads.max(1), ..self }
    }

    /// The same, who derives nothing that he is not asked about, however much that is.
    #[must_use]
    pub fn on_demand(self) -> PlainZone {
        PlainZone { many_states: u64::MAX, ..self }
    }

    /// The judge that a verifier asks in place of the table with this name, whatever bytes that table
    /// has.
    ///
    /// # Errors
    /// If these rules have no such zone.
    pub fn in_place_of<R: Rules>(
        name: &TableName,
        rules: &R,
        limits: &Limits,
    ) -> Result<PlainZone, String> {
        let spec = rules.spec();
        let board = rules.race_board().filter(|_| name.game == spec);
        let board = board.ok_or_else(|| format!("{spec} has no such table"))?;
        let depth = name.zone_rows.ok_or("it is no zone table")?;
        let mut judge = PlainZone::new(board, depth as usize, limits)?;
        judge.stands_for.push(TableIdentity {
            checksum: name.checksum.clone(),
            sha256: name.sha256.clone().unwrap_or_default(),
        });
        Ok(judge)
    }

    /// Why the judge has stopped, if it has.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped.get().copied()
    }

    /// How many states of zones were looked into, some of them for several budgets.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// How many bytes are taken for what is remembered.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let derived = self.derived.get().and_then(Option::as_ref).map_or(0, Derived::bytes);
        self.memo.bytes() + self.lately.bytes() + derived
    }

    /// What is known of a position that is not over.
    #[must_use]
    pub fn judge(&self, racers: Racers) -> Verdict {
        let Racers { own, enemy, goes_up } = racers;
        if self.wins(racers) {
            return Verdict::Wins;
        }
        // The opponent attacks in its own zone, and the side to move defends there.
        let zone = self.zone(enemy, own, !goes_up);
        let budget = self.budget(own, !goes_up);
        let loses = self.lately(zone, budget, false, || self.defender_to_move(zone, budget));
        if matches!(loses, Ok(true)) { Verdict::Loses } else { Verdict::Unknown }
    }

    /// How a position that is not over ends, if the zones tell.
    #[must_use]
    pub fn look<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let side = rules.side_to_move(position);
        match self.judge(rules.racers(position)?) {
            Verdict::Wins => Some(Outcome::Win(side)),
            Verdict::Loses => Some(Outcome::Win(side.other())),
            Verdict::Unknown => None,
        }
    }

    /// Whether the side to move wins a position that is not over; false if the zone does not tell.
    #[must_use]
    pub fn wins(&self, racers: Racers) -> bool {
        let Racers { own, enemy, goes_up } = racers;
        let zone = self.zone(own, enemy, goes_up);
        let budget = self.budget(enemy, goes_up);
        let wins = self.lately(zone, budget, true, || self.attacker_to_move(zone, budget));
        matches!(wins, Ok(true))
    }

    /// What was answered lately, or what is found now.
    fn lately(
        &self,
        ZoneMen { attackers, defenders }: ZoneMen,
        budget: u8,
        is_attackers: bool,
        find: impl FnOnce() -> Result<bool, Halt>,
    ) -> Result<bool, Halt> {
        let asked = Asked { attackers, defenders, budget, is_attackers };
        if let Some(wins) = self.lately.answer(asked) {
            return Ok(wins);
        }
        let wins = find()?;
        self.lately.learn(asked, wins);
        Ok(wins)
    }

    /// The zone before the goal of attackers who go up, or down.
    fn zone(&self, attackers: u64, defenders: u64, attackers_go_up: bool) -> ZoneMen {
        let mut zone = ZoneMen { attackers: 0, defenders: 0 };
        let whole_row = (1 << self.columns) - 1;
        for zone_row in 0..self.depth {
            let row = if attackers_go_up { self.rows - 1 - zone_row } else { zone_row };
            let (from, to) = (row * self.columns, zone_row * self.columns);
            zone.attackers |= (attackers >> from & whole_row) << to;
            zone.defenders |= (defenders >> from & whole_row) << to;
        }
        zone
    }

    /// The budget that defenders outside the zone leave to attackers who go up, or down: the moves of
    /// the fastest of them.
    fn budget(&self, defenders: u64, attackers_go_up: bool) -> u8 {
        // Defenders go the other way: home is row 0 if the attackers go up.
        for moves in 0..self.rows - self.depth {
            let row = if attackers_go_up { moves } else { self.rows - 1 - moves };
            if defenders >> (row * self.columns) & ((1 << self.columns) - 1) != 0 {
                return moves as u8;
            }
        }
        self.infinite()
    }

    /// More than any man outside the zone can need.
    fn infinite(&self) -> u8 {
        self.exit_cap + 1
    }

    /// Whether the attacker, who is to move, wins with this budget.
    fn attacker_to_move(&self, zone: ZoneMen, budget: u8) -> Result<bool, Halt> {
        // Step 1. What is plain to see.
        if budget == 0 || zone.attackers == 0 {
            return Ok(false);
        }
        let nearest = zone.attackers.trailing_zeros() as usize / self.columns;
        if nearest <= 1 {
            return Ok(true);
        }
        if budget != self.infinite() && usize::from(budget) < nearest {
            return Ok(false);
        }
        // Step 2. What was found before.
        if let Some(derived) = self.derived() {
            return Ok(derived.attacker_wins(zone, budget));
        }
        let known = self.memo.get(zone.attackers, zone.defenders);
        if let Some(wins) = known.answer(budget) {
            return Ok(wins);
        }
        self.look_at_the_limits()?;
        // Step 3. Every move in the zone, with the men in front first.
        let wins = self.some_move_wins(zone, budget)?;
        match self.memo.learn(zone.attackers, zone.defenders, budget, wins) {
            true => Ok(wins),
            false => {
                let _ = self.stopped.set(Stopped::Memory);
                Err(Halt)
            }
        }
    }

    fn some_move_wins(&self, zone: ZoneMen, budget: u8) -> Result<bool, Halt> {
        let mut men = zone.attackers;
        while men != 0 {
            let from = men.trailing_zeros() as usize;
            men &= men - 1;
            for to in self.targets(from - self.columns, from % self.columns) {
                let Some(to) = to else { continue };
                let straight = to + self.columns == from;
                if zone.attackers >> to & 1 == 1 || straight && zone.defenders >> to & 1 == 1 {
                    continue;
                }
                let next = ZoneMen {
                    attackers: zone.attackers & !(1 << from) | 1 << to,
                    defenders: zone.defenders & !(1 << to),
                };
                if self.defender_to_move(next, budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether the attacker wins with this budget if the defender is to move.
    fn defender_to_move(&self, zone: ZoneMen, budget: u8) -> Result<bool, Halt> {
        if budget == 0 {
            return Ok(false);
        }
        let is_quiet = zone.attackers >> self.columns & ((1 << self.columns) - 1) == 0;
        if let Some(derived) = self.derived().filter(|_| is_quiet) {
            return Ok(derived.attacker_wins_after_the_defender(zone, budget));
        }
        // Step 1. The pass.
        let infinite = budget == self.infinite();
        let after_pass = if infinite { budget } else { budget - 1 };
        if !infinite && !self.attacker_to_move(zone, after_pass)? {
            return Ok(false);
        }
        // Step 2. Out of the zone, wherever that may lead: what is likeliest to be too much for the attacker.
        let last_row = (self.depth - 1) * self.columns;
        let mut leaving = zone.defenders >> last_row << last_row;
        while leaving != 0 {
            let from = leaving.trailing_zeros() as usize;
            leaving &= leaving - 1;
            let next = ZoneMen { defenders: zone.defenders & !(1 << from), ..zone };
            if !self.attacker_to_move(next, budget.min(self.exit_cap))? {
                return Ok(false);
            }
        }
        // Step 3. The moves of the others: what takes a man first, and then the nearest to the goal of the
        // attackers first.
        for takes in [true, false] {
            let mut men = zone.defenders & ((1 << last_row) - 1);
            while men != 0 {
                let from = men.trailing_zeros() as usize;
                men &= men - 1;
                for to in self.targets(from + self.columns, from % self.columns) {
                    let Some(to) = to else { continue };
                    let straight = to == from + self.columns;
                    let is_attacker = zone.attackers >> to & 1 == 1;
                    if zone.defenders >> to & 1 == 1
                        || is_attacker && straight
                        || is_attacker != takes
                    {
                        continue;
                    }
                    let next = ZoneMen {
                        attackers: zone.attackers & !(1 << to),
                        defenders: zone.defenders & !(1 << from) | 1 << to,
                    };
                    if !self.attacker_to_move(next, budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        // Step 4. A pass that costs nothing.
        if infinite { self.attacker_to_move(zone, after_pass) } else { Ok(true) }
    }

    /// The square ahead of a man in this column and its neighbours, as far as there are any.
    fn targets(&self, ahead: usize, column: usize) -> [Option<usize>; 3] {
        let left = (column > 0).then(|| ahead - 1);
        let right = (column + 1 < self.columns).then(|| ahead + 1);
        [left, right, Some(ahead)]
    }

    /// All states, if they were derived.
    fn derived(&self) -> Option<&Derived> {
        self.derived.get()?.as_ref()
    }

    /// Counts a state, and ends if it is time to.
    fn look_at_the_limits(&self) -> Result<(), Halt> {
        let states = self.states.fetch_add(1, Ordering::Relaxed);
        if states >= self.many_states {
            let board = RaceBoard { columns: self.columns, rows: self.rows };
            let limits = self.limits.since(self.start);
            self.derived.get_or_init(|| Derived::new(board, self.depth, self.threads, &limits));
        }
        if states.is_multiple_of(STATES_A_LOOK)
            && let Some(why) = self.limits.clock(self.start)
        {
            let _ = self.stopped.set(why);
        }
        if self.stopped.get().is_some() { Err(Halt) } else { Ok(()) }
    }
}

/// In certificates the holder of the claim is to move wherever a table may be asked: it is enough to
/// know that the side to move wins.
impl<R: Rules> Tables<R> for PlainZone {
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let wins = self.wins(rules.racers(position)?);
        wins.then(|| Outcome::Win(rules.side_to_move(position)))
    }

    fn identities(&self) -> Vec<TableIdentity> {
        self.stands_for.clone()
    }

    /// A search asks for both sides.
    fn decides(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        self.look(rules, position)
    }

    fn races(&self) -> Option<&dyn Races> {
        Some(self)
    }
}

impl Races for PlainZone {
    fn mover_wins(&self, racers: Racers) -> Option<bool> {
        match self.judge(racers) {
            Verdict::Wins => Some(true),
            Verdict::Loses => Some(false),
            Verdict::Unknown => None,
        }
    }
}

impl std::fmt::Debug for PlainZone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let PlainZone { columns, rows, depth, .. } = self;
        write!(f, "PlainZone({columns}x{rows}, {depth} rows, {} states)", self.states())
    }
}
