//! How much work and memory a file can cost the verifier (findings D2 and D3 of the audit), and that
//! every phase of it can be stopped. One process of its own, for memory is measured.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{
    Certificate, CertificateError, Heading, SectionBuilder, Strategy, Tables, verify, verify_with,
    write_certificate,
};
use andor_core::{
    Claim, InputError, Limits, Outcome, Player, ProofEntry, ProofSink, Repetition, Rules, Silent,
    Stopped, Superko,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A game in three forms. Black, to move in round 0, has one move; White answers it with one of `width`
/// moves to round 1, and so on. In the last round Black's move leaves White `last` replies, each of which
/// loses, or, if the game has no end, leads on for ever.
struct Fan {
    width: u32,
    last: u32,
    rounds: u8,
    superko: bool,
    endless: bool,
    /// How many positions were made.
    made: Arc<AtomicU64>,
    /// Raised when so many were made.
    raises: Option<(u64, Arc<AtomicBool>)>,
}

/// The round, the side to move, and the last reply.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spot(u8, Player, u32);

impl Rules for Fan {
    type Position = Spot;
    type Move = u32;

    fn spec(&self) -> String {
        "fan".to_owned()
    }

    fn repetition(&self) -> Repetition {
        match self.superko {
            true => Repetition::Superko(Superko::Positional),
            false => Repetition::Draw,
        }
    }

    fn initial(&self) -> Spot {
        Spot(0, Player::Black, 0)
    }

    fn side_to_move(&self, position: &Spot) -> Player {
        position.1
    }

    fn outcome(&self, position: &Spot) -> Option<Outcome> {
        let is_over = !self.endless && position.0 > self.rounds;
        is_over.then_some(Outcome::Win(Player::Black))
    }

    fn moves(&self, position: &Spot, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(match position {
            Spot(_, Player::Black, _) => 0..1,
            Spot(round, Player::White, _) if *round == self.rounds => 0..self.last,
            Spot(..) => 0..self.width,
        });
    }

    fn play_unchecked(&self, position: &mut Spot, mv: u32) {
        let made = self.made.fetch_add(1, Ordering::Relaxed);
        if let Some((most, flag)) = &self.raises
            && made == *most
        {
            flag.store(true, Ordering::Relaxed);
        }
        let Spot(round, side, reply) = position.clone();
        let next = match side {
            Player::Black => Spot(round, Player::White, reply),
            Player::White => {
                let grown = reply.wrapping_mul(self.width).wrapping_add(mv);
                Spot(round.saturating_add(1), Player::Black, grown)
            }
        };
        *position = next;
    }

    fn encoded_len(&self) -> usize {
        6
    }

    fn encode(&self, position: &Spot, bytes: &mut Vec<u8>) {
        bytes.extend([position.0, position.1.letter() as u8]);
        bytes.extend(position.2.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Spot> {
        let &[round, side, a, b, c, d] = bytes else { return None };
        let side = Player::from_letter(std::str::from_utf8(&[side]).ok()?)?;
        Some(Spot(round, side, u32::from_be_bytes([a, b, c, d])))
    }

    fn move_code(&self, mv: u32) -> u32 {
        mv
    }

    fn position_text(&self, position: &Spot) -> String {
        format!("{} {} {}", position.0, position.1.letter(), position.2)
    }

    fn parse_position(&self, text: &str) -> Result<Spot, InputError> {
        let mut words = text.split(' ');
        let mut read = || {
            let round = words.next()?.parse().ok()?;
            let side = Player::from_letter(words.next()?)?;
            Some(Spot(round, side, words.next()?.parse().ok()?))
        };
        read().ok_or_else(|| InputError::new(InputError::quote(text)))
    }

    fn move_text(&self, _: &Spot, mv: u32) -> String {
        mv.to_string()
    }
}

fn fan(width: u32, last: u32, rounds: u8) -> Fan {
    let made = Arc::default();
    Fan { width, last, rounds, superko: false, endless: false, made, raises: None }
}

const CLAIM: Claim = Claim::Wins(Player::Black);

fn certificate(rules: &Fan, section: SectionBuilder) -> Certificate {
    let heading = Heading::of(rules, &rules.initial());
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

/// A tree of paths in which Black plays its one move everywhere.
fn tree(rules: &Fan, nodes: usize) -> Certificate {
    let mut section = SectionBuilder::new(CLAIM, 6);
    section.strategy(&vec![1; nodes]).unwrap();
    certificate(rules, section)
}

/// The most memory this process ever held, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[test]
fn a_tree_of_paths_is_checked_in_the_memory_of_one_path() {
    // D2: 401 nodes of a few hundred bytes; each of 400 has 30,000 replies, 12 million in all, which
    // took 24 bytes each.
    let rules = Fan { superko: true, ..fan(400, 30_000, 1) };
    let certificate = tree(&rules, 401);
    assert!(certificate.file_len() < 2000);
    let verified = verify(&rules, &certificate, 1, &mut Silent).unwrap();
    assert_eq!(verified.replies, 400 + 400 * 30_000);
    assert_eq!(verified.sections[0].root_rank, 2);
    let strategy = Strategy::read(&rules, &certificate, 0, &Limits::default()).unwrap().unwrap();
    assert_eq!((strategy.nodes(), strategy.rank(0), strategy.rank(400)), (401, 2, 1));
    // Half a million nodes: three numbers each for who walks through them, nothing for the verifier.
    let rules = Fan { superko: true, ..fan(80, 1, 3) };
    let nodes = 1 + 80 + 80 * 80 + 80 * 80 * 80;
    let certificate = tree(&rules, nodes);
    verify(&rules, &certificate, 1, &mut Silent).unwrap();
    let little = Limits { memory: 1 << 20, ..Limits::default() };
    let error = Strategy::read(&rules, &certificate, 0, &little).unwrap_err();
    assert_eq!(error, CertificateError::Stopped(Stopped::Memory));
    if let Some(peak) = peak_memory() {
        println!("at most {} megabytes", peak >> 20);
        assert!(peak < 48 << 20, "{} megabytes", peak >> 20);
    }
}

/// A thousand entries, each of which asks for twenty positions that are not there.
fn full_of_holes(rules: &Fan) -> Certificate {
    let mut section = SectionBuilder::without_leaves(CLAIM, 6);
    for number in 0..1000u32 {
        let mut position = Vec::new();
        rules.encode(&Spot(u8::from(number > 0), Player::Black, number), &mut position);
        section.entry(ProofEntry { position: &position, move_index: 0, rank: 5 }).unwrap();
    }
    certificate(rules, section)
}

#[test]
fn the_first_unmet_demand_ends_the_verification() {
    // D3: each of the twenty thousand holes took twenty positions and more to look at.
    let rules = Fan { endless: true, ..fan(20, 20, 200) };
    let certificate = full_of_holes(&rules);
    let error = verify(&rules, &certificate, 2, &mut Silent).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("which is not in the certificate"), "{text}");
    let made = rules.made.load(Ordering::Relaxed);
    println!("{made} positions for {text}");
    // Every entry is looked at by itself: its move, its replies, and whether one of them wins at once.
    let by_themselves = 1000 * (1 + 20 + 20);
    assert!(made < by_themselves + 2000, "{made}");
}

#[test]
fn every_phase_can_be_stopped() {
    let count = |rules: &Fan, certificate: &Certificate| {
        let _ = verify(rules, certificate, 1, &mut Silent);
        rules.made.swap(0, Ordering::Relaxed)
    };
    // Entries and holes, and a tree.
    for superko in [false, true] {
        let mut rules =
            Fan { superko, endless: !superko, ..fan(20, 20, if superko { 2 } else { 200 }) };
        let certificate = match superko {
            true => tree(&rules, 1 + 20 + 400),
            false => full_of_holes(&rules),
        };
        let all = count(&rules, &certificate);
        for part in 0..8 {
            let flag = Arc::new(AtomicBool::new(false));
            let limits = Limits { interrupt: flag.clone(), ..Limits::default() };
            let most = all * part / 8;
            rules.made.store(0, Ordering::Relaxed);
            rules.raises = Some((most, flag));
            let error =
                verify_with(&rules, &certificate, None, 2, &limits, &mut Silent).unwrap_err();
            assert_eq!(error, CertificateError::Stopped(Stopped::Interrupted));
            let late = rules.made.load(Ordering::Relaxed) - most;
            assert!(late < 1000, "{late} positions after it was stopped");
        }
        // No time at all, and no memory.
        rules.raises = None;
        for (limits, stopped) in [
            (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Stopped::Time),
            (Limits { memory: 100, ..Limits::default() }, Stopped::Memory),
        ] {
            let none: Option<&dyn Tables<Fan>> = None;
            rules.made.store(0, Ordering::Relaxed);
            let error = verify_with(&rules, &certificate, none, 1, &limits, &mut Silent);
            let error = error.unwrap_err();
            assert_eq!(error, CertificateError::Stopped(stopped));
            assert!(!error.is_rejection() && error.to_string().contains("was not judged"));
            assert!(rules.made.load(Ordering::Relaxed) < 100);
        }
    }
}
