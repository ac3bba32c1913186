//! The rules of Lines of Action a third time, for the verifier on the boards above 8x8, where the
//! plain rules of [`super::reference`] are what solvers use.
//!
//! A position is two lists of men, each man a pair of coordinates: there is no board. What the nine
//! rules of Winands' thesis (2.2) ask is asked of the lists: which men lie on a line, who stands
//! between, who touches whom. It shares no code with the other two but what reads and writes spec
//! strings, and texts and bytes of positions ([`super`] lists the numbers that all three agree on).

use super::{NoMove, PASS_CODE, Simultaneous, Variant, setup};
use andor_core::board::{Rectangle, Setup, square_name};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// Column and row, from 0.
type Coordinates = (i32, i32);

/// The rules on lists of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    variant: Variant,
}

/// The men of both sides and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// In order, so that equal positions have equal lists.
    black: Vec<Coordinates>,
    white: Vec<Coordinates>,
    side: Player,
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A man goes from one place to another.
    Go(Coordinates, Coordinates),
    /// Nothing (rule 8).
    Pass,
}

impl Position {
    fn men(&self, player: Player) -> &Vec<Coordinates> {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    fn men_mut(&mut self, player: Player) -> &mut Vec<Coordinates> {
        match player {
            Player::Black => &mut self.black,
            Player::White => &mut self.white,
        }
    }
}

/// Whether two places lie on one line of this direction.
fn on_one_line(one: Coordinates, other: Coordinates, (columns, rows): (i32, i32)) -> bool {
    (other.0 - one.0) * rows == (other.1 - one.1) * columns
}

/// Rule 6: whether men form one unit: from the first, step by step to neighbours in any direction,
/// one comes to all. No men form none.
fn form_one_unit(men: &[Coordinates]) -> bool {
    let mut left = men.to_vec();
    let Some(first) = left.pop() else { return false };
    let mut reached = vec![first];
    while let Some(man) = reached.pop() {
        let touches =
            |other: &Coordinates| (other.0 - man.0).abs() <= 1 && (other.1 - man.1).abs() <= 1;
        reached.extend(left.iter().copied().filter(touches));
        left.retain(|other| !touches(other));
    }
    left.is_empty()
}

impl Listed {
    /// The rules of this variant.
    #[must_use]
    pub fn new(variant: Variant) -> Listed {
        Listed { variant }
    }

    fn size(&self) -> i32 {
        self.variant.size as i32
    }

    /// The moves of the men of the side to move (rules 3 to 5).
    fn goes(&self, position: &Position) -> Vec<Move> {
        let own = position.men(position.side);
        let enemies = position.men(position.side.other());
        let on_board = |at: i32| (0..self.size()).contains(&at);
        let mut goes = Vec::new();
        for &from in own {
            for columns in [-1, 0, 1] {
                for rows in [-1, 0, 1] {
                    if (columns, rows) == (0, 0) {
                        continue;
                    }
                    let all = own.iter().chain(enemies);
                    let line = all.filter(|&&man| on_one_line(from, man, (columns, rows)));
                    let distance = line.count() as i32;
                    let at = |step: i32| (from.0 + columns * step, from.1 + rows * step);
                    let to = at(distance);
                    let blocked = (1..distance).any(|step| enemies.contains(&at(step)));
                    if on_board(to.0) && on_board(to.1) && !blocked && !own.contains(&to) {
                        goes.push(Move::Go(from, to));
                    }
                }
            }
        }
        goes
    }

    fn number(&self, place: Coordinates) -> i32 {
        place.1 * self.size() + place.0
    }

