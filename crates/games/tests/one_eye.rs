//! One-eye problems: what an eye is, by hand; the problems of `testdata/one-eye` by trying every
//! line; and fast rules against reference rules on composed problems.

use andor_core::conformance::check_line;
use andor_core::{History, Outcome, Player, Rules, Spec, SplitMix64};
use andor_games::one_eye::compose::compose;
use andor_games::one_eye::{OneEye, Reference, Variant, read_drawn};
use std::collections::HashMap;
use std::path::Path;

fn games(spec: &str) -> (OneEye, Reference) {
    let variant = Variant::from_spec(&Spec::parse(spec).expect(spec)).expect(spec);
    (OneEye::new(variant), Reference::new(variant))
}

/// Whether White has an eye in the picture, in both implementations.
fn has_eye(picture: &str) -> bool {
    let drawn = read_drawn(picture, Player::Black, Player::White);
    let (columns, rows, text) = drawn.expect("a picture");
    let (fast, reference) = games(&format!("one-eye:{columns}x{rows}"));
    let outcome = fast.outcome(&fast.parse_position(&text).expect("a position"));
    let twin = reference.parse_position(&text).expect("a position");
    assert_eq!(reference.outcome(&twin), outcome, "{text}");
    outcome == Some(Outcome::Win(Player::White))
}

#[test]
fn an_eye_is_enclosed_by_anchored_stones_or_by_one_chain() {
    // Anchored on both sides, though not connected inside the region.
    assert!(has_eye(". . . .\n. . . .\nw b . .\n+ W w .\n"));
    // The stone on b1 hangs on nothing: a false eye.
    assert!(!has_eye(". . . .\n. . . .\nw b . .\n+ W b .\n"));
    // One chain without an anchor, with another liberty (c1), and without one.
    assert!(has_eye("b b . .\nb b b .\nW W b .\n+ W + b\n"));
    assert!(!has_eye("b b . .\nb b b .\nW W b .\n+ W b .\n"));
    // Two such chains are not enough.
    assert!(!has_eye("b b . .\nb b b .\nW + b .\n+ W + b\n"));
    // An eye outside the region does not count.
    assert!(!has_eye("b b . .\nb b b .\nw w b .\n. w + b\n"));
}

#[test]
fn anchored_chains_are_never_taken_and_stones_go_into_the_region_only() {
    let (fast, reference) = games("one-eye:4x4");
    // The white stones a2 and b1 have no liberty but a1; a2 lies outside the region.
    let text = "4/b3/wb2/1wb1 b eye=w region=a1,b1";
    let after = |mv: &str| {
        let position = fast.parse_position(text).unwrap();
        let next = fast.after(&position, fast.parse_move(&position, mv).unwrap());
        fast.position_text(&next)
    };
    assert_eq!(after("a1"), "4/b3/wb2/b1b1 w eye=w region=a1,b1");
    assert_eq!(after("pass"), "4/b3/wb2/1wb1 w passes=1 eye=w region=a1,b1");
    let twin = reference.parse_position(text).unwrap();
    let mut moves = Vec::new();
    reference.moves(&twin, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| reference.move_text(&twin, mv)).collect();
    assert_eq!(names, ["a1", "pass"]);
}

/// 20,000 positions of random games from composed problems, under every ko rule.
#[test]
fn composed_problems_conform() {
    let mut random = SplitMix64::new(2004);
    let mut positions = 0;
    let (mut over, mut decided) = (0, 0);
    while positions < 20_000 {
        let (columns, rows) = (5 + random.below(3), 4 + random.below(4));
        let text = compose(&mut random, columns, rows, 4..=9);
        for ko in ["situational", "positional", "simple"] {
            let (game, reference) = games(&format!("one-eye:{columns}x{rows},ko={ko}"));
            let start = game.parse_position(&text).unwrap();
            let mut choose =
                |played: usize, moves: usize| (played < 40).then(|| random.below(moves));
            let findings = check_line(&game, &reference, start, 1_000, &mut choose).expect(&text);
            positions += findings.positions;
            over += findings.over;
            decided += findings.decided;
        }
    }
    assert!(over > 300 && decided > 300, "{over} {decided}");
}

/// One problem of the file.
struct Problem {
    name: String,
    board: String,
    position: String,
    values: Vec<String>,
}

