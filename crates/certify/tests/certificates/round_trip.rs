//! Honest certificates: they are read as they were written, and verified.

use crate::checker::{holds_in_play, is_closed};
use crate::sample::{Sample, breakthrough, graphs, heap, section, strips, tic_tac_toe};
use andor_certify::{
    Certificate, CertificateError, CertificateProof, Heading, Verified, save_certificate, verify,
};
use andor_core::{
    Claim, Observer, Phase, Player, Progress, ProofSource, Repetition, Rules, Silent, SplitMix64,
    Superko,
};
use andor_games::breakthrough::Reference;

/// Writes, reads, verifies and plays a sample.
fn check<R: Rules>(sample: &Sample<R>) -> Verified {
    let Sample { rules, root, proofs } = sample;
    let certificate = sample.certificate();

    // What it says of itself.
    let heading = Heading::of(rules, root);
    assert_eq!(certificate.spec(), rules.spec());
    assert_eq!(certificate.root_text(), heading.root_text);
    assert_eq!(certificate.root_bytes(), heading.root_bytes);
    assert_eq!(certificate.position_width(), rules.encoded_len());
    assert!(certificate.writer().starts_with("andor "));
    let claims: Vec<Claim> = certificate.sections().iter().map(|info| info.claim).collect();
    assert_eq!(claims, proofs.iter().map(|(claim, _)| *claim).collect::<Vec<_>>());

    // Every entry, one after the other and looked up, and what is not there.
    for (number, (claim, proof)) in proofs.iter().enumerate() {
        let mut entries = proof.iter();
        let show = |entry: andor_core::ProofEntry<'_>| {
            let (position, &content) = entries.next().unwrap();
            assert_eq!((entry.position, (entry.move_index, entry.rank)), (&position[..], content));
        };
        certificate.for_each_entry(number, show).unwrap();
        assert!(entries.next().is_none());
        let last = rules.encoded_len() - 1;
        for (position, &(move_index, rank)) in proof {
            let entry = certificate.lookup(number, position).unwrap().unwrap();
            assert_eq!((entry.move_index, entry.rank), (move_index, rank));
            let mut other = position.clone();
            other[last] ^= 1;
            let found = certificate.lookup(number, &other).unwrap();
            assert_eq!(found.is_some(), proof.contains_key(&other));
        }
        for stranger in [&[][..], &[0; 40], &[0xff; 40]] {
            assert_eq!(certificate.lookup(number, stranger).unwrap(), None);
        }
        assert!(is_closed(rules, root, *claim, proof) && holds_in_play(rules, root, *claim, proof));
        play(sample, &certificate, *claim);
    }

    // The verdict does not depend on the number of threads.
    let verified = verify(rules, &certificate, 1, &mut Silent).unwrap();
    assert_eq!(verify(rules, &certificate, 4, &mut Silent).unwrap(), verified);
    assert_eq!(verified.positions, sample.positions());
    for (section, (claim, proof)) in verified.sections.iter().zip(proofs) {
        assert_eq!((section.claim, section.positions), (*claim, proof.len() as u64));
        let largest = proof.values().map(|&(_, rank)| rank).max().unwrap_or(0);
        assert_eq!(section.root_rank, largest, "the root is the farthest from the end");
    }
    verified
}

/// Plays the certificate's moves against a chance opponent, without ever looking at canonical
/// forms: the moves must come back through the symmetry.
fn play<R: Rules>(sample: &Sample<R>, certificate: &Certificate, claim: Claim) {
    let rules = &sample.rules;
    let mut proof = CertificateProof::new(certificate, claim).unwrap();
    let mut random = SplitMix64::new(5);
    for _ in 0..20 {
        let mut position = sample.root.clone();
        let mut moves = Vec::new();
        // A win must end, however long it takes; a draw may go on.
        let patience = if matches!(claim, Claim::Wins(_)) { 100_000 } else { 200 };
        for _ in 0..patience {
            if let Some(outcome) = rules.outcome(&position) {
                assert!(claim.is_met_by(outcome));
                break;
            }
            rules.moves(&position, &mut moves);
            let mv = if rules.side_to_move(&position) == claim.holder() {
                let mv = proof.holder_move(rules, &position).expect("a move");
                assert!(moves.contains(&mv));
                mv
            } else {
                moves[random.below(moves.len())]
            };
            position = rules.after(&position, mv);
        }
        let goes_on = rules.outcome(&position).is_none();
        assert!(!goes_on || matches!(claim, Claim::NotLoses(_)), "a win must end");
    }
    assert_eq!(proof.error(), None);
    assert!(CertificateProof::new(certificate, Claim::Wins(claim.holder().other())).is_none());
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let sample = tic_tac_toe();
    let claims: Vec<String> = sample.proofs.iter().map(|(claim, _)| claim.to_string()).collect();
    assert_eq!(claims, ["b does not lose", "w does not lose"]);
    check(&sample);
}

#[test]
fn small_breakthrough_boards_have_a_winner() {
    for (columns, rows) in [(2, 4), (2, 5), (3, 4), (3, 5), (2, 6)] {
        let sample = breakthrough(columns, rows);
        let verified = check(&sample);
        assert_eq!(verified.sections.len(), 1);
        let entries = sample.positions();
        let bytes = sample.bytes().len();
        println!("{columns}x{rows}: {} {entries} positions, {bytes} bytes", sample.proofs[0].0);
    }
}

#[test]
fn strips_have_draws_and_wins() {
    let samples = strips();
    samples.iter().for_each(|sample| drop(check(sample)));
    assert!(samples.iter().any(|sample| sample.proofs.len() == 2));
    assert!(samples.iter().any(|sample| sample.proofs.len() == 1));
}

