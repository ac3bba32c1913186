//! What a solver wants of a game beyond its rules. Everything has a default, so that
//! `impl Game for MyRules {}` is enough to be solved; each override buys speed or strength.

use crate::{
    CostModel, Evaluate, InputError, Key, NetworkSight, Numbering, Order, Outcome, Player, Rules,
};

/// What can be said of a position without search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// The game is over.
    Over(Outcome),
    /// The game goes on, and static knowledge says that this player wins it.
    Decided(Player),
    /// Nothing is known.
    Open,
}

/// Rules with what solvers need.
///
/// # Examples
/// The subtraction game of [`Rules`], with what it knows: a heap that four divides is lost.
/// ```
/// # use andor_core::{InputError, Outcome, Player, Repetition, Rules};
/// #
/// # /// A heap of so many.
/// # struct Heap(u8);
/// #
/// # impl Rules for Heap {
/// #     /// What is left, and who is to move.
/// #     type Position = (u8, Player);
/// #     /// How many are taken.
/// #     type Move = u8;
/// #
/// #     fn spec(&self) -> String {
/// #         format!("heap:{}", self.0)
/// #     }
/// #     fn repetition(&self) -> Repetition {
/// #         Repetition::Impossible
/// #     }
/// #     fn initial(&self) -> (u8, Player) {
/// #         (self.0, Player::Black)
/// #     }
/// #     fn side_to_move(&self, position: &(u8, Player)) -> Player {
/// #         position.1
/// #     }
/// #     fn outcome(&self, &(left, side): &(u8, Player)) -> Option<Outcome> {
/// #         (left == 0).then_some(Outcome::Win(side.other()))
/// #     }
/// #     fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
/// #         moves.clear();
/// #         moves.extend(1..=left.min(3));
/// #     }
/// #     fn play_unchecked(&self, (left, side): &mut (u8, Player), taken: u8) {
/// #         *left -= taken;
/// #         *side = side.other();
/// #     }
/// #     fn encoded_len(&self) -> usize {
/// #         2
/// #     }
/// #     fn encode(&self, &(left, side): &(u8, Player), bytes: &mut Vec<u8>) {
/// #         bytes.extend([left, side as u8]);
/// #     }
/// #     fn decode(&self, bytes: &[u8]) -> Option<(u8, Player)> {
/// #         let &[left, side] = bytes else { return None };
/// #         let side = *[Player::Black, Player::White].get(usize::from(side))?;
/// #         (left <= self.0).then_some((left, side))
/// #     }
/// #     fn move_code(&self, taken: u8) -> u32 {
/// #         u32::from(taken)
/// #     }
/// #     fn position_text(&self, &(left, side): &(u8, Player)) -> String {
/// #         format!("{left} {}", side.letter())
/// #     }
/// #     fn parse_position(&self, text: &str) -> Result<(u8, Player), InputError> {
/// #         let read = || {
/// #             let (left, side) = text.split_once(' ')?;
/// #             let left = left.parse().ok().filter(|&left| left <= self.0)?;
/// #             Some((left, Player::from_letter(side)?))
/// #         };
/// #         let quoted = InputError::quote(text);
/// #         read().ok_or_else(|| InputError::new(format!("{quoted} is no heap of this game")))
/// #     }
/// #     fn move_text(&self, _: &(u8, Player), taken: u8) -> String {
/// #         taken.to_string()
/// #     }
/// # }
/// use andor_core::conformance::check;
/// use andor_core::{Game, Judgement, perft};
///
/// impl Game for Heap {
///     fn judge(&self, position: &(u8, Player)) -> Judgement {
///         match (self.outcome(position), position) {
///             (Some(outcome), _) => Judgement::Over(outcome),
///             (None, &(left, side)) if left % 4 == 0 => Judgement::Decided(side.other()),
///             (None, &(_, side)) => Judgement::Decided(side),
///         }
///     }
/// }
///
/// let heap = Heap(5);
/// assert_eq!(perft(&heap, &heap.initial(), 3), 10);
/// // The conformance kit plays random games, and confirms by search what `judge` decides.
/// let findings = check(&heap, &heap, 1, 100)?;
/// assert!(findings.confirmed > 0);
/// # Ok::<(), String>(())
/// ```
pub trait Game: Rules + Sized {
    /// The end of the game and static knowledge in one look. What it decides must follow from the
    /// rules alone; certificates are written without it.
    #[inline]
    fn judge(&self, position: &Self::Position) -> Judgement {
        match self.outcome(position) {
            Some(outcome) => Judgement::Over(outcome),
            None => Judgement::Open,
        }
    }

