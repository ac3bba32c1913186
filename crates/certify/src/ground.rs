//! What a leaf search stands on: the rules of a game, or, where that is the same, the board of a race.
//!
//! A game that is a race promises how its men move and who wins ([`RaceBoard`]). There the search need not
//! ask the rules for every move: two words of bits do. Both grounds give the same children in the same
//! order, so both prove the same within the same budget. A sceptic asks for the rules.

use crate::resting::{Races, Tables};
use crate::runner::Runners;
use andor_core::{Claim, RaceBoard, Racers, Rules};

/// The numbers of what is decided; sums of others stay below.
pub(crate) const DECIDED: u32 = 1 << 30;

/// What a move leads to.
pub(crate) enum Child<K> {
    /// The game has ended, as claimed or not.
    Over(bool),
    /// It goes on; whether the holder of the claim is to move.
    On(K, bool),
}

/// Where positions, moves and ends come from.
pub(crate) trait Ground {
    /// A position that goes on.
    type Key: Clone + Eq;

    /// Its hash.
    fn hash(key: &Self::Key) -> u64;

    /// The bytes that it takes elsewhere.
    fn heap(key: &Self::Key) -> usize;

    /// Proof and disproof number at first sight.
    fn first_numbers(&self, key: &Self::Key, is_holders: bool) -> (u32, u32);

    /// What its moves lead to, in the order of their codes.
    fn children(&mut self, key: &Self::Key, is_holders: bool, into: &mut Vec<Child<Self::Key>>);
}

/// The numbers of a position that is decided for the holder, or against him.
pub(crate) fn decided(for_holder: bool) -> (u32, u32) {
    if for_holder { (0, DECIDED) } else { (DECIDED, 0) }
}

fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

/// The rules.
pub(crate) struct RulesGround<'a, R: Rules> {
    pub rules: &'a R,
    pub claim: Claim,
    pub runners: Option<Runners>,
    /// Tables that are asked.
    pub tables: Option<&'a dyn Tables<R>>,
    pub moves: Vec<R::Move>,
}

impl<R: Rules> RulesGround<'_, R> {
    /// The bytes of a position.
    pub fn key(&self, position: &R::Position) -> Box<[u8]> {
        let mut bytes = Vec::with_capacity(self.rules.encoded_len());
        self.rules.encode(position, &mut bytes);
        bytes.into_boxed_slice()
    }

    /// Whether the tables bear out that the holder wins a position which was decided so at first sight; those that
    /// the rules settle, and runs, need no table.
    pub fn bears_out(&self, key: &[u8]) -> bool {
        let (rules, holder) = (self.rules, self.claim.holder());
        let Some(tables) = self.tables else { return true };
        let Some(position) = rules.decode(key) else { return false };
        let runs = |runners: &Runners| {
            rules.racers(&position).is_some_and(|racers| runners.decide(&racers))
        };
        rules.settled(&position).is_some()
            || self.runners.as_ref().is_some_and(runs)
            || tables.bears_out(rules, &position, holder)
    }
}

impl<R: Rules> Ground for RulesGround<'_, R> {
    type Key = Box<[u8]>;

    fn hash(key: &Box<[u8]>) -> u64 {
        key.chunks(8).fold(0, |hash, chunk| {
            mix(hash, chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
        })
    }

    fn heap(key: &Box<[u8]>) -> usize {
        key.len()
    }

    fn first_numbers(&self, key: &Box<[u8]>, is_holders: bool) -> (u32, u32) {
        let Some(position) = self.rules.decode(key) else { return (1, 1) };
        if let Some(winner) = self.rules.settled(&position) {
            return decided(winner == self.claim.holder());
        }
        let ask = || self.tables?.decides(self.rules, &position)?.winner();
        match (&self.runners, self.rules.racers(&position)) {
            (Some(runners), Some(racers)) => {
                let side = self.rules.side_to_move(&position);
                runners.first_numbers(&racers, is_holders, || Some(ask()? == side))
            }
            _ => match self.tables.and_then(|tables| tables.decides(self.rules, &position)) {
                Some(outcome) => decided(self.claim.is_met_by(outcome)),
                None => (1, 1),
            },
        }
    }

    fn children(&mut self, key: &Box<[u8]>, _: bool, into: &mut Vec<Child<Box<[u8]>>>) {
        let (rules, holder) = (self.rules, self.claim.holder());
        let Some(position) = rules.decode(key) else { return };
        let mut moves = std::mem::take(&mut self.moves);
        rules.sorted_moves(&position, &mut moves);
        into.extend(moves.iter().map(|&mv| {
            let next = rules.after(&position, mv);
            match rules.outcome(&next) {
                Some(outcome) => Child::Over(self.claim.is_met_by(outcome)),
                None => Child::On(self.key(&next), rules.side_to_move(&next) == holder),
            }
        }));
        self.moves = moves;
    }
}

/// A race: the men of the side to move, and those of the other.
pub(crate) struct RaceGround<'a> {
    board: RaceBoard,
    runners: Runners,
    /// Who is asked.
    races: Option<&'a dyn Races>,
    /// Whether the holder's men go up.
    holder_goes_up: bool,
}

impl<'a> RaceGround<'a> {
    /// The ground of a claim about a position.
    pub fn new(
        board: RaceBoard,
        runners: Runners,
        holder_goes_up: bool,
        races: Option<&'a dyn Races>,
    ) -> RaceGround<'a> {
        RaceGround { board, runners, holder_goes_up, races }
    }

    fn racers(&self, &(own, enemy): &(u64, u64), is_holders: bool) -> Racers {
        Racers { own, enemy, goes_up: self.holder_goes_up == is_holders }
    }
}

impl Ground for RaceGround<'_> {
    type Key = (u64, u64);

    fn hash(&(own, enemy): &(u64, u64)) -> u64 {
        mix(mix(0, own), enemy)
    }

    fn heap(_: &(u64, u64)) -> usize {
        0
    }

    fn first_numbers(&self, key: &(u64, u64), is_holders: bool) -> (u32, u32) {
        let racers = self.racers(key, is_holders);
        self.runners.first_numbers(&racers, is_holders, || self.races?.mover_wins(racers))
    }

    fn children(&mut self, key: &(u64, u64), is_holders: bool, into: &mut Vec<Child<(u64, u64)>>) {
        let Racers { own, enemy, goes_up } = self.racers(key, is_holders);
        let RaceBoard { columns, rows } = self.board;
        let last_row = if goes_up { rows - 1 } else { 0 };
        let mut men = own;
        while men != 0 {
            let from = men.trailing_zeros() as usize;
            men &= men - 1;
            let (column, row) = (from % columns, from / columns);
            let row = if goes_up { row + 1 } else { row.wrapping_sub(1) };
            if row >= rows {
                continue;
            }
            for to_column in column.saturating_sub(1)..(column + 2).min(columns) {
                let to = 1u64 << (row * columns + to_column);
                let is_blocked = own & to != 0 || to_column == column && enemy & to != 0;
                if is_blocked {
                    continue;
                }
                let (own, enemy) = (own & !(1 << from) | to, enemy & !to);
                into.push(match row == last_row || enemy == 0 {
                    true => Child::Over(is_holders),
                    false => Child::On((enemy, own), !is_holders),
                });
            }
        }
    }
}
