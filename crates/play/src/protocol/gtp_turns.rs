//! Turns in Go as GTP has them: a colour may move twice, and play goes on after two passes.
//!
//! The game on the board stays one by the rules, so that superko, the player and a certificate know
//! what was before. Two things are needed for that:
//!
//! ```text
//!   play b E5   play b D5                 e5 pass d5    the other colour has passed
//!   play b pass play w pass play b D5     d5            passes before a stone are taken back
//! ```
//!
//! The second also holds for a colour that passes and then plays. A pass out of turn, and one after
//! two passes, changes nothing. Who is asked for a move out of turn thinks about the board alone: a
//! pass that nobody made must not tempt to end the game by another.

use andor_core::{InputError, Player};
use andor_engine::{AnyGame, Line};

/// The move that puts no stone.
pub(super) const PASS: &str = "pass";

/// One move that was said, and what it did to the line: what `undo` takes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    /// Who said it.
    pub(super) mover: Player,
    /// How many passes it took back before.
    taken: usize,
    /// How many moves it has added then.
    added: usize,
}

impl Turn {
    /// Something that was said and has changed nothing.
    pub(super) fn idle(mover: Player) -> Turn {
        Turn { mover, taken: 0, added: 0 }
    }

    /// A move of the side to move.
    pub(super) fn plain(mover: Player) -> Turn {
        Turn { mover, taken: 0, added: 1 }
    }

    /// Whether it has changed nothing.
    pub(super) fn is_idle(&self) -> bool {
        self.added == 0
    }

    /// The line without it.
    pub(super) fn undone(&self, game: &dyn AnyGame, line: &Line) -> Result<Line, InputError> {
        let mut line = line.prefix(line.moves().len() - self.added);
        for _ in 0..self.taken {
            game.play(&mut line, PASS)?;
        }
        Ok(line)
    }
}

/// Whether two passes have ended the game.
pub(super) fn is_passed_out(line: &Line) -> bool {
    line.ending().is_some() && line.moves().ends_with(&[PASS.to_owned(), PASS.to_owned()])
}

/// The line as `mover` finds it who wants to put a stone, and how it came about, the stone included.
///
/// # Errors
/// If the rules know no pass here.
pub(super) fn turned_to(
    game: &dyn AnyGame,
    line: &Line,
    mover: Player,
) -> Result<(Line, Turn), InputError> {
    let mut line = line.clone();
    let mut turn = Turn::plain(mover);
    let has_passed = line.moves().last().is_some_and(|text| text == PASS);
    if is_passed_out(&line) {
        turn.taken = 2;
    } else if has_passed && line.side() != mover {
        turn.taken = 1;
    }
    for _ in 0..turn.taken {
        line.undo();
    }
    if line.side() != mover {
        game.play(&mut line, PASS)?;
        turn.added = 2;
    }
    Ok((line, turn))
}

/// What `mover` thinks about who is asked for a move: the line, if it is a turn by the rules, else the
/// board alone with `mover` to move, because nobody has really passed.
///
/// # Errors
/// If the board cannot be set up.
pub(super) fn asked(game: &dyn AnyGame, line: &Line, mover: Player) -> Result<Line, InputError> {
    let (turned, turn) = turned_to(game, line, mover)?;
    if turn.added == 1 {
        return Ok(turned);
    }
    let is_kept = |word: &&str| !word.starts_with("ko=") && !word.starts_with("passes=");
    let mut words: Vec<&str> = line.text().split_whitespace().filter(is_kept).collect();
    let side = mover.letter().to_string();
    words[1] = &side;
    game.position(Some(&words.join(" ")), &[])
}

