//! Go in SGF: `GM[1]`, or no GM at all; and one-eye problems on its board.
//!
//! A point is two lower-case letters, the column from the left and the row from the *top*: `aa` is
//! the upper left corner. `SZ[9]` or `SZ[5:4]` is the board, `KM` the komi; AB, AW and AE put and
//! take stones, one point or a rectangle (`aa:cc`), and PL says who moves. Without PL, stones that
//! are put leave the move to whoever moves first in the file. A move is `B[cd]`; `B[]` and `B[tt]`
//! are passes.
//!
//! ```text
//!        a b c d e
//!      a . . . . .       ab is a4: the first column, the second row from the top of 5
//!      b x . . . .
//! ```
//!
//! Ours: rule options go into RU, as in a spec string (`RU[ko=simple,suicide=yes]`), and a one-eye
//! problem has its region in TR and its defender in the private property EY: `TR[ae:ce]EY[W]`.

use crate::record::{Action, GameRecord, Header, Step};
use crate::sgf::{self, Node, Property, SETUP, Tree, Value, read_step};
use crate::{FormatError, Said, Spot, Stated};
use andor_core::board::{Setup, square_name};
use andor_core::{InputError, Outcome, Player, Spec};

/// How long, and how wide, boards may be.
const SIDES: std::ops::RangeInclusive<usize> = 1..=9;
/// Properties of the root that [`write`] makes anew.
const OWN: [&str; 7] = ["FF", "CA", "AP", "GM", "SZ", "B", "W"];
/// The options of both games, in the order of spec strings.
const OPTIONS: [&str; 4] = ["ko", "suicide", "komi", "goal"];

/// Whether a record is written here.
pub(crate) fn is_written(record: &GameRecord) -> bool {
    Spec::parse(&record.spec).is_ok_and(|spec| matches!(spec.name(), "go" | "one-eye"))
}

/// Columns and rows.
#[derive(Clone, Copy)]
struct Board {
    columns: usize,
    rows: usize,
}

impl Board {
    /// The point that two letters name, as column and row.
    fn point(self, text: &str) -> Option<(usize, usize)> {
        let &[column, row] = text.trim().as_bytes() else { return None };
        let number = |letter: u8| letter.checked_sub(b'a').map(usize::from);
        let (column, from_top) = (number(column)?, number(row)?);
        (column < self.columns && from_top < self.rows).then(|| (column, self.rows - 1 - from_top))
    }

    /// The two letters of a point.
    fn letters(self, column: usize, row: usize) -> String {
        let letter = |number: usize| char::from(b'a' + number as u8);
        [letter(column), letter(self.rows - 1 - row)].iter().collect()
    }

    /// The points of a value: one, or a rectangle.
    fn points(self, value: &Value) -> Result<Vec<usize>, FormatError> {
        let text = value.text.trim();
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let Some((from, to)) = self.point(from).zip(self.point(to)) else {
            let Board { columns, rows } = self;
            let why =
                format!("{} is no point of a {columns}x{rows} board", InputError::quote(text));
            return Err(FormatError::at(value.at, why));
        };
        let rows = from.1.min(to.1)..=from.1.max(to.1);
        let columns = from.0.min(to.0)..=from.0.max(to.0);
        let rank = |row: usize| columns.clone().map(move |column| row * self.columns + column);
        Ok(rows.flat_map(rank).collect())
    }
}

/// Reads one game.
pub(crate) fn read(tree: Tree) -> Result<GameRecord, FormatError> {
    let first = tree.nodes.iter().find_map(mover);
    let mut nodes = tree.nodes.into_iter();
    let root = nodes.next().expect("a tree has a root");
    let board = read_board(&root)?;
    let mut record = read_root(&root, board, first)?;
    // A move in the root is a step above all others.
    let first = read_step(root, true, |value| read_action(value, board))?;
    let shift = usize::from(first.action != Action::Nothing);
    if shift == 1 {
        record.steps.push(Step { depth: 1, other: Vec::new(), ..first });
    }
    for node in nodes {
        let mut step = read_step(node, false, |value| read_action(value, board))?;
        step.depth += shift;
        record.steps.push(step);
    }
    Ok(record)
}

