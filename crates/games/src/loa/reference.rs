//! The plain rules of Lines of Action, for the verifier and for sceptics: an array of squares, and
//! the nine rules of Winands' thesis (2.2) spelled out one by one.
//!
//! Nothing here is clever; [`super::fast`] is checked against it. The conventions that the two
//! share (numbers of squares, codes of moves, bytes of positions, symmetries) are listed in
//! [`super`].

use super::evaluation::{PlainMia, Version};
use super::{NoMove, PASS_CODE, SIZES, Simultaneous, Variant, setup};
use andor_core::board::{Rectangle, Setup};
use andor_core::{Endings, Evaluate, Game, InputError, Outcome, Player, Repetition, Rules};

/// The squares of the largest board.
pub(super) const MOST_SQUARES: usize = 11 * 11;

/// The eight directions: columns to the right, rows up.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The reference rules of Lines of Action on one board with one set of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    variant: Variant,
}

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Whose man stands on each square. Squares beyond the end of the board stay empty.
    pub(super) cells: [Option<Player>; MOST_SQUARES],
    pub(super) side: Player,
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A man goes from one square to another, and takes what stands there.
    Step {
        /// The square it leaves.
        from: usize,
        /// The square it lands on.
        to: usize,
    },
    /// Nothing: the player cannot move (rule 8).
    Pass,
}

impl Reference {
    /// The rules of this variant.
    ///
    /// # Panics
    /// If there is no such board ([`SIZES`]).
    #[must_use]
    pub fn new(variant: Variant) -> Reference {
        assert!(SIZES.contains(&variant.size), "no board of side {}", variant.size);
        Reference { variant }
    }

    pub(super) fn size(&self) -> usize {
        self.variant.size
    }

    fn squares(&self) -> usize {
        self.size() * self.size()
    }

    /// The board for texts and bytes.
    fn board(&self) -> Rectangle {
        Rectangle::new(self.size(), self.size())
    }

