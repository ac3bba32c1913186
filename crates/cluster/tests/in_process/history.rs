//! Superko with the moves before the root (finding H1 of the audit): they travel to the workers.

use crate::house::{House, config};
use crate::network::Network;
use andor_core::{Outcome, Player, Silent};
use andor_engine::Catalogue;
use std::sync::Arc;

/// After Black's winning move White's answer that superko forbids is no answer.
#[test]
fn workers_search_with_the_history_of_the_root() {
    for spec in ["go:4x1", "go:4x1,ko=positional"] {
        let house = House::new(spec, "pn");
        let game = Catalogue::standard().game(spec).unwrap();
        let moves = ["b1", "c1", "d1"].map(str::to_owned);
        let line = game.position(None, &moves).unwrap();
        let network = Network::new(1, house.faults);
        let solved = std::thread::scope(|scope| {
            for number in 0..2 {
                let (network, config, house) = (network.clone(), config(number), &house);
                scope.spawn(move || house.worker(&network, &format!("worker-{number}"), &config));
            }
            let coordinator = house.coordinator(&network);
            let request = house.request(&coordinator, &Arc::default());
            let solved = game.solve(&line, &request, &mut Silent).unwrap();
            assert_eq!(coordinator.failure(), None);
            network.heal();
            coordinator.dismiss_workers();
            solved
        });
        assert_eq!(solved.row.winner, Some(Outcome::Win(Player::Black)), "{spec}");
        assert!(solved.row.is_verified() && solved.row.history.is_some(), "{spec}");
        // What was begun with a history does not go on without it.
        let coordinator = house.coordinator(&network);
        let request = house.request(&coordinator, &Arc::default());
        let alone = game.position(Some(line.text()), &[]).unwrap();
        let _ = game.solve(&alone, &request, &mut Silent);
        let failure = coordinator.failure().unwrap();
        assert!(failure.contains("moves b1 c1 d1"), "{failure}");
    }
}
