//! A part of a proof as a file: a game record, a graph for Graphviz, or a page to open in a browser.

use andor_core::{InputError, Outcome};
use andor_engine::{AnyGame, Subtree, SubtreeNode};
use andor_formats::{Format, GameRecord, Spot};
use std::fmt::Write;
use std::path::Path;

/// What a tree is written as, by the ending of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreeFile {
    Record(Format),
    Dot,
    Html,
}

/// The endings, and what they mean.
const ENDINGS: [(&str, TreeFile); 6] = [
    ("sgf", TreeFile::Record(Format::Sgf)),
    ("pdn", TreeFile::Record(Format::Pdn)),
    ("pgn", TreeFile::Record(Format::Pgn)),
    ("txt", TreeFile::Record(Format::Moves)),
    ("dot", TreeFile::Dot),
    ("html", TreeFile::Html),
];

impl TreeFile {
    /// What a file is to be; refused before anything is walked if the game cannot be written so.
    pub(super) fn of(path: &Path, game: &dyn AnyGame) -> Result<TreeFile, InputError> {
        let name = InputError::quote(&path.display().to_string());
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        // A file without an ending is a game record.
        let ending = ending.as_deref().unwrap_or(ENDINGS[0].0);
        let known = ENDINGS.iter().find(|(known, _)| ending == *known);
        let Some(&(_, kind)) = known else {
            let endings: Vec<String> =
                ENDINGS.iter().map(|(known, _)| format!(".{known}")).collect();
            let endings = endings.join(", ");
            return Err(InputError::new(format!(
                "--export {name}: it must end in one of {endings}"
            )));
        };
        let mut empty = GameRecord::new(game.spec(), Spot::START);
        empty.begins = Some(game.first());
        if let TreeFile::Record(format) = kind
            && let Err(error) = format.write(&[empty])
        {
            let instead = "any game can be written as .txt, .dot or .html";
            return Err(InputError::new(format!("--export {name}: {error}; {instead}")));
        }
        Ok(kind)
    }

    /// The text of a tree.
    pub(super) fn write(self, game: &str, tree: &Subtree) -> Result<String, InputError> {
        match self {
            TreeFile::Record(format) => format
                .write(std::slice::from_ref(&tree.record))
                .map_err(|error| InputError::new(format!("--export: {error}"))),
            TreeFile::Dot => Ok(dot(game, tree)),
            TreeFile::Html => Ok(html(game, tree)),
        }
    }
}

fn ended(node: &SubtreeNode) -> Option<String> {
    node.outcome.map(|outcome| match outcome {
        Outcome::Win(winner) => format!("{winner} has won"),
        Outcome::Draw => "a draw".to_owned(),
    })
}

/// A graph: boxes where the holder is to move, ovals where the opponent is.
fn dot(game: &str, tree: &Subtree) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text =
        format!("digraph proof {{\n  label=\"{}: {}\";\n", quoted(game), quoted(&tree.title));
    text.push_str("  node [fontname=monospace];\n");
    for (number, node) in tree.nodes.iter().enumerate() {
        let mut words = vec![if node.mv.is_empty() { "start" } else { &node.mv }.to_owned()];
        words.extend(ended(node));
        words.extend(node.comment.clone());
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let shape = if node.mover == tree.claim.holder() { "ellipse" } else { "box" };
        let label = words.join("\\n");
        let _ = writeln!(text, "  n{number} [shape={shape}, label=\"{label}\"];");
        if let Some(parent) = node.parent {
            let _ = writeln!(text, "  n{parent} -> n{number};");
        }
    }
    text.push_str("}\n");
    text
}

/// The look of the page.
const STYLE: &str = "body{font:16px/1.4 sans-serif;margin:2em;max-width:60em}\
    details{margin-left:1.2em}summary{cursor:pointer}pre{line-height:1.15;margin:.3em 0 .3em 1.2em}\
    .h{font-weight:bold}.c{color:#666}.l{margin-left:2.2em}";

/// A page that needs nothing else: the moves fold, each with its board.
fn html(game: &str, tree: &Subtree) -> String {
    let title = format!("{}: {}", escaped(game), escaped(&tree.title));
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{}</title>\n<style>{STYLE}</style>\n\
         <h1>{}</h1>\n<p>{}</p>\n<p>Bold moves are {}'s, who holds the proof. Click a move to see its board and what follows.</p>\n",
        title,
        escaped(game),
        escaped(&tree.title),
        tree.claim.holder()
    );
    // Depth first, without recursion: a proof may be deep.
    let mut open = vec![Tag::Open(0)];
    while let Some(tag) = open.pop() {
        let number = match tag {
            Tag::Close => {
                text.push_str("</details>\n");
                continue;
            }
            Tag::Open(number) => number,
        };
        let node = &tree.nodes[number];
        let name = if node.mv.is_empty() { "start" } else { &node.mv };
        let holder = if !node.mv.is_empty() && node.mover == tree.claim.holder() {
            " class=\"h\""
        } else {
            ""
        };
        let said: Vec<String> = ended(node).into_iter().chain(node.comment.clone()).collect();
        let said = match said.is_empty() {
            true => String::new(),
            false => format!(" <span class=\"c\">{}</span>", escaped(&said.join(", "))),
        };
        let begins = if number == 0 { "<details open>" } else { "<details>" };
        let _ = writeln!(
            text,
            "{begins}<summary><span{holder}>{}</span>{said}</summary><pre>{}</pre>",
            escaped(name),
            escaped(&node.picture)
        );
        open.push(Tag::Close);
        open.extend(node.children.iter().rev().map(|&child| Tag::Open(child)));
    }
    text.push_str("</html>\n");
    text
}

/// What is to be written next.
enum Tag {
    Open(usize),
    Close,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
