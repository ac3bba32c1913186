//! Lines of Action in SGF: `GM[9]`.
//!
//! The SGF page on Lines of Action: the board is 8x8 unless SZ says otherwise, Black begins, a
//! point is a letter and a number counted from the bottom, a move is two points with `-` or `:`
//! between them and possibly `+` or `!` behind, or `resign` or `forfeit`; nothing depends on case.
//! SU names the starting position, AB, AW and AE put and take men, PL says who moves.
//! Ours: rule options go into RU, as in a spec string (`RU[simultaneous=mover]`).

use crate::loa_setup::{Named, SIZES};
use crate::record::{Action, GameRecord, Header, Step};
use crate::sgf::{self, Node, Property, SETUP, Tree, Value, read_step};
use crate::{FormatError, Spot, Stated};
use andor_core::board::{Setup, square_name};
use andor_core::{InputError, Player, Spec};

/// Properties of the root that [`write`] makes anew.
const OWN: [&str; 4] = ["FF", "CA", "AP", "GM"];

/// Reads one game.
pub(crate) fn read(tree: Tree) -> Result<GameRecord, FormatError> {
    let mut nodes = tree.nodes.into_iter();
    let root = nodes.next().expect("a tree has a root");
    let mut record = read_root(&root)?;
    // A move in the root is a step above all others.
    let first = read_step(root, true, |value| Ok(read_action(&value.text)))?;
    let shift = usize::from(first.action != Action::Nothing);
    if shift == 1 {
        record.steps.push(Step { depth: 1, other: Vec::new(), ..first });
    }
    for node in nodes {
        let mut step = read_step(node, false, |value| Ok(read_action(&value.text)))?;
        step.depth += shift;
        record.steps.push(step);
    }
    Ok(record)
}

fn read_root(root: &Node) -> Result<GameRecord, FormatError> {
    match root.find("GM") {
        None => {}
        Some(value) if value.text.trim() == "9" => {}
        Some(Value { text, at }) => {
            let why = format!(
                "game number {} is neither GM[1], Go, nor GM[9], Lines of Action",
                InputError::quote(text)
            );
            return Err(FormatError::at(*at, why));
        }
    }
    let size = root.find("SZ").map_or(Ok(8), read_size)?;
    let mut record = GameRecord::new(format!("loa:{size}x{size}"), root.at);
    record.start = read_setup(root, size)?;
    for property in &root.properties {
        let value = &property.values[0];
        let text = value.text.trim();
        if let Some(header) = Header::ALL.into_iter().find(|h| h.property() == property.name) {
            record.headers.push((header, text.to_owned()));
            continue;
        }
        match property.name.as_str() {
            "RE" => record.stated = Some(Stated::parse(text, Some(Player::Black), value.at)),
            "RU" if are_options(text) => record.spec.push_str(&format!(",{text}")),
            "SZ" | "SU" | "B" | "W" => {}
            name if OWN.contains(&name) || SETUP.contains(&name) => {}
            _ => record.other.push(property.clone()),
        }
    }
    record.headers.sort_by_key(|(header, _)| *header as usize);
    Ok(record)
}

/// Whether a text is nothing but options of Lines of Action.
fn are_options(text: &str) -> bool {
    let known = |part: &str| part.starts_with("simultaneous=") || part.starts_with("no-move=");
    text.split(',').all(known)
}

/// `8` or `8:8`.
fn read_size(value: &Value) -> Result<usize, FormatError> {
    let text = value.text.trim();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    match (columns.trim().parse::<usize>(), rows.trim().parse::<usize>()) {
        (Ok(columns), Ok(rows)) if columns == rows && SIZES.contains(&columns) => Ok(columns),
        _ => {
            let (least, most) = (SIZES.start(), SIZES.end());
            let shown = InputError::quote(text);
            let why = format!("board size {shown} is not one number from {least} to {most}");
            Err(FormatError::at(value.at, why))
        }
    }
}

/// The starting position, if the root says anything about it that matters.
fn read_setup(root: &Node, size: usize) -> Result<Option<String>, FormatError> {
    let changed = |name: &str| root.find(name).is_some();
    let named = match root.find("SU") {
        Some(value) => Named::parse(&value.text).map_err(|why| FormatError::at(value.at, why))?,
        // Men that are put on the board without a word: nobody adds men to the full one.
        None if (changed("AB") || changed("AW")) && !changed("AE") => Named::Custom,
        None => Named::Standard,
    };
    if named == Named::Standard && !SETUP.into_iter().any(changed) {
        return Ok(None);
    }
    let mut setup = named.setup(size);
    for (name, letter) in [("AE", '.'), ("AB", 'b'), ("AW", 'w')] {
        for value in root.values(name) {
            put(&mut setup, value, letter)?;
        }
    }
    if let Some(value) = root.find("PL") {
        setup.side = match value.text.trim().to_lowercase().as_str() {
            "b" | "black" | "1" => Player::Black,
            "w" | "white" | "2" => Player::White,
            _ => {
                let shown = InputError::quote(&value.text);
                return Err(FormatError::at(value.at, format!("player {shown} is not B or W")));
            }
        };
    }
    Ok(Some(setup.to_string()))
}

