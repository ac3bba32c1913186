//! Writes SGF in one canonical way.
//!
//! A node with one child goes on with it, a node with several opens a parenthesis for each.
//! Properties keep their order; `\` and `]` are escaped and nothing else. The root, and every
//! variation, begins a line; otherwise a line ends before the node that would make it longer than
//! 79 characters. So the text depends on the tree alone.

use super::{Node, Tree};

/// How long a line becomes, where a node allows it.
const WIDTH: usize = 79;

/// Writes games one after another.
#[must_use]
pub fn write(trees: &[Tree]) -> String {
    let mut page = Page { text: String::new(), width: 0 };
    for tree in trees {
        write_tree(tree, &mut page);
    }
    page.text
}

struct Page {
    text: String,
    /// The characters of the last line.
    width: usize,
}

impl Page {
    fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.width = match piece.rfind('\n') {
            Some(end) => piece[end + 1..].chars().count(),
            None => self.width + piece.chars().count(),
        };
    }

    fn break_line(&mut self) {
        if self.width > 0 {
            self.push("\n");
        }
    }
}

fn write_tree(tree: &Tree, page: &mut Page) {
    let siblings = siblings(tree);
    // The depths at which a parenthesis is open.
    let mut open: Vec<usize> = Vec::new();
    for (node, siblings) in tree.nodes.iter().zip(siblings) {
        while open.last().is_some_and(|&depth| depth >= node.depth) {
            page.push(")");
            open.pop();
        }
        let text = node_text(node);
        if node.depth == 0 || siblings > 1 {
            page.break_line();
            page.push("(");
            open.push(node.depth);
        } else if page.width + text.chars().count() > WIDTH {
            page.break_line();
        }
        page.push(&text);
        if node.depth == 0 && tree.nodes.len() > 1 {
            page.break_line();
        }
    }
    for _ in open {
        page.push(")");
    }
    page.push("\n");
}

/// For every node, how many children its parent has.
fn siblings(tree: &Tree) -> Vec<usize> {
    let mut children = vec![0; tree.nodes.len()];
    let mut parents = Vec::with_capacity(tree.nodes.len());
    let mut path: Vec<usize> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        path.truncate(node.depth);
        let parent = path.last().copied();
        if let Some(parent) = parent {
            children[parent] += 1;
        }
        parents.push(parent);
        path.push(index);
    }
    parents.into_iter().map(|parent| parent.map_or(1, |parent| children[parent])).collect()
}

fn node_text(node: &Node) -> String {
    let mut text = String::from(";");
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            text.push('[');
            for letter in value.text.chars() {
                if matches!(letter, '\\' | ']') {
                    text.push('\\');
                }
                text.push(letter);
            }
            text.push(']');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::sgf::read;

    #[test]
    fn there_is_one_way_to_write_a_tree() {
        let text = "junk (;GaMe[9] ( ;B[c8-c6] ;W[a4-c2] (;B[d8-b6]) (;B[b8-b5] C[a\\]b\\\\]\n) ))(;GM[9])";
        let expected =
            "(;GM[9]\n;B[c8-c6];W[a4-c2]\n(;B[d8-b6])\n(;B[b8-b5]C[a\\]b\\\\]))\n(;GM[9])\n";
        let written = write(&read(text).unwrap());
        assert_eq!(written, expected);
        assert_eq!(write(&read(&written).unwrap()), expected);
    }
}
