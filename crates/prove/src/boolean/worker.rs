//! One thread of the search: a path of positions, and the table that it shares with the others.
//!
//! ```text
//!   enter a position:   judge its children; a lost one wins it, won ones are of no use
//!                       look all others up in the table, the same
//!                       order what is left
//!   go on with it:      the next child: solved meanwhile? somebody inside? else enter it
//!   leave it:           won by the first lost child, lost when none is left; store that
//! ```
//!
//! Children that another thread is inside go to the end of the list, up to [`PATIENCE`] times; after
//! that the thread goes in as well, and the two part further below. Every so many steps a thread
//! looks along its path for a position that somebody else has solved, and goes back to it.

use super::bucket::Name;
use super::shared::CommonGround;
use super::table::{Naming, SolvedTable};
use crate::numbers::Numbers;
use crate::sight::{Seen, Sight};
use crate::watch::SHOWN_PLIES;
use andor_core::{Counters, Game, Limits, Margins, Question, Stopped, sort_by_number};

/// Steps between two looks at the others, at the limits and at the clock.
const STRETCH: u64 = 256;
/// How often a child that somebody is inside is put off.
const PATIENCE: u32 = 2;

/// What all threads search.
pub(super) struct SearchTask<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) sight: &'a Sight<G>,
    pub(super) question: Question,
    pub(super) naming: Naming,
    /// The weights of the game's order of moves.
    pub(super) weights: &'a [i32],
    /// The bytes that a path may take.
    pub(super) path_bytes: u64,
    /// The limits of all threads.
    pub(super) limits: &'a Limits,
}

/// A child that is not settled yet.
#[derive(Clone, Copy)]
struct OpenChild<M> {
    mv: M,
    name: Name,
    margins: Margins,
    score: i32,
}

/// A position of the path.
struct PathPosition<P> {
    position: P,
    name: Name,
    /// Where its children begin; they end where the next frame's begin.
    first: usize,
    /// The next child to look at.
    next: usize,
    /// Of the children before it, so many at the beginning have been put off.
    waiting: usize,
    /// How often the list of children has been gone through.
    rounds: u32,
    /// Its moves.
    moves: usize,
    /// The nodes of this thread when it was entered.
    began: u64,
}

/// How a stretch of steps ended.
pub(super) enum Pause {
    /// There is more to do.
    Open,
    /// The root is solved.
    Solved,
    /// Why the search must stop.
    Stopped(Stopped),
}

/// What the root came to.
pub(super) struct Root<M> {
    /// Whether its side to move reaches its goal.
    pub(super) won: bool,
    /// By which move.
    pub(super) mv: Option<M>,
}

