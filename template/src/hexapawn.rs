//! Hexapawn on any board (M. Gardner, Mathematical Games, Scientific American, March 1962).

use andor_core::board::{Rectangle, Setup};
use andor_core::{CostModel, CostSum, Game, InputError, Outcome, Player, Repetition, Rules, Spec};
use std::sync::Arc;

// Step 1. The game, a position, a move.

/// The rules on one board. The size is run-time data: one type serves every board.
#[derive(Clone, Debug)]
pub struct Hexapawn {
    board: Rectangle,
    /// What positions cost a search, once that is learnt.
    costs: Option<Arc<CostSum>>,
}

/// A board (a1 first, then b1; squares beyond the board stay empty) and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    cells: [Option<Player>; 64],
    side: Player,
}

/// A pawn's step from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: usize,
    to: usize,
}

impl Hexapawn {
    /// The game that a spec string such as `hexapawn:4x5` asks for.
    pub fn from_spec(spec: &Spec) -> Result<Hexapawn, InputError> {
        spec.only_options(&[])?;
        let (columns, rows) = spec.columns_and_rows((3, 3), 1..=8, 3..=8)?;
        Ok(Hexapawn { board: Rectangle::new(columns, rows), costs: None })
    }

    /// Where a symmetry takes a square: number 0 leaves it, number 1 swaps left and right.
    fn image(&self, square: usize, symmetry: usize) -> usize {
        let (column, row) = (self.board.column(square), self.board.row(square));
        if symmetry == 0 { square } else { self.board.square(self.board.columns - 1 - column, row) }
    }

    /// A pawn moves straight ahead to an empty square, or captures diagonally ahead.
    fn steps(&self, position: &Position) -> impl Iterator<Item = Move> {
        let (side, cells) = (position.side, position.cells);
        let ahead = if side == Player::White { 1 } else { -1 };
        let board = self.board;
        let pawns = (0..board.squares()).filter(move |&square| cells[square] == Some(side));
        let step = move |from: usize, sideways: isize| {
            let column = board.column(from).checked_add_signed(sideways)?;
            let row = board.row(from).checked_add_signed(ahead)?;
            if column >= board.columns || row >= board.rows {
                return None;
            }
            let wanted = if sideways == 0 { None } else { Some(side.other()) };
            let to = board.square(column, row);
            (cells[to] == wanted).then_some(Move { from, to })
        };
        pawns.flat_map(move |from| [-1, 0, 1].into_iter().filter_map(move |s| step(from, s)))
    }

    fn reached_far_rank(&self, position: &Position, player: Player) -> bool {
        let row = if player == Player::White { self.board.rows - 1 } else { 0 };
        let mut rank = (0..self.board.columns).map(|column| self.board.square(column, row));
        rank.any(|square| position.cells[square] == Some(player))
    }

    fn men(&self, position: &Position) -> impl Iterator<Item = Option<Player>> {
        position.cells.into_iter().take(self.board.squares())
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board.setup(self.men(position), position.side)
    }

    fn position(&self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut cells = [None; 64];
        cells.iter_mut().zip(men).for_each(|(cell, man)| *cell = man);
        Position { cells, side }
    }
}

// Step 2. The rules.

impl Rules for Hexapawn {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        format!("hexapawn:{}x{}", self.board.columns, self.board.rows)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn is_drawless(&self) -> bool {
        true
    }

