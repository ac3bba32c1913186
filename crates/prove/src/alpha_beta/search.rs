//! One iteration: can the attacker reach its goal within so many plies?
//!
//! ```text
//!   attacker to move   one move that reaches the goal is enough; it cuts
//!   defender to move   one move after which it is not reached is enough; it cuts
//! ```
//!
//! This is alpha-beta with a window so small that only "reached" and "not reached" lie on its
//! sides (the null window of PVS, Winands' thesis, 2.6). "Not reached" is of two kinds: *refuted*
//! by ends of the game, or not within the *horizon*. Reached and refuted are facts about a
//! position; "not within d plies" is stored with d, and answers for every horizon up to d. None
//! of the three knows how the position came up: the plies are counted, a repetition is not even
//! looked for, and so there is no history that could interact. Under superko there is, and so there is
//! in the paper's scheme, where a move back to the path refutes the prover at once: then the path is
//! looked at before the children are, and facts that lean on it become its twins.
//!
//! At all nodes more than two plies above the horizon the children are looked up in the table
//! before the first of them is searched (*enhanced transposition cutoffs*).

use super::bounds::Bounds;
use super::ordering::{Ordering, evaluated};
use crate::closed_set::{ClosedSet, Grown};
use crate::cycles::Cycles;
use crate::numbers::Numbers;
use crate::road::Road;
use crate::sight::Sight;
use crate::simulation::{Place, Replayer};
use crate::table::Table;
use crate::twins::{Twin, TwinTable};
use crate::watch::Watch;
use andor_core::{
    Counters, Game, Judgement, Key, Observer, Phase, Player, Progress, Question, Stopped,
};

/// How a search for a goal within so many plies ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// The attacker reaches its goal.
    Reached,
    /// It never does.
    Refuted,
    /// It does not within these plies.
    Horizon,
}

/// A move that decides a node.
#[derive(Clone, Copy)]
struct Decision<M> {
    mv: M,
    /// Whether it does so on this path only.
    leans: bool,
}

impl<M> Decision<M> {
    /// One that holds on every path.
    fn fact(mv: M) -> Decision<M> {
        Decision { mv, leans: false }
    }
}

/// What the search of a node came to.
struct NodeEnd {
    reach: Reach,
    /// Whether that leans on the path.
    leans: bool,
}

/// What became of the moves of a node.
struct Tried<M> {
    /// A move that decides it.
    decided: Option<Decision<M>>,
    /// Whether a move leads past the horizon.
    too_far: bool,
    /// Whether it leans on the path that the other moves fail.
    leans: bool,
}

/// An open child.
pub(super) struct RatedMove<M> {
    mv: M,
    credit: i64,
    key: Option<Key>,
}

/// What the table knows of a child.
enum Looked {
    /// The child's side to move does not reach its goal: the move decides.
    Decides,
    /// It does: the move fails.
    Fails,
    /// The attacker does not get there from the child in time.
    TooFar,
    Open,
}

/// A search with all its parts.
pub(super) struct Search<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::Position,
    pub(super) question: Question,
    pub(super) sight: &'a Sight<G>,
    pub(super) table: &'a mut Table,
    /// Positions lost for their side to move.
    pub(super) log: &'a mut Table,
    pub(super) ordering: &'a mut Ordering<G::Move>,
    pub(super) watch: Watch<'a>,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) counters: Counters,
    /// Children looked at in all iterations, whether they count or not.
    pub(super) steps: u64,
    /// What it means that positions come back; where the path is looked at, its road, the twins, how many
    /// of them are simulated, and whether entries are trusted for their depth.
    pub(super) cycles: Cycles,
    pub(super) road: Road,
    pub(super) twins: Option<&'a mut TwinTable>,
    pub(super) tried: usize,
    trusts_depths: bool,
    /// Whether this iteration has come to its horizon.
    met_horizon: bool,
    /// The children of the path.
    pub(super) children: Vec<RatedMove<G::Move>>,
    pub(super) moves: Vec<G::Move>,
    judgements: Vec<Judgement>,
    /// Who must reach what: the prover a win, or the opponent anything else.
    attacker: Player,
    horizon: u32,
    /// The move that decides the root for its side to move, once there is one.
    pub(super) winning: Option<G::Move>,
    pub(super) best: Option<G::Move>,
    pub(super) peak_closed: u64,
}

