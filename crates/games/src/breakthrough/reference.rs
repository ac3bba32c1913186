//! The plain rules of Breakthrough, for the verifier and for sceptics: an array of squares, and
//! every rule spelled out.
//!
//! Saffidine, Jouandeau, Cazenave, ACG 2011, section 3.1: "A pawn can always move diagonally
//! forward possibly capturing an opponent pawn but can move forward one cell only if it is
//! empty", and "the first player to bring a pawn to the opposite last row wins the game".
//! Nothing here is clever; [`super::fast`] is checked against it. The conventions that the two
//! share (numbers of squares, codes of moves, bytes of positions) are listed in [`super`].

use super::walls::Walls;
use super::{COLUMNS, ROWS, setup};
use andor_core::board::{Rectangle, Setup};
use andor_core::{InputError, Outcome, Player, RaceBoard, Racers, Repetition, Rules};

/// The reference rules of Breakthrough on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    board: Rectangle,
    /// Squares that nobody may enter.
    walls: Walls,
    /// Whether left and right can be swapped: every wall has one on the other side.
    is_symmetric: bool,
}

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Whose man stands on each square. Squares beyond the end of the board stay empty.
    cells: [Option<Player>; 64],
    side: Player,
}

/// A man goes from one square to another, and takes what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: usize,
    to: usize,
}

impl Reference {
    /// The rules on a board of this size.
    ///
    /// # Panics
    /// If there is no such board ([`COLUMNS`], [`ROWS`]).
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Reference {
        assert!(COLUMNS.contains(&columns) && ROWS.contains(&rows), "no board {columns}x{rows}");
        let board = Rectangle::new(columns, rows);
        Reference { board, walls: Walls::default(), is_symmetric: true }
    }

    /// The same board with walls, which must be squares of it.
    #[must_use]
    pub fn with_walls(self, walls: Walls) -> Reference {
        let mut squares = 0..self.board.squares();
        let is_symmetric =
            squares.all(|square| walls.has(square) == walls.has(self.mirror(square)));
        Reference { walls, is_symmetric, ..self }
    }

    /// The square that lies where `square` does when left and right are swapped.
    fn mirror(&self, square: usize) -> usize {
        let board = self.board;
        board.square(board.columns - 1 - board.column(square), board.row(square))
    }

    /// The row that `player` must reach.
    fn goal_row(&self, player: Player) -> usize {
        match player {
            Player::White => self.board.rows - 1,
            Player::Black => 0,
        }
    }

    /// The row in front of `row` as `player` sees it, if the board goes on there.
    fn row_ahead(&self, row: usize, player: Player) -> Option<usize> {
        if row == self.goal_row(player) {
            return None;
        }
        match player {
            Player::White => Some(row + 1),
            Player::Black => Some(row - 1),
        }
    }

    fn has_reached_goal(&self, position: &Position, player: Player) -> bool {
        let row = self.goal_row(player);
        (0..self.board.columns)
            .any(|column| position.cells[self.board.square(column, row)] == Some(player))
    }

    #[inline]
    fn has_men(&self, position: &Position, player: Player) -> bool {
        position.cells.contains(&Some(player))
    }

