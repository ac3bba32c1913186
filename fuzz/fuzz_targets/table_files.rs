//! Any bytes as an endgame table. Where the first byte is odd, the rest is a header text, a line end and
//! the values of its blocks, four to a byte, put together as `crates/tables/src/file.rs` has it, so that
//! what is read is what a table says. A table that verifies is right.
#![no_main]

use andor_certify::fnv1a;
use andor_core::{Limits, Silent};
use andor_engine::{AnyGame, Catalogue, Line, Table, TableFile};
use andor_fuzz::{check_refusal, names_a_file};
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// The numbers of a block, as `crates/tables/src/header.rs` has it.
const BLOCK: u64 = 1 << 14;
/// The table that a verified one is compared with: two men against two.
const TRUE: (&str, u32) = ("loa:4x4", 4);

fn put_together(text: &[u8], mut values: &[u8]) -> Option<Vec<u8>> {
    let mut file = b"\x89table\r\n".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((text.len() as u32).to_le_bytes());
    file.extend(fnv1a(&file).to_le_bytes());
    file.extend(text);
    file.extend(fnv1a(text).to_le_bytes());
    let header: Value = serde_json::from_slice(text).ok()?;
    let mut blocks = Vec::new();
    for slice in header["slices"].as_array()? {
        let mut numbers = slice["numbers"].as_u64().filter(|&numbers| numbers < 1 << 20)?;
        while numbers > 0 {
            let bytes = numbers.min(BLOCK).div_ceil(4) as usize;
            let (given, rest) = values.split_at(bytes.min(values.len()));
            let mut block = given.to_vec();
            block.resize(bytes, 0);
            blocks.push(compress_to_vec(&block, 1));
            values = rest;
            numbers -= numbers.min(BLOCK);
        }
    }
    for block in &blocks {
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(fnv1a(block).to_le_bytes());
    }
    file.extend(fnv1a(&file).to_le_bytes());
    blocks.iter().for_each(|block| file.extend(block));
    Some(file)
}

/// An honest table and every position that it has.
fn honest() -> &'static (Box<dyn AnyGame>, Arc<Table>, Vec<Line>) {
    static HONEST: OnceLock<(Box<dyn AnyGame>, Arc<Table>, Vec<Line>)> = OnceLock::new();
    HONEST.get_or_init(|| {
        let game = Catalogue::standard().game(TRUE.0).expect("a game");
        let path = std::env::temp_dir().join(format!("andor-fuzz-{}.table", std::process::id()));
        game.build_table(TRUE.1, &path, 1, &Limits::default(), &mut Silent).expect("it is small");
        let file = TableFile::open(&path).expect("it was written");
        let table = game.table(file).expect("it is about this game");
        let _ = std::fs::remove_file(&path);
        let mut positions = Vec::new();
        let pairs: Vec<[usize; 2]> =
            (0..16).flat_map(|one| (one + 1..16).map(move |two| [one, two])).collect();
        for (place, black) in pairs.iter().enumerate() {
            // Some of them are enough, and quick.
            for white in pairs.iter().skip(place % 29).step_by(29) {
                let row = |row: usize| {
                    let (mut text, mut empty) = (String::new(), 0);
                    for square in 4 * row..4 * row + 4 {
                        let man = match square {
                            _ if black.contains(&square) => 'b',
                            _ if white.contains(&square) => 'w',
                            _ => {
                                empty += 1;
                                continue;
                            }
                        };
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        text.push(man);
                        empty = 0;
                    }
                    if empty > 0 { text + &empty.to_string() } else { text }
                };
                let board = (0..4).map(row).collect::<Vec<_>>().join("/");
                let both = ["b", "w"].map(|side| format!("{board} {side}"));
                let lines =
                    both.into_iter().filter_map(|text| game.position(Some(&text), &[]).ok());
                positions.extend(lines.filter(|line| game.probe_table(&table, line).is_ok()));
            }
        }
        assert!(positions.len() > 100, "{}", positions.len());
        (game, table, positions)
    })
}

fn look(file: TableFile) {
    let game = match Catalogue::standard().game(file.spec()) {
        Ok(game) => game,
        Err(error) => return check_refusal(&error.to_string()),
    };
    let (spec, pieces) = (file.spec().to_owned(), file.pieces());
    let table = match game.table(file) {
        Ok(table) => table,
        Err(error) => return check_refusal(&error.to_string()),
    };
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    match game.verify_table(&table, 1, &limits, &mut Silent) {
        Err(error) => check_refusal(&error.to_string()),
        Ok(_) if (spec.as_str(), pieces) == TRUE => {
            let (game, honest, positions) = honest();
            for position in positions {
                let (one, other) =
                    (game.probe_table(&table, position), game.probe_table(honest, position));
                assert_eq!(one.expect("it was verified").value, other.expect("it is right").value);
            }
        }
        Ok(_) => {}
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let file = match first % 2 {
        0 => Some(rest.to_vec()),
        _ => put_together(&rest[..end], rest.get(end + 1..).unwrap_or_default()),
    };
    match file.map(TableFile::from_bytes) {
        None => {}
        Some(Err(error)) => check_refusal(&error.to_string()),
        Some(Ok(file)) if names_a_file(file.spec()) => {}
        Some(Ok(file)) => look(file),
    }
});
