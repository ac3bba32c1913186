//! Fast rules against reference rules.

use super::{bytes_of, ensure};
use crate::{Game, Rules};

/// Both implementations answer to the same name and mean the same kind of game.
pub fn check_names<G: Game, R: Rules>(game: &G, reference: &R) -> Result<(), String> {
    let spec = game.spec();
    ensure(spec == reference.spec(), || format!("spec {spec}, reference {}", reference.spec()))?;
    ensure(game.content() == reference.content(), || format!("{spec}: contents differ"))?;
    ensure(game.repetition() == reference.repetition(), || format!("{spec}: repetition differs"))?;
    ensure(game.is_drawless() == reference.is_drawless(), || format!("{spec}: draws differ"))?;
    ensure(game.symmetries() == reference.symmetries(), || format!("{spec}: symmetries differ"))?;
    ensure(bytes_of(game, &game.initial()) == bytes_of(reference, &reference.initial()), || {
        format!("{spec}: initial positions differ")
    })
}

/// The reference position with the same bytes; it must look and end the same.
pub(super) fn check_same_position<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    position: &G::Position,
) -> Result<R::Position, String> {
    let bytes = bytes_of(game, position);
    let twin = reference.decode(&bytes).ok_or("the reference refuses the position's bytes")?;
    ensure(bytes_of(reference, &twin) == bytes, || "the reference encodes differently".to_owned())?;
    let text = reference.position_text(&twin);
    ensure(text == game.position_text(position), || format!("the reference writes {text}"))?;
    ensure(reference.side_to_move(&twin) == game.side_to_move(position), || {
        "the reference has the other side to move".to_owned()
    })?;
    let outcome = reference.outcome(&twin);
    ensure(outcome == game.outcome(position), || {
        format!("outcome {:?}, reference {outcome:?}", game.outcome(position))
    })?;
    ensure(reference.canonical(&twin).bytes == game.canonical(position).bytes, || {
        "the reference has another canonical form".to_owned()
    })?;
    ensure(outcome.is_some() || reference.settled(&twin) == game.settled(position), || {
        format!("settled for {:?}, reference otherwise", game.settled(position))
    })?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    game.situation(position, &mut ours);
    reference.situation(&twin, &mut theirs);
    ensure(ours == theirs, || "the reference has another situation for superko".to_owned())?;
    Ok(twin)
}

/// A move: its code, its text, the bytes it leads to, and whether superko lets it pass.
type Written = (u32, String, Vec<u8>, bool);

/// The same set of moves, written the same, leading to the same positions.
pub(super) fn check_same_moves<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    position: &G::Position,
    moves: &[G::Move],
    twin: &R::Position,
) -> Result<(), String> {
    let mut ours: Vec<_> = moves
        .iter()
        .map(|&mv| {
            let next = bytes_of(game, &game.after(position, mv));
            (game.move_code(mv), game.move_text(position, mv), next, game.may_repeat(mv))
        })
        .collect();
    let mut reference_moves = Vec::new();
    reference.moves(twin, &mut reference_moves);
    let mut theirs: Vec<_> = reference_moves
        .iter()
        .map(|&mv| {
            let next = bytes_of(reference, &reference.after(twin, mv));
            (reference.move_code(mv), reference.move_text(twin, mv), next, reference.may_repeat(mv))
        })
        .collect();
    ours.sort();
    theirs.sort();
    if ours == theirs {
        return Ok(());
    }
    let names = |list: &[Written], other: &[Written]| {
        let only: Vec<&str> =
            list.iter().filter(|mv| !other.contains(mv)).map(|mv| mv.1.as_str()).collect();
        only.join(" ")
    };
    Err(format!(
        "moves: only ours [{}], only the reference's [{}]",
        names(&ours, &theirs),
        names(&theirs, &ours)
    ))
}
