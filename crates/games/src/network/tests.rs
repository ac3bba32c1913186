//! Networks against a plain reading of their files, unit by unit.

use super::accumulator::{Accumulator, Rows};
use super::{FULL, Filters, Images, Men, Network, Shared, Step};
use crate::breakthrough::Breakthrough;
use crate::loa::{Loa, Variant};
use andor_core::{Game, NETWORK, NetworkSight, Player, SplitMix64};

/// Squares and their mirror images.
static MIRROR: [[u8; 64]; 2] = [mirror(0), mirror(7)];

const fn mirror(by: u8) -> [u8; 64] {
    let mut image = [0; 64];
    let mut square = 0;
    while square < 64 {
        image[square as usize] = square ^ by;
        square += 1;
    }
    image
}

/// A file with weights by chance, so large that units are cut at both ends.
fn any_file(filters: usize, images: usize, outputs: usize, random: &mut SplitMix64) -> String {
    let mut any = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
    let mut text = format!("# by chance\nimages {images}\nbase 0\npoint 1000 bias");
    for _ in 0..outputs {
        text += &format!(" {}", any(9999));
    }
    text += "\n";
    for _ in 0..filters {
        text += &format!("filter {} out", any(900));
        for _ in 0..2 * outputs {
            text += &format!(" {}", any(127));
        }
        text += "\n";
        for name in ["own", "enemy"] {
            let weights: Vec<String> = (0..64).map(|_| any(600).to_string()).collect();
            text += &format!("{name} {}\n", weights.join(" "));
        }
    }
    text
}

/// Men of both colours by chance, on different squares.
fn any_men(random: &mut SplitMix64) -> Men {
    let black = random.next_u64() & random.next_u64();
    [black, random.next_u64() & random.next_u64() & !black]
}

/// A man of a colour goes anywhere but to one of its own, and takes whom it finds there.
fn any_step(men: Men, colour: usize, random: &mut SplitMix64) -> (Step, Men) {
    let mut square = |among: u64| {
        let squares: Vec<u8> = (0..64).filter(|square| among >> square & 1 == 1).collect();
        squares[random.below(squares.len())]
    };
    let (from, to) = (square(men[colour]), square(!men[colour]));
    let mut now = men;
    now[colour] ^= 1 << from | 1 << to;
    now[1 - colour] &= !(1 << to);
    (Step { colour, from, to, takes: now[1 - colour] != men[1 - colour] }, now)
}

/// An output of a position without an accumulator and without rows: each unit by itself.
fn plain_value(filters: &Filters, output: usize, views: [Men; 2], images: Images) -> i64 {
    let output = &filters.outputs[output];
    let mut sum = output.bias;
    for (view, out) in views.into_iter().zip(&output.weights) {
        for (filter, out) in out.iter().enumerate() {
            for image in &images[..filters.images] {
                let mut unit = i64::from(filters.biases[filter]);
                for (side, men) in view.into_iter().enumerate() {
                    for square in (0..64).filter(|square| men >> square & 1 == 1) {
                        let seen = usize::from(image[square]);
                        unit += i64::from(filters.inputs[filter][side][seen]);
                    }
                }
                let cut = unit.clamp(0, i64::from(FULL));
                sum += cut * cut * i64::from(*out);
            }
        }
    }
    sum / filters.point
}

/// What both sides see, that to move first, where Black's ranks are turned by `flip`.
fn views([black, white]: Men, flip: usize, is_white: bool) -> [Men; 2] {
    let turned = |men: u64| if flip == 56 { men.swap_bytes() } else { men };
    let (from_black, from_white) = ([turned(black), turned(white)], [white, black]);
    if is_white { [from_white, from_black] } else { [from_black, from_white] }
}

#[test]
fn a_network_is_what_its_file_says() {
    let mut random = SplitMix64::new(61);
    for (filters, images, flip) in [(16, 2, 56), (64, 2, 0), (32, 1, 56), (128, 1, 0)] {
        let text = any_file(filters, images, 1, &mut random);
        let network = Network::<1>::new(&text, &MIRROR, flip).expect("a network");
        let filters = Filters::read(&text, MIRROR.len(), 1).expect("filters");
        let memory = network.memory();
        for number in 0..200 {
            let men = any_men(&mut random);
            let is_white = number % 3 == 0;
            let plain = plain_value(&filters, 0, views(men, flip, is_white), &MIRROR);
            let value = network.value(&memory, men, is_white, || panic!("base is 0"));
            assert_eq!(i64::from(value), plain, "{men:?}");
        }
    }
}

