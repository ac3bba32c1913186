//! A brute-force solver over any small game: all positions that can be reached, and retrograde
//! analysis over them. Cycles do no harm: what is never won is not won.

use andor_core::{Claim, Outcome, Player, Rules};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// A proof: canonical bytes to move index and rank.
pub type Proof = BTreeMap<Vec<u8>, (u32, u32)>;

/// All positions of a game that can be reached, up to symmetry.
pub struct Solved<'a, R: Rules> {
    rules: &'a R,
    /// Canonical positions, the root's first.
    pub positions: Vec<R::Position>,
    numbers: HashMap<Vec<u8>, usize>,
    /// For each position what follows it, in the order of sorted moves.
    next: Vec<Vec<usize>>,
}

impl<'a, R: Rules> Solved<'a, R> {
    /// Finds all positions that can be reached from `root`.
    pub fn new(rules: &'a R, root: &R::Position) -> Solved<'a, R> {
        let mut all =
            Solved { rules, positions: Vec::new(), numbers: HashMap::new(), next: Vec::new() };
        all.number(root);
        while all.next.len() < all.positions.len() {
            let position = all.positions[all.next.len()].clone();
            let mut moves = Vec::new();
            if rules.outcome(&position).is_none() {
                rules.sorted_moves(&position, &mut moves);
            }
            let next = moves.iter().map(|&mv| all.number(&rules.after(&position, mv))).collect();
            all.next.push(next);
        }
        all
    }

    fn number(&mut self, position: &R::Position) -> usize {
        let canonical = self.rules.canonical(position);
        *self.numbers.entry(canonical.bytes).or_insert_with(|| {
            self.positions.push(canonical.position);
            self.positions.len() - 1
        })
    }

    /// For each position that `player` wins, in how many own moves at most: backwards from the
    /// ends of the game, breadth first.
    fn wins(&self, player: Player) -> Vec<Option<u32>> {
        let count = self.positions.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (number, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&next| before[next].push(number));
        }
        // How many moves of the opponent still escape; ways to one position count each.
        let mut escapes: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut ranks: Vec<Option<u32>> = vec![None; count];
        let won = |&number: &usize| {
            self.rules.outcome(&self.positions[number]) == Some(Outcome::Win(player))
        };
        let mut open: VecDeque<usize> = (0..count).filter(won).collect();
        open.iter().for_each(|&number| ranks[number] = Some(0));
        while let Some(number) = open.pop_front() {
            for &earlier in &before[number] {
                let own = self.rules.side_to_move(&self.positions[earlier]) == player;
                escapes[earlier] -= 1;
                if ranks[earlier].is_none() && (own || escapes[earlier] == 0) {
                    let next = self.next[earlier].iter().filter_map(|&next| ranks[next]);
                    let rank = if own { next.min().map(|rank| rank + 1) } else { next.max() };
                    ranks[earlier] = rank;
                    open.push_back(earlier);
                }
            }
        }
        ranks
    }

    /// A proof of `claim` from the root, if it is true.
    pub fn prove(&self, claim: Claim) -> Option<Proof> {
        let holder = claim.holder();
        // A small number is better for the holder; `None` does not carry the claim.
        let ranks: Vec<Option<u32>> = match claim {
            Claim::Wins(_) => self.wins(holder),
            Claim::NotLoses(_) => {
                let lost = self.wins(holder.other());
                lost.iter().map(|lost| if lost.is_none() { Some(0) } else { None }).collect()
            }
        };
        ranks[0]?;
        let mut proof = Proof::new();
        let mut open = vec![0];
        let mut seen = vec![false; ranks.len()];
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut seen[number], true) || self.next[number].is_empty() {
                continue;
            }
            if self.rules.side_to_move(&self.positions[number]) != holder {
                open.extend(&self.next[number]);
                continue;
            }
            let choices = self.next[number].iter().enumerate();
            let good = choices.filter_map(|(index, &next)| Some((ranks[next]?, index, next)));
            let (_, index, next) = good.min().unwrap();
            let rank = ranks[number].unwrap();
            let bytes = self.rules.canonical(&self.positions[number]).bytes;
            proof.insert(bytes, (index as u32, rank));
            open.push(next);
        }
        Some(proof)
    }
}

/// The four claims there are.
pub fn all_claims() -> [Claim; 4] {
    let [black, white] = [Player::Black, Player::White];
    [Claim::Wins(black), Claim::Wins(white), Claim::NotLoses(black), Claim::NotLoses(white)]
}
