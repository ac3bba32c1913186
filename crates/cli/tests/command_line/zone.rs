//! Zone tables of Breakthrough on the command line.

use crate::andor::{Folder, number, text};
use crate::trust::fnv1a;
use serde_json::json;

#[test]
fn a_certificate_rests_on_a_zone_table_and_is_verified_either_way() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x5", "--zone", "3", "--leaves", "zone", "--proof", "p"];
    let row = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    assert_eq!((text(&row, "value"), &row["tables"]), ("loss", &json!(["zone-4x5-3.zone"])));
    let checked = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    assert_eq!(
        (&checked["verified"], &checked["rests_on"][0]["zone_rows"]),
        (&json!(true), &json!(3))
    );
    assert_eq!(checked["rests_on"][0]["checked"], "derived");
    let strict = folder.andor(&["verify", "--strict", "p", "--json"]).exits(0).object();
    assert!(number(&strict, "searched") > 0, "{strict:?}");
    folder.andor(&["verify", "p"]).exits(0).says(&["what that decides was derived again"]);
    folder.andor(&["verify", "--strict", "p"]).exits(0).says(&["nothing is believed of the table"]);
    folder.andor(&["explain", "p"]).exits(0).says(&["is answered by"]);
    // Without leaves the proof needs no table, and tells its plies.
    let words = ["solve", "breakthrough:4x5", "--zone", "3", "--leaves", "none", "--proof", "q"];
    folder.andor(&words).exits(0).says(&["by force within"]);
    let strict = folder.andor(&["verify", "--strict", "q", "--json"]).exits(0).object();
    assert_eq!((number(&strict, "searched"), &strict["rests_on"]), (0, &json!([])));
}

#[test]
fn zones_that_mean_nothing_are_refused() {
    let folder = Folder::new();
    let solve = |words: &[&str]| folder.andor(&[&["solve"], words].concat());
    solve(&["breakthrough:4x5", "--zone", "2"]).refuses(&["2", "3 to 7 rows"]);
    solve(&["breakthrough:4x5", "--zone", "5"]).refuses(&["a zone of 5 rows"]);
    solve(&["loa:5x5", "--zone", "3"]).refuses(&["\"3\"", "loa:5x5"]);
    solve(&["breakthrough:4x5", "--zone", "3", "--knowledge", "off"]).refuses(&["--knowledge off"]);
    solve(&["breakthrough:4x5", "--leaves", "some"]).refuses(&["some"]);
}

/// Audit, H2: a table in the cache, its sums right, which says that whoever is to move wins. White, who
/// moves first on 5x5, loses.
#[test]
fn a_planted_zone_table_proves_nothing() {
    let folder = Folder::new();
    let (columns, rows, depth) = (5u8, 5u8, 4u8);
    // Code 0 of the smallest budget for every state: 2^10 blocks of 3^10 states, two bits each.
    let entries = vec![0u8; 1024 * (59_049 * 2_usize).div_ceil(8)];
    let numbers = [columns, rows, depth].map(u64::from);
    let mut summed: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    summed.extend(fnv1a(&entries).to_le_bytes());
    let mut file = b"andrzone".to_vec();
    for number in [1, columns, rows, depth] {
        file.extend(u32::from(number).to_le_bytes());
    }
    file.extend(fnv1a(&summed).to_le_bytes());
    file.extend(&entries);
    folder.write("zone-5x5-4.zone", &file);
    let words = ["solve", "breakthrough:5x5", "--zone", "4", "--leaves", "zone", "--tables", "."];
    let ended = folder.andor(&[&words[..], &["--json", "--proof", "p"]].concat()).exits(3);
    let row = ended.object();
    assert_eq!((text(&row, "value"), &row["verified"]), ("unknown", &json!(false)), "{row:?}");
    assert!(row["winner"].is_null() && row["best"].is_null(), "{row:?}");
    assert!(number(&row, "nodes") < 100, "the table was not asked: {row:?}");
    ended.notes(&["the proof does not hold"]);
    // Nor do those believe it who come later.
    for words in [&["verify", "p"][..], &["verify", "--strict", "p"], &["explain", "p"]] {
        folder.andor(&[words, &["--tables", "."]].concat()).exits(3);
    }
    folder.andor(&words).exits(3).says(&["who wins is not known yet"]);
}
