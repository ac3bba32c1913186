//! What methods make of their settings.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_engine::method::MethodSettings;
use andor_engine::{LeafChoice, Method};
use andor_games::tic_tac_toe::TicTacToe;

#[test]
fn methods_without_leaves_refuse_what_is_about_leaves() {
    let game = TicTacToe;
    for method in [Method::Boolean, Method::AlphaBeta, Method::Retrograde] {
        let refused = |set: MethodSettings| method.leaf(&game, &set).unwrap_err().to_string();
        let leaf = Some(LeafChoice::Mobility);
        for set in [
            MethodSettings { leaf, ..MethodSettings::default() },
            MethodSettings { t: Some(3), ..MethodSettings::default() },
        ] {
            assert!(refused(set).contains("has no leaf rule"), "{}", method.name());
        }
        assert!(method.leaf(&game, &MethodSettings::default()).is_ok());
    }
}