/// Two networks by turns, on two threads at once.
#[test]
fn networks_with_two_outputs_are_what_their_files_say_on_all_threads() {
    let mut random = SplitMix64::new(64);
    let texts = [(16, 2), (64, 1)].map(|(count, images)| any_file(count, images, 2, &mut random));
    let networks = texts.each_ref().map(|text| {
        let filters = Filters::read(text, MIRROR.len(), 2).expect("filters");
        (Shared::new(Network::<2>::new(text, &MIRROR, 0).expect("a network")), filters)
    });
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let networks = &networks;
            scope.spawn(move || {
                let mut random = SplitMix64::new(seed);
                for number in 0..300 {
                    let (network, filters) = &networks[number / 3 % 2];
                    let (men, is_white) = (any_men(&mut random), number % 5 < 2);
                    let views = views(men, 0, is_white);
                    let plain = [0, 1].map(|output| plain_value(filters, output, views, &MIRROR));
                    assert_eq!(network.points(men, is_white), plain, "{men:?}");
                    let (step, now) = any_step(men, usize::from(is_white), &mut random);
                    let views = self::views(now, 0, !is_white);
                    let plain = [0, 1].map(|output| plain_value(filters, output, views, &MIRROR));
                    assert_eq!(network.points_after(&men, &step), plain, "{men:?}");
                }
            });
        }
    });
}

/// A step or many at a time, back and forth.
#[test]
fn an_accumulator_does_not_remember_how_it_came_there() {
    let mut random = SplitMix64::new(62);
    let text = any_file(32, 2, 2, &mut random);
    let filters = Filters::read(&text, MIRROR.len(), 2).expect("filters");
    let rows = Rows::new(&filters, &MIRROR, 56);
    // Weights of the outputs, by chance.
    let mut weights = Vec::new();
    for _ in 0..2 {
        weights.push([0, 1].map(|_| [0; 64].map(|_| random.below(255) as i16 - 127)));
    }
    let mut kept = Accumulator::new(&rows);
    let (mut men, mut other) = (any_men(&mut random), any_men(&mut random));
    for number in 0..500 {
        let fresh = |men: Men| Accumulator::new(&rows).points(&rows, men, &weights);
        let (step, now) = any_step(men, number / 2 % 2, &mut random);
        assert_eq!(kept.points_after(&rows, &men, &step, &weights), fresh(now), "{men:?}");
        match number % 20 {
            19 => men = any_men(&mut random),
            even if even % 2 == 0 => men = now,
            _ => std::mem::swap(&mut men, &mut other),
        }
        if number % 3 == 0 {
            assert_eq!(kept.points(&rows, men, &weights), fresh(men), "{men:?}");
        }
    }
}

/// Men on all squares, and the largest sums that a file may have.
#[test]
fn sums_that_wrap_are_refused() {
    let filter = |bias: i32, own: i32, enemy: i32| {
        let [own, enemy] = [own, enemy].map(|weight| vec![weight.to_string(); 64].join(" "));
        format!("filter {bias} out 100 100\nown {own}\nenemy {enemy}\n")
    };
    let file = |bias: i32, own: i32, enemy: i32| {
        let (small, large) = (filter(3, 5, 1), filter(bias, own, enemy));
        format!("images 1\npoint 1 bias 0\n{}{large}{}", small.repeat(6), small.repeat(25))
    };
    // 64 * 511 is 63 less than 2^15 - 1.
    for text in [file(63, 511, -3), file(63, -300, 511), file(-64, -511, 7), file(-64, 0, -511)] {
        let network = Network::<1>::new(&text, &MIRROR, 0).expect("a network");
        let filters = Filters::read(&text, MIRROR.len(), 1).expect("filters");
        let (memory, all) = (network.memory(), u64::MAX);
        for men in [[all, 0], [0, all], [1, all - 1], [all - 1, 0]] {
            let plain = plain_value(&filters, 0, views(men, 0, true), &MIRROR);
            let value = network.value(&memory, men, true, || 0);
            assert_eq!(i64::from(value), plain, "{men:?}");
        }
    }
    for text in [file(64, 511, -3), file(0, -300, 512), file(-65, -511, 7), file(900, 900, 900)] {
        let error = Network::<1>::new(&text, &MIRROR, 0).err().expect("too large").to_string();
        assert!(error.contains("filter 7 ") && !error.contains('\n'), "{error}");
    }
}