/// Puts men on a point, or on the rectangle between two points (`a1:c3`).
fn put(setup: &mut Setup, value: &Value, letter: char) -> Result<(), FormatError> {
    let text = value.text.trim();
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let size = setup.columns;
    let Some((from, to)) = point(from, size).zip(point(to, size)) else {
        let shown = InputError::quote(text);
        return Err(FormatError::at(
            value.at,
            format!("{shown} is no point of a {size}x{size} board"),
        ));
    };
    for row in from.1.min(to.1)..=from.1.max(to.1) {
        for column in from.0.min(to.0)..=from.0.max(to.0) {
            setup.cells[row * size + column] = letter;
        }
    }
    Ok(())
}

fn point(text: &str, size: usize) -> Option<(usize, usize)> {
    let text = text.trim();
    let letter = text.chars().next()?.to_ascii_lowercase();
    let column = (letter as usize).checked_sub('a' as usize)?;
    let row = text.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
    (column < size && row < size).then_some((column, row))
}

/// What a move value means. Marks behind a move say nothing about it.
fn read_action(text: &str) -> Action {
    let bare = text.trim_end_matches(['+', '!', '?', '#', '=', ' ', '\n', '\t']).trim_start();
    match bare.to_lowercase().as_str() {
        "resign" | "resigns" | "resigned" => Action::Resign,
        "forfeit" | "forfeits" | "forfeited" => Action::Forfeit,
        "" => Action::Move("pass".to_owned()),
        _ => Action::Move(bare.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// Writes a game whose moves are canonical and say who moved.
pub(crate) fn write(record: &GameRecord) -> Result<Tree, FormatError> {
    let unknown = || {
        let spec = InputError::quote(&record.spec);
        FormatError::new(format!("SGF has no number for {spec} here, write it as a move list"))
    };
    let spec = Spec::parse(&record.spec).map_err(|_| unknown())?;
    if spec.name() != "loa" {
        return Err(unknown());
    }
    let (size, _) = spec.columns_and_rows((8, 8), SIZES, SIZES).map_err(|_| unknown())?;
    let mut root = vec![
        Property::new("FF", ["4"]),
        Property::new("CA", ["UTF-8"]),
        Property::new("AP", [sgf::APPLICATION]),
        Property::new("GM", ["9"]),
        Property::new("SZ", [size.to_string()]),
    ];
    if let Some((_, options)) = spec.text().split_once(',') {
        root.push(Property::new("RU", [options]));
    }
    if let Some(start) = &record.start {
        write_setup(start, size, &mut root)?;
    }
    for header in Header::ALL {
        if let Some(text) = record.header(header) {
            root.push(Property::new(header.property(), [text]));
        }
    }
    if let Some(stated) = &record.stated {
        root.push(Property::new("RE", [stated.to_string()]));
    }
    root.extend(record.other.iter().cloned());
    let mut nodes = vec![Node { depth: 0, properties: root, at: Spot::START }];
    for step in &record.steps {
        let black = step.mover.unwrap_or(Player::Black) == Player::Black;
        let name = if black { "B" } else { "W" };
        let text = match &step.action {
            Action::Move(text) => Some(text.replace('x', ":")),
            Action::Resign => Some("resign".to_owned()),
            Action::Forfeit => Some("forfeit".to_owned()),
            Action::Nothing => None,
        };
        let mut properties: Vec<Property> =
            text.map(|text| Property::new(name, [text])).into_iter().collect();
        properties.extend(step.other.iter().cloned());
        nodes.push(Node { depth: step.depth, properties, at: Spot::START });
    }
    Ok(Tree { nodes })
}

/// A starting position by its name, or man by man.
fn write_setup(start: &str, size: usize, root: &mut Vec<Property>) -> Result<(), FormatError> {
    let setup = Setup::parse(start, size, size, "bw");
    let setup = setup.map_err(|error| FormatError::new(error.to_string()))?;
    for (named, name) in [(Named::Standard, "Standard"), (Named::ScrambledEggs, "Scrambled-eggs")] {
        if named.setup(size).cells == setup.cells {
            root.push(Property::new("SU", [name]));
            if setup.side == Player::White {
                root.push(Property::new("PL", ["W"]));
            }
            return Ok(());
        }
    }
    root.push(Property::new("SU", ["Custom"]));
    for (name, letter) in [("AB", 'b'), ("AW", 'w')] {
        let on = |square: &usize| setup.cells[*square] == letter;
        let squares: Vec<String> = (0..size * size)
            .filter(on)
            .map(|square| square_name(square % size, square / size))
            .collect();
        if !squares.is_empty() {
            root.push(Property::new(name, squares));
        }
    }
    root.push(Property::new("PL", [setup.side.letter().to_uppercase().to_string()]));
    Ok(())
}
