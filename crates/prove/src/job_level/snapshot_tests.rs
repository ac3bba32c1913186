//! Trees saved at random moments and read again; and what is read from bytes that nobody wrote so.

use super::addition::Without;
use super::job::{JobChild, JobVerdict, position_at};
use super::lease::Lease;
use super::policy::Policy;
use super::snapshot::Room;
use super::tree::{Extra, JobTree};
use super::walk::{CodeWalk, GameWalk};
use crate::node_pool::{NONE, Node};
use andor_core::{
    Game, InputError, Named, Outcome, Player, Question, Repetition, Rules, SplitMix64,
};
use std::io::ErrorKind;

/// A game without end, nearly: moves are numbers below a width that depends on the path.
struct Twigs {
    repetition: Repetition,
    width: u32,
}

/// How deep, and some number.
type Twig = (u32, u32);

impl Rules for Twigs {
    type Position = Twig;
    type Move = u16;

    fn spec(&self) -> String {
        format!("twigs:{}", self.width)
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn initial(&self) -> Twig {
        (0, 1)
    }
    fn side_to_move(&self, position: &Twig) -> Player {
        if position.0.is_multiple_of(2) { Player::Black } else { Player::White }
    }
    fn outcome(&self, position: &Twig) -> Option<Outcome> {
        (position.0 >= 200).then_some(Outcome::Draw)
    }
    fn moves(&self, position: &Twig, moves: &mut Vec<u16>) {
        moves.clear();
        // Codes of one to three bytes, not in order.
        let count = 1 + position.1 % self.width;
        moves.extend((0..count).map(|number| (number * 9973 % 40_009) as u16));
    }
    fn play_unchecked(&self, position: &mut Twig, mv: u16) {
        let old = *position;
        *position = (old.0 + 1, (old.1 + u32::from(mv) + 1).wrapping_mul(0x9e37_79b1) >> 7);
    }
    fn encoded_len(&self) -> usize {
        8
    }
    fn encode(&self, position: &Twig, bytes: &mut Vec<u8>) {
        bytes.extend(position.0.to_be_bytes());
        bytes.extend(position.1.to_be_bytes());
    }
    fn decode(&self, _: &[u8]) -> Option<Twig> {
        None
    }
    fn move_code(&self, mv: u16) -> u32 {
        u32::from(mv)
    }
    fn position_text(&self, position: &Twig) -> String {
        format!("{position:?}")
    }
    fn parse_position(&self, text: &str) -> Result<Twig, InputError> {
        Err(InputError::new(text))
    }
    fn move_text(&self, _: &Twig, mv: u16) -> String {
        mv.to_string()
    }
}

impl Game for Twigs {}

fn walk<'a>(game: &'a Twigs, root: &Twig) -> GameWalk<'a, Twigs> {
    GameWalk::new(game, root, Question::wins(Player::Black))
}

fn room(policy: Policy) -> Room {
    Room { bytes: 4 << 20, tree_nodes: None, policy, without: Without::NOTHING }
}

fn new_tree(game: &Twigs, policy: Policy) -> JobTree {
    JobTree::new(room(policy), walk(game, &game.initial()).rules().unwrap()).unwrap()
}

/// A result for the leaf at the end of these moves.
fn result(game: &Twigs, path: &[u32], random: &mut SplitMix64) -> JobVerdict {
    let position = position_at(game, &game.initial(), path).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let leans_on = match random.below(2) {
        0 => NONE,
        _ => random.below(path.len() + 1) as u32,
    };
    let won = random.below(2) == 0;
    let winning = won.then(|| game.move_code(moves[0]));
    match random.below(10) {
        0 => JobVerdict::Settled { won, leans_on, winning },
        _ => {
            // Some moves are left out, but not all.
            let kept = moves.iter().filter(|_| random.below(5) > 0).copied().collect::<Vec<_>>();
            let kept = if kept.is_empty() { moves } else { kept };
            let mut number = || match random.below(50) {
                0 => u32::MAX - 1,
                _ => 1 + random.below(300) as u32,
            };
            let leaf = |mv| JobChild {
                code: game.move_code(mv),
                phi: number(),
                delta: number(),
                leans_on: NONE,
            };
            JobVerdict::Open { children: kept.into_iter().map(leaf).collect() }
        }
    }
}