    /// The squares of the board, a1 first.
    fn men<'a>(&self, position: &'a Position) -> impl Iterator<Item = Option<Player>> + use<'a> {
        position.cells[..self.squares()].iter().copied()
    }

    fn position(&self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut cells = [None; MOST_SQUARES];
        for (cell, man) in cells.iter_mut().zip(men) {
            *cell = man;
        }
        Position { cells, side }
    }

    /// The square `distance` steps from `square`, unless the board ends before.
    fn walk(&self, square: usize, direction: (isize, isize), distance: usize) -> Option<usize> {
        let (size, distance) = (self.size() as isize, distance as isize);
        let column = square as isize % size + direction.0 * distance;
        let row = square as isize / size + direction.1 * distance;
        let on_board = (0..size).contains(&column) && (0..size).contains(&row);
        on_board.then_some((row * size + column) as usize)
    }

    /// The squares beyond `square` in a direction, nearest first.
    fn ray(
        &self,
        square: usize,
        direction: (isize, isize),
    ) -> impl Iterator<Item = usize> + use<'_> {
        (1..).map_while(move |distance| self.walk(square, direction, distance))
    }

    /// Rule 3: how many men of either colour there are anywhere along the line through `square`.
    fn men_on_line(&self, position: &Position, square: usize, direction: (isize, isize)) -> usize {
        let (columns, rows) = direction;
        let backwards = (-columns, -rows);
        let line = self.ray(square, direction).chain(self.ray(square, backwards)).chain([square]);
        line.filter(|&other| position.cells[other].is_some()).count()
    }

    /// Where the man on `from` lands when it moves in a direction, if it can.
    fn landing(
        &self,
        position: &Position,
        from: usize,
        direction: (isize, isize),
    ) -> Option<usize> {
        let mover = position.cells[from]?;
        // Rule 3: exactly as many squares as there are men on the line.
        let distance = self.men_on_line(position, from, direction);
        let to = self.walk(from, direction, distance)?;
        // Rules 4 and 5: it may jump over its own men, but not over the opponent's.
        let jumped = self.ray(from, direction).take(distance - 1);
        for square in jumped {
            if position.cells[square] == Some(mover.other()) {
                return None;
            }
        }
        // Rule 5: it captures an enemy by landing there. It does not land on its own men.
        (position.cells[to] != Some(mover)).then_some(to)
    }

    /// The moves of the men of the side to move; none if it has to pass.
    pub(super) fn steps(&self, position: &Position) -> Vec<Move> {
        let mut steps = Vec::new();
        for from in 0..self.squares() {
            if position.cells[from] != Some(position.side) {
                continue;
            }
            for direction in DIRECTIONS {
                if let Some(to) = self.landing(position, from, direction) {
                    steps.push(Move::Step { from, to });
                }
            }
        }
        steps
    }

    fn count_men(&self, position: &Position, player: Player) -> usize {
        position.cells.iter().filter(|&&cell| cell == Some(player)).count()
    }

    /// Rule 6: whether all men of `player` are connected in one unit. A single man is, none is
    /// not.
    fn is_connected(&self, position: &Position, player: Player) -> bool {
        let Some(first) = position.cells.iter().position(|&cell| cell == Some(player)) else {
            return false;
        };
        let mut reached = vec![first];
        let mut looked_at = 0;
        while looked_at < reached.len() {
            for direction in DIRECTIONS {
                if let Some(next) = self.walk(reached[looked_at], direction, 1)
                    && position.cells[next] == Some(player)
                    && !reached.contains(&next)
                {
                    reached.push(next);
                }
            }
            looked_at += 1;
        }
        reached.len() == self.count_men(position, player)
    }

    /// Where `square` lies after a symmetry of the board.
    fn image(&self, square: usize, symmetry: usize) -> usize {
        let size = self.size();
        let (mut column, mut row) = (square % size, square / size);
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        if symmetry & 1 != 0 {
            column = size - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        row * size + column
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board().setup(self.men(position), position.side)
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.variant.spec()
    }

    /// Rule 9. That the third occurrence counts is for those who play: for the value of a
    /// position, any repetition is a draw.
    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    /// Rules 1 and 2: Black along the top and the bottom, White along the left and the right, the
    /// corners empty; Black starts.
    fn initial(&self) -> Position {
        let mut cells = [None; MOST_SQUARES];
        let last = self.size() - 1;
        for place in 1..last {
            for (column, row) in [(place, 0), (place, last)] {
                cells[row * self.size() + column] = Some(Player::Black);
            }
            for (column, row) in [(0, place), (last, place)] {
                cells[row * self.size() + column] = Some(Player::White);
            }
        }
        Position { cells, side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    /// A function of the board and the side to move: the side that is not to move moved last.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.side;
        let opponent = mover.other();
        // Rules 6 and 7.
        match (self.is_connected(position, mover), self.is_connected(position, opponent)) {
            (true, true) => {
                return Some(match self.variant.simultaneous {
                    Simultaneous::Draw => Outcome::Draw,
                    Simultaneous::Mover => Outcome::Win(opponent),
                });
            }
            (false, true) => return Some(Outcome::Win(opponent)),
            // The opponent's last move connected only us.
            (true, false) => return Some(Outcome::Win(mover)),
            (false, false) => {}
        }
        // No game leads to a board where a side has no men: with one man left it is connected.
        // Should somebody make one up, that side has lost; an empty board is a draw.
        match (self.count_men(position, mover), self.count_men(position, opponent)) {
            (0, 0) => return Some(Outcome::Draw),
            (0, _) => return Some(Outcome::Win(opponent)),
            (_, 0) => return Some(Outcome::Win(mover)),
            _ => {}
        }
        // Rule 8, unless it is replaced.
        if self.variant.no_move == NoMove::Loss && self.steps(position).is_empty() {
            return Some(Outcome::Win(opponent));
        }
        None
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        *moves = self.steps(position);
        // Rule 8: who cannot move passes.
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        if let Move::Step { from, to } = mv {
            position.cells[to] = position.cells[from];
            position.cells[from] = None;
        }
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        self.board().encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.board().encode(self.men(position), position.side, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = self.board().decode(bytes)?;
        Some(self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        match mv {
            Move::Step { from, to } => (from * 128 + to) as u32,
            Move::Pass => PASS_CODE,
        }
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = Position { cells: [None; MOST_SQUARES], side: position.side };
        for square in 0..self.squares() {
            image.cells[self.image(square, symmetry)] = position.cells[square];
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Step { from, to } => {
                Move::Step { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
            Move::Pass => Move::Pass,
        }
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        self.variant.is_fast().then_some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.board())?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        match mv {
            Move::Step { from, to } => {
                self.board().step_text(from, to, position.cells[to].is_some())
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

/// On the boards above 8x8 these are the rules of players and solvers; the verifier has those of
/// [`Listed`](super::Listed).
impl Game for Reference {
    fn evaluator(&self) -> Option<&dyn Evaluate<Reference>> {
        Some(self)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        &Version::NAMES
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Reference>>, InputError> {
        Ok(Box::new(PlainMia::new(name, weights)?))
    }
}
