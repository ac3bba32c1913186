//! `andor play --proof FILE`: a person, or a script, against a certificate.
//!
//! A script uses `--json`: one object for every turn of the opponent, with the legal moves in
//! `replies`, of which it writes one to stdin.

use super::Done;
use super::explain::{CheckedFile, OpenProof};
use super::play_game;
use crate::arguments::PlayArguments;
use crate::exit::Failure;
use crate::wording::{claim, ending};
use crate::{Exit, Terminal};
use andor_engine::{Catalogue, Explanation};
use serde_json::json;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &PlayArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let Some(file) = &arguments.proof else {
        return play_game::run(catalogue, arguments, json, terminal);
    };
    let file = CheckedFile {
        file,
        holder: arguments.holder.as_deref(),
        tables: &arguments.table,
        checking: &arguments.checking,
    };
    let proof = OpenProof::open(catalogue, &file, terminal)?;
    let mut game = ProofGame { proof: &proof, moves: Vec::new(), json };
    let mut here = game.answer(terminal)?;
    let (holder, person) = (here.claim.holder(), here.claim.holder().other());
    terminal.note(&format!(
        "{}{}: the certificate plays {holder}, you play {person}. Type a move, or moves, undo, quit.",
        claim(here.claim),
        proof.condition()
    ));
    loop {
        game.show(&here, terminal);
        if let Some(outcome) = here.outcome {
            terminal.note(&format!("The game is over: {}.", ending(outcome)));
            return Ok(Exit::Answered);
        }
        terminal.prompt(&format!("{person}> "));
        let Some(line) = terminal.read_line() else {
            terminal.note("");
            return Ok(Exit::Answered);
        };
        match line.as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Exit::Answered),
            "moves" => {
                let moves: Vec<&str> = here.replies.iter().map(|r| r.reply.as_str()).collect();
                terminal.note(&moves.join(" "));
            }
            "undo" => {
                // Back to the person's last turn: their move and the answer to it.
                if game.moves.len() >= 2 {
                    game.moves.truncate(game.moves.len() - 2);
                } else {
                    terminal.note("there is nothing to take back");
                }
                here = proof.explain(&game.moves)?;
            }
            text => {
                game.moves.push(text.to_owned());
                match game.answer(terminal) {
                    Ok(next) => here = next,
                    Err(failure) if failure.exit == Exit::BadInput => {
                        game.moves.pop();
                        terminal.note(&failure.line);
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
    }
}

/// A game against a certificate.
struct ProofGame<'a> {
    proof: &'a OpenProof,
    /// All moves from the root.
    moves: Vec<String>,
    json: bool,
}

impl ProofGame<'_> {
    /// Lets the certificate move if it is its turn, and tells where the game stands.
    fn answer(&mut self, terminal: &mut Terminal<'_>) -> Result<Explanation, Failure> {
        let here = self.proof.explain(&self.moves)?;
        let Some(answer) = &here.answer else { return Ok(here) };
        let left = here
            .plies
            .map_or(String::new(), |plies| format!(" ({} plies left)", plies.saturating_sub(1)));
        terminal.note(&format!("{} plays {answer}{left}", here.side));
        self.moves.push(answer.clone());
        self.proof.explain(&self.moves)
    }

    fn show(&self, here: &Explanation, terminal: &mut Terminal<'_>) {
        if self.json {
            let replies: Vec<&str> = here.replies.iter().map(|r| r.reply.as_str()).collect();
            let object = json!({
                "game": self.proof.game.spec(),
                "verified": self.proof.verification,
                "moves": self.moves,
                "position": here.position,
                "side": here.side.letter().to_string(),
                "over": here.outcome.map(ending),
                "plies": here.plies,
                "replies": replies,
            });
            terminal.print(&object.to_string());
        } else {
            terminal.print(&format!("\n{}", here.picture));
        }
    }
}
