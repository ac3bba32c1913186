//! `andor engine --protocol json`: requests with ids, several at a time.

use crate::andor::Folder;
use crate::talk::Talk;
use serde_json::{Value, json};

const WORDS: [&str; 3] = ["engine", "--protocol", "json"];

fn hear(talk: &mut Talk) -> Value {
    serde_json::from_str(&talk.hear()).unwrap()
}

/// The last answer to a request.
fn last(talk: &mut Talk, id: &str) -> Value {
    loop {
        let answer = hear(talk);
        if answer["id"] == id && answer["done"] != false {
            return answer;
        }
    }
}

#[test]
fn a_request_is_answered_with_its_id() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &WORDS);
    let request = json!({"id": "a1", "game": "loa", "moves": ["c8c6"], "every_ms": 0,
        "want": ["eval", "threat", "moves"], "limit": {"depth": 3}});
    talk.say(&request.to_string());
    let part = hear(&mut talk);
    assert_eq!((&part["id"], &part["done"]), (&"a1".into(), &false.into()), "{part}");
    assert!(part["eval"]["line"].is_array());
    let answer = last(&mut talk, "a1");
    let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let expected =
        ["id", "done", "stopped", "game", "position", "side", "over", "moves", "eval", "threat"];
    assert_eq!(names, expected);
    assert_eq!((&answer["game"], &answer["side"]), (&"loa:8x8".into(), &"w".into()));
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.contains(&answer["eval"]["best"]), "{answer}");
    assert!(!moves.contains(&answer["threat"]["best"]), "a threat is the other side's");
    let eval: Vec<&String> = answer["eval"].as_object().unwrap().keys().collect();
    assert_eq!(eval, ["best", "score", "expected", "depth", "nodes", "ms", "line"]);
    talk.say("{\"quit\":true}");
    talk.must_end();
}

#[test]
fn proofs_are_those_of_solve() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &WORDS);
    for (id, game) in [("1", "loa:5x5"), ("2", "breakthrough:4x4"), ("3", "tic-tac-toe")] {
        talk.say(&json!({"id": id, "game": game, "want": ["proof"]}).to_string());
        let proof = last(&mut talk, id)["proof"].clone();
        let row = folder.andor(&["solve", game, "--json"]).exits(0).object();
        assert_eq!((&proof["value"], &proof["best"]), (&row["value"], &row["best"]), "{game}");
        assert_eq!(proof["verified"], true);
    }
    // A game that is over has no best move, and no proof is asked.
    let over = json!({"id": "o", "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"],
        "want": ["eval", "proof"]});
    talk.say(&over.to_string());
    let answer = last(&mut talk, "o");
    assert_eq!(
        (&answer["over"], &answer["eval"], &answer["proof"]),
        (&"b".into(), &Value::Null, &Value::Null)
    );
    talk.hang_up();
    talk.must_end();
}

#[test]
fn several_at_a_time_and_one_is_stopped() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &[&WORDS[..], &["--at-a-time", "2"]].concat());
    talk.say(&json!({"id": "long", "game": "loa", "every_ms": 0}).to_string());
    assert_eq!(hear(&mut talk)["id"], "long");
    talk.say(&json!({"id": 2, "game": "loa", "limit": {"depth": 2}}).to_string());
    let other = loop {
        let answer = hear(&mut talk);
        if answer["id"] == 2 {
            break answer;
        }
    };
    assert_eq!(other["done"], true, "it did not wait for the first");
    talk.say(&json!({"id": "long", "game": "loa"}).to_string());
    let twice = loop {
        let answer = hear(&mut talk);
        if answer.get("error").is_some() {
            break answer;
        }
    };
    assert_eq!(twice["id"], "long");
    talk.say(&json!({"id": "long", "stop": true}).to_string());
    let stopped = last(&mut talk, "long");
    assert_eq!(stopped["stopped"], true);
    assert!(stopped["eval"]["best"].is_string());
    // One that has no limit ends when nobody could stop it any more.
    talk.say(&json!({"id": "x", "game": "loa", "every_ms": 0}).to_string());
    assert_eq!(hear(&mut talk)["id"], "x");
    talk.hang_up();
    assert_eq!(last(&mut talk, "x")["stopped"], true);
    talk.must_end();
}

#[test]
fn mistakes_are_told_and_stop_nothing() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &WORDS);
    for (line, quoted) in [
        ("nonsense", "\"nonsense\""),
        ("[1]", "\"[1]\""),
        ("{\"game\":\"loa\"}", "id"),
        ("{\"id\":\"e\",\"game\":\"nim\"}", "\"nim\""),
        ("{\"id\":\"e\",\"moves\":[\"z9z9\"]}", "\"z9z9\""),
        ("{\"id\":\"e\",\"position\":\"x\"}", "\"x\""),
        ("{\"id\":\"e\",\"want\":[\"wings\"]}", "\"wings\""),
        ("{\"id\":\"e\",\"limits\":{}}", "limits"),
        ("{\"id\":\"e\",\"player\":\"nobody\",\"limit\":{\"depth\":1}}", "\"nobody\""),
        ("{\"id\":\"e\",\"moves\":7}", "7"),
    ] {
        talk.say(line);
        let answer = hear(&mut talk);
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(quoted), "{line}: {error}");
    }
    talk.running.feed(b"\xff\xff{\"id\":1}\n\n\n{\"id\":\"gone\",\"stop\":true}\n");
    assert!(hear(&mut talk)["error"].is_string());
    talk.say("{\"id\":\"good\",\"game\":\"loa\",\"limit\":{\"nodes\":500}}");
    assert_eq!(last(&mut talk, "good")["done"], true);
    talk.hang_up();
    talk.must_end();
    let input = b"{\"id\":1,\"limit\":{\"depth\":2}}\n";
    let ended = folder.andor_reading(&WORDS, input).exits(0);
    assert_eq!(ended.object()["done"], true, "a script that only writes gets its answer");
}