/// One random event.
fn step(
    game: &Twigs,
    tree: &mut JobTree,
    leases: &mut Vec<(Lease, Vec<u32>)>,
    random: &mut SplitMix64,
) {
    match random.below(5) {
        0 | 1 => leases.extend(tree.reserve()),
        2 if !leases.is_empty() => {
            let lease = leases[random.below(leases.len())].0;
            tree.partial(lease, 1 + random.below(9) as u32, 1 + random.below(9) as u32);
        }
        3 | 4 if !leases.is_empty() => {
            let (lease, path) = leases.swap_remove(random.below(leases.len()));
            let result = result(game, &path, random);
            tree.finish(lease, &result).unwrap();
        }
        _ => {}
    }
}

fn save(game: &Twigs, tree: &JobTree) -> Vec<u8> {
    let mut bytes = Vec::new();
    let subject = walk(game, &game.initial()).subject();
    tree.save(&subject, &mut bytes).unwrap();
    let mut from_copy = Vec::new();
    let copy = tree.copy().unwrap();
    copy.save(&subject, &mut from_copy).unwrap();
    assert!(bytes == from_copy, "a copy is not what it is a copy of");
    bytes
}

fn load(game: &Twigs, policy: Policy, mut bytes: &[u8]) -> std::io::Result<JobTree> {
    let tree = JobTree::load(&mut walk(game, &game.initial()), room(policy), &mut bytes)?;
    assert!(bytes.is_empty());
    Ok(tree)
}

/// The same nodes in the same order, with the same numbers.
fn assert_same(one: &JobTree, other: &JobTree) {
    let mut pairs = vec![(one.root, other.root)];
    while let Some((left, right)) = pairs.pop() {
        let numbers = |tree: &JobTree, at: u32| {
            let Node { first, phi, delta, count, mv } = *tree.pool.get(at);
            let Extra { free, lease, virtual_phi, virtual_delta, .. } = tree.extra[at as usize];
            let leans_on = if count == 0 { first } else { 0 };
            let mv = if at == tree.root { 0 } else { mv };
            let virtual_numbers = (virtual_phi, virtual_delta);
            (leans_on, phi, delta, count, mv, free, lease, virtual_numbers)
        };
        assert_eq!(numbers(one, left), numbers(other, right));
        let (left, right) = (one.pool.get(left), other.pool.get(right));
        pairs.extend((0..u32::from(left.count)).map(|at| (left.first + at, right.first + at)));
    }
    assert_eq!((one.winning(), &one.lost), (other.winning(), &other.lost));
    assert_eq!((one.expanded, one.touched), (other.expanded, other.touched));
    assert_eq!(one.pool.live(), other.pool.live());
}

