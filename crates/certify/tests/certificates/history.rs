//! Certificates that begin in the middle of a game with superko (finding H1 of the audit): they prove
//! what is true with the moves before the root, and no forged history passes.

use crate::graph::{Graph, Position};
use andor_certify::{
    Certificate, CertificateError, Heading, Past, SectionBuilder, verify, write_certificate,
};
use andor_core::{
    Claim, History, Outcome, Player, ProofSink, Repetition, Rules, Silent, SplitMix64, Superko,
};

/// Whether a claim is true on a path, by looking at everything that can follow.
fn is_true(rules: &Graph, history: &mut History, position: &Position, claim: Claim) -> bool {
    if let Some(outcome) = rules.outcome(position) {
        return claim.is_met_by(outcome);
    }
    let mut moves = Vec::new();
    history.legal_moves(rules, position, &mut moves);
    let own = rules.side_to_move(position) == claim.holder();
    if moves.is_empty() {
        return claim.is_met_by(Outcome::Win(rules.side_to_move(position).other()));
    }
    let mut after = |mv: u8| {
        let next = rules.after(position, mv);
        history.push(rules, &next);
        let good = is_true(rules, history, &next, claim);
        history.pop(rules, &next);
        good
    };
    if own { moves.into_iter().any(&mut after) } else { moves.into_iter().all(&mut after) }
}

/// Whether the holder wins at once, or forces it, by the rules alone.
fn is_leaf(rules: &Graph, position: &Position, claim: Claim) -> bool {
    let met = |position: &Position| rules.outcome(position).is_some_and(|o| claim.is_met_by(o));
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    rules.moves(position, &mut moves);
    moves.iter().any(|&mv| {
        let next = rules.after(position, mv);
        rules.moves(&next, &mut replies);
        let forced = || replies.iter().all(|&reply| met(&rules.after(&next, reply)));
        met(&next) || rules.outcome(&next).is_none() && forced()
    })
}

/// A tree of paths for a claim, if it is true.
fn tree(
    rules: &Graph,
    history: &mut History,
    position: &Position,
    claim: Claim,
) -> Option<Vec<u32>> {
    if let Some(outcome) = rules.outcome(position) {
        return claim.is_met_by(outcome).then(Vec::new);
    }
    let mut moves = Vec::new();
    if rules.side_to_move(position) != claim.holder() {
        history.legal_moves(rules, position, &mut moves);
        let mut numbers = Vec::new();
        for mv in moves {
            let next = rules.after(position, mv);
            history.push(rules, &next);
            let below = tree(rules, history, &next, claim);
            history.pop(rules, &next);
            numbers.extend(below?);
        }
        return Some(numbers);
    }
    let takes_over = rules.repetition() == Repetition::Superko(Superko::Situational)
        && matches!(claim, Claim::Wins(_));
    if takes_over && is_leaf(rules, position, claim) {
        return Some(vec![0]);
    }
    rules.sorted_moves(position, &mut moves);
    moves.into_iter().enumerate().find_map(|(number, mv)| {
        let next = rules.after(position, mv);
        if history.forbids(rules, mv, &next) {
            return None;
        }
        history.push(rules, &next);
        let below = tree(rules, history, &next, claim);
        history.pop(rules, &next);
        Some(std::iter::once(1 + number as u32).chain(below?).collect())
    })
}

/// A game with some moves played.
struct Begun {
    rules: Graph,
    played: Vec<u8>,
    positions: Vec<Position>,
}

impl Begun {
    fn root(&self) -> &Position {
        self.positions.last().unwrap()
    }

    /// The rules that judge the rest of the game.
    fn haunted(&self) -> Graph {
        self.rules.with_past(&self.positions[..self.positions.len() - 1]).unwrap()
    }

    fn past(&self) -> Past {
        Past::of(&self.rules, &self.positions[0], &self.played).unwrap()
    }

    /// Whether a claim about the root is true, with everything that was before it.
    fn is_true(&self, claim: Claim) -> bool {
        let mut history = History::default();
        self.positions.iter().for_each(|position| history.push(&self.rules, position));
        is_true(&self.rules, &mut history, self.root(), claim)
    }

    /// A proof that `rules` accept.
    fn proof(&self, rules: &Graph, claim: Claim) -> Option<Vec<u32>> {
        tree(rules, &mut History::new(rules, self.root()), self.root(), claim)
    }

