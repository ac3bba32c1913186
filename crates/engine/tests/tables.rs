//! Every method with a table: the same values as without, and certificates that hold with the
//! table and not without it.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::board::Setup;
use andor_core::{Limits, Player, Silent, SplitMix64};
use andor_engine::{
    AnyGame, Catalogue, Certificate, Method, Request, Table, TableFile, Value, Verification,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("andor-engine-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn table(&self, game: &dyn AnyGame, pieces: u32) -> Arc<Table> {
        let path = self.0.join(format!("{}-{pieces}.table", game.spec().replace(':', "-")));
        game.build_table(pieces, &path, 2, &Limits::default(), &mut Silent).unwrap();
        game.table(TableFile::open(&path).unwrap()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Positions of Surakarta with this many men.
fn positions(men: [usize; 2], count: usize, seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut texts = Vec::new();
    while texts.len() < count {
        let mut cells = ['.'; 36];
        for (letter, men) in ['b', 'w'].into_iter().zip(men) {
            let mut left = men;
            while left > 0 {
                let point = random.below(36);
                if cells[point] == '.' {
                    cells[point] = letter;
                    left -= 1;
                }
            }
        }
        let side = [Player::Black, Player::White][random.below(2)];
        let cells = cells.to_vec();
        let setup = Setup { columns: 6, rows: 6, cells, side, extras: Vec::new() };
        texts.push(setup.to_string());
    }
    texts
}

fn solve(
    game: &dyn AnyGame,
    position: &str,
    method: Method,
    tables: &[Arc<Table>],
    proof: Option<&Path>,
) -> (String, u64, bool) {
    let limits = Limits { memory: 64 << 20, nodes: Some(300_000), ..Limits::default() };
    let request = Request {
        settings: method.into(),
        limits,
        tables: tables.to_vec(),
        proof: proof.map(Path::to_owned),
        verify_threads: 1,
        ..Request::default()
    };
    let root = game.position(Some(position), &[]).unwrap();
    let solved = game.solve(&root, &request, &mut Silent).unwrap();
    assert_eq!(solved.failure, None, "{position} {}", method.name());
    // Nobody has checked the tables, so what rests on them holds if they are right.
    let rests = !solved.row.rests_on.is_empty();
    let expected = match solved.row.value {
        Value::Unknown => Verification::No,
        _ if rests => Verification::Conditional,
        _ => Verification::Yes,
    };
    assert_eq!(solved.row.verified, expected, "{position}");
    (solved.row.value.to_string(), solved.row.nodes, rests)
}

#[test]
fn every_method_finds_the_value_of_the_table() {
    let folder = Folder::new("methods");
    let game = Catalogue::standard().game("surakarta").unwrap();
    let (three, four) = (folder.table(&*game, 3), folder.table(&*game, 4));
    let mut answered = 0;
    let position_list = positions([2, 2], 3, 1).into_iter().chain(positions([3, 1], 2, 2));
    for (at, position) in position_list.enumerate() {
        let asked = game.position(Some(&position), &[]).unwrap();
        let truth = game.probe_table(&four, &asked).unwrap();
        // Where positions can repeat, these say nothing.
        let silent = [Method::Boolean, Method::Ews];
        for method in Method::all().filter(|method| !silent.contains(method)) {
            // In the table, and one man above it.
            let (value, nodes, rests) =
                solve(&*game, &position, method, std::slice::from_ref(&four), None);
            // It looks at everything, which may be too much.
            let is_blind = method.name() == "retrograde";
            let is_right = value == truth.value.text() || is_blind && value == "unknown";
            assert!(is_right, "{} {position}: {value}", method.name());
            assert!(rests || is_blind, "{} {position}", method.name());
            assert!(nodes < 1_000 || is_blind, "{} {position}: {nodes}", method.name());
            if at % 2 == 0 && !is_blind {
                let (value, ..) =
                    solve(&*game, &position, method, std::slice::from_ref(&three), None);
                answered += u32::from(value != "unknown");
                assert!(value == truth.value.text() || value == "unknown", "{}", method.name());
            }
        }
    }
    assert!(answered > 0);
}

#[test]
fn a_certificate_needs_the_table_it_names() {
    let folder = Folder::new("certificates");
    let game = Catalogue::standard().game("surakarta").unwrap();
    let (two, three) = (folder.table(&*game, 2), folder.table(&*game, 3));
    let proof = folder.0.join("proof");
    let mut resting = 0;
    for position in positions([2, 2], 12, 7) {
        let (value, _, rests) =
            solve(&*game, &position, Method::Auto, std::slice::from_ref(&three), Some(&proof));
        if value == "unknown" || !rests {
            continue;
        }
        resting += 1;
        let certificate = Certificate::open(&proof).unwrap();
        assert_eq!(certificate.tables().len(), 1);
        let both = [two.clone(), three.clone()];
        game.verify(&certificate, &both, 1, &Limits::default(), &mut Silent).unwrap();
        for (given, part) in [(&[][..], "--table FILE"), (&both[..1], "surakarta-2.table\" has ")] {
            let error =
                game.verify(&certificate, given, 1, &Limits::default(), &mut Silent).unwrap_err();
            let text = error.to_string();
            assert!(!error.is_rejection() && text.contains(part), "{text}");
            assert!(text.contains("surakarta-3.table") && !text.contains('\n'), "{text}");
        }
        // It can be walked up to the table.
        for section in 0..certificate.sections().len() {
            let here = game.explain(&certificate, &both, section, &[]).unwrap();
            assert!(here.answer.is_some() || here.table || !here.replies.is_empty());
            assert_eq!(here.plies, None);
            let error = game.explain(&certificate, &[], section, &[]).unwrap_err().to_string();
            assert!(error.contains("--table FILE"), "{error}");
        }
    }
    assert!(resting > 3, "{resting}");
}

#[test]
fn a_table_of_another_game_is_refused() {
    let folder = Folder::new("other");
    let catalogue = Catalogue::standard();
    let (surakarta, loa) =
        (catalogue.game("surakarta").unwrap(), catalogue.game("loa:4x4").unwrap());
    let table = folder.table(&*surakarta, 2);
    let request = Request { tables: vec![table], ..Request::default() };
    let initial = loa.position(None, &[]).unwrap();
    let error = loa.solve(&initial, &request, &mut Silent).unwrap_err().to_string();
    assert_eq!(error, "table \"surakarta-2.table\" is about \"surakarta\", not about \"loa:4x4\"");
}
