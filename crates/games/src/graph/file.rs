//! Graph files: `{"rule":"draw","nodes":[{"owner":0,"succ":[1,2]},{"winner":1},{"winner":null}]}`.
//!
//! Owner or winner 0 is Black, 1 is White; `"winner":null` is a drawn end. Files come from
//! anywhere, so they are read with bounds: at most [`LARGEST_FILE`] bytes, straight into nodes,
//! without a tree of JSON values in between. What is not in the form above is refused where it
//! stands, an unknown or repeated field too.

use super::{Node, Rule};
use andor_core::{InputError, Outcome, Player};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use std::fmt::{self, Write as _};
use std::io::Read as _;

/// Larger files are refused: a node takes some twenty bytes, so this is millions of nodes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// What `graph` alone means: the graph that the module's documentation draws.
pub const EXAMPLE: &str = r#"{"rule":"draw","nodes":[
{"owner":0,"succ":[1,2]},
{"owner":1,"succ":[0,3]},
{"owner":1,"succ":[3,4]},
{"winner":0},
{"winner":1}
]}
"#;

/// The bytes of a file, or why there are none.
pub fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| format!("the file cannot be read: {error}");
    // A pipe could keep us waiting forever, and games are made more than once from their spec.
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err("this is not a regular file".to_owned());
    }
    // So could some of what the kernel shows as empty files.
    if about.len() == 0 {
        return Err("the file is empty".to_owned());
    }
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// Reads a file's bytes. Whether the nodes make a game is not checked here.
pub fn parse(json: &[u8]) -> Result<(Rule, Vec<Node>), String> {
    if json.len() as u64 > LARGEST_FILE {
        return Err(format!("the file is larger than {} MiB", LARGEST_FILE >> 20));
    }
    let text = std::str::from_utf8(json)
        .map_err(|error| format!("the file is not UTF-8 at byte {}", error.valid_up_to()))?;
    match serde_json::from_str::<WholeFile>(text) {
        Ok(WholeFile { rule, nodes }) => {
            Ok((rule, nodes.into_iter().map(|Entry(node)| node).collect()))
        }
        Err(error) => {
            // The message may quote the file, which may be anything.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            let what = message.strip_suffix(&place).unwrap_or(&message);
            Err(format!("the file is not a graph: {}{place}", InputError::printable(what, 200)))
        }
    }
}

/// Writes a file, one node a line.
pub fn write(rule: Rule, nodes: &[Node]) -> String {
    let rule = match rule {
        Rule::Draw => "draw",
        Rule::Superko => "superko",
    };
    let mut text = format!("{{\"rule\":\"{rule}\",\"nodes\":[");
    for (number, node) in nodes.iter().enumerate() {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        // Writing to a string cannot fail.
        let _ = match node {
            Node::Over(Outcome::Draw) => write!(text, "{{\"winner\":null}}"),
            Node::Over(Outcome::Win(winner)) => write!(text, "{{\"winner\":{}}}", *winner as u8),
            Node::Owned { owner, successors } => {
                let list: Vec<String> = successors.iter().map(u32::to_string).collect();
                write!(text, "{{\"owner\":{},\"succ\":[{}]}}", *owner as u8, list.join(","))
            }
        };
    }
    text.push_str("\n]}\n");
    text
}

/// A file. (Derived code would also take arrays for objects; hence the visitors by hand.)
struct WholeFile {
    rule: Rule,
    nodes: Vec<Entry>,
}

/// One of its nodes.
struct Entry(Node);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum WholeField {
    Rule,
    Nodes,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum NodeField {
    Owner,
    Succ,
    Winner,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RuleName {
    Draw,
    Superko,
}

impl<'de> Deserialize<'de> for WholeFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WholeFile, D::Error> {
        deserializer.deserialize_map(WholeVisitor)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        deserializer.deserialize_map(NodeVisitor)
    }
}

struct WholeVisitor;

impl<'de> Visitor<'de> for WholeVisitor {
    type Value = WholeFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with \"rule\" and \"nodes\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WholeFile, A::Error> {
        let (mut rule, mut nodes) = (None, None);
        while let Some(field) = map.next_key()? {
            match field {
                WholeField::Rule => once(&mut rule, "rule", map.next_value()?)?,
                WholeField::Nodes => once(&mut nodes, "nodes", map.next_value()?)?,
            }
        }
        let rule = match rule.ok_or_else(|| A::Error::missing_field("rule"))? {
            RuleName::Draw => Rule::Draw,
            RuleName::Superko => Rule::Superko,
        };
        Ok(WholeFile { rule, nodes: nodes.ok_or_else(|| A::Error::missing_field("nodes"))? })
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node, which is an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
        let (mut owner, mut successors, mut winner) = (None, None, None);
        while let Some(field) = map.next_key()? {
            match field {
                NodeField::Owner => once(&mut owner, "owner", map.next_value::<u64>()?)?,
                NodeField::Succ => once(&mut successors, "succ", map.next_value()?)?,
                NodeField::Winner => once(&mut winner, "winner", map.next_value::<Option<u64>>()?)?,
            }
        }
        let player = |what: &str, number: u64| match number {
            0 => Ok(Player::Black),
            1 => Ok(Player::White),
            _ => Err(A::Error::custom(format!("{what} {number} is neither 0 nor 1"))),
        };
        match (owner, successors, winner) {
            (Some(owner), Some(successors), None) => {
                Ok(Entry(Node::Owned { owner: player("owner", owner)?, successors }))
            }
            (None, None, Some(None)) => Ok(Entry(Node::Over(Outcome::Draw))),
            (None, None, Some(Some(winner))) => {
                Ok(Entry(Node::Over(Outcome::Win(player("winner", winner)?))))
            }
            _ => Err(A::Error::custom("a node has \"owner\" and \"succ\", or \"winner\" alone")),
        }
    }
}

/// Fills a field that must not be there yet.
fn once<T, E: serde::de::Error>(
    slot: &mut Option<T>,
    name: &'static str,
    value: T,
) -> Result<(), E> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(name)),
    }
}
