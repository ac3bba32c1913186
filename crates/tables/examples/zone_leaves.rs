//! Verifies certificates of Breakthrough that rest on zone tables, with the plain judge of zone leaves
//! and then with the table and its checker, and says what each of them took:
//!
//!     cargo run -p andor-tables --example zone_leaves -- THREADS CERTIFICATE ..
//!
//! With `THREADS-plain` only the judge is asked.

use andor_certify::{Certificate, TableIdentity, Tables, to_hex, verify_with};
use andor_core::{Limits, Outcome, Rules, Silent, Spec};
use andor_games::breakthrough::{Reference, size};
use andor_tables::zone::{PlainZone, ZoneShape, ZoneTable, check_zone};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A table that a verifier asks.
struct Asked(ZoneTable);

impl<R: Rules> Tables<R> for Asked {
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        self.0.look(rules, position)
    }

    fn identities(&self) -> Vec<TableIdentity> {
        let checksum = format!("{:016x}", self.0.checksum());
        vec![TableIdentity { checksum, sha256: to_hex(&self.0.digest()) }]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let how = words.next().ok_or("THREADS CERTIFICATE ..")?;
    let plain_alone = how.ends_with("-plain");
    let threads = how.trim_end_matches("-plain").parse()?;
    for path in words {
        let certificate = Certificate::open(Path::new(&path))?;
        let (columns, rows) = size(&Spec::parse(certificate.spec())?)?;
        let rules = Reference::new(columns, rows);
        let name = certificate.tables().first().ok_or("it rests on no table")?;
        let limits = Limits { memory: 4 << 30, ..Limits::default() };
        let seconds = |start: Instant| start.elapsed().as_secs_f64();

        let start = Instant::now();
        let judge = PlainZone::in_place_of(name, &rules, &limits)?;
        let verified =
            verify_with(&rules, &certificate, Some(&judge), threads, &limits, &mut Silent);
        println!(
            "{path}: the judge {:.2} s, {} states, {} bytes, stopped {:?}, {}",
            seconds(start),
            judge.states(),
            judge.memory(),
            judge.stopped(),
            verified
                .map_or_else(|error| error.to_string(), |all| format!("{} replies", all.replies))
        );
        if plain_alone {
            continue;
        }
        let start = Instant::now();
        let depth = name.zone_rows.unwrap_or_default() as usize;
        let shape = ZoneShape::new(rules.race_board().ok_or("no race")?, depth)?;
        let table = ZoneTable::build(shape, threads, &limits, &mut Silent)?;
        let built = seconds(start);
        let start = Instant::now();
        let states = check_zone(&table, threads, &limits, &mut Silent)?;
        let checked = seconds(start);
        let start = Instant::now();
        verify_with(&rules, &certificate, Some(&Asked(table)), threads, &limits, &mut Silent)?;
        println!(
            "  the table {built:.2} s to build, {checked:.2} s to check, {states} states, {} bytes, \
             and {:.2} s to verify with",
            shape.bytes(),
            seconds(start)
        );
    }
    Ok(())
}
