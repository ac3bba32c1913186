//! A game that is drawn after so many plies: who wins it wins the game itself within them.
//!
//! With this, how long a win takes is a question like any other. A side that wins `G,plies=15` wins `G`
//! within 15 plies against every defence; if it does not win `G,plies=14`, there is no shorter win. Both
//! are proved, written and checked as anything else is, and the verifier knows no more than these rules.
//!
//! The plies left are part of a position, so that no position comes back, whatever the game says of
//! repetition: a shortest win repeats nothing. A game under superko is not limited, for there the moves
//! before a position count.

use crate::{Game, InputError, Key, Outcome, Player, Repetition, Rules, Spec};

/// The option of a spec string that limits a game.
pub const PLIES: &str = "plies";

/// A game with a limit of plies.
#[derive(Clone, Debug)]
pub struct Limited<R> {
    rules: R,
    plies: u16,
}

/// A position, and how many plies are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithLimit<P> {
    position: P,
    left: u16,
}

impl<R: Rules> Limited<R> {
    /// These rules for so many plies.
    ///
    /// # Errors
    /// If the game has superko.
    pub fn new(rules: R, plies: u16) -> Result<Limited<R>, InputError> {
        if rules.repetition().is_superko() {
            let spec = InputError::quote(&rules.spec());
            let why = "under superko the moves before a position count";
            return Err(InputError::new(format!("game {spec} has no limit of plies: {why}")));
        }
        Ok(Limited { rules, plies })
    }

    fn with(&self, position: R::Position, left: u16) -> WithLimit<R::Position> {
        WithLimit { position, left }
    }

    /// The end of the game itself, or the draw at the limit.
    fn or_limit(&self, outcome: Option<Outcome>, left: u16) -> Option<Outcome> {
        outcome.or_else(|| (left == 0).then_some(Outcome::Draw))
    }
}

/// The limit that a spec string sets, and the spec string of the game without it.
///
/// # Errors
/// If it is not a number of plies.
pub fn limit_of(spec: &Spec) -> Result<Option<(u16, Spec)>, InputError> {
    let Some(text) = spec.value(PLIES) else { return Ok(None) };
    let plies = text.parse().map_err(|_| {
        let quoted = InputError::quote(text);
        spec.refuse(&format!("{PLIES}={quoted} is not a number from 0 to {}", u16::MAX))
    })?;
    Ok(Some((plies, spec.without(PLIES))))
}

impl<R: Rules> Rules for Limited<R> {
    type Position = WithLimit<R::Position>;
    type Move = R::Move;

    fn spec(&self) -> String {
        format!("{},{PLIES}={}", self.rules.spec(), self.plies)
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.rules.content()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Self::Position {
        self.with(self.rules.initial(), self.plies)
    }

    fn side_to_move(&self, at: &Self::Position) -> Player {
        self.rules.side_to_move(&at.position)
    }

    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        self.or_limit(self.rules.outcome(&at.position), at.left)
    }

    fn moves(&self, at: &Self::Position, moves: &mut Vec<R::Move>) {
        self.rules.moves(&at.position, moves);
    }

    fn play_unchecked(&self, at: &mut Self::Position, mv: R::Move) {
        self.rules.play_unchecked(&mut at.position, mv);
        at.left -= 1;
    }

    fn after(&self, at: &Self::Position, mv: R::Move) -> Self::Position {
        self.with(self.rules.after(&at.position, mv), at.left - 1)
    }

    fn encoded_len(&self) -> usize {
        self.rules.encoded_len() + 2
    }

    fn encode(&self, at: &Self::Position, bytes: &mut Vec<u8>) {
        self.rules.encode(&at.position, bytes);
        bytes.extend(at.left.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Self::Position> {
        let (bytes, left) = bytes.split_last_chunk()?;
        let left = Some(u16::from_be_bytes(*left)).filter(|&left| left <= self.plies)?;
        Some(self.with(self.rules.decode(bytes)?, left))
    }

    fn move_code(&self, mv: R::Move) -> u32 {
        self.rules.move_code(mv)
    }

    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }

    fn transform(&self, at: &Self::Position, symmetry: usize) -> Self::Position {
        self.with(self.rules.transform(&at.position, symmetry), at.left)
    }

    fn transform_move(&self, mv: R::Move, symmetry: usize) -> R::Move {
        self.rules.transform_move(mv, symmetry)
    }

    fn position_text(&self, at: &Self::Position) -> String {
        format!("{} {PLIES}={}", self.rules.position_text(&at.position), at.left)
    }

    /// A position of the game itself has all its plies left.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError> {
        let Some((position, left)) = text.rsplit_once(&format!(" {PLIES}=")) else {
            return Ok(self.with(self.rules.parse_position(text)?, self.plies));
        };
        let known = left.parse().ok().filter(|&left| left <= self.plies);
        let left = known.ok_or_else(|| {
            let (text, left) = (InputError::quote(text), InputError::quote(left));
            let most = self.plies;
            InputError::new(format!("position {text}: {left} is not a number of at most {most}"))
        })?;
        Ok(self.with(self.rules.parse_position(position)?, left))
    }

    fn move_text(&self, at: &Self::Position, mv: R::Move) -> String {
        self.rules.move_text(&at.position, mv)
    }

    fn lead(&self, at: &Self::Position) -> Option<f64> {
        self.rules.lead(&at.position)
    }

    fn draw(&self, at: &Self::Position) -> String {
        self.rules.draw(&at.position)
    }
}

