//! The rules of a game: all that a verifier needs, and nothing else.
//!
//! A game brings two implementations of this trait: fast rules for the solvers, and plain
//! reference rules written straight from the rule book, which the verifier uses. The two meet in
//! [`encode`](Rules::encode) and [`move_code`](Rules::move_code): same bytes for the same
//! position, same code for the same move.
//!
//! Three promises hold for every game, and the conformance kit checks them:
//! a move always passes the turn (a forced pass is a move); a game that is not over has at least
//! one legal move; `encode` is exact, so that two positions with the same bytes are the same.

use crate::{Endings, InputError, Outcome, Player, RaceBoard, Racers, sort_by_number};
use std::fmt::Debug;

/// What a repeated position means in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// No position can come back: the game is acyclic.
    Impossible,
    /// A repeated position, or play without end, is a draw.
    Draw,
    /// A move that would repeat is illegal; a player without a legal move left has lost.
    Superko(Superko),
}

impl Repetition {
    /// Whether a move that would repeat is illegal.
    #[inline]
    #[must_use]
    pub fn is_superko(self) -> bool {
        matches!(self, Repetition::Superko(_))
    }
}

/// What counts as repeating under superko.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Superko {
    /// The same board, whoever is to move.
    Positional,
    /// The same board with the same player to move.
    Situational,
}

/// A position in the form that represents all its images under the board's symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical<P> {
    /// The image with the least bytes.
    pub position: P,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The symmetry that leads from the original position to this image.
    pub symmetry: usize,
}

/// The rules of one game on one board with one set of options.
///
/// # Examples
/// A subtraction game: by turns both take one to three of a heap, and who takes the last one wins.
/// ```
/// use andor_core::{InputError, Outcome, Player, Repetition, Rules};
///
/// /// A heap of so many.
/// struct Heap(u8);
///
/// impl Rules for Heap {
///     /// What is left, and who is to move.
///     type Position = (u8, Player);
///     /// How many are taken.
///     type Move = u8;
///
///     fn spec(&self) -> String {
///         format!("heap:{}", self.0)
///     }
///     fn repetition(&self) -> Repetition {
///         Repetition::Impossible
///     }
///     fn initial(&self) -> (u8, Player) {
///         (self.0, Player::Black)
///     }
///     fn side_to_move(&self, position: &(u8, Player)) -> Player {
///         position.1
///     }
///     fn outcome(&self, &(left, side): &(u8, Player)) -> Option<Outcome> {
///         (left == 0).then_some(Outcome::Win(side.other()))
///     }
///     fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
///         moves.clear();
///         moves.extend(1..=left.min(3));
///     }
///     fn play_unchecked(&self, (left, side): &mut (u8, Player), taken: u8) {
///         *left -= taken;
///         *side = side.other();
///     }
///     fn encoded_len(&self) -> usize {
///         2
///     }
///     fn encode(&self, &(left, side): &(u8, Player), bytes: &mut Vec<u8>) {
///         bytes.extend([left, side as u8]);
///     }
///     fn decode(&self, bytes: &[u8]) -> Option<(u8, Player)> {
///         let &[left, side] = bytes else { return None };
///         let side = *[Player::Black, Player::White].get(usize::from(side))?;
///         (left <= self.0).then_some((left, side))
///     }
///     fn move_code(&self, taken: u8) -> u32 {
///         u32::from(taken)
///     }
///     fn position_text(&self, &(left, side): &(u8, Player)) -> String {
///         format!("{left} {}", side.letter())
///     }
///     fn parse_position(&self, text: &str) -> Result<(u8, Player), InputError> {
///         let read = || {
///             let (left, side) = text.split_once(' ')?;
///             let left = left.parse().ok().filter(|&left| left <= self.0)?;
///             Some((left, Player::from_letter(side)?))
///         };
///         let quoted = InputError::quote(text);
///         read().ok_or_else(|| InputError::new(format!("{quoted} is no heap of this game")))
///     }
///     fn move_text(&self, _: &(u8, Player), taken: u8) -> String {
///         taken.to_string()
///     }
/// }
///
/// let heap = Heap(5);
/// let four_left = heap.try_play(&heap.initial(), 1)?;
/// assert_eq!(heap.position_text(&four_left), "4 w");
/// assert_eq!(heap.parse_move(&four_left, "2")?, 2);
/// assert!(heap.parse_move(&four_left, "4").is_err());
/// # Ok::<(), InputError>(())
/// ```
pub trait Rules: Send + Sync {
    /// Everything that decides the future of the game, except its history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move; cheap to copy.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The spec string that names this game with board size and options: `breakthrough:5x5`.
    fn spec(&self) -> String;

    /// The SHA-256 of what the spec string only points at, such as the bytes of a file that it
    /// names by path; `None` where the spec string says it all. Two rules with the same spec and
    /// the same content are the same game.
    fn content(&self) -> Option<[u8; 32]> {
        None
    }

    /// What a repeated position means.
    fn repetition(&self) -> Repetition;

    /// Whether no game can end in a draw: then one question settles a value.
    fn is_drawless(&self) -> bool {
        false
    }

    /// The position a game starts from.
    fn initial(&self) -> Self::Position;

    /// Who is to move.
    fn side_to_move(&self, position: &Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Clears `moves` and puts the legal moves of a position that is not over into it, always in
    /// the same order. A forced pass is a move.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move without checking it.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move, which is not checked.
    #[inline]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = position.clone();
        self.play_unchecked(&mut next, mv);
        next
    }

