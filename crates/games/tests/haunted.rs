//! Rules with a past, against the plain history of a game that is played: the same moves, the same
//! ends, in both implementations, and everything that solvers ask agrees with them.

use andor_core::{
    Game, Haunted, History, InputError, Judgement, Outcome, Played, Rules, SplitMix64,
};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Rule};
use andor_games::{Visitor, visit};

/// Plays random games, and compares rules with a past with what the history says.
struct Compare {
    games: u64,
    plies: usize,
}

impl Visitor for Compare {
    type Output = u64;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        reference: R,
        _: bool,
    ) -> u64 {
        let mut gone = 0;
        for seed in 0..self.games {
            let mut random = SplitMix64::new(seed);
            // Step 1. A random beginning.
            let mut played = Played::begin(&game, &game.initial());
            let mut moves = Vec::new();
            for _ in 0..random.below(self.plies) {
                played.legal_moves(&game, &mut moves);
                if played.outcome(&game).is_some() || moves.is_empty() {
                    break;
                }
                played.play_unchecked(&game, pick(&game, &moves, &mut random));
            }
            let haunted = played.rules_from_here(&game).expect("it takes a history");
            let Some(haunted) = haunted else { continue };
            let twin = played.rules_from_here(&reference).expect("it does").expect("it has one");
            // Step 2. Any positions from there, superko on the way or not.
            let mut past = History::default();
            for position in played.positions(&game).split_last().expect("a start").1 {
                past.push(&game, position);
            }
            let mut position = played.position(&game);
            for _ in 0..12 {
                gone += agree(&game, &haunted, &twin, &past, &position);
                if haunted.outcome(&position).is_some() {
                    break;
                }
                haunted.moves(&position, &mut moves);
                position = haunted.after(&position, pick(&game, &moves, &mut random));
            }
        }
        gone
    }
}

/// Any of these moves, but seldom a pass: two of them end a game.
fn pick<R: Rules>(rules: &R, moves: &[R::Move], random: &mut SplitMix64) -> R::Move {
    let mut mv = moves[random.below(moves.len())];
    for _ in 0..3 {
        if rules.may_repeat(mv) {
            mv = moves[random.below(moves.len())];
        }
    }
    mv
}

/// Checks one position; how many moves the past has taken away.
fn agree<G: Game, R: Rules>(
    game: &G,
    haunted: &G,
    twin: &R,
    past: &History,
    position: &G::Position,
) -> u64 {
    let text = game.position_text(position);
    let mut bytes = Vec::new();
    game.encode(position, &mut bytes);
    let other = twin.decode(&bytes).expect("the same bytes");
    // Step 1. The end of the game.
    let mut all = Vec::new();
    if game.outcome(position).is_none() {
        game.moves(position, &mut all);
    }
    let mut left = all.clone();
    left.retain(|&mv| !past.forbids(game, mv, &game.after(position, mv)));
    let lost = Outcome::Win(game.side_to_move(position).other());
    let none_left = (left.is_empty() && !all.is_empty()).then_some(lost);
    let outcome = game.outcome(position).or(none_left);
    assert_eq!(haunted.outcome(position), outcome, "{text}");
    assert_eq!(twin.outcome(&other), outcome, "{text}");
    match haunted.judge(position) {
        Judgement::Over(found) => assert_eq!(Some(found), outcome, "{text}"),
        Judgement::Decided(_) | Judgement::Open => assert_eq!(outcome, None, "{text}"),
    }
    if outcome.is_some() {
        return (all.len() - left.len()) as u64;
    }
    // Step 2. The moves, however they are asked for.
    let mut moves = Vec::new();
    haunted.moves(position, &mut moves);
    assert_eq!(moves, left, "{text}");
    haunted.candidates(position, &mut moves);
    assert_eq!(moves, left, "{text}");
    assert_eq!(haunted.count_moves(position), left.len() as u64, "{text}");
    assert_eq!(haunted.count_candidates(position) as usize, left.len(), "{text}");
    let codes =
        |moves: &[G::Move]| -> Vec<u32> { moves.iter().map(|&mv| game.move_code(mv)).collect() };
    let (mut sorted, mut theirs) = (Vec::new(), Vec::new());
    haunted.sorted_moves(position, &mut sorted);
    twin.sorted_moves(&other, &mut theirs);
    let theirs: Vec<u32> = theirs.iter().map(|&mv| twin.move_code(mv)).collect();
    assert_eq!(codes(&sorted), theirs, "{text}");
    haunted.noisy_moves(position, &mut moves);
    assert!(moves.iter().all(|mv| left.contains(mv)), "{text}");
    // Step 3. What is asked of children.
    let mut outcomes = Vec::new();
    let told = haunted.outcomes_after_each(position, &left, &mut outcomes);
    let (mut counts, mut judged) = (Vec::new(), Vec::new());
    haunted.count_moves_after_each(position, &left, &mut counts);
    haunted.judge_children(position, &left, &mut judged);
    for (number, &mv) in left.iter().enumerate() {
        let child = haunted.after(position, mv);
        let over = haunted.outcome(&child);
        assert_eq!(haunted.outcome_after(position, mv), over, "{text}");
        assert_eq!(if told { outcomes[number] } else { None }, over, "{text}");
        assert_eq!(judged[number], haunted.judge(&child), "{text}");
        assert_eq!(haunted.key_after(position, mv), haunted.key(&child), "{text}");
        if over.is_none() {
            assert_eq!(counts[number], haunted.count_moves(&child), "{text}");
        }
    }
    // Step 4. Who writes a move that is gone is told why.
    for &mv in all.iter().filter(|mv| !left.contains(mv)) {
        let written = game.move_text(position, mv);
        let refused = InputError::repeats(&written);
        assert_eq!(haunted.parse_move(position, &written), Err(refused), "{text}");
        assert!(haunted.try_play(position, mv).is_err(), "{text}");
    }
    (all.len() - left.len()) as u64
}

