//! Reads SGF: lenient where files of the wild are sloppy, exact about where they are broken.
//!
//! Passed over: anything before the first game and between games, a missing `;` after `(`, the
//! lower-case letters of long property names (`GaMe` is `GM`, as in `FF[3]`), spaces anywhere
//! between things, a name that comes twice in a node (its values are joined).
//! Refused: a game without end, a value without end, a name without value, nodes after variations.
//!
//! A game that is broken costs no other: reading goes on where the next one begins, which is known by a
//! property that only a root has. A value that was never closed may have swallowed that beginning, so
//! the search for it starts at the last value that was read.

use super::{Node, Property, Tree, Value};
use crate::bounds::{MOST_FAULTS, MOST_NODES, MOST_PLIES, MOST_VALUES};
use crate::text::Cursor;
use crate::{FormatError, Spot};
use andor_core::InputError;

/// The properties that begin a root: who finds one behind a `(` is not in a variation.
const OF_ROOTS: [&str; 15] =
    ["FF", "GM", "CA", "AP", "SZ", "EV", "GN", "PB", "PW", "RE", "RU", "KM", "DT", "PC", "SU"];

/// How far behind a beginning may lie that a value has swallowed, in bytes.
const SWALLOWED: usize = 4096;

/// Reads all games of a text.
///
/// # Errors
/// If there is none, or one is broken or beyond the [`bounds`](crate::bounds).
pub fn read(text: &str) -> Result<Vec<Tree>, FormatError> {
    read_each(text)?.into_iter().collect()
}

/// Reads all games of a text, in order; in the place of a broken one is what is wrong with it.
///
/// # Errors
/// If there is none, or the text is beyond the [`bounds`](crate::bounds).
pub fn read_each(text: &str) -> Result<Vec<Result<Tree, FormatError>>, FormatError> {
    let mut reader =
        SgfReader { cursor: Cursor::new(text), last: Cursor::new(text), nodes: 0, values: 0 };
    let (mut trees, mut faults) = (Vec::new(), 0);
    // If nothing looks like a game, the first parenthesis tells what is wrong with it.
    let mut start = game_start(text).or_else(|| text.find('('));
    while let Some(bytes) = start {
        reader.cursor.skip(bytes);
        let tree = reader.tree();
        start = match &tree {
            Ok(_) => game_start(reader.cursor.rest()),
            Err(fault) => {
                faults += 1;
                if reader.is_beyond_bounds() {
                    return Err(fault.clone());
                }
                if faults > MOST_FAULTS {
                    let why = format!("more than {MOST_FAULTS} games cannot be read");
                    return Err(FormatError::new(why));
                }
                reader.step_back();
                root_start(reader.cursor.rest())
            }
        };
        trees.push(tree);
    }
    if trees.is_empty() {
        let begins = InputError::quote(text);
        return Err(FormatError::new(format!("no game \"(;..)\" in a text that begins {begins}")));
    }
    Ok(trees)
}

/// Where the next `(` stands that begins a game after a broken one: a property of a root follows.
fn root_start(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|at| begins_root(&text[at + 1..], &OF_ROOTS))
}

/// Whether what follows a `(` is a node whose first property is one of these.
fn begins_root(text: &str, names: &[&str]) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix(';').unwrap_or(text).trim_start();
    let length = text.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
    let name: String =
        text[..length].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
    names.contains(&&*name) && text[length..].trim_start().starts_with('[')
}

/// Where the next `(` stands that begins a game: a `;` follows, or a property.
pub(crate) fn game_start(text: &str) -> Option<usize> {
    let begins = |at: &usize| {
        let rest = text[at + 1..].trim_start();
        // No property has a long name; so this looks at a few letters only.
        let letters = rest.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
        rest.starts_with(';')
            || rest.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && rest[letters..].starts_with('[')
    };
    text.match_indices('(').map(|(at, _)| at).find(begins)
}

/// Where a value that ends in the middle of a root begins that root. Who quotes a game escapes its brackets.
fn swallowed_root(value: &str) -> Option<usize> {
    let at = value.rfind('(')?;
    let is_root = begins_root(&value[at + 1..], &["FF", "GM"]) && !value[at..].contains('\\');
    is_root.then_some(at)
}

/// What may come next in a game tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// After `(`: a node.
    Node,
    /// In a sequence: a property, a node, a variation, the end.
    Anything,
    /// After a variation: another one, the end.
    Variation,
}

struct SgfReader<'a> {
    cursor: Cursor<'a>,
    /// Where the last value began.
    last: Cursor<'a>,
    nodes: usize,
    values: usize,
}