/// What the page asks, any program can, on a pipe.
#[test]
fn what_the_page_asks_is_answered_on_a_pipe() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &WORDS);
    let mut ask = |request: Value| {
        let id = request["id"].as_str().unwrap().to_owned();
        talk.say(&request.to_string());
        last(&mut talk, &id)
    };
    let games = ask(json!({"id": "games", "want": ["games"]}));
    let names: Vec<&Value> =
        games["games"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert!(names.contains(&&json!("loa")) && games["position"].is_null(), "{games}");
    let view =
        ask(json!({"id": "view", "game": "connect-four:4x4", "moves": ["b"], "want": ["view"]}));
    assert_eq!(view["view"]["board"]["men"], json!(["....", "....", "....", ".b.."]), "{view}");
    assert_eq!(view["view"]["moves"][1], json!({"move": "b", "squares": ["b2"]}));
    let values = ask(
        json!({"id": "v", "game": "breakthrough:3x5", "want": ["values"], "limit": {"ms": 60_000}}),
    );
    let rows =
        folder.andor(&["solve", "breakthrough:3x5", "--every-move", "--json"]).exits(0).objects();
    let values = values["values"].as_array().unwrap();
    assert_eq!(values.len(), rows.len());
    for row in rows {
        let entry = values.iter().find(|entry| entry["move"] == row["move"]).unwrap();
        let turned = match row["value"].as_str() {
            Some("win") => "loss",
            Some("loss") => "win",
            other => panic!("{other:?}"),
        };
        assert_eq!(
            (&entry["value"], &entry["verified"]),
            (&turned.into(), &true.into()),
            "{entry}"
        );
    }
    // A certificate is made, kept, checked and walked; handed in again it has to be checked again.
    let made =
        ask(json!({"id": "p", "game": "breakthrough:4x4", "want": ["proof"], "keep": "mine"}));
    assert_eq!(made["proof"]["certificate"]["name"], "mine");
    assert!(
        made["proof"]["sentence"].as_str().unwrap().starts_with("White moves first and loses: ")
    );
    let bytes = ask(json!({"id": "b", "want": ["certificate"], "proof": "mine"}));
    let bytes = &bytes["certificate"]["base64"];
    let opened = ask(json!({"id": "o", "open": "again", "base64": bytes}));
    assert_eq!(opened["open"]["claims"], json!(["Black wins"]));
    let early = ask(json!({"id": "e", "want": ["explain"], "proof": "again"}));
    assert_eq!(early["error"], "\"again\" was not verified yet");
    let checked = ask(json!({"id": "c", "want": ["verify"], "proof": "again"}));
    assert_eq!(
        (&checked["verify"]["verified"], &checked["verify"]["positions"]),
        (&true.into(), &made["proof"]["certificate"]["positions"])
    );
    let walked = ask(json!({"id": "w", "want": ["explain"], "proof": "again", "moves": ["a2xb3"]}));
    let answer = &walked["explain"]["move"];
    assert!(answer.is_string() && walked["explain"]["holder"] == "b", "{walked}");
    let below = ask(json!({"id": "l", "want": ["below"], "proof": "again", "moves": ["a2xb3"]}));
    let replies = walked["explain"]["replies"].as_array().unwrap();
    assert_eq!(below["below"].as_array().unwrap().len(), replies.len());
    // Records.
    let record =
        json!({"name": "two.sgf", "text": "(;GM[9]SZ[8];B[c8-c6];W[a4-c2])(;GM[9]SZ[8];B[a1-a2])"});
    let read = ask(json!({"id": "r", "want": ["record"], "record": record}));
    let (first, second) = (&read["record"]["games"][0], &read["record"]["games"][1]);
    assert_eq!((&first["moves"], &first["fault"]), (&json!(["c8-c6", "a4-c2"]), &Value::Null));
    assert!(second["fault"].as_str().unwrap().contains("a1-a2"), "{second}");
    let studied =
        ask(json!({"id": "a", "want": ["analysis"], "record": record, "limit": {"nodes": 500}}));
    assert_eq!(studied["analysis"]["plies"], 2, "{studied}");
    let annotated = &studied["analysis"]["annotated"];
    assert_eq!(annotated["format"], "sgf");
    assert!(annotated["text"].as_str().unwrap().contains("andor, for Black"));
    for (request, part) in [
        (
            json!({"id": "x", "want": ["explain"], "proof": "none"}),
            "there is no certificate \"none\"",
        ),
        (
            json!({"id": "x", "want": ["explain", "moves"], "proof": "mine"}),
            "about a certificate alone",
        ),
        (json!({"id": "x", "want": ["verify"]}), "\"proof\" names no certificate"),
        (json!({"id": "x", "want": ["proof"], "game": "loa", "save": true}), "not saved here"),
        (
            json!({"id": "x", "want": ["analysis"], "record": record, "number": 3}),
            "there is no game 3",
        ),
        (json!({"id": "x", "level": 0}), "level 0 is not 1 to 10"),
    ] {
        let refused = ask(request.clone());
        assert!(
            refused["error"].as_str().is_some_and(|why| why.contains(part)),
            "{request}: {refused}"
        );
    }
    talk.hang_up();
    talk.must_end();
}
