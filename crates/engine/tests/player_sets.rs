//! The openings that come with the program and the middle games of Lines of Action: legal, open, and
//! different from each other.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_engine::Catalogue;
use serde_json::Value;
use std::collections::HashSet;

#[test]
fn openings_are_legal_and_different() {
    for name in ["loa", "breakthrough", "surakarta", "checkers"] {
        let catalogue = Catalogue::standard();
        let game = catalogue.game(name).unwrap();
        let text = catalogue.openings(&*game).expect(name);
        assert!(text.starts_with("# Openings") && text.contains("Made by"), "{name}");
        let mut positions = HashSet::new();
        let lines = text.lines().map(|line| line.split('#').next().unwrap().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            let moves: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let position = game.position(None, &moves).expect(line);
            assert_eq!(position.outcome(), None, "{line}");
            assert!(positions.insert(position.text().to_owned()), "{line}");
        }
        assert!(positions.len() >= 10, "{name}: {}", positions.len());
    }
    let catalogue = Catalogue::standard();
    for none in ["loa:6x6", "loa:8x8,simultaneous=mover", "go"] {
        assert!(catalogue.openings(&*catalogue.game(none).unwrap()).is_none(), "{none}");
    }
}

#[test]
fn middle_games_are_open_and_different() {
    let game = Catalogue::standard().game("loa").unwrap();
    let mut positions = HashSet::new();
    for line in include_str!("../../lab/sets/loa-middle.jsonl").lines() {
        let object: Value = serde_json::from_str(line).expect(line);
        assert_eq!(object["game"], "loa:8x8");
        let position = object["position"].as_str().expect(line);
        let view = game.view(&game.position(Some(position), &[]).expect(line));
        assert!(view.outcome.is_none() && view.moves.len() > 3, "{line}");
        assert!(positions.insert(view.position), "{line}");
        let ply = object["ply"].as_u64().expect(line);
        assert_eq!(view.side == andor_core::Player::Black, ply.is_multiple_of(2), "{line}");
    }
    assert!(positions.len() >= 200, "{}", positions.len());
}