impl SgfReader<'_> {
    /// Whether the whole text is too large.
    fn is_beyond_bounds(&self) -> bool {
        self.nodes > MOST_NODES || self.values > MOST_VALUES
    }

    /// Goes back to the last value, if it was just read.
    fn step_back(&mut self) {
        if self.last.rest().len() - self.cursor.rest().len() <= SWALLOWED {
            self.cursor = self.last.clone();
        }
    }

    /// Reads the game that begins here.
    fn tree(&mut self) -> Result<Tree, FormatError> {
        let begin = self.cursor.spot;
        self.last = self.cursor.clone();
        // The first parenthesis is not where to go on after a fault.
        self.last.next();
        let mut tree = Tree { nodes: Vec::new() };
        // For every open parenthesis, the depth of the next node after it.
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut expected = Expected::Variation;
        loop {
            self.cursor.skip_whitespace();
            let at = self.cursor.spot;
            let Some(letter) = self.cursor.peek() else {
                let missing = open.len();
                let why = format!("the game is not closed: {missing} \")\" missing at the end");
                return Err(FormatError::at(begin, why));
            };
            match letter {
                '(' if expected != Expected::Node => {
                    if !open.is_empty() && begins_root(&self.cursor.rest()[1..], &["FF", "GM"]) {
                        self.last = self.cursor.clone();
                        let why = format!("the game is not closed: the next begins at {at}");
                        return Err(FormatError::at(begin, why));
                    }
                    self.cursor.next();
                    open.push(depth);
                    expected = Expected::Node;
                }
                ')' if expected != Expected::Node => {
                    self.cursor.next();
                    depth = open.pop().expect("the first parenthesis is open");
                    if open.is_empty() {
                        return Ok(tree);
                    }
                    expected = Expected::Variation;
                }
                ';' if expected != Expected::Variation => {
                    self.cursor.next();
                    self.add_node(&mut tree, depth, at)?;
                    depth += 1;
                    expected = Expected::Anything;
                }
                _ if letter.is_ascii_alphabetic() && expected != Expected::Variation => {
                    if expected == Expected::Node {
                        self.add_node(&mut tree, depth, at)?;
                        depth += 1;
                        expected = Expected::Anything;
                    }
                    let node = tree.nodes.last_mut().expect("a property is read into a node");
                    self.property(node)?;
                }
                _ => {
                    let wanted = match expected {
                        Expected::Node => "\";\"",
                        Expected::Anything => "a property, \";\", \"(\" or \")\"",
                        Expected::Variation => "\"(\" or \")\"",
                    };
                    let here = InputError::quote(self.cursor.rest());
                    return Err(FormatError::at(at, format!("{here} where {wanted} should be")));
                }
            }
        }
    }

    fn add_node(&mut self, tree: &mut Tree, depth: usize, at: Spot) -> Result<(), FormatError> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(FormatError::at(at, format!("more than {MOST_NODES} nodes in one file")));
        }
        if depth > MOST_PLIES {
            return Err(FormatError::at(at, format!("more than {MOST_PLIES} nodes in one line")));
        }
        tree.nodes.push(Node { depth, properties: Vec::new(), at });
        Ok(())
    }

    /// Reads a name and its values into a node.
    fn property(&mut self, node: &mut Node) -> Result<(), FormatError> {
        let at = self.cursor.spot;
        let rest = self.cursor.rest();
        let length = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        let written = &rest[..length.unwrap_or(rest.len())];
        self.cursor.skip(written.len());
        let name: String = written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        let shown = InputError::quote(written);
        if !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return Err(FormatError::at(at, format!("{shown} is no property: no capital letter")));
        }
        let mut values = Vec::new();
        loop {
            self.cursor.skip_whitespace();
            if self.cursor.peek() != Some('[') {
                break;
            }
            self.values += 1;
            if self.values > MOST_VALUES {
                let why = format!("more than {MOST_VALUES} values in one file");
                return Err(FormatError::at(self.cursor.spot, why));
            }
            values.push(self.value(written)?);
        }
        if values.is_empty() {
            return Err(FormatError::at(at, format!("property {shown} has no value \"[..]\"")));
        }
        match node.properties.iter_mut().find(|known| known.name == name) {
            Some(known) => known.values.extend(values),
            None => node.properties.push(Property { name, values }),
        }
        Ok(())
    }

    /// Reads a value, from `[` to `]`. A backslash takes the next character as it is, and removes
    /// a line end.
    fn value(&mut self, name: &str) -> Result<Value, FormatError> {
        let opening = self.cursor.spot;
        self.last = self.cursor.clone();
        self.cursor.next();
        let (at, rest) = (self.cursor.spot, self.cursor.rest());
        let mut text = String::new();
        loop {
            match self.cursor.next() {
                Some(']') => {
                    let written = &rest[..rest.len() - self.cursor.rest().len() - 1];
                    return match swallowed_root(written) {
                        Some(place) => {
                            self.last.skip(place + 1);
                            let (name, next) = (InputError::quote(name), self.last.spot);
                            let why = format!(
                                "a value of {name} is not closed: the next game begins at {next}"
                            );
                            Err(FormatError::at(opening, why))
                        }
                        None => Ok(Value { text, at }),
                    };
                }
                Some('\\') => match self.cursor.next() {
                    Some('\n') => {}
                    Some(letter) => text.push(letter),
                    None => break,
                },
                Some(letter) => text.push(letter),
                None => break,
            }
        }
        let (name, begins) = (InputError::quote(name), InputError::quote(rest));
        let why = format!("a value of {name} is not closed: no \"]\" after {begins}");
        Err(FormatError::at(opening, why))
    }
}

