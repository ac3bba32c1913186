//! Every way a proof can fail has its own words, and names the position.

use crate::sample::{Sample, breakthrough, heap, seal, tic_tac_toe};
use crate::solver::Proof;
use andor_certify::{Certificate, Heading, verify};
use andor_core::{Claim, Player, Rules, Silent};

/// The message for a sample whose proof of the first claim was changed.
fn message<R: Rules, T>(sample: &Sample<R>, change: impl FnOnce(&mut Proof) -> T) -> String {
    let mut proofs = sample.proofs.clone();
    change(&mut proofs[0].1);
    refuse(&sample.rules, &Heading::of(&sample.rules, &sample.root), &proofs)
}

/// The message for a file that says this.
fn refuse<R: Rules>(rules: &R, heading: &Heading, proofs: &[(Claim, Proof)]) -> String {
    let certificate = Certificate::from_bytes(seal(heading, proofs)).unwrap();
    let error = verify(rules, &certificate, 2, &mut Silent).unwrap_err();
    assert!(error.is_rejection());
    println!("{error}");
    error.to_string()
}

/// Canonical bytes of a position text.
fn bytes<R: Rules>(rules: &R, text: &str) -> Vec<u8> {
    rules.canonical(&rules.parse_position(text).unwrap()).bytes
}

#[test]
fn faults_of_entries_are_named() {
    let sample = breakthrough(2, 5);
    let Sample { rules, root, proofs } = &sample;
    let (claim, proof) = &proofs[0];
    assert_eq!((*claim, rules.side_to_move(root)), (Claim::Wins(Player::Black), Player::White));
    let (first, &(index, rank)) = proof.iter().next().unwrap();
    let text = rules.position_text(&rules.decode(first).unwrap());

    // An entry that was changed.
    for (content, why) in [
        ((99, rank), "there is no move number 99, only 0 to 4"),
        ((index, 0), "a win needs a rank of 1 or more"),
    ] {
        let error = message(&sample, |proof| proof.insert(first.clone(), content));
        let expected = format!("not a proof: \"b wins\": entry 1 (position \"{text}\"): {why}");
        assert_eq!(error, expected);
    }
    let (long, &(index, _)) = proof.iter().find(|(_, entry)| entry.1 > 1).unwrap();
    let error = message(&sample, |proof| proof.insert(long.clone(), (index, 1)));
    assert!(error.contains("the reply ") && error.ends_with("is not below 1"), "{error}");

    // An entry that was added.
    let over = bytes(rules, "1w/2/2/b1/2 b");
    for (added, why) in [
        (vec![0, 0xff, 0xff], "(position \"00ffff\"): these bytes are not a position"),
        (bytes(rules, &rules.position_text(root)), "Black is not to move"),
        (over, "the game is already over"),
    ] {
        let error = message(&sample, |proof| proof.insert(added, (0, 9)));
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_reply_without_an_answer_is_named_with_its_moves() {
    let sample = breakthrough(2, 5);
    let missing = sample.proofs[0].1.iter().find(|(_, entry)| entry.1 == 1).unwrap().0.clone();
    let error = message(&sample, |proof| proof.remove(&missing));
    assert!(error.contains("the reply ") && error.contains("after "), "{error}");
    assert!(error.contains("which is not in the certificate"), "{error}");
}

#[test]
fn forms_that_are_not_canonical_are_named() {
    let sample = tic_tac_toe();
    let rules = &sample.rules;
    let corner = rules.parse_position("2b/3/w2 b").unwrap();
    let image = (0..8)
        .map(|symmetry| {
            let mut bytes = Vec::new();
            rules.encode(&rules.transform(&corner, symmetry), &mut bytes);
            bytes
        })
        .max()
        .unwrap();
    let error = message(&sample, |proof| proof.insert(image, (0, 0)));
    assert!(error.contains("it is not in canonical form"), "{error}");
}

#[test]
fn ends_of_the_game_that_were_not_claimed_are_named() {
    // Black throws the game away, and says it is a win.
    let rules = andor_games::breakthrough::Reference::new(2, 4);
    let root = rules.parse_position("2/2/bw/1w b").unwrap();
    let proof: Proof = [(bytes(&rules, "2/2/bw/1w b"), (0, 1))].into();
    let heading = Heading::of(&rules, &root);
    let error = refuse(&rules, &heading, &[(Claim::NotLoses(Player::White), proof.clone())]);
    assert!(error.contains("root (position"), "{error}");
    let sample = tic_tac_toe();
    let rules = &sample.rules;
    // White wins with c3; claimed is that White does not lose, and a draw is not a win.
    let last = "bwb/bww/wb1 b";
    let heading = Heading::of(rules, &rules.parse_position(last).unwrap());
    let entry: Proof = [(bytes(rules, last), (0, 1))].into();
    let error = refuse(rules, &heading, &[(Claim::Wins(Player::Black), entry)]);
    assert!(error.contains("the game ends, but not as claimed"), "{error}");
    let entry: Proof = [(bytes(rules, last), (0, 4))].into();
    let error = refuse(rules, &heading, &[(Claim::NotLoses(Player::Black), entry)]);
    assert!(error.contains("the rank is 4, and must be 0"), "{error}");
}

#[test]
fn faults_of_the_root_are_named() {
    let sample = tic_tac_toe();
    let rules = &sample.rules;
    let good = Heading::of(rules, &sample.root);
    let cases = [
        (
            "its text is not a position",
            Heading { root_text: "nonsense\nhere".into(), ..good.clone() },
        ),
        (
            "its bytes are those of \"3/3/3 b\"",
            Heading { root_text: "b2/3/3 w".into(), ..good.clone() },
        ),
        ("its bytes ffffff are not", Heading { root_bytes: vec![0xff; 3], ..good.clone() }),
        ("the game is already over", {
            let over = rules.parse_position("bbb/ww1/3 w").unwrap();
            Heading::of(rules, &over)
        }),
    ];
    for (part, heading) in cases {
        let error = refuse(rules, &heading, &sample.proofs);
        assert!(error.contains("root (position \"") && error.contains(part), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let error = message(&sample, |proof| proof.remove(&bytes(rules, "3/3/3 b")));
    assert!(error.contains("root (position \"3/3/3 b\"): it is not in the certificate"));
    let wide = Heading { root_bytes: vec![0; 4], ..good };
    let error = refuse(rules, &wide, &[(Claim::Wins(Player::Black), Proof::new())]);
    assert!(error.contains("its positions have 4 bytes"), "{error}");
}

#[test]
fn the_lowest_entry_at_fault_is_named_whatever_the_threads_do() {
    let sample = heap();
    let mut proofs = sample.proofs.clone();
    let entries = proofs[0].1.len();
    for (_, entry) in proofs[0].1.iter_mut().skip(entries / 3).step_by(97) {
        entry.1 = 0;
    }
    let file = seal(&Heading::of(&sample.rules, &sample.root), &proofs);
    let certificate = Certificate::from_bytes(file).unwrap();
    let judge = |threads| verify(&sample.rules, &certificate, threads, &mut Silent).unwrap_err();
    let expected = judge(1);
    assert!((0..20).all(|turn| judge(1 + turn % 5) == expected));
}
