//! Mu torere, a game of the Maori (M. Ascher, *Mu Torere: An Analysis of a Maori Game*, Mathematics
//! Magazine 60, 1987), as an example of a game in which positions come back.
//!
//! ```text
//!          1
//!       8     2       Black stands on 1 to 4, White on 5 to 8. A man goes to a free point beside it on
//!     7    c    3     the ring, from the centre to any free point, and to the centre if an enemy stands
//!       6     4       beside it. Who cannot move has lost. Nobody has to lose: play without end is a draw.
//!          5
//! ```

use andor_core::board::{pack_men, unpack_men};
use andor_core::{Game, InputError, Outcome, Player, Repetition, Rules, Spec};

/// The rules; there is one board.
#[derive(Clone, Debug)]
pub struct MuTorere;

/// Points of the ring, and the number of the centre.
const RING: usize = 8;
const CENTRE: usize = 8;

/// The men on points 1 to 8 and in the centre, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    points: [Option<Player>; RING + 1],
    side: Player,
}

/// From one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: usize,
    to: usize,
}

impl MuTorere {
    /// The game that the spec string `mu-torere` asks for.
    pub fn from_spec(spec: &Spec) -> Result<MuTorere, InputError> {
        spec.only_options(&[])?;
        match spec.text() == "mu-torere" {
            true => Ok(MuTorere),
            false => Err(spec.refuse("there is one board")),
        }
    }

    /// Where a symmetry takes a point: a turn by so many points, and from number 8 on a mirror before it.
    fn image(point: usize, symmetry: usize) -> usize {
        match (point, symmetry < RING) {
            (CENTRE, _) => CENTRE,
            (point, true) => (point + symmetry) % RING,
            (point, false) => (2 * RING - 1 - point + symmetry) % RING,
        }
    }

    fn steps(position: &Position) -> impl Iterator<Item = Move> {
        let Position { points, side } = *position;
        // One point is always free, and every move goes there.
        let to = points.iter().position(Option::is_none).unwrap_or(CENTRE);
        let beside = |point| [(point + 1) % RING, (point + RING - 1) % RING];
        let men = (0..=CENTRE).filter(move |&point| points[point] == Some(side));
        let may = move |&from: &usize| match (from, to) {
            (CENTRE, _) => true,
            (_, CENTRE) => beside(from).iter().any(|&near| points[near] == Some(side.other())),
            _ => beside(from).contains(&to),
        };
        men.filter(may).map(move |from| Move { from, to })
    }

    fn name(point: usize) -> String {
        if point == CENTRE { "c".to_owned() } else { (point + 1).to_string() }
    }
}

impl Rules for MuTorere {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "mu-torere".to_owned()
    }

    /// Men go to and fro, so positions come back. That is all there is to say: solvers ask whether a
    /// side can *force* a win, and a draw is proved by a set of positions that nobody is driven out of.
    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let man = |point| match point {
            0..4 => Some(Player::Black),
            CENTRE => None,
            _ => Some(Player::White),
        };
        Position { points: std::array::from_fn(man), side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let is_stuck = MuTorere::steps(position).next().is_none();
        is_stuck.then_some(Outcome::Win(position.side.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(MuTorere::steps(position));
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.points[mv.to] = position.points[mv.from].take();
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        3
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8);
        pack_men(position.points.into_iter(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (&side, packed) = bytes.split_first()?;
        let side = *[Player::Black, Player::White].get(usize::from(side))?;
        let points = unpack_men(packed, RING + 1)?.try_into().ok()?;
        Some(Position { points, side })
    }

    fn move_code(&self, mv: Move) -> u32 {
        (mv.from * 16 + mv.to) as u32
    }

    fn symmetries(&self) -> usize {
        2 * RING
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = *position;
        for point in 0..RING {
            image.points[MuTorere::image(point, symmetry)] = position.points[point];
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move { from: MuTorere::image(mv.from, symmetry), to: MuTorere::image(mv.to, symmetry) }
    }

    fn position_text(&self, position: &Position) -> String {
        let men = position.points.iter().map(|man| man.map_or('.', Player::letter));
        format!("{} {}", men.collect::<String>(), position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let bad =
            |why: &str| InputError::new(format!("position {}: {why}", InputError::quote(text)));
        let words: Vec<&str> = text.split_whitespace().collect();
        let [men, side] = words[..] else {
            return Err(bad("nine points and the side to move are wanted, as in bbbbwwww. b"));
        };
        let side = Player::from_letter(side).ok_or_else(|| bad("the side to move is b or w"))?;
        if men.len() != RING + 1 || men.contains(|man| !"bw.".contains(man)) {
            return Err(bad("nine points are wanted, each b, w or a dot"));
        }
        let count = |wanted| men.chars().filter(|&man| man == wanted).count();
        if (count('b'), count('w')) != (4, 4) {
            return Err(bad("each side has four men"));
        }
        let mut points = men.chars().map(|man| Player::from_letter(&man.to_string()));
        Ok(Position { points: std::array::from_fn(|_| points.next().flatten()), side })
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        format!("{}-{}", MuTorere::name(mv.from), MuTorere::name(mv.to))
    }

    fn draw(&self, position: &Position) -> String {
        let at = |point: usize| position.points[point].map_or('.', Player::letter);
        let [one, two, three, four] = [at(0), at(1), at(2), at(3)];
        let [five, six, seven, eight] = [at(4), at(5), at(6), at(7)];
        let rows = [
            format!("      {one}"),
            format!("   {eight}     {two}"),
            format!(" {seven}    {}    {three}", at(CENTRE)),
            format!("   {six}     {four}"),
            format!("      {five}"),
        ];
        rows.join("\n") + "\n"
    }
}

impl Game for MuTorere {}

#[cfg(test)]
mod tests {
    use super::MuTorere;
    use andor_core::Rules;
    use andor_core::conformance::check;

    #[test]
    fn conforms() {
        let findings = check(&MuTorere, &MuTorere, 1987, 2_000).expect("every promise is kept");
        assert!(findings.moves >= 1_000, "{findings:?}");
    }

    #[test]
    fn men_move_as_the_rules_say() {
        let moves = |text: &str| {
            let position = MuTorere.parse_position(text).unwrap();
            let mut moves = Vec::new();
            MuTorere.moves(&position, &mut moves);
            let texts: Vec<String> =
                moves.into_iter().map(|mv| MuTorere.move_text(&position, mv)).collect();
            texts.join(" ")
        };
        // To the centre only from beside an enemy; beside each other along the ring; out of the centre.
        assert_eq!(moves("bbbbwwww. b"), "1-c 4-c");
        assert_eq!(moves(".bbbwwwwb w"), "8-1");
        assert_eq!(moves(".bbbwwwwb b"), "2-1 c-1");
        // A side that is shut in.
        assert_eq!(moves("bb.bwbwww w"), "c-3");
        let stuck = MuTorere.parse_position("w.wbbbbww b").unwrap();
        assert!(MuTorere.outcome(&stuck).is_some());
    }

    #[test]
    fn refuses_what_is_no_position() {
        for (text, part) in [
            ("bbbbwwww.", "side to move"),
            ("bbbbwwww. x", "is b or w"),
            ("bbbbwwww b", "nine points"),
            ("bbbwwwww. b", "four men"),
        ] {
            let error = MuTorere.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
