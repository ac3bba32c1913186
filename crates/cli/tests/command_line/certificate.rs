//! `solve --proof`, then `verify`.

use crate::andor::{Folder, fields, number, text};
use serde_json::{Map, Value};

/// A line of the manifest.
type Shipped = Map<String, Value>;

/// A folder with the certificate `p` of a game.
pub(crate) fn folder_with_proof(game: &str) -> Folder {
    let folder = Folder::new();
    folder.andor(&["solve", game, "--proof", "p"]).exits(0);
    assert_eq!(folder.files(), ["p"]);
    folder
}

/// A folder with the certificate `p` of Lines of Action 6x6, which comes with the sources.
pub(crate) fn folder_with_the_whole_board() -> Folder {
    let folder = Folder::new();
    folder.write("p", include_bytes!("../../../../certificates/loa-6x6.proof"));
    folder
}

#[test]
fn the_row_names_the_certificate() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x4", "--proof", "4x4.proof", "--json"];
    let row = folder.andor(&words).exits(0).object();
    assert_eq!(text(&row, "proof"), "4x4.proof");
    assert_eq!(row["verified"], true);
    folder.andor(&["solve", "breakthrough:4x4", "--proof", "q"]).exits(0).says(&[", in q\n"]);
    assert_eq!(folder.files(), ["4x4.proof", "q"]);
    assert_eq!(folder.read("q"), folder.read("4x4.proof"), "the same run, another file");
}

/// The certificates that come with the sources, as their manifest has them.
fn shipped() -> Vec<Shipped> {
    let manifest = include_str!("../../../../certificates/manifest.json");
    serde_json::from_str(manifest).unwrap()
}

/// A folder with the certificate `p` of a line of the manifest.
fn folder_with(shipped: &Shipped) -> Folder {
    let folder = Folder::new();
    let path = format!("../../certificates/{}", text(shipped, "file"));
    folder.write("p", std::fs::read(path).unwrap());
    folder
}

/// Whether the certificate of a line is what the line says.
fn is_as_the_manifest_says(shipped: &Shipped) {
    let object = folder_with(shipped).andor(&["verify", "p", "--json"]).exits(0).object();
    assert_eq!(object["verified"], true, "{shipped:?}");
    for field in ["claim", "sha256", "bytes"] {
        assert_eq!(object[field], shipped[field], "{field} of {shipped:?}");
    }
}

#[test]
fn the_manifest_names_every_certificate_and_its_bytes() {
    let mut names: Vec<String> = std::fs::read_dir("../../certificates")
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "manifest.json")
        .collect();
    names.sort();
    let listed: Vec<String> = shipped().iter().map(|row| text(row, "file").to_owned()).collect();
    assert_eq!(names, listed);
    for row in shipped() {
        let bytes = std::fs::read(format!("../../certificates/{}", text(&row, "file"))).unwrap();
        assert_eq!(number(&row, "bytes"), bytes.len() as u64, "{row:?}");
        let digest = andor_engine::Certificate::from_bytes(bytes).unwrap().digest().unwrap();
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text(&row, "sha256"), digest, "{row:?}");
        assert!(text(&row, "command").starts_with(&format!("andor solve {}", text(&row, "game"))));
    }
}

#[test]
fn the_certificate_of_five_by_five_is_verified() {
    let shipped = shipped();
    let is_it = |row: &&Shipped| row["file"] == "breakthrough-5x5.proof";
    is_as_the_manifest_says(shipped.iter().find(is_it).unwrap());
}

/// What ships is what the program makes today: on one thread its bytes repeat.
#[test]
fn the_command_of_the_manifest_makes_the_file_again() {
    for row in shipped().iter().filter(|row| row["game"] == "breakthrough:5x5") {
        let folder = Folder::new();
        let words = text(row, "command").strip_prefix("andor ").unwrap();
        folder.andor(&words.split(' ').collect::<Vec<_>>()).exits(0);
        let made = folder.read(text(row, "file"));
        let ships = std::fs::read(format!("../../certificates/{}", text(row, "file"))).unwrap();
        assert!(made == ships, "{row:?}");
    }
}

#[test]
#[ignore = "deep check: a minute and more"]
fn every_certificate_that_comes_along_is_verified() {
    shipped().iter().for_each(is_as_the_manifest_says);
}

/// 402,993 positions from the reference rules: half a minute on two quiet cores.
#[test]
#[ignore = "deep check: half a minute and more"]
fn the_whole_board_is_verified() {
    let object = folder_with_the_whole_board().andor(&["verify", "p", "--json"]).exits(0).object();
    assert_eq!((text(&object, "claim"), &object["ok"]), ("b wins", &true.into()));
    assert_eq!(number(&object, "positions"), 402_993);
}

