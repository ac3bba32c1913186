//! Zone tables of Breakthrough on the command line.

use crate::andor::{Folder, number, text};
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