/// Who moves in a node.
fn mover(node: &Node) -> Option<Player> {
    match (node.find("B"), node.find("W")) {
        (Some(_), _) => Some(Player::Black),
        (None, Some(_)) => Some(Player::White),
        (None, None) => None,
    }
}

/// `9` or `5:4`, columns first.
fn read_size(value: &Value) -> Result<Board, FormatError> {
    let text = value.text.trim();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    match (columns.trim().parse(), rows.trim().parse()) {
        (Ok(columns), Ok(rows)) => Ok(Board { columns, rows }),
        _ => {
            let why = format!("board size {} is no number", InputError::quote(text));
            Err(FormatError::at(value.at, why))
        }
    }
}

/// The board of a root; 19x19 if it says nothing.
fn read_board(root: &Node) -> Result<Board, FormatError> {
    let size = root.find("SZ");
    let board = size.map_or(Ok(Board { columns: 19, rows: 19 }), read_size)?;
    if SIDES.contains(&board.columns) && SIDES.contains(&board.rows) {
        return Ok(board);
    }
    let (Board { columns, rows }, least, most) = (board, SIDES.start(), SIDES.end());
    let unnamed = if root.find("GM").is_none() { "without GM it is Go, on " } else { "" };
    let why = format!(
        "{unnamed}a board of {columns}x{rows}: here they have {least} to {most} columns and rows"
    );
    Err(FormatError::at(size.map_or(root.at, |value| value.at), why))
}

fn read_root(root: &Node, board: Board, first: Option<Player>) -> Result<GameRecord, FormatError> {
    let problem = root.find("EY").map(|value| read_problem(root, value, board)).transpose()?;
    let name = if problem.is_some() { "one-eye" } else { "go" };
    let spec = format!("{name}:{}x{}{}", board.columns, board.rows, read_options(root)?);
    let mut record = GameRecord::new(spec, root.at);
    record.start = read_setup(root, board, first, problem)?;
    for property in &root.properties {
        let value = &property.values[0];
        let text = value.text.trim();
        if let Some(header) = Header::ALL.into_iter().find(|h| h.property() == property.name) {
            record.headers.push((header, text.to_owned()));
            continue;
        }
        match property.name.as_str() {
            "RE" => record.stated = Some(Stated::parse(text, Some(Player::Black), value.at)),
            "KM" | "EY" => {}
            "RU" if options(text).is_some() => {}
            "TR" if name == "one-eye" => {}
            name if OWN.contains(&name) || SETUP.contains(&name) => {}
            _ => record.other.push(property.clone()),
        }
    }
    record.headers.sort_by_key(|(header, _)| *header as usize);
    Ok(record)
}

/// The options of a text that is nothing but options, by name.
fn options(text: &str) -> Option<Vec<(&str, &str)>> {
    let parts = text.split(',').map(|part| part.trim().split_once('='));
    let options: Vec<(&str, &str)> = parts.collect::<Option<_>>()?;
    options.iter().all(|(name, _)| OPTIONS.contains(name)).then_some(options)
}

/// RU and KM as the end of a spec string; what is a default is left out.
fn read_options(root: &Node) -> Result<String, FormatError> {
    let rules = root.find("RU").map_or("", |value| value.text.trim());
    let mut given = options(rules).unwrap_or_default();
    let komi;
    if let Some(value) = root.find("KM") {
        komi = read_komi(value)?;
        given.retain(|(name, _)| *name != "komi");
        given.push(("komi", &komi));
    }
    let defaults = [("ko", "situational"), ("suicide", "no"), ("komi", "0")];
    given.retain(|option| !defaults.contains(option));
    given.sort_by_key(|(name, _)| OPTIONS.iter().position(|option| option == name));
    Ok(given.iter().map(|(name, value)| format!(",{name}={value}")).collect())
}