#[test]
fn a_win_is_verified() {
    let folder = folder_with_proof("breakthrough:3x4");
    let json = folder.andor(&["verify", "p", "--json"]).exits(0);
    let object = json.object();
    let names = [
        "file",
        "ok",
        "verified",
        "rests_on",
        "claim",
        "positions",
        "seconds",
        "bytes",
        "bytes_per_position",
        "sha256",
    ];
    assert_eq!(fields(&object), names);
    assert_eq!((&object["verified"], &object["rests_on"]), (&true.into(), &serde_json::json!([])));
    assert_eq!((text(&object, "file"), &object["ok"]), ("p", &true.into()));
    assert_eq!(text(&object, "claim"), "b wins");
    assert!(object["seconds"].is_f64());
    assert_eq!(json.err, "");

    let positions = number(&object, "positions");
    assert!(positions > 10, "{object:?}");
    let bytes = folder.read("p").len() as f64;
    assert_eq!(number(&object, "bytes") as f64, bytes);
    let each = object["bytes_per_position"].as_f64().unwrap();
    assert!((each - bytes / positions as f64).abs() < 0.001, "{object:?}");
    let ended = folder.andor(&["verify", "p", "--strict"]).exits(0);
    ended.says(&[
        "verified: Black wins in bbb/bbb/www/www w\n",
        &format!("  breakthrough:3x4: {positions} positions, "),
        " replies checked from the reference rules in ",
        " positions/s\n",
        &format!("  {} B, ", folder.read("p").len()),
    ]);
    let ended = folder.andor(&["verify", "p", "--threads", "1", "--json"]).exits(0);
    assert_eq!(number(&ended.object(), "positions"), positions);
}

#[test]
fn a_draw_is_two_claims() {
    let folder = folder_with_proof("tic-tac-toe");
    let object = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    let mut claims: Vec<&str> = text(&object, "claim").split(", ").collect();
    claims.sort_unstable();
    assert_eq!(claims, ["b does not lose", "w does not lose"]);
    let ended = folder.andor(&["verify", "p"]).exits(0);
    ended.says(&["White does not lose", "Black does not lose", "from the reference rules"]);
}

#[test]
fn every_method_and_goal_writes_a_certificate_that_holds() {
    let folder = Folder::new();
    for (game, words, claim) in [
        ("breakthrough:4x4", &["--method", "pn"][..], "b wins"),
        ("breakthrough:4x4", &["--method", "ef-pn"], "b wins"),
        ("breakthrough:4x4", &["--method", "df-pn", "--memory", "1MiB"], "b wins"),
        ("breakthrough:4x4", &["--moves", "a2xb3", "--goal", "win"], "b wins"),
        ("tic-tac-toe", &["--goal", "win"], "w does not lose"),
        ("tic-tac-toe", &["--goal", "draw"], "b does not lose"),
        ("connect-four:4x4,line=3", &[], "b wins"),
    ] {
        folder.andor(&[&["solve", game, "--proof", "p"], words].concat()).exits(0);
        let object = folder.andor(&["verify", "p", "--json"]).exits(0).object();
        assert_eq!(text(&object, "claim"), claim, "{game} {words:?}");
    }
}

#[test]
fn nothing_is_written_where_nothing_is_proved() {
    let folder = folder_with_proof("breakthrough:2x4");
    let before = folder.read("p");
    let words = ["solve", "breakthrough:8x8", "--nodes", "1000", "--proof", "p", "--json"];
    let row = folder.andor(&words).exits(1).object();
    assert!(row["proof"].is_null());
    assert_eq!(folder.read("p"), before, "an older certificate is left alone");
    folder.andor(&["solve", "breakthrough:8x9", "--proof", "q"]).refuses(&["breakthrough:8x9"]);
    assert_eq!(folder.files(), ["p"]);
}

#[test]
fn a_place_where_no_file_can_be_is_refused_before_the_search() {
    let folder = Folder::new();
    // A board that takes for ever: the answer comes at once or not at all.
    let words = ["solve", "breakthrough:8x8", "--proof", "none/p"];
    folder.andor(&words).refuses(&["\"none/p\""]);
    folder.andor(&["solve", "breakthrough:8x8", "--proof", "."]).refuses(&["\".\""]);
}

/// A search that is shared out: the certificate is verified with the last part, and not before.
#[test]
fn a_certificate_is_verified_in_parts() {
    let folder = Folder::new();
    folder.andor(&["solve", "breakthrough:4x5", "--leaves", "search:100", "--proof", "p"]).exits(0);
    let part = |part: &str| folder.andor(&["verify", "p", "--part", part, "--json"]).exits(0);
    let first = part("2/3").object();
    assert_eq!((&first["ok"], &first["verified"]), (&Value::from(true), &Value::from(false)));
    assert_eq!(first["open_parts"], serde_json::json!([1, 3]));
    // Parts of another division say nothing about these.
    assert_eq!(part("1/2").object()["open_parts"], serde_json::json!([2]));
    folder.andor(&["verify", "p", "--part", "1/3"]).exits(0).says(&[
        "part 1/3 holds, not verified yet: Black wins",
        "1 part not searched here; next --part 3/3",
    ]);
    let last = part("3/3").object();
    assert_eq!((&last["verified"], &last["open_parts"]), (&true.into(), &serde_json::json!([])));
    let whole = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    assert!(number(&last, "leaves") < number(&whole, "leaves"));
    for part in ["0/3", "4/3", "x"] {
        folder.andor(&["verify", "p", "--part", part]).exits(2).one_line(&["--part", part]);
    }
    folder.andor(&["solve", "breakthrough:4x5", "--leaves", "none", "--proof", "q"]).exits(0);
    folder.andor(&["verify", "q", "--part", "1/2"]).exits(2).one_line(&[
        "\"q\"",
        "--part 1/2",
        "nothing to a search",
    ]);
}
