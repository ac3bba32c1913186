//! A run about a file goes on with the same file, and with no other.

use crate::house::House;
use crate::network::Network;
use andor_core::Silent;
use andor_engine::Catalogue;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn a_state_of_another_file_is_refused() {
    let folder = std::env::temp_dir().join(format!("andor-content-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("graph.json");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/example.json");
    let bytes = std::fs::read(example).unwrap();
    std::fs::write(&file, &bytes).unwrap();
    let mut house = House::new(&format!("graph:{}", file.display()), "pn");
    house.graph = Some(house.spec.clone());
    assert!(house.solve(1, 2).row.is_verified());
    let go_on = || {
        let network = Network::new(1, house.faults);
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let mut request = house.request(&coordinator, &Arc::default());
        // Nobody is there who could search.
        request.limits.time = Some(Duration::from_secs(30));
        let solved = game.solve(&position, &request, &mut Silent);
        (coordinator.failure(), solved.is_ok_and(|solved| solved.row.is_verified()))
    };
    assert_eq!(go_on(), (None, true));
    // Nothing that can be seen in a game: the fingerprint of the rules is the same.
    let fingerprint = || Catalogue::standard().game(&house.spec).unwrap().fingerprint();
    let before = fingerprint();
    std::fs::write(&file, [bytes.as_slice(), b"\n"].concat()).unwrap();
    assert_eq!(fingerprint(), before);
    let (failure, is_verified) = go_on();
    let failure = failure.unwrap();
    assert!(failure.contains("is about another file of") && !is_verified, "{failure}");
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(go_on(), (None, true));
    std::fs::remove_dir_all(folder).unwrap();
}