/// A komi without needless zeros: `6.50` is 6.5.
fn read_komi(value: &Value) -> Result<String, FormatError> {
    let text = value.text.trim();
    let bare = match text.split_once('.') {
        Some((whole, part)) => match part.trim_end_matches('0') {
            "" => whole.to_owned(),
            part => format!("{whole}.{part}"),
        },
        None => text.to_owned(),
    };
    let is_number = bare.parse::<f64>().is_ok_and(|points| (2.0 * points).fract() == 0.0);
    if !is_number || bare.contains(['e', 'E', '+']) {
        let shown = InputError::quote(text);
        let why = format!("komi {shown} is no number of points or half points");
        return Err(FormatError::at(value.at, why));
    }
    Ok(bare)
}

/// The words of a one-eye problem: the defender, and the region from a1 on.
fn read_problem(root: &Node, eye: &Value, board: Board) -> Result<Vec<String>, FormatError> {
    let defender = read_player(eye)?;
    let mut points = Vec::new();
    for value in root.values("TR") {
        points.extend(board.points(value)?);
    }
    points.sort_unstable();
    points.dedup();
    if points.is_empty() {
        return Err(FormatError::at(eye.at, "a one-eye problem without a region: TR marks it"));
    }
    let name = |point: &usize| square_name(point % board.columns, point / board.columns);
    let names: Vec<String> = points.iter().map(name).collect();
    Ok(vec![format!("eye={}", defender.letter()), format!("region={}", names.join(","))])
}

fn read_player(value: &Value) -> Result<Player, FormatError> {
    match value.text.trim().to_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Player::Black),
        "w" | "white" | "2" => Ok(Player::White),
        _ => {
            let shown = InputError::quote(&value.text);
            Err(FormatError::at(value.at, format!("player {shown} is not B or W")))
        }
    }
}

/// The starting position, if the root says anything about it.
fn read_setup(
    root: &Node,
    board: Board,
    first: Option<Player>,
    problem: Option<Vec<String>>,
) -> Result<Option<String>, FormatError> {
    if problem.is_none() && !SETUP.into_iter().any(|name| root.find(name).is_some()) {
        return Ok(None);
    }
    let Board { columns, rows } = board;
    let side = match root.find("PL") {
        Some(value) => read_player(value)?,
        None => first.unwrap_or(Player::Black),
    };
    let extras = problem.unwrap_or_default();
    let mut setup = Setup { columns, rows, cells: vec!['.'; columns * rows], side, extras };
    for (name, letter) in [("AB", 'b'), ("AW", 'w'), ("AE", '.')] {
        for value in root.values(name) {
            for point in board.points(value)? {
                setup.cells[point] = letter;
            }
        }
    }
    Ok(Some(setup.to_string()))
}

/// What a move value means.
fn read_action(value: &Value, board: Board) -> Result<Action, FormatError> {
    let text = value.text.trim();
    match text {
        "" | "tt" => return Ok(Action::Move("pass".to_owned())),
        _ if text.eq_ignore_ascii_case("resign") => return Ok(Action::Resign),
        _ => {}
    }
    match board.point(text) {
        Some((column, row)) => Ok(Action::Move(square_name(column, row))),
        None => {
            let (Board { columns, rows }, shown) = (board, InputError::quote(text));
            let why = format!("move {shown} is no point of a {columns}x{rows} board");
            Err(FormatError::at(value.at, why))
        }
    }
}