    /// The position after `mv`.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    fn try_play(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Result<Self::Position, InputError> {
        let mut moves = Vec::new();
        if self.outcome(position).is_none() {
            self.moves(position, &mut moves);
        }
        if !moves.contains(&mv) {
            let text = InputError::quote(&self.position_text(position));
            return Err(InputError::new(format!("move {mv:?} is not legal in {text}")));
        }
        Ok(self.after(position, mv))
    }

    /// How many bytes [`encode`](Rules::encode) writes: the same number for every position.
    fn encoded_len(&self) -> usize;

    /// Appends the exact bytes of a position, side to move included.
    fn encode(&self, position: &Self::Position, bytes: &mut Vec<u8>);

    /// Reads [`encode`](Rules::encode) back; `None` if these are not the bytes of a position.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position>;

    /// Appends what superko compares: a move to a position whose situation has been before is
    /// illegal. By default the whole position; in Go the stones (with the side to move, if
    /// situational), not how often was passed.
    ///
    /// Under situational superko, positions that differ but have the same situation must have the
    /// same moves to the same positions, but for moves that [`may_repeat`](Rules::may_repeat); and
    /// one of the two was reached by such a move, and is one where such a move ends the game. A game
    /// that cannot promise this says that its superko is positional, where solvers rely on less.
    fn situation(&self, position: &Self::Position, bytes: &mut Vec<u8>) {
        self.encode(position, bytes);
    }

    /// Whether superko never forbids this move: a pass in Go.
    fn may_repeat(&self, _mv: Self::Move) -> bool {
        false
    }

    /// These rules after a history: the same game less the moves that lead to the situation of one of
    /// these positions, moves that [`may_repeat`](Rules::may_repeat) excepted; who is left without a
    /// move has lost. `None` if these rules cannot; [`Haunted`](crate::Haunted) makes rules that can.
    fn with_past(&self, _past: &[Self::Position]) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// A number that tells a move from every other legal move of the same position.
    fn move_code(&self, mv: Self::Move) -> u32;

    /// The legal move of a position that is not over with this code; `None` if there is none.
    fn move_with_code(&self, position: &Self::Position, code: u32) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.into_iter().find(|&mv| self.move_code(mv) == code)
    }

    /// How many symmetries the board has, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, _symmetry: usize) -> Self::Position {
        position.clone()
    }

    /// The image of a move under a symmetry.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    /// The image that stands for all of a position's images: the one with the least bytes.
    fn canonical(&self, position: &Self::Position) -> Canonical<Self::Position> {
        let mut best: Option<Canonical<Self::Position>> = None;
        for symmetry in 0..self.symmetries() {
            let image = self.transform(position, symmetry);
            let mut bytes = Vec::with_capacity(self.encoded_len());
            self.encode(&image, &mut bytes);
            if best.as_ref().is_none_or(|best| bytes < best.bytes) {
                best = Some(Canonical { position: image, bytes, symmetry });
            }
        }
        best.expect("the identity is a symmetry")
    }

    /// How positions with few men are numbered, for endgame tables; `None` if they are not.
    fn endings(&self) -> Option<&dyn Endings<Self::Position>> {
        None
    }

    /// The board of a game that is a race (`race.rs` says what that promises), for zone tables;
    /// `None` if it is none.
    fn race_board(&self) -> Option<RaceBoard> {
        None
    }

    /// The men of a position of a race; `None` if the game is none.
    #[inline]
    fn racers(&self, _position: &Self::Position) -> Option<Racers> {
        None
    }

    /// Who wins a position that is not over, where that is a theorem about these rules which both
    /// implementations of a game carry out: unconditional life in Go. The player then wins against
    /// every defence, in a game that ends, whatever was before, and whoever is to move: proofs may stop
    /// here, and a verifier asks the reference rules. Images of a position have the same winner.
    /// `None` where nothing is known, and always under superko.
    #[inline]
    fn settled(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// The legal moves sorted by code: the order that certificates count in.
    fn sorted_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.moves(position, moves);
        sort_by_number(moves, |&mv| self.move_code(mv).into());
    }

    /// A position as text, side to move included.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// One line with every reason why the text is not a possible position.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// A legal move of `position` as people write it.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move: separators (`-`, `x`, `:`, space) and case do not matter.
    ///
    /// # Errors
    /// If no legal move is written like that.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, InputError> {
        let bare = |text: &str| -> String {
            let squares = text.chars().filter(|c| !matches!(c, '-' | 'x' | 'X' | ':' | ' '));
            squares.flat_map(char::to_lowercase).collect()
        };
        let quoted = InputError::quote(text);
        if self.outcome(position).is_some() {
            return Err(InputError::new(format!("move {quoted}: the game is already over")));
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let wanted = bare(text);
        let found = moves.iter().find(|&&mv| bare(&self.move_text(position, mv)) == wanted);
        found.copied().ok_or_else(|| {
            let example = self.move_text(position, moves[0]);
            let here = InputError::quote(&self.position_text(position));
            InputError::new(format!(
                "move {quoted} is not legal in {here} (a legal one: {example})"
            ))
        })
    }

    /// How many points Black is ahead on the board as it stands, in a game that counts points.
    fn lead(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// The board as a picture for a terminal.
    fn draw(&self, position: &Self::Position) -> String {
        format!("{}\n", self.position_text(position))
    }
}
