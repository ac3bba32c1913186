//! The value of every move of a position: who wins after each of them, with a certificate of each.

use crate::any_game::AnyGame;
use crate::error::EngineError;
use crate::line::Line;
use crate::solve::{Request, Solved};
use andor_core::Observer;
use std::path::{Path, PathBuf};

/// Solves the position after each legal move of a line, in the game's order; `found` gets each as it is
/// solved, with its move in the row. Positions that several moves lead to are proved once. The limits of
/// the request are those of one move.
///
/// # Errors
/// If the game is over, or something in the request cannot be used.
pub fn every_move(
    game: &dyn AnyGame,
    line: &Line,
    request: &Request,
    observer: &mut dyn Observer,
    found: &mut dyn FnMut(Solved),
) -> Result<(), EngineError> {
    let moves = game.view(line).moves;
    if moves.is_empty() {
        // Says why there is nothing to ask.
        return game.solve(line, request, observer).map(drop);
    }
    let mut moves = moves.into_iter();
    let mut asked = String::new();
    game.solve_each(
        &mut |solved| {
            if let Some(mut solved) = solved {
                solved.row.mv = Some(std::mem::take(&mut asked));
                found(solved);
            }
            let Some(mv) = moves.next() else { return Ok(None) };
            let proof = request.proof.as_deref().map(|path| proof_of_move(path, &mv));
            let child = game.after(line, &mv)?;
            asked = mv;
            Ok(Some((child, Request { proof, ..request.clone() })))
        },
        observer,
    )
}

/// Where the certificate of a move goes: `x.proof` becomes `x.a2-a3.proof`.
#[must_use]
pub fn proof_of_move(path: &Path, mv: &str) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '_' };
    let mv: String = mv.chars().map(plain).collect();
    let extension = path.extension().map(|extension| extension.to_string_lossy());
    path.with_extension(match extension {
        Some(extension) => format!("{mv}.{extension}"),
        None => mv,
    })
}