#[test]
fn a_tree_that_was_saved_and_read_goes_on_like_the_original() {
    let (mut compared, mut solved) = (0, 0);
    for seed in 0..600 {
        let repetition = [Repetition::Impossible, Repetition::Draw][seed as usize % 2];
        let game = Twigs { repetition, width: 7 };
        let policy = Policy::ALL[seed as usize / 2 % 4];
        let mut random = SplitMix64::new(seed);
        let mut tree = new_tree(&game, policy);
        let mut leases = Vec::new();
        for _ in 0..random.below(400) {
            step(&game, &mut tree, &mut leases, &mut random);
        }
        let mut read = load(&game, policy, &save(&game, &tree)).unwrap();
        let old = leases.clone();
        for (lease, _) in leases.drain(..) {
            tree.give_back(lease);
        }
        assert_same(&tree, &read);
        solved += u32::from(tree.is_solved());
        // The same selection, the same leaves, the same end.
        let mut again = Vec::new();
        for round in 0..100 {
            let mut random = SplitMix64::new(seed << 20 | round);
            let mut same = random.clone();
            step(&game, &mut tree, &mut leases, &mut random);
            step(&game, &mut read, &mut again, &mut same);
            let path = |(_, path): &(Lease, Vec<u32>)| path.clone();
            let paths: Vec<_> = leases.iter().map(path).collect();
            assert_eq!(paths, again.iter().map(path).collect::<Vec<_>>(), "seed {seed}");
            assert_eq!((tree.numbers(), tree.free()), (read.numbers(), read.free()), "seed {seed}");
            compared += 1;
        }
        // Leases from before mean nothing now, though places are used again.
        for (lease, path) in old {
            assert!(!read.partial(lease, 3, 3));
            let result = result(&game, &path, &mut random);
            assert_eq!(read.finish(lease, &result), Ok(false));
        }
        assert_eq!((tree.numbers(), tree.free()), (read.numbers(), read.free()), "seed {seed}");
    }
    assert!(compared > 10_000 && solved > 10 && solved < 500, "{compared} {solved}");
}

/// A lease that was given out after the tree was saved, by a coordinator that then died, means nothing
/// to the one that goes on, and neither do those of one that went on and died.
#[test]
fn epochs_leap_ahead() {
    let game = Twigs { repetition: Repetition::Impossible, width: 7 };
    let mut tree = new_tree(&game, Policy::Flag);
    let bytes = save(&game, &tree);
    let (lost, path) = tree.reserve().unwrap();
    let mut read = load(&game, Policy::Flag, &bytes).unwrap();
    let bytes = save(&game, &read);
    let (second, _) = read.reserve().unwrap();
    let mut third = load(&game, Policy::Flag, &bytes).unwrap();
    let (lease, _) = third.reserve().unwrap();
    let result = result(&game, &path, &mut SplitMix64::new(3));
    assert_eq!(third.finish(lost, &result), Ok(false));
    assert_eq!(third.finish(second, &result), Ok(false));
    assert_eq!(third.finish(lease, &result), Ok(true));
}

/// A tree with a few hundred nodes, not solved.
fn grown(game: &Twigs, steps: usize) -> JobTree {
    for seed in 0.. {
        let mut random = SplitMix64::new(seed);
        let (mut tree, mut leases) = (new_tree(game, Policy::Flag), Vec::new());
        for _ in 0..steps {
            step(game, &mut tree, &mut leases, &mut random);
        }
        if !tree.is_solved() && tree.pool.live() > steps as u64 / 4 {
            return tree;
        }
    }
    unreachable!("some tree is not solved")
}

#[test]
fn damaged_bytes_are_refused() {
    let game = Twigs { repetition: Repetition::Draw, width: 7 };
    let bytes = save(&game, &grown(&game, 600));
    assert!(bytes.len() > 1000, "{}", bytes.len());
    assert!(load(&game, Policy::Flag, &bytes).is_ok());
    for length in 0..bytes.len() {
        let error = load(&game, Policy::Flag, &bytes[..length]).err().unwrap();
        let kinds = [ErrorKind::UnexpectedEof, ErrorKind::InvalidData];
        assert!(kinds.contains(&error.kind()) && !error.to_string().contains('\n'), "{error}");
    }
    let mut random = SplitMix64::new(1);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << random.below(8);
        assert!(load(&game, Policy::Flag, &damaged).is_err(), "{at}");
        let other = random.below(bytes.len());
        damaged[other] = random.below(256) as u8;
        assert!(damaged == bytes || load(&game, Policy::Flag, &damaged).is_err(), "{at} {other}");
    }
    // Two pieces of different trees do not make one.
    let other = save(&game, &grown(&game, 700));
    let spliced = [&bytes[..bytes.len() / 2], &other[other.len() / 2..]].concat();
    assert!(load(&game, Policy::Flag, &spliced).is_err());
}