    /// The places of the board, from a1 on.
    fn places(&self) -> impl Iterator<Item = Coordinates> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| (column, row)))
    }

    /// Where a place lies after a symmetry: files and ranks, left and right, top and bottom.
    fn image(&self, (column, row): Coordinates, symmetry: usize) -> Coordinates {
        let last = self.size() - 1;
        let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
        let column = if symmetry & 1 == 0 { column } else { last - column };
        (column, if symmetry & 2 == 0 { row } else { last - row })
    }

    /// The position with these men on the places of the board.
    fn position(&self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut position = Position { black: Vec::new(), white: Vec::new(), side };
        for (place, man) in self.places().zip(men) {
            if let Some(player) = man {
                position.men_mut(player).push(place);
            }
        }
        position.black.sort_unstable();
        position.white.sort_unstable();
        position
    }

    /// The board for texts and bytes.
    fn board(&self) -> Rectangle {
        Rectangle::new(self.variant.size, self.variant.size)
    }

    /// Who stands on each place of the board, from a1 on.
    fn men(&self, position: &Position) -> impl Iterator<Item = Option<Player>> {
        self.places().map(|place| match place {
            place if position.black.contains(&place) => Some(Player::Black),
            place if position.white.contains(&place) => Some(Player::White),
            _ => None,
        })
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board().setup(self.men(position), position.side)
    }
}

impl Rules for Listed {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.variant.spec()
    }

    /// Rule 9.
    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    /// Rules 1 and 2.
    fn initial(&self) -> Position {
        let last = self.size() - 1;
        let is_edge = |at: i32| at == 0 || at == last;
        let black = self.places().filter(|&(column, row)| is_edge(row) && !is_edge(column));
        let white = self.places().filter(|&(column, row)| is_edge(column) && !is_edge(row));
        let (mut black, mut white): (Vec<Coordinates>, Vec<Coordinates>) =
            (black.collect(), white.collect());
        black.sort_unstable();
        white.sort_unstable();
        Position { black, white, side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    /// Rules 6, 7 and 8. The side that is not to move has moved last. A side without men, which no
    /// game leads to, has lost.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (next, last) = (position.side, position.side.other());
        let next_is_one = form_one_unit(position.men(next));
        let last_is_one = form_one_unit(position.men(last));
        if next_is_one && last_is_one {
            return Some(match self.variant.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::Mover => Outcome::Win(last),
            });
        }
        if next_is_one {
            return Some(Outcome::Win(next));
        }
        if last_is_one {
            return Some(Outcome::Win(last));
        }
        if position.men(next).is_empty() && position.men(last).is_empty() {
            return Some(Outcome::Draw);
        }
        for player in [next, last] {
            if position.men(player).is_empty() {
                return Some(Outcome::Win(player.other()));
            }
        }
        let stuck_is_lost = self.variant.no_move == NoMove::Loss;
        (stuck_is_lost && self.goes(position).is_empty()).then_some(Outcome::Win(last))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        *moves = self.goes(position);
        if moves.is_empty() {
            *moves = vec![Move::Pass];
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let mover = position.side;
        if let Move::Go(from, to) = mv {
            position.men_mut(mover.other()).retain(|&man| man != to);
            let own = position.men_mut(mover);
            own.retain(|&man| man != from);
            own.push(to);
            own.sort_unstable();
        }
        position.side = mover.other();
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
            Move::Go(from, to) => (self.number(from) * 128 + self.number(to)) as u32,
            Move::Pass => PASS_CODE,
        }
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let images = |men: &[Coordinates]| {
            let mut men: Vec<Coordinates> =
                men.iter().map(|&man| self.image(man, symmetry)).collect();
            men.sort_unstable();
            men
        };
        let (black, white) = (images(&position.black), images(&position.white));
        Position { black, white, side: position.side }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Go(from, to) => Move::Go(self.image(from, symmetry), self.image(to, symmetry)),
            Move::Pass => Move::Pass,
        }
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.board())?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let name = |(column, row): Coordinates| square_name(column as usize, row as usize);
        match mv {
            Move::Go(from, to) if position.men(position.side.other()).contains(&to) => {
                format!("{}x{}", name(from), name(to))
            }
            Move::Go(from, to) => format!("{}-{}", name(from), name(to)),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