/// Every position of random games, with the evaluator that saw the whole game and with one that sees it first; and what
/// the learner would be shown.
fn check_games<G: Game>(game: &G, exchanged: impl Fn(&G::Position) -> G::Position) {
    let make = || game.make_evaluator(NETWORK, None).expect("a network");
    let kept = make();
    let mut random = SplitMix64::new(63);
    let mut moves = Vec::new();
    for _ in 0..6 {
        let mut position = game.initial();
        for _ in 0..60 {
            if game.outcome(&position).is_some() {
                break;
            }
            let text = game.position_text(&position);
            let value = kept.evaluate(game, &position);
            assert_eq!(make().evaluate(game, &position), value, "{text}");
            for symmetry in 1..game.symmetries() {
                let image = game.transform(&position, symmetry);
                assert_eq!(kept.evaluate(game, &image), value, "{text} {symmetry}");
            }
            let other = exchanged(&position);
            assert_eq!(kept.evaluate(game, &other), value, "{text} with the other colours");
            let sight = kept.network_sight(game, &position).expect("a sight");
            let NetworkSight { views: [own, other_side], .. } = sight;
            let men = |view: [u64; 2]| view.map(u64::count_ones);
            assert_eq!(men(own), [men(other_side)[1], men(other_side)[0]], "{text}");
            let seen = kept.network_sight(game, &other).expect("a sight");
            assert_eq!((seen.views, seen.base), (sight.views, sight.base), "{text}");
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
}

/// The text of a position with the colours exchanged; from the other end if `is_turned`.
fn exchange(text: &str, is_turned: bool) -> String {
    let (board, side) = text.split_once(' ').expect("a board and a side");
    let board: String = board
        .chars()
        .map(|letter| match letter {
            'b' => 'w',
            'w' => 'b',
            other => other,
        })
        .collect();
    let mut ranks: Vec<&str> = board.split('/').collect();
    if is_turned {
        ranks.reverse();
    }
    format!("{} {}", ranks.join("/"), if side == "b" { "w" } else { "b" })
}

#[test]
fn the_networks_that_come_with_games_see_all_sides_alike() {
    let loa = Loa::new(Variant::new(8));
    let parsed = |text: &str| andor_core::Rules::parse_position(&loa, text).expect("a board");
    check_games(&loa, |position| {
        parsed(&exchange(&andor_core::Rules::position_text(&loa, position), false))
    });
    let breakthrough = Breakthrough::new(8, 8);
    let parsed =
        |text: &str| andor_core::Rules::parse_position(&breakthrough, text).expect("a board");
    check_games(&breakthrough, |position| {
        parsed(&exchange(&andor_core::Rules::position_text(&breakthrough, position), true))
    });
}

/// A man more is better, and so is what is nearer to its end: the files have learnt something.
#[test]
fn the_networks_that_come_with_games_know_who_is_ahead() {
    let breakthrough = Breakthrough::new(8, 8);
    let loa = Loa::new(Variant::new(8));
    let worth = |text: &str| {
        let position = andor_core::Rules::parse_position(&breakthrough, text).expect(text);
        let evaluator = breakthrough.make_evaluator(NETWORK, None).expect("a network");
        evaluator.evaluate(&breakthrough, &position)
    };
    let ahead = worth("bbbbb3/bbbbb3/8/8/8/8/wwwwwwww/wwwwwwww w");
    assert!(ahead > 300 && worth("bbbbbbbb/bbbbbbbb/8/8/8/8/wwwww3/wwwww3 w") < -300, "{ahead}");
    let worth = |text: &str| {
        let position = andor_core::Rules::parse_position(&loa, text).expect(text);
        let evaluator = loa.make_evaluator(NETWORK, None).expect("a network");
        evaluator.evaluate(&loa, &position)
    };
    let text = "w6w/8/2bb4/2bbb3/3bb3/4b2w/8/w4w1w b";
    assert!(worth(text) > 200 && worth(&exchange(text, false).replace(" w", " b")) < 0);
    assert_eq!(
        andor_core::Rules::side_to_move(&loa, &andor_core::Rules::initial(&loa)),
        Player::Black
    );
}

#[test]
fn other_boards_have_no_network_and_say_so() {
    let error = |game: &dyn Fn() -> Option<String>| game().expect("no network");
    let loa = Loa::new(Variant::new(6));
    let why = error(&|| loa.make_evaluator(NETWORK, None).err().map(|error| error.to_string()));
    assert!(why.contains("\"network\"") && !why.contains('\n'), "{why}");
    let breakthrough = Breakthrough::new(8, 7);
    let made = || breakthrough.make_evaluator(NETWORK, None).err().map(|error| error.to_string());
    let why = error(&made);
    assert!(why.contains("\"network\"") && !why.contains('\n'), "{why}");
    assert!(!loa.evaluator_names().contains(&NETWORK));
    assert!(!breakthrough.evaluator_names().contains(&NETWORK));
}

#[test]
fn files_that_are_none_are_refused_in_one_line() {
    let weights = ["0"; 64].join(" ");
    let filter = format!("filter 0 out 1 2\nown {weights}\nenemy {weights}\n");
    let bad = [
        ("units 64".to_owned(), "\"units 64\""),
        ("images 3\n".to_owned(), "3 images"),
        ("images 0\n".to_owned(), "\"images 0\""),
        ("filter 0 out 128 0".to_owned(), "\"filter 0 out 128 0\""),
        ("filter 901 out 0 0".to_owned(), "\"filter 901"),
        ("point 0 bias 3".to_owned(), "\"point 0"),
        ("point 10 bias 3 4".to_owned(), "\"point 10 bias 3 4\""),
        ("filter 0 out 1 2 3 4".to_owned(), "\"filter 0 out 1 2 3 4\""),
        ("board 0".to_owned(), "\"board 0\""),
        ("scale 1 2".to_owned(), "\"scale 1 2\""),
        ("filter 0 out 0 0\nown 1 2 3".to_owned(), "\"own 1 2 3\""),
        (format!("own {weights}"), "\"own 0"),
        (filter.clone(), "1 units"),
        (filter.repeat(160), "160 units"),
    ];
    let game = Breakthrough::new(8, 8);
    for (text, part) in bad {
        let error = game.make_evaluator(NETWORK, Some(&text)).err().expect(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    let good = format!("images 1\n{}", filter.repeat(32));
    assert!(game.make_evaluator(NETWORK, Some(&good)).is_ok());
}