/// What a game knows of its positions is true without a limit, and is not asked.
impl<G: Game> Game for Limited<G> {
    fn count_moves(&self, at: &Self::Position) -> u64 {
        self.rules.count_moves(&at.position)
    }

    fn outcome_after(&self, at: &Self::Position, mv: G::Move) -> Option<Outcome> {
        self.or_limit(self.rules.outcome_after(&at.position, mv), at.left - 1)
    }

    fn may_have_equal_children(&self, at: &Self::Position) -> bool {
        self.rules.may_have_equal_children(&at.position)
    }

    fn key(&self, at: &Self::Position) -> Key {
        with_left(self.rules.key(&at.position), at.left)
    }

    fn key_after(&self, at: &Self::Position, mv: G::Move) -> Key {
        with_left(self.rules.key_after(&at.position, mv), at.left - 1)
    }

    fn placed_key(&self, at: &Self::Position) -> Key {
        with_left(self.rules.placed_key(&at.position), at.left)
    }
}

/// A key of a position and of the plies that are left.
fn with_left(key: Key, left: u16) -> Key {
    Key::hashed(key.index ^ u64::from(left) << 48, key.tag.rotate_left(16) ^ u64::from(left))
}

#[cfg(test)]
mod tests {
    use super::{Limited, limit_of};
    use crate::conformance::check;
    use crate::{Game, InputError, Outcome, Player, Repetition, Rules, Spec};

    /// A heap of which both take one or two; who takes the last one wins.
    #[derive(Clone, Debug)]
    struct Heap(u8);

    impl Rules for Heap {
        type Position = (u8, Player);
        type Move = u8;

        fn spec(&self) -> String {
            format!("heap:{}", self.0)
        }
        fn repetition(&self) -> Repetition {
            Repetition::Impossible
        }
        fn initial(&self) -> (u8, Player) {
            (self.0, Player::Black)
        }
        fn side_to_move(&self, position: &(u8, Player)) -> Player {
            position.1
        }
        fn outcome(&self, &(left, side): &(u8, Player)) -> Option<Outcome> {
            (left == 0).then_some(Outcome::Win(side.other()))
        }
        fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
            moves.clear();
            moves.extend(1..=left.min(2));
        }
        fn play_unchecked(&self, (left, side): &mut (u8, Player), taken: u8) {
            *left -= taken;
            *side = side.other();
        }
        fn encoded_len(&self) -> usize {
            2
        }
        fn encode(&self, &(left, side): &(u8, Player), bytes: &mut Vec<u8>) {
            bytes.extend([left, side as u8]);
        }
        fn decode(&self, bytes: &[u8]) -> Option<(u8, Player)> {
            let &[left, side] = bytes else { return None };
            let side = *[Player::Black, Player::White].get(usize::from(side))?;
            (left <= self.0).then_some((left, side))
        }
        fn move_code(&self, taken: u8) -> u32 {
            u32::from(taken)
        }
        fn position_text(&self, &(left, side): &(u8, Player)) -> String {
            format!("{left} {}", side.letter())
        }
        fn parse_position(&self, text: &str) -> Result<(u8, Player), InputError> {
            let (left, side) = text.split_once(' ').unwrap_or((text, ""));
            let read = left.parse().ok().zip(Player::from_letter(side));
            read.ok_or_else(|| InputError::new(format!("position {}", InputError::quote(text))))
        }
        fn move_text(&self, _: &(u8, Player), taken: u8) -> String {
            taken.to_string()
        }
    }

    impl Game for Heap {}

    #[test]
    fn a_limited_game_keeps_the_promises() {
        for plies in [0, 1, 5, 30] {
            let game = Limited::new(Heap(9), plies).unwrap();
            check(&game, &game, 3, 50).unwrap();
        }
    }

    #[test]
    fn it_is_drawn_at_the_limit_and_texts_tell_how_far_it_is() {
        let game = Limited::new(Heap(3), 2).unwrap();
        assert_eq!(game.spec(), "heap:3,plies=2");
        let start = game.initial();
        assert_eq!(game.position_text(&start), "3 b plies=2");
        let end = game.after(&game.after(&start, 1), 1);
        assert_eq!(
            (game.position_text(&end), game.outcome(&end)),
            ("1 b plies=0".into(), Some(Outcome::Draw))
        );
        let won = game.after(&game.after(&start, 1), 2);
        assert_eq!(game.outcome(&won), Some(Outcome::Win(Player::White)));
        assert_eq!(game.parse_position("3 b").unwrap(), start);
        assert_eq!(game.parse_position("3 b plies=2").unwrap(), start);
        for bad in ["3 b plies=3", "3 b plies=x", "3 b plies=-1"] {
            assert!(game.parse_position(bad).unwrap_err().to_string().contains(bad), "{bad}");
        }
        assert_ne!(game.key(&start), game.key(&game.parse_position("3 b plies=1").unwrap()));
    }

    #[test]
    fn the_limit_is_an_option_of_the_spec_string() {
        let spec = Spec::parse("loa:6x6,plies=15,simultaneous=mover").unwrap();
        let (plies, rest) = limit_of(&spec).unwrap().unwrap();
        assert_eq!((plies, rest.text()), (15, "loa:6x6,simultaneous=mover"));
        assert_eq!(limit_of(&rest), Ok(None));
        for bad in ["loa,plies=", "loa,plies=-1", "loa,plies=70000"] {
            let error = limit_of(&Spec::parse(bad).unwrap()).unwrap_err().to_string();
            assert!(error.contains(bad), "{error}");
        }
    }
}
