//! Hexapawn on any board (M. Gardner, Mathematical Games, Scientific American, March 1962).

use andor_cli::{Catalogue, Family, pair};
use andor_core::board::{Setup, pack_ternary, square_name, unpack_ternary};
use andor_core::{Game, InputError, Outcome, Player, Repetition, Rules, Spec};
use std::process::ExitCode;

// Step 1. The game, a position, a move.

/// The rules on one board. The size is run-time data: one type serves every board.
#[derive(Clone, Debug)]
pub struct Hexapawn {
    columns: usize,
    rows: usize,
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
        Ok(Hexapawn { columns, rows })
    }

    fn squares(&self) -> usize {
        self.columns * self.rows
    }

    /// Where a symmetry takes a square: number 0 leaves it, number 1 swaps left and right.
    fn image(&self, square: usize, symmetry: usize) -> usize {
        let column = square % self.columns;
        if symmetry == 0 { square } else { square - column + (self.columns - 1 - column) }
    }

    /// A pawn moves straight ahead to an empty square, or captures diagonally ahead.
    fn steps(&self, position: &Position) -> impl Iterator<Item = Move> {
        let (side, cells) = (position.side, position.cells);
        let ahead = if side == Player::White { 1 } else { -1 };
        let pawns = (0..self.squares()).filter(move |&square| cells[square] == Some(side));
        let step = move |from: usize, sideways: isize| {
            let column = (from % self.columns).checked_add_signed(sideways)?;
            let row = (from / self.columns).checked_add_signed(ahead)?;
            let wanted = if sideways == 0 { None } else { Some(side.other()) };
            let to = row * self.columns + column;
            let open = column < self.columns && row < self.rows && cells[to] == wanted;
            open.then_some(Move { from, to })
        };
        pawns.flat_map(move |from| [-1, 0, 1].into_iter().filter_map(move |s| step(from, s)))
    }

    fn reached_far_rank(&self, position: &Position, player: Player) -> bool {
        let row = if player == Player::White { self.rows - 1 } else { 0 };
        let rank = &position.cells[row * self.columns..(row + 1) * self.columns];
        rank.contains(&Some(player))
    }

    fn setup(&self, position: &Position) -> Setup {
        let letter = |cell: &Option<Player>| cell.map_or('.', Player::letter);
        let cells = position.cells[..self.squares()].iter().map(letter).collect();
        let (columns, rows, side) = (self.columns, self.rows, position.side);
        Setup { columns, rows, cells, side, extras: Vec::new() }
    }
}

// Step 2. The rules.

impl Rules for Hexapawn {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        format!("hexapawn:{}x{}", self.columns, self.rows)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn is_drawless(&self) -> bool {
        true
    }