#[test]
fn graphs_with_cycles_have_all_values() {
    let mut counts = [0; 3];
    for sample in graphs() {
        check(&sample);
        counts[match sample.proofs[0].0 {
            Claim::Wins(Player::Black) => 0,
            Claim::Wins(Player::White) => 1,
            Claim::NotLoses(_) => 2,
        }] += 1;
    }
    assert!(counts.iter().all(|&count| count >= 3), "{counts:?}");
}

#[test]
fn roots_in_the_middle_of_a_game_and_with_the_loser_to_move() {
    let mut holder_moves = [0, 0];
    for (columns, rows) in [(3, 4), (2, 6)] {
        let start = Reference::new(columns, rows).initial();
        let mut moves = Vec::new();
        Reference::new(columns, rows).moves(&start, &mut moves);
        for mv in moves {
            let rules = Reference::new(columns, rows);
            let root = rules.after(&start, mv);
            let sample = Sample::at(rules, root);
            holder_moves[usize::from(sample.proofs[0].0.holder() == Player::Black)] += 1;
            check(&sample);
        }
    }
    assert!(holder_moves.iter().all(|&count| count > 0), "{holder_moves:?}");
}

#[test]
fn a_root_all_of_whose_replies_end_the_game_needs_no_entry() {
    let rules = Reference::new(2, 4);
    // White arrives on the far rank whatever happens.
    let root = rules.parse_position("1b/w1/2/2 w").unwrap();
    let sample = Sample::at(rules, root);
    assert_eq!(sample.proofs[0].0, Claim::Wins(Player::White));
    assert_eq!(check(&sample).sections[0].root_rank, 1);
    // All edges from here lead to the end of the game: an empty section.
    let mut empty = 0;
    for seed in 0..400 {
        let sample = Sample::of(crate::graph::Graph::random(seed, 24));
        if sample.proofs.len() == 1 && sample.positions() == 0 {
            assert_eq!(check(&sample).sections[0].root_rank, 0);
            empty += 1;
        }
    }
    assert!(empty > 0);
}

#[test]
fn many_blocks_in_one_file() {
    let sample = heap();
    let certificate = sample.certificate();
    let entries = sample.positions();
    let (bytes, blocks) = (certificate.file_len(), certificate.block_count());
    println!("heap: {entries} positions in {blocks} blocks, {bytes} bytes");
    assert!(blocks >= 3, "{blocks} blocks");
    check(&sample);
}

#[test]
fn files_are_written_and_opened() {
    let folder = std::env::temp_dir().join(format!("andor-certify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("ttt.cert");
    let Sample { rules, root, proofs } = tic_tac_toe();
    let sections: Vec<_> =
        proofs.iter().map(|(claim, proof)| section(*claim, rules.encoded_len(), proof)).collect();
    let written = save_certificate(&path, &Heading::of(&rules, &root), &sections).unwrap();
    let certificate = Certificate::open(&path).unwrap();
    assert_eq!(certificate.file_len(), written.bytes);
    assert_eq!(verify(&rules, &certificate, 2, &mut Silent).unwrap().positions, written.positions);
    for missing in [folder.clone(), folder.join("none.cert")] {
        let error = Certificate::open(&missing).unwrap_err();
        assert!(matches!(error, CertificateError::Unreadable(_)) && !error.is_rejection());
        assert!(error.to_string().contains("andor-certify-"), "{error}");
    }
    let unwritable = save_certificate(&folder, &Heading::of(&rules, &root), &sections);
    assert!(matches!(unwritable.unwrap_err(), CertificateError::Unwritable(_)));
    drop(certificate);
    std::fs::write(&path, b"").unwrap();
    let empty = Certificate::open(&path).unwrap_err().to_string();
    assert_eq!(empty, "damaged certificate: header: the file is empty");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sections_that_do_not_belong_together_are_not_written() {
    let Sample { rules, root, proofs } = tic_tac_toe();
    let heading = Heading::of(&rules, &root);
    let (claim, proof) = &proofs[0];
    let one = section(*claim, rules.encoded_len(), proof);
    let narrow = section(Claim::Wins(Player::Black), 2, &Default::default());
    for (sections, part) in [
        (vec![], "nothing to claim"),
        (vec![one.clone(), one.clone()], "two sections claim \"b does not lose\""),
        (vec![one, narrow], "have 2 bytes, the root 3"),
    ] {
        let error = andor_certify::write_certificate(&mut Vec::new(), &heading, &sections);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// Remembers the last progress it saw.
#[derive(Default)]
struct Last(Option<Progress>);

impl Observer for Last {
    fn progress(&mut self, progress: &Progress) {
        self.0 = Some(progress.clone());
    }
    fn note(&mut self, _: &str) {}
}

#[test]
fn progress_counts_the_entries() {
    let sample = tic_tac_toe();
    let mut observer = Last::default();
    verify(&sample.rules, &sample.certificate(), 2, &mut observer).unwrap();
    let progress = observer.0.unwrap();
    assert_eq!((progress.phase, progress.counters.nodes), (Phase::Verify, sample.positions()));
    assert!(progress.fill == 1.0 && progress.memory > 0);
}

#[test]
fn superko_and_other_games_are_refused() {
    let mut sample = graphs().remove(0);
    let certificate = sample.certificate();
    let other = crate::graph::Graph::random(1_000_000, 24);
    let error = verify(&other, &certificate, 1, &mut Silent).unwrap_err();
    assert!(matches!(error, CertificateError::Refused(_)), "{error}");
    sample.rules.repetition = Repetition::Superko(Superko::Positional);
    let error = verify(&sample.rules, &certificate, 1, &mut Silent).unwrap_err();
    assert!(error.to_string().contains("superko, where certificates need paths"), "{error}");
}