    fn file(&self, history: Option<Past>, claim: Claim, numbers: &[u32]) -> Certificate {
        let mut section = SectionBuilder::without_leaves(claim, 2);
        section.strategy(numbers).unwrap();
        let heading = Heading { history, ..Heading::of(&self.rules, self.root()) };
        let mut bytes = Vec::new();
        write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
        Certificate::from_bytes(bytes).unwrap()
    }

    fn judge(&self, certificate: &Certificate) -> Result<(), CertificateError> {
        verify(&self.rules, certificate, 1, &mut Silent).map(drop)
    }
}

const CLAIMS: [Claim; 4] = [
    Claim::Wins(Player::Black),
    Claim::Wins(Player::White),
    Claim::NotLoses(Player::Black),
    Claim::NotLoses(Player::White),
];

/// Small graphs with superko and some legal moves played.
fn begun() -> impl Iterator<Item = Begun> {
    (0..600u64).filter_map(|seed| {
        let mut rules = Graph::random(seed, 7);
        let kind = [Superko::Positional, Superko::Situational][seed as usize % 2];
        rules.repetition = Repetition::Superko(kind);
        let mut random = SplitMix64::new(seed);
        let mut begun = Begun { positions: vec![rules.initial()], rules, played: Vec::new() };
        let mut history = History::new(&begun.rules, begun.root());
        for _ in 0..1 + random.below(4) {
            let mut moves = Vec::new();
            history.legal_moves(&begun.rules, begun.root(), &mut moves);
            let goes_on = |mv: &u8| {
                let next = begun.rules.after(begun.root(), *mv);
                begun.rules.outcome(&next).is_none()
            };
            moves.retain(goes_on);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let next = begun.rules.after(begun.root(), mv);
            history.push(&begun.rules, &next);
            begun.played.push(mv);
            begun.positions.push(next);
        }
        let goes_on = begun.haunted().outcome(begun.root()).is_none();
        (goes_on && !begun.played.is_empty()).then_some(begun)
    })
}

#[test]
fn a_history_is_never_dropped() {
    let (mut games, mut proved, mut changed) = (0, 0, 0);
    for begun in begun() {
        games += 1;
        let haunted = begun.haunted();
        for claim in CLAIMS {
            let fresh = is_true(
                &begun.rules,
                &mut History::new(&begun.rules, begun.root()),
                begun.root(),
                claim,
            );
            let numbers = begun.proof(&haunted, claim);
            assert_eq!(numbers.is_some(), begun.is_true(claim), "rules with a past are wrong");
            changed += usize::from(fresh != numbers.is_some());
            if let Some(numbers) = numbers {
                let certificate = begun.file(Some(begun.past()), claim, &numbers);
                assert_eq!(certificate.format(), 5);
                begun.judge(&certificate).unwrap();
                proved += 1;
                // Without its history the same file is about another game.
                if begun.judge(&begun.file(None, claim, &numbers)).is_ok() {
                    assert!(fresh, "accepted a lie");
                }
            }
            // What is true without a history does not pass where it is false with it.
            if let Some(numbers) = begun.proof(&begun.rules, claim) {
                begun.judge(&begun.file(None, claim, &numbers)).unwrap();
                if begun.judge(&begun.file(Some(begun.past()), claim, &numbers)).is_ok() {
                    assert!(begun.is_true(claim), "accepted a lie");
                }
            }
        }
    }
    println!("{games} games, {proved} claims proved, {changed} changed by their history");
    assert!(games > 300 && proved > 600 && changed > 20, "{games}, {proved}, {changed}");
}

/// What is wrong with a certificate that must be refused.
fn refused(begun: &Begun, history: Past, numbers: &[u32], claim: Claim) -> String {
    let error = begun.judge(&begun.file(Some(history), claim, numbers)).unwrap_err();
    let text = error.to_string();
    assert!(error.is_rejection() && !text.contains('\n'), "{text}");
    text
}

