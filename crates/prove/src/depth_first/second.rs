//! The second level of PDS-PN (Winands' thesis, 5.1.3 and Fig. 5.3): a child that the table does
//! not know is evaluated by a PN search; its root alone goes to the table.
//!
//! The first level's size x is the number of entries in its table. By default the table has half the
//! room for nodes, so that the second level is never without; in the thesis it may have all of it
//! ([`TableShare`](super::TableShare)). Either way PDS-PN goes on when its table is full.

use super::{DepthFirst, Run, Second, SecondLevel};
use crate::best_first::{Buffers, Context, NOWHERE, Tree};
use crate::cycles::Cycles;
use crate::node_pool::{self, Node, NodePool};
use crate::numbers::{INFINITE, Numbers};
use crate::repetition::Leaning;
use crate::simulation::Place;
use crate::table::Table;
use andor_core::{Counters, Game, InputError, Stopped};

impl<G: Game> SecondLevel<G> {
    /// With so many bytes for the tree, and as many as half of that for the log.
    pub(super) fn new(
        config: Second,
        bytes: u64,
        tree_nodes: Option<u64>,
    ) -> Result<SecondLevel<G>, InputError> {
        let fitting = bytes / size_of::<Node<G::Move>>() as u64;
        Ok(SecondLevel {
            config,
            tree: Tree::new(NodePool::new(bytes, tree_nodes)),
            log: Table::new(bytes / 2)?,
            buffers: Buffers::default(),
            room: tree_nodes.unwrap_or(u64::MAX).min(fitting),
            peak: 0,
        })
    }

    pub(super) fn memory(&self) -> u64 {
        self.tree.memory() + self.log.bytes()
    }
}

impl<G: Game> DepthFirst<G> {
    /// Evaluates the chosen child of the top frame, which the table does not know.
    pub(super) fn evaluate(
        &mut self,
        game: &G,
        position: &G::Position,
        place: Place,
        run: &mut Run<'_, G::Position>,
    ) -> Result<(), Stopped> {
        if let Some(numbers) = self.sight.judge(game, position, run.question) {
            self.keep(game, place, numbers, 1, Leaning::NONE, None);
            self.receive(numbers, 1, Leaning::NONE);
            return Ok(());
        }
        let cycles = self.cycles;
        let entries = self.table().used();
        let mut second = self.second.take().expect("only called with a second level");
        let SecondLevel { config, tree, log, buffers, room, peak } = &mut second;
        let room = config.growth.room(entries, *room).unwrap_or(1);
        let path_keys = match cycles {
            Cycles::Impossible => Vec::new(),
            Cycles::Draw => self.frames.iter().map(|frame| frame.key).chain([place.key]).collect(),
            Cycles::Superko { .. } => {
                let road = self.road.situations().iter().copied();
                road.chain([game.situation_key(position)]).collect()
            }
        };
        let mut context = Context {
            game,
            question: run.question,
            leaf: config.leaf,
            sight: &self.sight,
            log,
            keeps_proved: false,
            path_keys,
            cycles,
            merges: true,
            counters: Counters::default(),
            buffers,
        };
        let before = self.counters;
        let mut steps: u64 = 0;
        let result =
            tree.search_below(&mut context, position, self.frames.len(), room, |context| {
                let mut done = before;
                done += context.counters;
                if let Some(stopped) = run.limits.spent(&done) {
                    return Err(stopped);
                }
                steps += 1;
                match steps.is_multiple_of(super::CLOCK_STEPS) {
                    true => run.limits.clock(run.start).map_or(Ok(()), Err),
                    false => Ok(()),
                }
            });
        let counters = context.counters;
        self.counters.nodes += counters.nodes;
        self.counters.expanded += counters.expanded;
        let winning = tree.winning;
        let root = (!tree.path.is_empty()).then(|| *tree.root());
        *peak = (*peak).max(tree.pool.peak());
        self.second = Some(second);
        result?;
        let root = root.ok_or(Stopped::Memory)?;
        // A path-dependent result keeps the highest position that it leans on.
        let solved = root.phi == 0 || root.delta == 0;
        let leaning = match root.first {
            above if solved && above != NOWHERE && self.road.is_kept => Leaning::EVERYTHING,
            above if solved && above != NOWHERE => {
                Leaning::on(above as usize).and(Leaning::on(self.frames.len() - 1))
            }
            _ => Leaning::NONE,
        };
        let wide = |number: u32| match number {
            node_pool::INFINITE => INFINITE,
            finite => u64::from(finite),
        };
        let numbers = Numbers { phi: wide(root.phi), delta: wide(root.delta) };
        self.keep(game, place, numbers, counters.expanded.max(1), leaning, winning);
        self.receive(numbers, counters.expanded, leaning);
        run.peak_memory = run.peak_memory.max(self.memory());
        Ok(())
    }
}