    fn initial(&self) -> Position {
        let man = |square| match self.board.row(square) {
            0 => Some(Player::White),
            row => (row == self.board.rows - 1).then_some(Player::Black),
        };
        self.position((0..self.board.squares()).map(man), Player::White)
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let moved_last = position.side.other();
        let won = self.reached_far_rank(position, moved_last)
            // Without a move, which a side without pawns never has.
            || self.steps(position).next().is_none();
        won.then_some(Outcome::Win(moved_last))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.steps(position));
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.cells[mv.to] = position.cells[mv.from].take();
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
        Some(self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        (mv.from * 64 + mv.to) as u32
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = *position;
        for square in 0..self.board.squares() {
            image.cells[self.image(square, symmetry)] = position.cells[square];
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move { from: self.image(mv.from, symmetry), to: self.image(mv.to, symmetry) }
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = self.board.read(text)?;
        let position = self.position(setup.men(), setup.side);
        let pawns = |side| position.cells.iter().filter(|&&cell| cell == Some(side)).count();
        let mut reasons = Vec::new();
        if pawns(Player::Black).max(pawns(Player::White)) > self.board.columns {
            reasons.push(format!("a side has more than {} pawns", self.board.columns));
        }
        if self.reached_far_rank(&position, position.side) {
            reasons.push(format!("{} is to move, but had already won", position.side));
        }
        setup.refuse_for(reasons)?;
        Ok(position)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.board.step_text(mv.from, mv.to, position.cells[mv.to].is_some())
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

// Step 3. What solvers want beyond the rules: every method has a default.

impl Game for Hexapawn {
    /// What a model of cost is made of: every pawn, whose it is, how far it has to go, and how many steps it has.
    fn cost_terms(&self, position: &Position, found: &mut dyn FnMut(&str, i32)) {
        found("turn", 1);
        let enemy = position.side.other();
        let turned = Position { side: enemy, ..*position };
        for (whose, view) in [("own", position), ("enemy", &turned)] {
            let mut steps = [0; 64];
            self.steps(view).for_each(|step| steps[step.from] += 1);
            for (square, man) in self.men(position).enumerate() {
                if man == Some(view.side) {
                    let row = self.board.row(square);
                    let white = view.side == Player::White;
                    let to_go = if white { self.board.rows - 1 - row } else { row };
                    found(&format!("{whose} {to_go} {}", steps[square]), 1);
                }
            }
        }
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Hexapawn>> {
        self.costs.as_deref().map(|costs| costs as &dyn CostModel<Hexapawn>)
    }

    /// The same game with what `learn cost` has written.
    fn with_costs(&self, text: &str) -> Result<Hexapawn, InputError> {
        Ok(Hexapawn { costs: Some(Arc::new(CostSum::read(text)?)), ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::Hexapawn;
    use andor_core::conformance::{check, check_perft, parse_perft_file};
    use andor_core::{Rules, Spec};

    fn hexapawn(spec: &str) -> Hexapawn {
        Hexapawn::from_spec(&Spec::parse(spec).unwrap()).unwrap()
    }

    // Step 4. The conformance kit.

    #[test]
    fn conforms_on_small_and_large_boards() {
        for spec in ["hexapawn:1x3", "hexapawn", "hexapawn:4x5", "hexapawn:8x8"] {
            let game = hexapawn(spec);
            let findings = check(&game, &game, 1962, 2_000).expect("every promise is kept");
            assert!(findings.over > 0 && findings.moves >= 1_000, "{spec}: {findings:?}");
        }
    }

    #[test]
    fn counts_what_another_program_counts() {
        let file = "hexapawn:3x3 | start         | 3 10 28 56 70 64 20
                    hexapawn:4x4 | start         | 4 16 66 280 1170 4548
                    hexapawn:3x3 | 1bb/bw1/w1w b | 2 3 4 1 2 0";
        for line in parse_perft_file(file).unwrap() {
            let game = hexapawn(&line.spec);
            check_perft(&game, &game, &line, 1_000_000, 100_000).unwrap();
        }
    }

    #[test]
    fn refuses_what_no_game_leads_to() {
        let game = hexapawn("hexapawn:3x3");
        let refusal = |text| game.parse_position(text).unwrap_err().to_string();
        assert!(refusal("bbb/bww/www w").contains("a side has more than 3 pawns"));
        assert!(refusal("w2/3/bbb w").contains("White is to move, but had already won"));
        assert!(refusal("bbb/3/www w now").contains("\"now\""));
        assert!(Hexapawn::from_spec(&Spec::parse("hexapawn:3x9").unwrap()).is_err());
    }
}
