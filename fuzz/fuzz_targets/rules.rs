//! The promises of the rules along games that the bytes choose: legal moves are legal, keys are
//! kept up to date, images agree, fast rules are the reference rules.
//!
//! The first byte chooses the game. If the second is odd, the next bytes are those of a position
//! to start from, which may be one that no text would give. The rest are moves.
#![no_main]

use andor_core::conformance::check_line;
use andor_core::{Game, Rules};
use andor_fuzz::{Choices, GAMES};
use andor_games::{Visitor, visit};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// The longest line (a position costs milliseconds here, and may be any to start with), and the most
/// moves that a search may play to confirm a judgement.
const PLIES: usize = 8;
const SEARCH: u32 = 100;

/// Plays what the bytes choose, in one game. Games are made once: some have large tables.
type Play = Box<dyn Fn(Choices<'_>) + Send + Sync>;

static PLAYS: LazyLock<Vec<Play>> =
    LazyLock::new(|| GAMES.iter().map(|spec| visit(spec, Make).expect(spec)).collect());

struct Make;

impl Visitor for Make {
    type Output = Play;

    fn visit<G: Game + 'static, R: Rules + 'static>(self, game: G, reference: R, _: bool) -> Play {
        Box::new(move |choices| play(&game, &reference, choices))
    }
}

fn play<G: Game, R: Rules>(game: &G, reference: &R, mut choices: Choices<'_>) {
    let mut start = game.initial();
    if choices.byte().is_some_and(|byte| byte % 2 == 1) {
        let Some((bytes, rest)) = choices.0.split_at_checked(game.encoded_len()) else { return };
        choices.0 = rest;
        let (ours, theirs) = (game.decode(bytes), reference.decode(bytes));
        assert_eq!(ours.is_some(), theirs.is_some(), "{bytes:?}");
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
        survive(reference, &theirs, choices.0);
        // Beyond what texts can say nothing is promised of the fast rules.
        if game.parse_position(&game.position_text(&ours)).is_err() {
            return;
        }
        start = ours;
    }
    let mut choose = |played: usize, moves: usize| {
        if played < PLIES { choices.below(moves) } else { None }
    };
    check_line(game, reference, start, SEARCH, &mut choose).expect("all promises are kept");
}

/// The verifier meets whatever bytes a file has: the reference rules must live with all of them.
fn survive<R: Rules>(reference: &R, position: &R::Position, bytes: &[u8]) {
    let mut bytes = Choices(bytes);
    let mut position = position.clone();
    for _ in 0..PLIES {
        let mut again = Vec::new();
        reference.encode(&position, &mut again);
        assert_eq!(reference.decode(&again).as_ref(), Some(&position));
        reference.canonical(&position);
        reference.draw(&position);
        if reference.outcome(&position).is_some() {
            break;
        }
        let mut moves = Vec::new();
        reference.sorted_moves(&position, &mut moves);
        let Some(number) = bytes.below(moves.len().max(1)) else { break };
        // No legal move is refused by the verifier; it must not be asked for by anybody.
        let Some(&mv) = moves.get(number) else { break };
        let text = reference.move_text(&position, mv);
        assert_eq!(reference.parse_move(&position, &text).as_ref(), Ok(&mv));
        position = reference.after(&position, mv);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    if let Some(game) = choices.below(GAMES.len()) {
        PLAYS[game](choices);
    }
});
