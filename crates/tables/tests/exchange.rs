//! A table sees the board as the side to move does, and takes positions for one another that differ in
//! colours or in a symmetry of the board. Here the reference rules say that these are the same game:
//! positions that look alike have moves to positions that look alike, and end alike. (Audit: tables and
//! their checker share this view of the board; a wrong one would be wrong in both.)

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Endings, Game, Men, Outcome, Rules, SplitMix64};
use andor_games::{Visitor, visit};

/// What a move leads to: an end, as the mover sees it, or men as the next mover sees them.
type Seen = (Option<i8>, [u64; 4]);

fn key(men: &Men) -> [u64; 4] {
    [men.own[0], men.own[1], men.enemy[0], men.enemy[1]]
}

/// The men under one symmetry of the board.
fn image(men: &Men, squares: &[u8; 64]) -> Men {
    let turn = |men: u64| {
        (0..64).filter(|bit| men >> bit & 1 == 1).fold(0, |all, bit| all | 1 << squares[bit])
    };
    Men { own: men.own.map(turn), enemy: men.enemy.map(turn) }
}

/// Everything that the mover of a position that is not over can do, each move up to symmetry.
fn moves_of<R: Rules>(
    rules: &R,
    endings: &dyn Endings<R::Position>,
    from: &R::Position,
) -> Vec<Seen> {
    let images = endings.board().images;
    let mover = rules.side_to_move(from);
    let mut moves = Vec::new();
    rules.moves(from, &mut moves);
    let see = |mv: &R::Move| -> Seen {
        let next = rules.after(from, *mv);
        match rules.outcome(&next) {
            Some(Outcome::Draw) => (Some(0), [0; 4]),
            Some(Outcome::Win(winner)) => (Some(if winner == mover { 1 } else { -1 }), [0; 4]),
            None => {
                let men = endings.men(&next);
                let least = images.iter().map(|squares| key(&image(&men, squares))).min();
                (None, least.unwrap())
            }
        }
    };
    let mut seen: Vec<Seen> = moves.iter().map(see).collect();
    seen.sort_unstable();
    seen
}

struct Compare {
    men: u32,
    positions: u64,
}

impl Visitor for Compare {
    type Output = u64;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        _: G,
        rules: R,
        _: bool,
    ) -> u64 {
        let endings = rules.endings().unwrap();
        let board = endings.board();
        let mut random = SplitMix64::new(21);
        let mut compared = 0;
        for _ in 0..self.positions {
            // Step 1. Some men, Black to move, and a move: then White is to move.
            let mut men = Men::default();
            for number in 0..self.men {
                let (side, squares) = match number % 2 {
                    0 => (&mut men.own, board.own),
                    _ => (&mut men.enemy, board.enemy),
                };
                let kind = random.below(2);
                let kind = if squares[kind] == 0 { 0 } else { kind };
                let free: Vec<u32> = (0..64).filter(|bit| squares[kind] >> bit & 1 == 1).collect();
                side[kind] |= 1 << free[random.below(free.len())];
            }
            let Some(first) = endings.position(&men).filter(|_| !men.overlap()) else { continue };
            assert_eq!(endings.men(&first), men);
            if rules.outcome(&first).is_some() {
                continue;
            }
            let mut moves = Vec::new();
            rules.moves(&first, &mut moves);
            let second = rules.after(&first, moves[random.below(moves.len())]);
            // Step 2. Positions that look like these.
            for position in [first, second] {
                if rules.outcome(&position).is_some() {
                    continue;
                }
                let here = endings.men(&position);
                let seen = moves_of(&rules, endings, &position);
                for squares in &board.images {
                    let twin = endings.position(&image(&here, squares)).unwrap();
                    assert_eq!(rules.outcome(&twin), None);
                    let text = (rules.position_text(&position), rules.position_text(&twin));
                    assert_eq!(moves_of(&rules, endings, &twin), seen, "{text:?}");
                    compared += 1;
                }
            }
        }
        compared
    }
}

#[test]
fn what_looks_alike_is_alike() {
    for (spec, men) in [
        ("checkers", 2),
        ("checkers", 3),
        ("checkers", 5),
        ("surakarta", 3),
        ("surakarta", 6),
        ("loa:4x4", 4),
        ("loa:6x6", 6),
        ("loa:6x6,simultaneous=mover,no-move=loss", 5),
        ("loa:8x8", 6),
    ] {
        let compared = visit(spec, Compare { men, positions: 400 }).unwrap();
        assert!(compared > 400, "{spec}: {compared}");
    }
}
