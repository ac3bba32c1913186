//! For tests: the features of drawn boards and of random ones, computed both ways.

use super::super::{FAST_SIZES, Loa, Reference, Variant, fast, reference};
use super::plain;
use super::plain_mia::all_features;
use super::versions::ALL;
use andor_core::board::pack_ternary;
use andor_core::{Player, Rules, SplitMix64};
use std::rc::Rc;

/// A board twice.
pub(super) struct Twins {
    pub(super) game: Rc<Loa>,
    pub(super) position: fast::Position,
    pub(super) rules: Reference,
    pub(super) plain: reference::Position,
}

impl Twins {
    /// Cells from a1 on, rank by rank: 0 empty, 1 black, 2 white.
    fn new(game: Rc<Loa>, cells: &[u8], side: Player) -> Twins {
        let mut bytes = vec![side as u8];
        pack_ternary(cells.iter().copied(), &mut bytes);
        let rules = Reference::new(game.variant);
        let position = game.decode(&bytes).expect("a board");
        let plain = rules.decode(&bytes).expect("a board");
        Twins { game, position, rules, plain }
    }

    /// The features of both sides, if the fast ones and the plain ones are the same.
    pub(super) fn features(&self) -> [[i32; 10]; 2] {
        let plain = [Player::Black, Player::White]
            .map(|player| plain::features(&self.rules, &self.plain, player));
        let evaluation = &self.game.evaluation;
        let board = self.game.position_text(&self.position);
        for (colour, plain) in plain.iter().enumerate() {
            let men = self.position.men;
            assert_eq!(evaluation.own_features(men[colour]), plain[..6], "{colour} {board}");
            let walls = evaluation.walls.count(men[colour], men[1 - colour]);
            assert_eq!(walls, plain[7..9], "{colour} {board}");
        }
        let difference = evaluation.mobility.difference(&self.position.lines);
        assert_eq!(difference, plain[0][6] - plain[1][6], "{board}");
        plain
    }
}

/// Black's and White's value of a feature on a drawn board, which begins with its highest rank and
/// has its coordinates around it.
pub(super) fn features(drawing: &str, name: &str) -> [i32; 2] {
    let rank = |line: &str| -> Vec<u8> {
        let cells = line.split_whitespace().skip(1);
        cells.map(|cell| ".bw".find(cell).expect("a cell") as u8).collect()
    };
    let mut ranks: Vec<&str> = drawing.lines().filter(|line| !line.trim().is_empty()).collect();
    let files = ranks.pop().expect("a line of files");
    ranks.reverse();
    let cells: Vec<u8> = ranks.into_iter().flat_map(rank).collect();
    let size = files.split_whitespace().count();
    assert_eq!(cells.len(), size * size, "{drawing}");
    let feature = ALL.iter().position(|&known| known == name).expect(name);
    let game = Rc::new(Loa::new(Variant::new(size)));
    let twins = Twins::new(game, &cells, Player::Black);
    twins.features();
    [Player::Black, Player::White]
        .map(|player| all_features(&twins.rules, &twins.plain, player)[feature])
}

/// So many boards of every fast size: crowded and empty ones, and ones whose men stand together.
pub(super) fn random_boards(seed: u64, count: usize) -> impl Iterator<Item = Twins> {
    let mut random = SplitMix64::new(seed);
    let game = |size| Rc::new(Loa::new(Variant::new(size)));
    let games: Vec<Rc<Loa>> = FAST_SIZES.map(game).collect();
    (0..count * games.len()).map(move |number| {
        let game = Rc::clone(&games[number % games.len()]);
        let size = game.variant.size;
        let mut cells = vec![0; size * size];
        let men = 1 + random.below(2 * size);
        let reach = 1 + random.below(size);
        for colour in [1, 2] {
            let (mut column, mut row) = (random.below(size), random.below(size));
            for _ in 0..men {
                cells[row * size + column] = colour;
                let mut step = |from: usize| {
                    (from + random.below(2 * reach + 1)).saturating_sub(reach).min(size - 1)
                };
                (column, row) = (step(column), step(row));
            }
        }
        let side = [Player::Black, Player::White][random.below(2)];
        Twins::new(game, &cells, side)
    })
}