/// Bytes with right checksums that say anything: an error or a tree in order, no panic, and never more
/// nodes than there is room for.
#[test]
fn forged_trees_are_in_order_or_refused() {
    let game = Twigs { repetition: Repetition::Draw, width: 7 };
    let tree = grown(&game, 300);
    let bytes = save(&game, &tree);
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    assert_eq!(bytes.len(), 16 + length + 8 + 12, "there is more than one block");
    let (mut refused, mut believed) = (0, 0);
    let mut random = SplitMix64::new(2);
    for _ in 0..20_000 {
        let mut forged = bytes[..16 + length].to_vec();
        for _ in 0..1 + random.below(3) {
            let at = 16 + random.below(length);
            forged[at] = random.below(256) as u8;
        }
        let sum = crate::checkpoint::checksum(0, &forged[16..]);
        forged.extend(sum.to_le_bytes());
        forged.extend([0; 4]);
        forged.extend(crate::checkpoint::checksum(sum, &[]).to_le_bytes());
        match load(&game, Policy::Flag, &forged) {
            Err(_) => refused += 1,
            Ok(mut read) => {
                believed += 1;
                super::tree::tests::check(&read, read.root);
                let mut leases = Vec::new();
                for _ in 0..20 {
                    step(&game, &mut read, &mut leases, &mut random);
                }
            }
        }
    }
    assert!(refused > 1000 && believed > 100, "{refused} {believed}");
}

#[test]
fn a_tree_goes_on_only_with_its_own_question_and_room() {
    let game = Twigs { repetition: Repetition::Draw, width: 7 };
    let tree = grown(&game, 600);
    let bytes = save(&game, &tree);
    let root = game.initial();
    let ask = |game: &Twigs, root: &Twig, player, room| {
        let mut walk = GameWalk::new(game, root, Question::wins(player));
        JobTree::load(&mut walk, room, &mut &bytes[..]).map(|tree| tree.pool.live())
    };
    let room = room(Policy::Flag);
    assert_eq!(ask(&game, &root, Player::Black, room).unwrap(), tree.pool.live());
    assert!(ask(&game, &root, Player::White, room).is_err());
    assert!(ask(&game, &(0, 2), Player::Black, room).is_err());
    let wider = Twigs { width: 8, ..game };
    assert!(ask(&wider, &root, Player::Black, room).is_err());
    let small = Room { tree_nodes: Some(tree.pool.live() - 1), ..room };
    let error = ask(&game, &root, Player::Black, small).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
}

/// What a tree takes in fact is what its nodes take.
#[test]
fn a_rehearsed_checkpoint_takes_as_much_as_it_should() {
    let game = Twigs { repetition: Repetition::Impossible, width: 7 };
    let rehearsal = super::rehearse(&game, &game.initial(), 300_000).unwrap();
    let nodes = rehearsal.nodes;
    assert!(nodes > 290_000 && nodes <= 300_000, "{rehearsal:?}");
    assert_eq!(rehearsal.copy_bytes, nodes * size_of::<Node<u32>>() as u64);
    let together = rehearsal.tree_bytes + rehearsal.copy_bytes;
    assert!(together * 10_000_000 / nodes <= 1 << 30, "{rehearsal:?}");
    assert!(rehearsal.file_bytes < 10 * nodes, "{rehearsal:?}");
}

/// Ten million nodes, their copy and what reading them needs, in a gibibyte.
#[test]
fn ten_million_nodes_fit_into_a_gibibyte() {
    let a_node = size_of::<Node<u32>>() + size_of::<Extra>();
    assert!(10_000_000 * (a_node + size_of::<Node<u32>>()) <= 1 << 30);
    let bytes = JobTree::bytes_beside_copy(1 << 30);
    assert!(bytes / a_node as u64 >= 10_000_000);
}