#[test]
fn forged_histories_are_refused() {
    let mut kinds = [0; 6];
    for begun in begun() {
        let haunted = begun.haunted();
        let claim = CLAIMS.into_iter().find(|&claim| begun.is_true(claim));
        let Some(claim) = claim else { continue };
        let numbers = begun.proof(&haunted, claim).unwrap();
        let past = begun.past();
        let refused = |history: Past| refused(&begun, history, &numbers, claim);
        // A move that does not exist.
        let mut none = past.clone();
        *none.moves.last_mut().unwrap() = 99;
        assert!(refused(none).contains("there is no move number 99"));
        // The last move missing, or another start.
        let mut short = past.clone();
        short.moves.pop();
        assert!(refused(short).contains("not to the root"));
        let other = Past { start_bytes: vec![6, b'b'], ..past.clone() };
        assert!(refused(other).contains("its bytes are those of"));
        let nowhere = Past { start_bytes: vec![77, b'b'], ..past.clone() };
        assert!(refused(nowhere).contains("are not a position"));
        let garbled = Past { start_text: "x\n".into(), ..past.clone() };
        assert!(refused(garbled).contains("not a position"));
        // Any other number in the place of one.
        for place in 0..past.moves.len() {
            for number in 0..4 {
                let mut forged = past.clone();
                forged.moves[place] = number;
                // Another way to the same root is a history as good as this one, but not the same.
                let certificate = begun.file(Some(forged.clone()), claim, &numbers);
                let Err(error) = begun.judge(&certificate) else { continue };
                let text = error.to_string();
                kinds[0] += usize::from(text.contains("superko forbids move"));
                kinds[1] += usize::from(text.contains("the game is over before move"));
                kinds[2] += usize::from(text.contains("not to the root"));
                kinds[3] += usize::from(text.contains("does not exist"));
            }
        }
        // Two more moves that come back to the root repeat it.
        let mut moves = Vec::new();
        begun.rules.sorted_moves(begun.root(), &mut moves);
        for (there, &mv) in moves.iter().enumerate() {
            let away = begun.rules.after(begun.root(), mv);
            let mut back = Vec::new();
            begun.rules.sorted_moves(&away, &mut back);
            let root = |&mv: &u8| begun.rules.after(&away, mv) == *begun.root();
            if let Some(home) = back.iter().position(root) {
                let mut forged = past.clone();
                forged.moves.extend([there as u32, home as u32]);
                assert!(refused(forged).contains("superko forbids move"));
                kinds[4] += 1;
            }
        }
        // These rules cannot leave out moves, or need not.
        let mut deaf = begun.rules.clone();
        deaf.ignores_past = true;
        let certificate = begun.file(Some(past.clone()), claim, &numbers);
        let error = verify(&deaf, &certificate, 1, &mut Silent).unwrap_err().to_string();
        assert!(error.contains("these rules of") && error.contains("ignore"), "{error}");
        let mut plain = begun.rules.clone();
        plain.repetition = Repetition::Draw;
        let error = verify(&plain, &certificate, 1, &mut Silent).unwrap_err().to_string();
        assert!(error.contains("it has a history, but"), "{error}");
        kinds[5] += 1;
    }
    println!("superko, over, wrong end, no such move, round trips, games: {kinds:?}");
    assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}");
}

#[test]
fn an_empty_history_is_none() {
    for mut begun in begun().take(40) {
        begun.positions = vec![begun.root().clone()];
        begun.played.clear();
        for claim in CLAIMS.into_iter().filter(|&claim| begun.is_true(claim)) {
            let numbers = begun.proof(&begun.rules, claim).unwrap();
            let certificate = begun.file(Some(begun.past()), claim, &numbers);
            begun.judge(&certificate).unwrap();
            assert!(certificate.rules_of(&begun.rules).unwrap().is_none());
        }
    }
}

#[test]
fn a_game_of_other_content_is_refused() {
    let mut begun = begun().next().unwrap();
    begun.rules.content = Some([1; 32]);
    let claim = CLAIMS.into_iter().find(|&claim| begun.is_true(claim)).unwrap();
    let numbers = begun.proof(&begun.haunted(), claim).unwrap();
    let certificate = begun.file(Some(begun.past()), claim, &numbers);
    begun.judge(&certificate).unwrap();
    assert!(certificate.caveats(&begun.rules).is_empty());
    for content in [None, Some([2; 32])] {
        let mut other = begun.rules.clone();
        other.content = content;
        let error = verify(&other, &certificate, 1, &mut Silent).unwrap_err().to_string();
        assert!(error.contains("with content 0101") && !error.contains('\n'), "{error}");
    }
    // A file that does not say it is judged with what is at hand, and can be told.
    begun.rules.content = None;
    let silent = begun.file(Some(begun.past()), claim, &numbers);
    begun.rules.content = Some([1; 32]);
    begun.judge(&silent).unwrap();
    assert!(silent.caveats(&begun.rules)[0].contains("by path only"));
}
