//! What a position costs a search, as a small network says ([`network`](crate::network)) that sees which man stands where
//! and nothing else. Such a network belongs to boards of one side.
//!
//! Of a position's children one after the other is a leaf: what the men of the position add up to is kept, and each child is
//! two rows of weights away from it, or three.

use super::fast::{Loa, Move, Position};
use super::images::images;
use crate::network::{Network, Shared, Step};
use andor_core::{Cost, CostModel, CostScale, InputError, NetworkSight, Player, Rules};

/// A network of costs.
pub(super) struct CostNetwork {
    shared: Shared<2>,
    scale: CostScale,
}

impl CostNetwork {
    /// Whether a text is that of a network, not of a sum of terms.
    pub(super) fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("images "))
    }

    /// The network of a text, for a board of `size` x `size`.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(super) fn new(text: &str, size: usize) -> Result<CostNetwork, InputError> {
        let network = Network::new(text, images(size), 0)?;
        if network.board != Some(size) {
            let side = network.board.map_or("none".to_owned(), |side| format!("{side}x{side}"));
            let why = format!("costs: these are for a board of {side}, not of {size}x{size}");
            return Err(InputError::new(why));
        }
        let scale = network.scale.unwrap_or(CostScale { a: 1, b: 1, t: Cost::SIXTEENFOLD });
        Ok(CostNetwork { shared: Shared::new(network), scale })
    }
}

fn cost(points: [i64; 2]) -> Cost {
    let [win, loss] = points.map(|points| points.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    Cost { win, loss }
}

impl CostModel<Loa> for CostNetwork {
    #[inline]
    fn cost(&self, _: &Loa, position: &Position) -> Cost {
        cost(self.shared.points(position.men, position.side == Player::White))
    }

    /// Without making the position.
    #[inline]
    fn cost_after(&self, game: &Loa, position: &Position, mv: Move) -> Cost {
        if mv == Move::PASS {
            return self.cost(game, &game.after(position, mv));
        }
        let (_, enemy) = position.own_and_enemy();
        let Move { from, to } = mv;
        let colour = usize::from(position.side == Player::White);
        let step = Step { colour, from, to, takes: enemy >> to & 1 == 1 };
        cost(self.shared.points_after(&position.men, &step))
    }

    fn scale(&self) -> CostScale {
        self.scale
    }
}

/// What a network learns of a position.
pub(super) fn sight(game: &Loa, position: &Position) -> NetworkSight {
    let (own, enemy) = position.own_and_enemy();
    let views = [[own, enemy], [enemy, own]];
    NetworkSight { views, base: 0, images: images(game.variant.size) }
}

#[cfg(test)]
mod tests {
    use super::{CostNetwork, sight};
    use crate::loa::fast::{Loa, Position};
    use crate::loa::{Loa as Board, Variant};
    use andor_core::{CostModel, Game, Rules, SplitMix64};

    /// A network with weights by chance.
    fn any_network(size: usize, random: &mut SplitMix64) -> String {
        let mut any = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
        let mut text = format!("images 8\nboard {size}\nscale 100 50 2000\npoint 3000 bias 5 -7\n");
        for _ in 0..8 {
            let out: Vec<String> = (0..4).map(|_| any(127).to_string()).collect();
            text += &format!("filter {} out {}\n", any(200), out.join(" "));
            for plane in ["own", "enemy"] {
                let weights: Vec<String> = (0..64).map(|_| any(100).to_string()).collect();
                text += &format!("{plane} {}\n", weights.join(" "));
            }
        }
        text
    }

    fn for_positions(game: &Loa, random: &mut SplitMix64, mut each: impl FnMut(&Position)) {
        let mut moves = Vec::new();
        for _ in 0..8 {
            let mut position = game.initial();
            for _ in 0..40 {
                if game.outcome(&position).is_some() {
                    break;
                }
                each(&position);
                game.moves(&position, &mut moves);
                position = game.after(&position, moves[random.below(moves.len())]);
            }
        }
    }

    /// From all eight sides, with the colours and the side to move exchanged, and before it is made.
    #[test]
    fn images_cost_the_same() {
        let mut random = SplitMix64::new(5);
        for size in [5, 6, 8] {
            let game = Board::new(Variant::new(size));
            let network = CostNetwork::new(&any_network(size, &mut random), size).expect("one");
            let (mut seen, mut costs) = (0, std::collections::BTreeSet::new());
            let mut moves = Vec::new();
            for_positions(&game, &mut random, |position| {
                let cost = network.cost(&game, position);
                for symmetry in 1..8 {
                    let image = game.transform(position, symmetry);
                    assert_eq!(network.cost(&game, &image), cost, "{symmetry}");
                }
                let [black, white] = position.men;
                let at = |men: u64, bit: u8| men >> bit & 1 == 1;
                let cell = |bit: u8| match (at(black, bit), at(white, bit)) {
                    (true, _) => Some(andor_core::Player::White),
                    (_, true) => Some(andor_core::Player::Black),
                    _ => None,
                };
                let other = game.position(game.bits().map(cell), position.side.other());
                assert_eq!(network.cost(&game, &other), cost);
                assert_eq!(sight(&game, &other), sight(&game, position));
                game.moves(position, &mut moves);
                for &mv in &moves {
                    let made = network.cost(&game, &game.after(position, mv));
                    assert_eq!(network.cost_after(&game, position, mv), made);
                }
                seen += 1;
                costs.insert((cost.win, cost.loss));
            });
            assert!(costs.len() > seen / 2, "{} of {seen}", costs.len());
        }
    }

    #[test]
    fn a_network_of_another_board_is_refused() {
        let text = any_network(6, &mut SplitMix64::new(1));
        let game = Board::new(Variant::new(8));
        let error = game.with_costs(&text).unwrap_err().to_string();
        assert!(error.contains("6x6") && error.contains("8x8"), "{error}");
        let error = game.with_costs(&text.replace("board 6", "")).unwrap_err().to_string();
        assert!(error.contains("none"), "{error}");
        let six = Board::new(Variant::new(6)).with_costs(&text).expect("a network");
        assert_eq!(six.cost_model().expect("a model").scale().t, 2000);
        let error = game.with_costs(&text.replace("out", "in")).unwrap_err().to_string();
        assert!(error.contains("\"filter") && !error.contains('\n'), "{error}");
    }
}