/// The line after a stone or a pass of `mover`, whoever is to move.
///
/// # Errors
/// If the move is not legal with this history.
pub(super) fn played(
    game: &dyn AnyGame,
    line: &Line,
    mover: Player,
    text: &str,
) -> Result<(Line, Turn), InputError> {
    if text == PASS && (line.side() != mover || is_passed_out(line)) {
        return Ok((line.clone(), Turn::idle(mover)));
    }
    let (mut line, turn) = match text {
        PASS => (line.clone(), Turn::plain(mover)),
        _ => turned_to(game, line, mover)?,
    };
    game.play(&mut line, text)?;
    Ok((line, turn))
}

#[cfg(test)]
mod tests {
    use super::{PASS, asked, played};
    use andor_core::Player::{Black, White};
    use andor_engine::{AnyGame, Catalogue, Line};

    fn line(game: &dyn AnyGame) -> Line {
        game.position(None, &[]).unwrap()
    }

    #[test]
    fn every_order_of_turns_is_a_game_by_the_rules_and_can_be_taken_back() {
        let game = Catalogue::standard().game("go:4x4").unwrap();
        let said = [
            (White, "b2", vec![PASS, "b2"]),
            (White, "b3", vec![PASS, "b2", PASS, "b3"]),
            (White, PASS, vec![PASS, "b2", PASS, "b3"]),
            (Black, PASS, vec![PASS, "b2", PASS, "b3", PASS]),
            (Black, "c3", vec![PASS, "b2", PASS, "b3", "c3"]),
            (White, PASS, vec![PASS, "b2", PASS, "b3", "c3", PASS]),
            (Black, PASS, vec![PASS, "b2", PASS, "b3", "c3", PASS, PASS]),
            (White, PASS, vec![PASS, "b2", PASS, "b3", "c3", PASS, PASS]),
            (Black, "a1", vec![PASS, "b2", PASS, "b3", "c3", PASS, "a1"]),
        ];
        let mut lines = vec![line(&*game)];
        let mut turns = Vec::new();
        for (mover, text, moves) in &said {
            let (next, turn) = played(&*game, &lines[turns.len()], *mover, text).unwrap();
            assert_eq!(next.moves(), moves, "{mover} {text}");
            lines.push(next);
            turns.push(turn);
        }
        for (number, turn) in turns.iter().enumerate().rev() {
            let undone = turn.undone(&*game, &lines[number + 1]).unwrap();
            assert_eq!(undone, lines[number], "{number}");
        }
    }

    #[test]
    fn a_move_out_of_turn_is_thought_about_without_a_pass() {
        let game = Catalogue::standard().game("go:3x3,ko=simple").unwrap();
        let line = game.position(None, &["b2".to_owned()]).unwrap();
        assert_eq!(asked(&*game, &line, White).unwrap(), line);
        assert_eq!(asked(&*game, &line, Black).unwrap().text(), "3/1b1/3 b");
        let eye = Catalogue::standard().game("one-eye").unwrap();
        let line = eye.position(None, &[]).unwrap();
        let other = line.side().other();
        let text = asked(&*eye, &line, other).unwrap().text().to_owned();
        assert_ne!(text, line.text());
        assert!(text.contains(" region="), "{text}");
    }

    /// A ko on 4x3: White takes at b2, Black may take back only when the board is another.
    #[test]
    fn superko_sees_the_whole_game() {
        let game = Catalogue::standard().game("go:4x3,ko=positional").unwrap();
        let mut line = line(&*game);
        let stones = [
            (Black, "b3"),
            (Black, "a2"),
            (Black, "b1"),
            (Black, "c2"),
            (White, "c3"),
            (White, "d2"),
            (White, "c1"),
            (White, "b2"),
        ];
        for (mover, text) in stones {
            line = played(&*game, &line, mover, text).unwrap().0;
        }
        assert_eq!(line.text().split(' ').next(), Some("1bw1/bw1w/1bw1"));
        assert!(played(&*game, &line, Black, "c2").is_err(), "the board has been");
        let (line, _) = played(&*game, &line, Black, "a3").unwrap();
        assert!(played(&*game, &line, Black, "c2").is_ok(), "another board");
    }
}