/// A thread.
pub(super) struct Worker<'a, G: Game> {
    task: &'a SearchTask<'a, G>,
    /// Whether there are other threads.
    in_company: bool,
    frames: Vec<PathPosition<G::Position>>,
    children: Vec<OpenChild<G::Move>>,
    moves: Vec<G::Move>,
    open: Vec<G::Move>,
    margins: Vec<Margins>,
    scores: Vec<i32>,
    seen: Seen<G>,
    /// Its own work, and what of it the others know of.
    pub(super) counters: Counters,
    told: Counters,
    /// The work of all threads when it was last looked at, less its own.
    others: Counters,
    /// New entries that the table has not counted yet.
    stored: u64,
    pub(super) root: Option<Root<G::Move>>,
}

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(task: &'a SearchTask<'a, G>) -> Worker<'a, G> {
        Worker {
            task,
            in_company: false,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            open: Vec::new(),
            margins: Vec::new(),
            scores: Vec::new(),
            seen: Seen::default(),
            counters: Counters::default(),
            told: Counters::default(),
            others: Counters::default(),
            stored: 0,
            root: None,
        }
    }

    /// Enters the root.
    pub(super) fn begin(&mut self, root: &G::Position, shared: &CommonGround) {
        self.others = shared.add(0, 0);
        let table = shared.table();
        let name = self.task.naming.name(self.task.game, root);
        match self.enter(root.clone(), name, true, &table, shared) {
            None => {}
            Some(settled) => self.root = Some(settled),
        }
    }

    /// Tells others, who are about to begin, where it is, and looks out for them from now on.
    pub(super) fn join(&mut self, shared: &CommonGround) {
        self.in_company = true;
        self.frames.iter().for_each(|frame| shared.busy.enter(frame.name));
    }

    /// Makes so many steps, then tells the others about it.
    pub(super) fn stretch(&mut self, shared: &CommonGround) -> Pause {
        let table = shared.table();
        let mut pause = Pause::Open;
        for _ in 0..STRETCH {
            if self.frames.is_empty() {
                pause = Pause::Solved;
                break;
            }
            let mut all = self.others;
            all.nodes += self.counters.nodes;
            all.expanded += self.counters.expanded;
            if let Some(stopped) = self.task.limits.spent(&all) {
                pause = Pause::Stopped(stopped);
                break;
            }
            self.step(&table, shared);
        }
        if self.frames.is_empty() {
            pause = Pause::Solved;
        }
        let Counters { nodes, expanded, .. } = self.counters;
        let all = shared.add(nodes - self.told.nodes, expanded - self.told.expanded);
        self.told = self.counters;
        self.others = all.since(self.counters);
        table.count(std::mem::take(&mut self.stored));
        if self.in_company && matches!(pause, Pause::Open) {
            self.go_back(&table, shared);
        }
        if self.path_bytes() > self.task.path_bytes && !matches!(pause, Pause::Solved) {
            pause = Pause::Stopped(Stopped::Memory);
        }
        let wants_room = table.wants_room();
        drop(table);
        if wants_room {
            shared.make_room();
        }
        pause
    }

    pub(super) fn path_bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<PathPosition<G::Position>>();
        (frames + self.children.capacity() * size_of::<OpenChild<G::Move>>()) as u64
    }

    /// Goes on with the last position of the path.
    fn step(&mut self, table: &SolvedTable, shared: &CommonGround) {
        let end = self.children.len();
        let frame = self.frames.last_mut().expect("the root has not been left");
        // Step 1. All children seen: those that were put off come again, or all of them are won.
        if frame.next == end {
            if frame.waiting == 0 {
                self.leave(false, None, table, shared);
                return;
            }
            frame.next = frame.first;
            frame.rounds += 1;
            self.children.truncate(frame.first + frame.waiting);
            frame.waiting = 0;
            return;
        }
        // Step 2. The next child may have been solved since it was put on the list.
        let number = frame.next;
        let OpenChild { mv, name, .. } = self.children[number];
        frame.next += 1;
        if let Some(fact) = table.probe(name) {
            if !fact.won {
                self.leave(true, Some(mv), table, shared);
            }
            return;
        }
        // Step 3. Somebody is inside.
        if self.in_company && frame.rounds < PATIENCE && shared.busy.is_inside(name) {
            self.children.swap(frame.first + frame.waiting, number);
            frame.waiting += 1;
            return;
        }
        // Step 4. Go in.
        let position = self.task.game.after(&frame.position, mv);
        let began = self.counters.nodes;
        if let Some(settled) = self.enter(position, name, false, table, shared) {
            let nodes = self.counters.nodes - began;
            self.stored += u64::from(table.store(name, settled.won, nodes));
            if !settled.won {
                self.leave(true, Some(mv), table, shared);
            }
        }
    }

    /// Enters a position: tells its value if it is settled at one look, else it is the end of the
    /// path.
    fn enter(
        &mut self,
        position: G::Position,
        name: Name,
        is_root: bool,
        table: &SolvedTable,
        shared: &CommonGround,
    ) -> Option<Root<G::Move>> {
        let SearchTask { game, sight, question, naming, weights, .. } = *self.task;
        self.counters.expanded += 1;
        let began = self.counters.nodes;
        let won = |mv| Some(Root { won: true, mv: Some(mv) });
        // Step 1. What can be seen without the table.
        sight.moves(game, &position, is_root, &mut self.moves);
        let from_parent = sight.sees_from_parent();
        if from_parent {
            let winning = sight.open_moves(game, &position, &self.moves, question, &mut self.seen);
            self.counters.nodes += self.seen.looked_at;
            if let Some(mv) = winning {
                return won(mv);
            }
            std::mem::swap(&mut self.moves, &mut self.seen.open);
        }
        let first = self.children.len();
        let by_replies = game.order().is_none();
        for &mv in &self.moves {
            let child = game.after(&position, mv);
            let mut margins = Margins::default();
            if !from_parent {
                self.counters.nodes += 1;
                match sight.read(game, &child, question) {
                    Ok(seen) => margins = seen,
                    Err(Numbers { phi: 0, .. }) => continue,
                    Err(_) => {
                        self.children.truncate(first);
                        return won(mv);
                    }
                }
            }
            let name = naming.name(game, &child);
            table.prefetch(name);
            let score = if by_replies { -(sight.mobility(game, &child) as i32) } else { 0 };
            self.children.push(OpenChild { mv, name, margins, score });
        }
        // Step 2. What the table knows.
        let mut kept = first;
        for number in first..self.children.len() {
            match table.probe(self.children[number].name) {
                Some(fact) if !fact.won => {
                    let mv = self.children[number].mv;
                    self.children.truncate(first);
                    return won(mv);
                }
                Some(_) => {}
                None => {
                    self.children.swap(kept, number);
                    kept += 1;
                }
            }
        }
        self.children.truncate(kept);
        if kept == first {
            return Some(Root { won: false, mv: None });
        }
        // Step 3. Order the rest. Of moves to images of one position the first is enough: the others
        // are found in the table. At the root they would be counted as work to do.
        let mut moves = self.moves.len();
        if is_root {
            let all = self.children.len();
            let mut number = first;
            while number < self.children.len() {
                let name = self.children[number].name;
                let is_image = self.children[first..number].iter().any(|child| child.name == name);
                if is_image {
                    self.children.remove(number);
                } else {
                    number += 1;
                }
            }
            moves -= all - self.children.len();
        }
        let children = &mut self.children[first..];
        if let Some(order) = game.order()
            && children.len() > 1
        {
            self.open.clear();
            self.open.extend(children.iter().map(|child| child.mv));
            self.margins.clear();
            self.margins.extend(children.iter().map(|child| child.margins));
            order.score(game, &position, &self.open, &self.margins, weights, &mut self.scores);
            for (child, &score) in children.iter_mut().zip(&self.scores) {
                child.score = score;
            }
        }
        sort_by_number(children, |child| i32::MAX.abs_diff(child.score).into());
        if self.in_company {
            shared.busy.enter(name);
        }
        let (next, waiting, rounds) = (first, 0, 0);
        self.frames.push(PathPosition {
            position,
            name,
            first,
            next,
            waiting,
            rounds,
            moves,
            began,
        });
        None
    }

    /// Leaves the last position of the path, and every one before it that is settled by that.
    fn leave(
        &mut self,
        won: bool,
        mv: Option<G::Move>,
        table: &SolvedTable,
        shared: &CommonGround,
    ) {
        let (mut won, mut mv) = (won, mv);
        loop {
            let frame = self.drop_frame(shared);
            let nodes = self.counters.nodes - frame.began;
            self.stored += u64::from(table.store(frame.name, won, nodes));
            match self.frames.last() {
                None => {
                    self.root = Some(Root { won, mv });
                    return;
                }
                Some(_) if won => return,
                Some(parent) => {
                    mv = Some(self.children[parent.next - 1].mv);
                    won = true;
                }
            }
        }
    }

    fn drop_frame(&mut self, shared: &CommonGround) -> PathPosition<G::Position> {
        let frame = self.frames.pop().expect("only a position of the path is left");
        self.children.truncate(frame.first);
        if self.in_company {
            shared.busy.leave(frame.name);
        }
        frame
    }

    /// Leaves what is below a position that somebody else has solved. The root is not asked for: its
    /// value is told by whoever knows the move as well.
    fn go_back(&mut self, table: &SolvedTable, shared: &CommonGround) {
        let solved = (1..self.frames.len())
            .find_map(|depth| table.probe(self.frames[depth].name).map(|fact| (depth, fact.won)));
        if let Some((depth, won)) = solved {
            while self.frames.len() > depth + 1 {
                self.drop_frame(shared);
            }
            self.leave(won, None, table, shared);
        }
    }

    /// Solved and open moves in the first positions of the path.
    pub(super) fn first_plies(&self) -> Vec<(usize, usize)> {
        let frames = self.frames.iter().take(SHOWN_PLIES).enumerate();
        frames
            .map(|(depth, frame)| {
                let below = self.frames.get(depth + 1);
                let end = below.map_or(self.children.len(), |below| below.first);
                let inside = usize::from(below.is_some());
                let open = end - frame.next + frame.waiting + inside;
                (frame.moves.saturating_sub(open), open)
            })
            .collect()
    }

    /// The root move that is being searched.
    pub(super) fn root_move(&self) -> Option<String> {
        let root = self.frames.first()?;
        let child = self.children.get(root.next.saturating_sub(1))?;
        Some(self.task.game.move_text(&root.position, child.mv))
    }
}
