//! SGF trees in general: random trees survive writing and reading, random texts never panic, and
//! what was read once is written the same way for ever.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::SplitMix64;
use andor_formats::sgf::{Node, Property, Tree, read, write};
use andor_formats::{Format, Spot, decode};

/// What trees say, without the places where it stands.
fn shape(trees: &[Tree]) -> Vec<String> {
    let node = |node: &Node| {
        let values = |property: &Property| -> Vec<String> {
            property.values.iter().map(|value| value.text.clone()).collect()
        };
        let all = node.properties.iter().map(|property| (&property.name, values(property)));
        format!("{} {:?}", node.depth, all.collect::<Vec<_>>())
    };
    let tree = |tree: &Tree| tree.nodes.iter().map(node).collect::<Vec<_>>().join("\n");
    trees.iter().map(tree).collect()
}

/// Letters that mean something in SGF, and some that do not.
const LETTERS: [char; 16] =
    ['(', ')', ';', '[', ']', '\\', ':', '\n', ' ', 'a', 'B', '1', '-', 'ä', '\u{1f600}', '\t'];

fn random_text(random: &mut SplitMix64, most: usize) -> String {
    (0..random.below(most + 1)).map(|_| LETTERS[random.below(LETTERS.len())]).collect()
}

fn random_tree(random: &mut SplitMix64) -> Tree {
    let mut nodes: Vec<Node> = Vec::new();
    for index in 0..1 + random.below(30) {
        let depth = match nodes.last() {
            None => 0,
            // Mostly on, sometimes back to any node but the root.
            Some(last) if random.below(4) > 0 => last.depth + 1,
            Some(last) => 1 + random.below(last.depth + 1),
        };
        let names = ["B", "W", "C", "AB", "XX"];
        let properties = names.iter().filter(|_| random.below(3) == 0 || index == 0);
        let properties: Vec<&str> = properties.copied().collect();
        let properties = properties
            .into_iter()
            .map(|name| {
                let values: Vec<String> =
                    (0..1 + random.below(3)).map(|_| random_text(random, 12)).collect();
                Property::new(name, values)
            })
            .collect();
        nodes.push(Node { depth, properties, at: Spot::START });
    }
    Tree { nodes }
}

#[test]
fn random_trees_survive_writing_and_reading() {
    let mut random = SplitMix64::new(3);
    let mut variations = 0;
    for _ in 0..2_000 {
        let trees: Vec<Tree> = (0..1 + random.below(3)).map(|_| random_tree(&mut random)).collect();
        let text = write(&trees);
        let again = read(&text).unwrap();
        assert_eq!(shape(&again), shape(&trees), "{text}");
        assert_eq!(write(&again), text);
        let forks = |tree: &Tree| tree.nodes.windows(2).any(|two| two[1].depth <= two[0].depth);
        variations += usize::from(trees.iter().any(forks));
    }
    assert!(variations > 1_000, "only {variations} trees had variations");
}

#[test]
fn places_point_at_what_they_are_about() {
    let mut random = SplitMix64::new(5);
    for _ in 0..300 {
        let text = write(&[random_tree(&mut random)]);
        let lines: Vec<Vec<char>> = text.split('\n').map(|line| line.chars().collect()).collect();
        for node in &read(&text).unwrap()[0].nodes {
            let letter = |at: Spot| lines[at.line as usize - 1][at.column as usize - 1];
            assert_eq!(letter(node.at), ';');
            for value in node.properties.iter().flat_map(|property| &property.values) {
                let opening = Spot { column: value.at.column - 1, ..value.at };
                assert_eq!(letter(opening), '[', "{text}");
            }
        }
    }
}

#[test]
fn random_texts_are_read_or_refused_and_what_was_read_is_a_fixed_point() {
    let mut random = SplitMix64::new(7);
    let mut taken = 0;
    for _ in 0..50_000 {
        let mut text = random_text(&mut random, 30);
        if random.below(2) == 0 {
            text = format!("(;B[{text}])");
        }
        if let Ok(trees) = read(&text) {
            let written = write(&trees);
            let again = read(&written).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(shape(&again), shape(&trees), "{text:?}");
            assert_eq!(write(&again), written, "{text:?}");
            taken += 1;
        }
        // No other reader panics either.
        for format in Format::ALL {
            let _ = format.read(&text);
        }
        let _ = Format::detect(&text);
    }
    assert!(taken > 1_000, "only {taken} texts were trees");
}

#[test]
fn random_bytes_become_text() {
    let mut random = SplitMix64::new(9);
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next_u64() as u8).collect();
        let text = decode(bytes);
        assert!(!text.contains('\r'));
        for format in Format::ALL {
            let _ = format.read(&text);
        }
    }
}