    /// Whether [`judge_children`](Game::judge_children) is cheaper than judging child by child. A
    /// game that says so has all legal moves as candidates.
    const JUDGES_CHILDREN: bool = false;

    /// Whether all that [`judge`](Game::judge) decides rests on moves that
    /// [`may_repeat`](Rules::may_repeat), so that it stays right when a history takes others away.
    const JUDGES_BY_REPEATABLE_MOVES: bool = false;

    /// What [`judge`](Game::judge) says of the child after each of these legal moves, in order,
    /// in a position that is not over. Much of it may be the same for all children.
    fn judge_children(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        judgements: &mut Vec<Judgement>,
    ) {
        judgements.clear();
        judgements.extend(moves.iter().map(|&mv| self.judge(&self.after(position, mv))));
    }

    /// The moves worth searching in a position that [`judge`](Game::judge) calls open: all legal
    /// moves but those after which `judge` sees the opponent win. At least one is left.
    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.moves(position, moves);
    }

    /// How many [`candidates`](Game::candidates) there are: the *mobility* of the papers.
    #[inline]
    fn count_candidates(&self, position: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        self.candidates(position, &mut moves);
        moves.len() as u32
    }

    /// How many legal moves a position that is not over has.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u64
    }

    /// The end of the game after a legal move in a position that is not over: what
    /// [`outcome`](Rules::outcome) says of the child. Searches that do not need the child itself
    /// ask this, and many games can tell without making it.
    #[inline]
    fn outcome_after(&self, position: &Self::Position, mv: Self::Move) -> Option<Outcome> {
        self.outcome(&self.after(position, mv))
    }

    /// [`outcome_after`](Game::outcome_after) for each of these legal moves, in order. `false`, with
    /// an empty list, says that no move ends the game, which many games can tell at one look.
    #[inline]
    fn outcomes_after_each(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        outcomes.clear();
        outcomes.extend(moves.iter().map(|&mv| self.outcome_after(position, mv)));
        true
    }

    /// How many legal moves the opponent has after a legal move that does not end the game.
    #[inline]
    fn count_moves_after(&self, position: &Self::Position, mv: Self::Move) -> u64 {
        self.count_moves(&self.after(position, mv))
    }

    /// [`count_moves_after`](Game::count_moves_after) for each of these legal moves, in order. The
    /// moves of one man share some of the work.
    #[inline]
    fn count_moves_after_each(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        counts: &mut Vec<u64>,
    ) {
        counts.clear();
        counts.extend(moves.iter().map(|&mv| self.count_moves_after(position, mv)));
    }

    /// Whether a tree search should look for moves that lead to the same position, or to images
    /// of it. Looking costs a key a child; a `false` here only forgoes savings.
    #[inline]
    fn may_have_equal_children(&self, _: &Self::Position) -> bool {
        self.symmetries() > 1
    }

    /// The key of a position for tables; equal for all its images under the board's symmetries.
    #[inline]
    fn key(&self, position: &Self::Position) -> Key {
        Key::of_bytes(&self.canonical(position).bytes)
    }

    /// How many bits the [`code`](Game::code) of a position has, if the game has codes; at most 64.
    #[inline]
    fn code_bits(&self) -> Option<u32> {
        None
    }

    /// A number below 2 to the power of [`code_bits`](Game::code_bits) for a position that is not
    /// over: no other such position has it but its images under the board's symmetries, which all
    /// have the same. A table of such positions needs to keep nothing else to recognise them.
    #[inline]
    fn code(&self, position: &Self::Position) -> u64 {
        self.key(position).tag
    }

    /// The key of what superko compares ([`situation`](Rules::situation)); images under the
    /// board's symmetries are apart.
    #[inline]
    fn situation_key(&self, position: &Self::Position) -> Key {
        let mut bytes = Vec::new();
        self.situation(position, &mut bytes);
        Key::of_bytes(&bytes)
    }

    /// The key of the position after a legal move.
    #[inline]
    fn key_after(&self, position: &Self::Position, mv: Self::Move) -> Key {
        self.key(&self.after(position, mv))
    }

    /// Calls `found` with [`key_after`](Game::key_after) and, if `counts`, with
    /// [`count_moves_after`](Game::count_moves_after) of each of these legal moves, in order; else
    /// with a count of 1. One pass, so that a search can fetch what it knows of one child while the
    /// next is counted.
    #[inline]
    fn for_each_key_after(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        counts: bool,
        mut found: impl FnMut(Self::Move, Key, u64),
    ) {
        for &mv in moves {
            let count = if counts { self.count_moves_after(position, mv) } else { 1 };
            found(mv, self.key_after(position, mv), count);
        }
    }

    /// The key of a position with its images apart: a player's table keeps moves, which belong to
    /// one image only. Positions with different [`encode`](Rules::encode)d bytes have different
    /// keys.
    #[inline]
    fn placed_key(&self, position: &Self::Position) -> Key {
        let mut bytes = Vec::with_capacity(self.encoded_len());
        self.encode(position, &mut bytes);
        Key::of_bytes(&bytes)
    }

    /// A key that all images of a position share, and the symmetry that leads from it to the image that
    /// stands for them: for a player's table, where a move belongs to that image.
    #[inline]
    fn image_key(&self, position: &Self::Position) -> (Key, usize) {
        let canonical = self.canonical(position);
        (Key::of_bytes(&canonical.bytes), canonical.symmetry)
    }

    /// The position with the other side to move, as if the mover had passed, for searches that ask
    /// how good a position is even so (the null move). `None` where that says nothing: where being
    /// to move is often a burden, where the other side would have won already, or where passing is
    /// a move like any other.
    #[inline]
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// How many men the side to move has; a player prunes less where there are few. Games that do
    /// not count say many.
    #[inline]
    fn count_own_men(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// The class of a legal move in a player's order of moves: the highest is tried first, and 0
    /// is a quiet move, which only experience (history) ranks.
    #[inline]
    fn move_class(&self, _position: &Self::Position, _mv: Self::Move) -> u8 {
        0
    }

    /// Who wins a position that is not over, and within how many plies, where a player sees that at a
    /// glance: what [`judge`](Game::judge) decides, if that is cheap enough for every node.
    #[inline]
    fn glance(&self, _position: &Self::Position) -> Option<(Player, u32)> {
        None
    }

    /// Clears `moves` and puts the legal moves into it that a position must be searched on for
    /// before it can be evaluated.
    #[inline]
    fn noisy_moves(&self, _position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.clear();
    }

    /// Whether the side to move must make a noisy move: then those are all the moves it has, or all
    /// but some that lose at once. Asked where [`glance`](Game::glance) sees nothing.
    #[inline]
    fn must_be_noisy(&self, _position: &Self::Position) -> bool {
        false
    }

    /// A number that falls with every ply, and so is no less than the plies that a game can still take; `None` where
    /// none is known, and always where positions can come back.
    #[inline]
    fn plies_left(&self, position: &Self::Position) -> Option<u32> {
        Some(self.racers(position)?.plies_left(self.race_board()?))
    }

    /// Numbers for all positions of this board, if the game has them.
    fn numbering(&self) -> Option<&dyn Numbering<Self::Position>> {
        None
    }

    /// How this game orders its moves for a search that tries them one after the other, if it does.
    fn order(&self) -> Option<&dyn Order<Self>> {
        None
    }

    /// The evaluation this game offers, if any.
    fn evaluator(&self) -> Option<&dyn Evaluate<Self>> {
        None
    }

    /// What the game has learnt about the cost of its positions, if it has.
    fn cost_model(&self) -> Option<&dyn CostModel<Self>> {
        None
    }

    /// The same game with the model of cost of a text.
    ///
    /// # Errors
    /// If the game has no such model, or the text cannot be used.
    fn with_costs(&self, _text: &str) -> Result<Self, InputError> {
        Err(InputError::new(format!("{} has no model of cost", self.spec())))
    }

    /// Calls `found` with the name of each term that a model of cost may be made of, and how often it is there.
    fn cost_terms(&self, _position: &Self::Position, _found: &mut dyn FnMut(&str, i32)) {}

    /// What a network of costs sees of a position; nothing where models of cost are made of terms.
    fn cost_sight(&self, _position: &Self::Position) -> Option<NetworkSight> {
        None
    }

    /// The names of the evaluators that a player may choose from, the weakest first; the last one
    /// is what [`evaluator`](Game::evaluator) offers, unless a game says otherwise.
    fn evaluator_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// A new evaluator by name, with a cache of its own if it has one; `weights` is the text of a
    /// weight file to use instead of the weights that come with it.
    ///
    /// # Errors
    /// If the game has none of this name, or the weights cannot be used.
    fn make_evaluator(
        &self,
        name: &str,
        _weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Self>>, InputError> {
        Err(InputError::new(format!(
            "{} has no evaluator {}",
            self.spec(),
            InputError::quote(name)
        )))
    }
}