    fn initial(&self) -> Position {
        let mut cells = [None; 64];
        cells[..self.columns].fill(Some(Player::White));
        cells[self.squares() - self.columns..self.squares()].fill(Some(Player::Black));
        Position { cells, side: Player::White }
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
        1 + self.squares().div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8);
        let digit = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player as u8);
        pack_ternary(position.cells[..self.squares()].iter().map(digit), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (&side, packed) = bytes.split_first()?;
        let side = *[Player::Black, Player::White].get(usize::from(side))?;
        let mut cells = [None; 64];
        for (cell, digit) in cells.iter_mut().zip(unpack_ternary(packed, self.squares())?) {
            *cell = [None, Some(Player::Black), Some(Player::White)][usize::from(digit)];
        }
        Some(Position { cells, side })
    }

    fn move_code(&self, mv: Move) -> u32 {
        (mv.from * 64 + mv.to) as u32
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = *position;
        for square in 0..self.squares() {
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
        let setup = Setup::parse(text, self.columns, self.rows, "bw")?;
        let mut position = Position { cells: [None; 64], side: setup.side };
        for (cell, letter) in position.cells.iter_mut().zip(&setup.cells) {
            *cell = Player::from_letter(&letter.to_string());
        }
        let pawns = |side| position.cells.iter().filter(|&&cell| cell == Some(side)).count();
        let mut reasons = Vec::new();
        if pawns(Player::Black).max(pawns(Player::White)) > self.columns {
            reasons.push(format!("a side has more than {} pawns", self.columns));
        }
        if self.reached_far_rank(&position, position.side) {
            reasons.push(format!("{} is to move, but had already won", position.side));
        }
        setup.refuse_for(reasons)?;
        Ok(position)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let name = |square| square_name(square % self.columns, square / self.columns);
        let dash = if position.cells[mv.to].is_some() { 'x' } else { '-' };
        format!("{}{dash}{}", name(mv.from), name(mv.to))
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

// Step 3. What solvers want beyond the rules: every method has a default.

impl Game for Hexapawn {}

// Step 5. The whole command line.

/// What `andor games` says of it.
const FAMILY: Family = Family {
    name: "hexapawn",
    about: "pawns race for the far rank or lock each other up (Gardner 1962)",
    boards: "COLUMNSxROWS from 1x3 to 8x8, default 3x3",
    first: "White",
    moves: "a1-a2, captures a1xb2",
    position: "bbb/3/www w",
    ..Family::PLAIN
};

/// The games of andor and this one.
pub fn catalogue() -> Catalogue {
    Catalogue::standard().with(FAMILY, |spec| Ok(pair(Hexapawn::from_spec(spec)?)))
}

fn main() -> ExitCode {
    andor_cli::main_with(catalogue())
}

#[cfg(test)]
mod tests {
    use super::{Hexapawn, catalogue};
    use andor_cli::{Exit, Terminal, run};
    use andor_core::conformance::{check, check_perft, parse_perft_file};
    use andor_core::{Rules, Spec};

    fn hexapawn(spec: &str) -> Hexapawn {
        Hexapawn::from_spec(&Spec::parse(spec).unwrap()).unwrap()
    }

    /// Runs a command line: how it ended, its results and its notes.
    fn andor(words: &[&str], input: &str) -> (Exit, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut terminal = Terminal::new(input.as_bytes(), &mut out, &mut err);
        let exit = run(&catalogue(), [&["andor"], words].concat(), &mut terminal);
        drop(terminal);
        (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    /// The results of a command line that must succeed, and must say all of `parts`.
    fn says(words: &[&str], parts: &[&str]) -> String {
        let (exit, out, err) = andor(words, "");
        assert_eq!(exit, Exit::Answered, "{words:?}: {err}");
        for part in parts {
            assert!(out.contains(part), "{words:?} does not say {part:?}:\n{out}");
        }
        out
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

    // Step 5. The command line, from the first look to a game against the proof.

    #[test]
    fn every_command_knows_the_game() {
        says(&["games"], &["hexapawn: pawns race", "breakthrough: "]);
        let start = "  3 b b b\n  2 . . .\n  1 w w w\n    a b c\n";
        says(&["show", "hexapawn"], &[start, "White to move, 3 moves: a1-a2 b1-b2 c1-c2"]);
        says(&["moves", "hexapawn", "--position", "1bb/bw1/w1w b"], &["c3xb2 c3-c2\n"]);
        // The three ways to win: on the far rank, by locking up, by capturing all.
        says(&["show", "hexapawn", "--moves", "b1-b2 a3xb2 a1-a2 b2-b1"], &["Black has won"]);
        says(&["show", "hexapawn", "--position", "1b1/bw1/w1w b"], &["White has won"]);
        says(&["show", "hexapawn", "--position", "3/2w/3 b"], &["White has won"]);
        says(&["perft", "hexapawn", "7"], &["perft 7 = 20 "]);
        let (exit, _, err) = andor(&["solve", "hexapawn", "--moves", "a1-a3"], "");
        assert_eq!(exit, Exit::BadInput);
        assert!(err.contains("\"a1-a3\" is not legal"), "{err}");
    }

    #[test]
    fn boards_have_their_known_values() {
        // 3x3: Gardner. 4x4: known as octopawn. The others: a brute-force search.
        let values = [("3x3", "loss"), ("4x4", "win"), ("6x3", "loss"), ("4x5", "loss")];
        for (board, value) in values {
            let spec = format!("hexapawn:{board}");
            let value = format!("\"value\":\"{value}\"");
            for method in ["df-pn", "pn"] {
                let words = ["solve", &spec, "--method", method, "--json"];
                says(&words, &[&value, "\"verified\":true"]);
            }
        }
    }

    #[test]
    fn the_proof_can_be_kept_checked_read_and_played() {
        let file = format!("andor-add-a-game-{}.proof", std::process::id());
        let path = std::env::temp_dir().join(file);
        let proof = path.to_str().unwrap();

        let verdict = "White moves first and loses: Black wins by force within 6 plies";
        says(&["solve", "hexapawn:3x3", "--proof", proof], &[verdict, "verified from its rules"]);
        says(&["verify", proof], &["verified: Black wins in bbb/3/www w"]);
        says(&["explain", proof], &["White may play anything", "b1-b2  is answered by "]);
        says(&["explain", proof, "--moves", "b1-b2"], &["Black plays "]);

        // A stubborn White tries every move there is, again and again; what is not legal is
        // refused with a note. (A white pawn that passes the middle rank would have won.)
        let stubborn = "a1-a2\nb1-b2\nc1-c2\na1xb2\nb1xa2\nb1xc2\nc1xb2\n".repeat(3);
        let (exit, _, notes) = andor(&["play", "--proof", proof], &stubborn);
        assert_eq!(exit, Exit::Answered);
        assert!(notes.ends_with("The game is over: Black has won.\n"), "{notes}");
        std::fs::remove_file(&path).unwrap();
    }
}