#[test]
fn rules_with_a_past_are_the_rules_less_what_repeats() {
    for (spec, games, least) in [
        ("go:4x1", 1_000, 50),
        ("go:4x1,ko=positional", 1_000, 50),
        ("go:2x2", 1_000, 50),
        ("go:2x2,ko=positional,suicide=yes", 1_000, 50),
        ("go:3x2,komi=0.5", 300, 50),
        ("go:3x3", 600, 20),
        ("one-eye:4x4", 300, 0),
        ("graph:../../testdata/graphs/example-superko.json", 50, 0),
    ] {
        let gone = visit(spec, Compare { games, plies: 30 }).expect(spec);
        println!("{spec}: {gone} moves gone");
        assert!(gone >= least, "{spec}: {gone}");
    }
}

#[test]
fn graphs_with_a_past_may_be_lost_for_want_of_moves() {
    let mut gone = 0;
    for seed in 0..2_000 {
        let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Superko, seed);
        if graph.outcome(&graph.initial()).is_none() {
            let graph = Haunted::new(graph);
            gone += Compare { games: 3, plies: 8 }.visit(graph.clone(), graph, false);
        }
    }
    assert!(gone > 1_000, "{gone}");
}

/// A history means nothing where a repetition is a draw, and there is none before a first move.
#[test]
fn where_history_does_not_count_the_rules_stay() {
    struct Stays;
    impl Visitor for Stays {
        type Output = ();
        fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
            self,
            game: G,
            reference: R,
            _: bool,
        ) {
            let mut played = Played::begin(&game, &game.initial());
            assert!(played.rules_from_here(&game).expect("nothing was").is_none());
            let mut moves = Vec::new();
            played.legal_moves(&game, &mut moves);
            played.play_unchecked(&game, moves[0]);
            assert!(played.rules_from_here(&game).expect("nothing counts").is_none());
            assert!(played.rules_from_here(&reference).expect("nothing counts").is_none());
        }
    }
    for spec in ["go:3x3,ko=simple", "loa:5x5", "breakthrough:3x4", "graph", "tic-tac-toe"] {
        visit(spec, Stays).expect(spec);
    }
    // Bare rules under superko refuse: nobody may think that a history was heard.
    let bare: Graph = generate(Shape::Cyclic, &Mix::of_seed(1), Rule::Superko, 1);
    let mut played = Played::begin(&bare, &bare.initial());
    let mut moves = Vec::new();
    played.legal_moves(&bare, &mut moves);
    played.play_unchecked(&bare, moves[0]);
    assert!(played.rules_from_here(&bare).is_err());
}