/// Writes a game whose moves are canonical and say who moved.
pub(crate) fn write(record: &GameRecord) -> Result<Tree, FormatError> {
    let refuse = |error: InputError| FormatError::new(error.to_string());
    let spec = Spec::parse(&record.spec).map_err(refuse)?;
    let default = if spec.name() == "go" { (5, 5) } else { (7, 7) };
    let (columns, rows) = spec.columns_and_rows(default, SIDES, SIDES).map_err(refuse)?;
    let board = Board { columns, rows };
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut root = vec![
        Property::new("FF", ["4"]),
        Property::new("CA", ["UTF-8"]),
        Property::new("AP", [sgf::APPLICATION]),
        Property::new("GM", ["1"]),
        Property::new("SZ", [size]),
    ];
    if let Some(komi) = spec.value("komi") {
        root.push(Property::new("KM", [komi]));
    }
    let rules = OPTIONS.into_iter().filter(|name| *name != "komi");
    let rules = rules.filter_map(|name| spec.value(name).map(|value| format!("{name}={value}")));
    let rules: Vec<String> = rules.collect();
    if !rules.is_empty() {
        root.push(Property::new("RU", [rules.join(",")]));
    }
    match &record.start {
        Some(start) => write_setup(start, board, &mut root)?,
        None if spec.name() == "go" => {}
        None => return Err(FormatError::new("a one-eye problem in SGF needs its position")),
    }
    for header in Header::ALL {
        if let Some(text) = record.header(header) {
            root.push(Property::new(header.property(), [text]));
        }
    }
    if let Some(stated) = record.stated.clone().or_else(|| given_up(record)) {
        root.push(Property::new("RE", [stated.to_string()]));
    }
    root.extend(record.other.iter().cloned());
    let mut nodes = vec![Node { depth: 0, properties: root, at: Spot::START }];
    for step in &record.steps {
        let black = step.mover.unwrap_or(Player::Black) == Player::Black;
        let name = if black { "B" } else { "W" };
        let mut properties = Vec::new();
        if let Action::Move(text) = &step.action {
            properties.push(Property::new(name, [write_move(text, board)?]));
        }
        properties.extend(step.other.iter().cloned());
        nodes.push(Node { depth: step.depth, properties, at: Spot::START });
    }
    Ok(Tree { nodes })
}

/// The result of a main line in which somebody gave up: SGF has no move for that in Go.
fn given_up(record: &GameRecord) -> Option<Stated> {
    let (step, how) =
        record.steps[..record.main_len()].iter().find_map(|step| match step.action {
            Action::Resign => Some((step, "Resign")),
            Action::Forfeit => Some((step, "Forfeit")),
            _ => None,
        })?;
    let said = Said::Over(Outcome::Win(step.mover?.other()));
    Some(Stated { said, how: how.to_owned(), at: step.at })
}

/// `c3` as two letters, a pass as none.
fn write_move(text: &str, board: Board) -> Result<String, FormatError> {
    if text == "pass" {
        return Ok(String::new());
    }
    let point = point_of(text, board);
    let point = point.ok_or_else(|| {
        FormatError::new(format!("{} is no point of the board", InputError::quote(text)))
    })?;
    Ok(board.letters(point % board.columns, point / board.columns))
}

/// The number of a point with this name.
fn point_of(name: &str, board: Board) -> Option<usize> {
    let points = 0..board.columns * board.rows;
    points.into_iter().find(|p| square_name(p % board.columns, p / board.columns) == name)
}

/// A starting position stone by stone, and the problem it may be.
fn write_setup(start: &str, board: Board, root: &mut Vec<Property>) -> Result<(), FormatError> {
    let setup = Setup::parse(start, board.columns, board.rows, "bw");
    let setup = setup.map_err(|error| FormatError::new(error.to_string()))?;
    let letters = |point: usize| board.letters(point % board.columns, point / board.columns);
    for (name, letter) in [("AB", 'b'), ("AW", 'w')] {
        let on = (0..setup.cells.len()).filter(|&point| setup.cells[point] == letter);
        let points: Vec<String> = on.map(letters).collect();
        if !points.is_empty() {
            root.push(Property::new(name, points));
        }
    }
    root.push(Property::new("PL", [setup.side.letter().to_uppercase().to_string()]));
    for word in &setup.extras {
        match word.split_once('=') {
            Some(("eye", letter)) => root.push(Property::new("EY", [letter.to_uppercase()])),
            Some(("region", names)) => {
                let points = names.split(',').filter_map(|name| point_of(name, board));
                root.push(Property::new("TR", points.map(letters)));
            }
            _ => {
                let shown = InputError::quote(word);
                return Err(FormatError::new(format!("SGF has no property for {shown}")));
            }
        }
    }
    Ok(())
}