impl<'a, G: Game> Search<'a, G> {
    #[expect(clippy::too_many_arguments, reason = "the parts of one search")]
    pub(super) fn new(
        game: &'a G,
        root: &'a G::Position,
        question: Question,
        sight: &'a Sight<G>,
        table: &'a mut Table,
        log: &'a mut Table,
        ordering: &'a mut Ordering<G::Move>,
        watch: Watch<'a>,
        observer: &'a mut dyn Observer,
    ) -> Search<'a, G> {
        Search {
            game,
            root,
            question,
            sight,
            table,
            log,
            ordering,
            watch,
            observer,
            counters: Counters::default(),
            steps: 0,
            cycles: Cycles::Impossible,
            road: Road::default(),
            twins: None,
            tried: 0,
            trusts_depths: true,
            met_horizon: false,
            children: Vec::new(),
            moves: Vec::new(),
            judgements: Vec::new(),
            attacker: question.player,
            horizon: 0,
            winning: None,
            best: None,
            peak_closed: 0,
        }
    }

    /// One iteration: `attacker` has `horizon` plies.
    pub(super) fn iterate(&mut self, attacker: Player, horizon: u32) -> Result<Reach, Stopped> {
        (self.attacker, self.horizon) = (attacker, horizon);
        self.met_horizon = false;
        let place = Place { key: self.game.key(self.root), code: self.road.start };
        let NodeEnd { reach, .. } = self.search(self.root, place, 0)?;
        if reach == Reach::Horizon && !self.met_horizon {
            // What was not reached in time was not reached on other paths.
            self.trusts_depths = !self.road.is_kept;
        }
        Ok(reach)
    }

    /// Can the attacker reach its goal from here before the horizon? And does that lean on the path?
    fn search(
        &mut self,
        position: &G::Position,
        place: Place,
        ply: u32,
    ) -> Result<NodeEnd, Stopped> {
        self.look()?;
        let Place { key, code } = place;
        let first = self.children.len();
        let steps = self.steps;
        let side = self.game.side_to_move(position);
        let attacks = side == self.attacker;
        let remaining = self.horizon - ply;
        let known = self.table.probe(key).map(|known| known.numbers);
        self.counters.expanded += u64::from(known.is_none());
        // The root is settled only together with a move.
        let mut bounds =
            known.filter(|known| !known.is_solved()).map_or_else(Bounds::default, Bounds::of);

        // Step 1. Test the children for the end of the game.
        let decided = self.test_children(position, side, ply, remaining, bounds.mark);
        let decided = decided.map(Decision::fact);
        let mut tried = Tried { decided, too_far: false, leans: false };
        if self.road.is_kept {
            self.road.push(self.cycles.key(self.game, position));
            if decided.is_none() {
                self.look_at_path(position, first, code, &mut tried);
            }
        }
        let none_open = self.children.len() == first;
        let mut best = None;
        if tried.decided.is_none() && !none_open {
            // Step 2. At the horizon nothing more is known.
            if remaining == 1 {
                tried.too_far = true;
                self.met_horizon = true;
            } else {
                // Step 3. Enhanced transposition cutoffs.
                if remaining > 2 {
                    self.look_up_children(position, first, remaining - 1, attacks, &mut tried);
                }
                // Step 4. Search the children.
                if tried.decided.is_none() && (attacks || !tried.too_far) {
                    self.search_children(position, code, first, ply, &mut tried, &mut best)?;
                }
            }
        }
        self.children.truncate(first);
        if self.road.is_kept {
            self.road.pop();
        }

        // Step 5. Store what was found.
        let work = self.steps - steps + 1;
        let trusts_clean = self.cycles != Cycles::Superko { trusts_clean: false };
        let minds_paths = self.twins.is_some();
        let mut leans = false;
        let reach = match (tried.decided, tried.too_far) {
            (Some(decision), _) => {
                let mv = decision.mv;
                leans = minds_paths && (decision.leans || !trusts_clean);
                self.ordering.cut(side, ply as usize, mv, self.game.move_code(mv), remaining);
                if ply == 0 {
                    self.winning = Some(mv);
                }
                match leans {
                    true => self.keep_twin(place, Some(mv)),
                    false => self.keep(key, Numbers::WON, work),
                }
                if attacks { Reach::Reached } else { Reach::Refuted }
            }
            (None, true) => {
                if let Some(mv) = best {
                    let code = self.game.move_code(mv);
                    if !attacks {
                        self.ordering.cut(side, ply as usize, mv, code, remaining);
                    }
                    bounds.mark = Ordering::<G::Move>::mark(code);
                    if ply == 0 {
                        self.best = Some(mv);
                    }
                }
                // Beside the horizon a defender needs no table to know that.
                if attacks || remaining > 1 {
                    let failed =
                        &mut bounds.failed[usize::from(self.attacker != self.question.player)];
                    *failed = remaining.max(*failed);
                    self.table.store(key, bounds.numbers(), work);
                }
                Reach::Horizon
            }
            (None, false) => {
                leans = minds_paths && (tried.leans || !trusts_clean);
                match leans {
                    true => self.keep_twin(place, None),
                    false => self.keep(key, Numbers::LOST, work),
                }
                if attacks { Reach::Refuted } else { Reach::Reached }
            }
        };
        Ok(NodeEnd { reach, leans })
    }

    /// Drops the children that the path says fail, and looks for one that decides the node.
    fn look_at_path(
        &mut self,
        position: &G::Position,
        first: usize,
        code: u64,
        tried: &mut Tried<G::Move>,
    ) {
        let (game, table) = (self.game, &*self.table);
        let mut replayer = Replayer {
            game,
            sight: self.sight,
            question: self.question,
            cycles: self.cycles,
            road: &mut self.road,
            twins: self.twins.as_deref_mut(),
            tried: self.tried,
            counters: &mut self.counters,
            base: |key| table.solved(key),
        };
        let mut index = first;
        while index < self.children.len() {
            let mv = self.children[index].mv;
            let next = game.after(position, mv);
            let key = game.key(&next);
            match replayer.verdict(&next, mv, Place { key, code }) {
                Some(true) => {
                    tried.leans = true;
                    self.children.swap_remove(index);
                    continue;
                }
                Some(false) => {
                    tried.decided = tried.decided.or(Some(Decision { mv, leans: true }));
                }
                // A fact is better than one that leans on the path.
                None if table.solved(key).is_some_and(|numbers| numbers.delta == 0) => {
                    tried.decided = Some(Decision::fact(mv));
                    return;
                }
                None => self.children[index].key = Some(key),
            }
            index += 1;
        }
    }

    /// Stores a fact that holds on this path: the move that wins, or that none does.
    fn keep_twin(&mut self, Place { key, code }: Place, winning: Option<G::Move>) {
        let depth = self.road.len();
        let winning = winning.map(|mv| self.game.move_code(mv));
        if let Some(twins) = &mut self.twins {
            twins.store(key, Twin { code, depth, winning });
        }
    }

    /// Puts the open children on the path's stack; a move that decides the node ends it.
    fn test_children(
        &mut self,
        position: &G::Position,
        side: Player,
        ply: u32,
        remaining: u32,
        mark: u16,
    ) -> Option<G::Move> {
        let (game, question, sight) = (self.game, self.question, self.sight);
        let mut moves = std::mem::take(&mut self.moves);
        sight.moves(game, position, ply == 0, &mut moves);
        let sees_from_parent = sight.sees_from_parent();
        let evaluates = remaining > 2 && game.evaluator().is_some();
        let mut decided = None;
        let mut judgements = std::mem::take(&mut self.judgements);
        sight.foresee(game, position, &moves, &mut judgements);
        for (at, &mv) in moves.iter().enumerate() {
            // A node counts in the iteration that first reaches its depth.
            self.counters.nodes += u64::from(remaining == 1 || !self.trusts_depths);
            self.steps += 1;
            let child = (!sees_from_parent || evaluates).then(|| game.after(position, mv));
            match sight.judge_child(
                game,
                position,
                mv,
                judgements.get(at).copied(),
                child.as_ref(),
                question,
            ) {
                Some(Numbers { delta: 0, .. }) => {
                    decided = Some(mv);
                    break;
                }
                Some(_) => continue,
                None => {}
            }
            let mut credit = 0;
            if remaining > 1 {
                credit = self.ordering.credit(side, ply as usize, mv, game.move_code(mv), mark);
                credit += child.filter(|_| evaluates).map_or(0, |child| evaluated(game, &child));
            }
            self.children.push(RatedMove { mv, credit, key: None });
            if remaining == 1 && side != self.attacker && !self.road.is_kept {
                // One move past the horizon is all that the defender needs.
                break;
            }
        }
        self.moves = moves;
        self.judgements = judgements;
        decided
    }

    /// Looks the children up before any of them is searched, and drops those that are known to
    /// fail.
    fn look_up_children(
        &mut self,
        position: &G::Position,
        first: usize,
        remaining: u32,
        attacks: bool,
        tried: &mut Tried<G::Move>,
    ) {
        for child in &mut self.children[first..] {
            let (game, mv) = (self.game, child.mv);
            let key = child.key.unwrap_or_else(|| game.key(&game.after(position, mv)));
            self.table.prefetch(key);
            child.key = Some(key);
        }
        let mut index = first;
        while index < self.children.len() {
            let child = &self.children[index];
            let key = child.key.expect("just set");
            match self.look_up(key, remaining) {
                Looked::Decides => {
                    tried.decided = Some(Decision::fact(child.mv));
                    return;
                }
                Looked::Open => index += 1,
                Looked::Fails => drop(self.children.swap_remove(index)),
                Looked::TooFar => {
                    tried.too_far = true;
                    if attacks {
                        self.children.swap_remove(index);
                    } else {
                        // It may still be refuted for good by another one.
                        index += 1;
                    }
                }
            }
        }
    }

    fn look_up(&self, key: Key, remaining: u32) -> Looked {
        let Some(known) = self.table.probe(key) else { return Looked::Open };
        let disproves = usize::from(self.attacker != self.question.player);
        match known.numbers {
            Numbers { delta: 0, .. } => Looked::Decides,
            Numbers { phi: 0, .. } => Looked::Fails,
            _ if !self.trusts_depths => Looked::Open,
            numbers if Bounds::of(numbers).failed[disproves] >= remaining => Looked::TooFar,
            _ => Looked::Open,
        }
    }

    /// Searches the children, the most promising first; `best` becomes the move to try first next
    /// time.
    fn search_children(
        &mut self,
        position: &G::Position,
        code: u64,
        first: usize,
        ply: u32,
        tried: &mut Tried<G::Move>,
        best: &mut Option<G::Move>,
    ) -> Result<(), Stopped> {
        let attacks = self.game.side_to_move(position) == self.attacker;
        let remaining = self.horizon - ply - 1;
        let mut most_work = 0;
        while self.children.len() > first {
            let open = &self.children[first..];
            let most = (0..open.len()).rev().max_by_key(|&index| open[index].credit);
            let chosen = first + most.expect("a child is left");
            let RatedMove { mv, key, .. } = self.children.swap_remove(chosen);
            let child = self.game.after(position, mv);
            let key = key.unwrap_or_else(|| self.game.key(&child));
            let steps = self.steps;
            let NodeEnd { reach, leans } = match self.look_up(key, remaining) {
                Looked::Decides => {
                    tried.decided = Some(Decision::fact(mv));
                    return Ok(());
                }
                Looked::Fails => continue,
                Looked::TooFar => NodeEnd { reach: Reach::Horizon, leans: false },
                Looked::Open => {
                    let code = self.road.code_after(code, || self.game.move_code(mv));
                    self.search(&child, Place { key, code }, ply + 1)?
                }
            };
            match (reach, attacks) {
                (Reach::Reached, true) | (Reach::Refuted, false) => {
                    tried.decided = Some(Decision { mv, leans });
                    return Ok(());
                }
                (Reach::Reached, false) | (Reach::Refuted, true) => tried.leans |= leans,
                (Reach::Horizon, false) => {
                    tried.too_far = true;
                    *best = Some(mv);
                    return Ok(());
                }
                (Reach::Horizon, true) => {
                    tried.too_far = true;
                    // The move that was hardest to refute.
                    if self.steps - steps >= most_work {
                        most_work = self.steps - steps;
                        *best = Some(mv);
                    }
                }
            }
        }
        Ok(())
    }

    /// Grows a closed set around the root, looking at no more than about `children` moves and
    /// using no more than about `bytes`.
    pub(super) fn grow_closed_set(&mut self, children: u64, bytes: u64) -> Result<Grown, Stopped> {
        let table = &*self.table;
        let known = |key| table.solved(key);
        let mut set = ClosedSet::new(self.game, self.root, self.question, self.sight, known);
        let (watch, counters) = (&mut self.watch, self.counters);
        let grown = set.grow(children, bytes, || watch.look(&counters).map(drop));
        self.counters.nodes += set.steps;
        self.steps += set.steps;
        self.peak_closed = self.peak_closed.max(set.bytes());
        let grown = grown?;
        if grown != Grown::Abandoned {
            self.winning = set.winning;
        }
        let facts: Vec<_> = set.facts(grown).collect();
        facts.into_iter().for_each(|(key, numbers)| self.keep(key, numbers, 1));
        Ok(grown)
    }

    /// Stores a fact.
    pub(super) fn keep(&mut self, key: Key, numbers: Numbers, work: u64) {
        self.table.store(key, numbers, work);
        if numbers.delta == 0 {
            self.log.store(key, numbers, work);
        }
    }

    /// Looks at the limits, and reports now and then.
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        if self.watch.look(&self.counters)? {
            let progress = self.progress();
            self.observer.progress(&progress);
        }
        Ok(())
    }

    /// Bytes in tables and lists.
    pub(super) fn memory(&self) -> u64 {
        let path = self.children.capacity() * size_of::<RatedMove<G::Move>>();
        self.table.bytes()
            + self.log.bytes()
            + path as u64
            + self.ordering.bytes()
            + self.twins.as_ref().map_or(0, |twins| twins.bytes())
            + self.peak_closed
    }

    fn progress(&self) -> Progress {
        let (game, root) = (self.game, self.root);
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let mut keys = Vec::new();
        let mut solved = 0;
        for mv in moves {
            let child = game.after(root, mv);
            let key = game.key(&child);
            if !keys.contains(&key) {
                keys.push(key);
                let known = self.table.probe(key).is_some_and(|known| known.numbers.is_solved());
                let judged = self.sight.judge(game, &child, self.question).is_some();
                solved += usize::from(known || judged);
            }
        }
        Progress {
            phase: Phase::Search,
            elapsed: self.watch.start.elapsed(),
            counters: self.counters,
            fill: self.table.fill(),
            memory: self.memory(),
            // There are no such numbers here: one thing is left to do either way.
            root: (Some(1), Some(1)),
            root_moves: (solved, keys.len() - solved),
            plies: Vec::new(),
            before: 0,
            best: self.best.map(|mv| game.move_text(root, mv)),
        }
    }
}