#[cfg(test)]
mod tests {
    use super::{game_start, read};
    use crate::sgf::Tree;

    /// Depths, and properties as `NAME=value,value`.
    fn shape(tree: &Tree) -> Vec<(usize, String)> {
        let property = |property: &super::Property| {
            let values: Vec<&str> = property.values.iter().map(|value| &*value.text).collect();
            format!("{}={}", property.name, values.join(","))
        };
        let node = |node: &super::Node| {
            let all: Vec<String> = node.properties.iter().map(property).collect();
            (node.depth, all.join(" "))
        };
        tree.nodes.iter().map(node).collect()
    }

    #[test]
    fn trees_are_read_with_depths_places_and_escapes() {
        let text =
            "(;GM[9]SZ[8]\n ;B[c8-c6];W[a4-c2]\n (;B[d8-b6])\n (;B[b8-b5]C[a\\]b\\\\ c\\\nd:\ne]))";
        let tree = &read(text).unwrap()[0];
        let expected = [
            (0, "GM=9 SZ=8"),
            (1, "B=c8-c6"),
            (2, "W=a4-c2"),
            (3, "B=d8-b6"),
            (3, "B=b8-b5 C=a]b\\ cd:\ne"),
        ];
        assert_eq!(shape(tree), expected.map(|(depth, text)| (depth, text.to_owned())));
        let at = tree.nodes[4].properties[0].values[0].at;
        assert_eq!((at.line, at.column), (4, 6));
    }

    #[test]
    fn sloppy_files_are_read() {
        for (text, games, first) in [
            ("mail from (me):\n\n (\n;GaMe[9]SiZe [8] [9] )", 1, "GM=9 SZ=8,9"),
            ("(GM[9]AB[a1]AB[a2])", 1, "GM=9 AB=a1,a2"),
            ("(;GM[9])(;GM[9])) junk (c) 2004", 2, "GM=9"),
            ("(;GM[9] (;B[x]))\u{1a}", 1, "GM=9"),
        ] {
            let trees = read(text).unwrap();
            assert_eq!((trees.len(), &*shape(&trees[0])[0].1), (games, first), "{text}");
        }
        assert_eq!(game_start("(T-T); x ( ;"), Some(9));
        assert_eq!(game_start("(c) (GM[9] (;B[a]))"), Some(4));
    }

    #[test]
    fn broken_files_are_refused_with_the_place() {
        for (text, line, column, part) in [
            ("(;GM[9]", 1, 1, "1 \")\" missing"),
            ("(;GM[9]\n(;B[a", 2, 4, "no \"]\" after \"a\""),
            ("(;B[a\\", 1, 4, "not closed"),
            ("(;GM)", 1, 3, "\"GM\" has no value"),
            ("(;gm[9])", 1, 3, "no capital letter"),
            ("(;GM[9]!)", 1, 8, "\"!)\""),
            ("(;[9])", 1, 3, "\"[9])\""),
            ("(;GM[9]()", 1, 9, "where \";\" should be"),
            ("()", 1, 2, "where \";\" should be"),
            ("(;GM[9](;B[a]);W[b])", 1, 15, "\"(\" or \")\" should be"),
        ] {
            let error = read(text).unwrap_err();
            let at = error.at.unwrap();
            assert_eq!((at.line, at.column), (line, column), "{text}: {error}");
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
        assert!(read("no games here").unwrap_err().to_string().contains("\"no games here\""));
        assert!(read("").is_err());
    }
}