fn problems() -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/one-eye/problems.txt");
    let text = std::fs::read_to_string(path).expect("the problems");
    let player = |word: &str| Player::from_letter(word.trim()).expect("b or w");
    let mut problems = Vec::new();
    for block in text.split("\n== ").skip(1) {
        let (head, picture) = block.split_once('\n').expect("a picture");
        let lines: Vec<&str> = picture.lines().filter(|line| !line.starts_with('#')).collect();
        let picture = &lines.join("\n");
        let parts: Vec<&str> = head.split('|').collect();
        let [name, side, defender, values] = parts[..] else { panic!("{head}") };
        let drawn = read_drawn(picture, player(side), player(defender));
        let (columns, rows, position) = drawn.expect(name);
        problems.push(Problem {
            name: name.trim().to_owned(),
            board: format!("one-eye:{columns}x{rows}"),
            position,
            values: values.split_whitespace().map(str::to_owned).collect(),
        });
    }
    problems
}

/// Whether the side to move wins, by every line that superko allows; wins at once are seen first.
fn wins<R: Rules>(rules: &R, at: &R::Position, history: &mut History) -> bool {
    let side = rules.side_to_move(at);
    if let Some(outcome) = rules.outcome(at) {
        return outcome == Outcome::Win(side);
    }
    let mut moves = Vec::new();
    history.legal_moves(rules, at, &mut moves);
    let children: Vec<R::Position> = moves.iter().map(|&mv| rules.after(at, mv)).collect();
    if children.iter().any(|next| rules.outcome(next) == Some(Outcome::Win(side))) {
        return true;
    }
    children.iter().any(|next| {
        history.push(rules, next);
        let loses = !wins(rules, next, history);
        history.pop(rules, next);
        loses
    })
}

/// The value with `ko=simple`: a win is what leads to a win in finitely many moves.
fn value_by_fixpoint(rules: &Reference, start: &<Reference as Rules>::Position) -> &'static str {
    let encoded = |position: &<Reference as Rules>::Position| {
        let mut bytes = Vec::new();
        rules.encode(position, &mut bytes);
        bytes
    };
    let mut numbers = HashMap::from([(encoded(start), 0)]);
    let mut positions = vec![start.clone()];
    let mut successors: Vec<Vec<usize>> = Vec::new();
    while successors.len() < positions.len() {
        let here = positions[successors.len()].clone();
        let mut moves = Vec::new();
        if rules.outcome(&here).is_none() {
            rules.moves(&here, &mut moves);
        }
        let mut leads_to = Vec::new();
        for mv in moves {
            let next = rules.after(&here, mv);
            let fresh = positions.len();
            let number = *numbers.entry(encoded(&next)).or_insert(fresh);
            if number == fresh {
                positions.push(next);
            }
            leads_to.push(number);
        }
        successors.push(leads_to);
    }
    let winner = |position| rules.outcome(position).and_then(Outcome::winner);
    let mut winners: Vec<Option<Player>> = positions.iter().map(winner).collect();
    loop {
        let before = winners.clone();
        for number in (0..positions.len()).rev().filter(|&number| before[number].is_none()) {
            let side = rules.side_to_move(&positions[number]);
            let below = |player: Player| {
                successors[number].iter().filter(|&&next| before[next] == Some(player)).count()
            };
            if below(side) > 0 {
                winners[number] = Some(side);
            } else if below(side.other()) == successors[number].len() {
                winners[number] = Some(side.other());
            }
        }
        if winners == before {
            let side = rules.side_to_move(start);
            return winners[0].map_or("draw", |winner| if winner == side { "win" } else { "loss" });
        }
    }
}

#[test]
fn every_line_of_the_problems_is_tried() {
    let problems = problems();
    let mut wrong = Vec::new();
    for Problem { name, board, position, values } in &problems {
        let mut found = Vec::new();
        for ko in ["situational", "positional"] {
            let (game, _) = games(&format!("{board},ko={ko}"));
            let start = game.parse_position(position).unwrap();
            let mut history = History::new(&game, &start);
            let is_won = wins(&game, &start, &mut history);
            found.push(if is_won { "win" } else { "loss" });
        }
        let (_, reference) = games(&format!("{board},ko=simple"));
        let start = reference.parse_position(position).unwrap();
        found.push(value_by_fixpoint(&reference, &start));
        println!("{name}: {found:?} {position}");
        if found != *values {
            wrong.push(format!("{name}: {found:?}, not {values:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(problems.len() >= 10);
}