    /// The squares of the board, a1 first.
    fn men<'a>(&self, position: &'a Position) -> impl Iterator<Item = Option<Player>> + use<'a> {
        position.cells[..self.board.squares()].iter().copied()
    }

    fn position(&self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut cells = [None; 64];
        for (cell, man) in cells.iter_mut().zip(men) {
            *cell = man;
        }
        Position { cells, side }
    }

    fn setup(&self, position: &Position) -> Setup {
        let mut setup = self.board.setup(self.men(position), position.side);
        self.walls.draw_on(&mut setup.cells);
        setup
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.walls.spec(self.board)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn is_drawless(&self) -> bool {
        true
    }

    fn initial(&self) -> Position {
        let mut cells = [None; 64];
        for column in 0..self.board.columns {
            cells[self.board.square(column, 0)] = Some(Player::White);
            cells[self.board.square(column, 1)] = Some(Player::White);
            cells[self.board.square(column, self.board.rows - 2)] = Some(Player::Black);
            cells[self.board.square(column, self.board.rows - 1)] = Some(Player::Black);
        }
        for (square, cell) in cells.iter_mut().enumerate() {
            if self.walls.has(square) {
                *cell = None;
            }
        }
        Position { cells, side: Player::White }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    /// Without walls a side that has men and has not lost can always move: nobody of its own stands ahead of
    /// its foremost man, the row ahead is on the board (or the man would have won), and on a board
    /// of two or more columns at least one of the two squares diagonally ahead is too. With walls there
    /// may be no move, and whoever cannot move has lost.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.side;
        let opponent = mover.other();
        // The opponent moved last. No game leads to a board where both have arrived, or both have
        // lost all men; should somebody make one up, the side that moved last has won.
        if self.has_reached_goal(position, opponent) {
            return Some(Outcome::Win(opponent));
        }
        if self.has_reached_goal(position, mover) {
            return Some(Outcome::Win(mover));
        }
        if !self.has_men(position, mover) {
            return Some(Outcome::Win(opponent));
        }
        if !self.has_men(position, opponent) {
            return Some(Outcome::Win(mover));
        }
        if !self.walls.is_empty() {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            if moves.is_empty() {
                return Some(Outcome::Win(opponent));
            }
        }
        None
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let mover = position.side;
        for row in 0..self.board.rows {
            let Some(row_ahead) = self.row_ahead(row, mover) else { continue };
            for column in 0..self.board.columns {
                let from = self.board.square(column, row);
                if position.cells[from] != Some(mover) {
                    continue;
                }
                // Diagonally ahead to the left: onto an empty square or an enemy man.
                if column > 0 {
                    let to = self.board.square(column - 1, row_ahead);
                    if position.cells[to] != Some(mover) && !self.walls.has(to) {
                        moves.push(Move { from, to });
                    }
                }
                // Straight ahead: onto an empty square only.
                let to = self.board.square(column, row_ahead);
                if position.cells[to].is_none() && !self.walls.has(to) {
                    moves.push(Move { from, to });
                }
                // Diagonally ahead to the right, as to the left.
                if column + 1 < self.board.columns {
                    let to = self.board.square(column + 1, row_ahead);
                    if position.cells[to] != Some(mover) && !self.walls.has(to) {
                        moves.push(Move { from, to });
                    }
                }
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.cells[mv.to] = position.cells[mv.from];
        position.cells[mv.from] = None;
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        self.board.encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.board.encode(self.men(position), position.side, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = self.board.decode(bytes)?;
        let on_walls = men.iter().enumerate().any(|(at, man)| man.is_some() && self.walls.has(at));
        (!on_walls).then(|| self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        (mv.from * 64 + mv.to) as u32
    }

    fn symmetries(&self) -> usize {
        if self.is_symmetric { 2 } else { 1 }
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *position;
        }
        let mut image = Position { cells: [None; 64], side: position.side };
        for square in 0..self.board.squares() {
            image.cells[self.mirror(square)] = position.cells[square];
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            return mv;
        }
        Move { from: self.mirror(mv.from), to: self.mirror(mv.to) }
    }

    /// What is known of races is known of boards without walls.
    fn race_board(&self) -> Option<RaceBoard> {
        self.walls
            .is_empty()
            .then_some(RaceBoard { columns: self.board.columns, rows: self.board.rows })
    }

    fn racers(&self, position: &Position) -> Option<Racers> {
        if !self.walls.is_empty() {
            return None;
        }
        let mut racers = Racers { own: 0, enemy: 0, goes_up: position.side == Player::White };
        for square in 0..self.board.squares() {
            match position.cells[square] {
                Some(player) if player == position.side => racers.own |= 1 << square,
                Some(_) => racers.enemy |= 1 << square,
                None => {}
            }
        }
        Some(racers)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.board, self.walls)?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.board.step_text(mv.from, mv.to, position.cells[mv.to].is_some())
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;
    use andor_core::{Outcome, Player, Rules};

    fn moves(rules: &Reference, text: &str) -> String {
        let position = rules.parse_position(text).unwrap();
        let mut moves = Vec::new();
        rules.sorted_moves(&position, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| rules.move_text(&position, mv)).collect();
        texts.join(" ")
    }

    /// ```text
    ///   5 . . . . b
    ///   4 . b . w b
    ///   3 . w . . .
    ///   2 . . w . w
    ///   1 w . . . w
    ///     a b c d e
    /// ```
    #[test]
    fn men_step_ahead_onto_empty_squares_and_diagonally_onto_enemies_too() {
        let rules = Reference::new(5, 5);
        assert_eq!(
            moves(&rules, "4b/1b1wb/1w3/2w1w/w3w w"),
            "a1-a2 a1-b2 e1-d2 c2-c3 c2-d3 e2-d3 e2-e3 b3-a4 b3-c4 d4-c5 d4-d5 d4xe5"
        );
        assert_eq!(moves(&rules, "4b/1b1wb/1w3/2w1w/w3w b"), "b4-a3 b4-c3 e4-d3 e4-e3 e5xd4");
    }

    #[test]
    fn the_far_rank_wins_and_so_does_taking_all_men() {
        let rules = Reference::new(3, 4);
        let outcome = |text| rules.outcome(&rules.parse_position(text).unwrap());
        assert_eq!(outcome("bbb/bbb/www/www w"), None);
        assert_eq!(outcome("w1b/3/1b1/w2 b"), Some(Outcome::Win(Player::White)));
        assert_eq!(outcome("2b/3/1w1/b1w w"), Some(Outcome::Win(Player::Black)));
        assert_eq!(outcome("3/3/1w1/3 b"), Some(Outcome::Win(Player::White)));
        assert_eq!(outcome("3/1b1/3/3 w"), Some(Outcome::Win(Player::Black)));
    }

    #[test]
    fn boards_that_no_game_leads_to_still_have_one_winner() {
        let rules = Reference::new(2, 4);
        let outcome = |bytes: [u8; 3]| rules.outcome(&rules.decode(&bytes).unwrap());
        // Both sides without men, then both on their goal ranks; White to move, then Black.
        let both_arrived = [81, 2]; // a black man on a1, a white one on b4
        for (side, moved_last) in [(1, Player::Black), (0, Player::White)] {
            assert_eq!(outcome([side, 0, 0]), Some(Outcome::Win(moved_last)));
            let [first, second] = both_arrived;
            assert_eq!(outcome([side, first, second]), Some(Outcome::Win(moved_last)));
        }
        assert!(rules.decode(&[2, 0, 0]).is_none() && rules.decode(&[1, 0, 27]).is_none());
    }
}
