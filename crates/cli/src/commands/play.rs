//! `andor play --proof FILE`: a person, or a script, against a certificate.
//!
//! A script uses `--json`: one object for every turn of the opponent, with the legal moves in
//! `replies`, of which it writes one to stdin.

use super::Done;
use super::explain::{CheckedFile, OpenProof};
use super::play_game;
use crate::arguments::PlayArguments;
use crate::exit::Failure;
use crate::picture::Style;
use crate::{Exit, Terminal};
use andor_core::{Claim, Player};
use andor_engine::{Catalogue, Explanation, Reply};
use andor_play::is_on_top;
use andor_play::words::{claim, ending, plies};
use serde_json::json;

const HELP: &str = "Type a move, or: moves, hint, undo, flip, help, quit.";
/// A hint names so many replies that last longest.
const HINTS: usize = 3;

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
    let mut game =
        ProofGame { proof: &proof, moves: Vec::new(), json, flipped: false, shown: None };
    let mut here = game.answer(terminal)?;
    let (holder, person) = (here.claim.holder(), here.claim.holder().other());
    let start = proof.game.view(&proof.game.position(None, &[])?).picture;
    game.flipped = is_on_top(&start, person.letter());
    terminal.remark(&format!(
        "{}{}: the certificate plays {holder}, you play {person}.",
        claim(here.claim),
        proof.condition()
    ));
    terminal.note(HELP);
    loop {
        game.show(&here, terminal)?;
        if let Some(outcome) = here.outcome {
            terminal.note(&format!("The game is over: {}.", ending(outcome)));
            return Ok(Exit::Answered);
        }
        terminal.prompt(&format!("{person}> "));
        let Some(line) = terminal.read_line() else {
            terminal.note("");
            return Ok(Exit::Answered);
        };
        match line.to_ascii_lowercase().as_str() {
            "" => game.shown = None,
            "help" | "?" => terminal.note(HELP),
            "hint" => terminal.note(&hint(&here, person)),
            "flip" => {
                game.flipped = !game.flipped;
                game.shown = None;
            }
            "quit" | "exit" | "q" => return Ok(Exit::Answered),
            "moves" => {
                let moves: Vec<String> = here.replies.iter().map(|r| r.reply.clone()).collect();
                terminal.note_words(&moves);
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
            _ => {
                game.moves.push(line);
                match game.answer(terminal) {
                    Ok(next) => here = next,
                    Err(failure) if failure.exit == Exit::BadInput => {
                        game.moves.pop();
                        terminal.remark(&failure.line);
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
    }
}

/// What is left to somebody who plays against a proof: the replies that last longest, and what it answers.
fn hint(here: &Explanation, person: Player) -> String {
    let said = |reply: &Reply| {
        let left = reply.plies.map_or(String::new(), |left| format!(", {}", plies(left)));
        match &reply.answer {
            Some(answer) => format!("{} (the proof answers {answer}{left})", reply.reply),
            None if reply.table => format!("{} (a table decides what comes{left})", reply.reply),
            None => format!("{} (that ends the game)", reply.reply),
        }
    };
    let replies: Vec<String> = here.replies.iter().take(HINTS).map(said).collect();
    let kind = match here.claim {
        Claim::Wins(_) => "every move loses; these last longest",
        Claim::NotLoses(_) => "no move wins; some of them",
    };
    format!("{person}, {kind}:\n  {}", replies.join("\n  "))
}

/// A game against a certificate.
struct ProofGame<'a> {
    proof: &'a OpenProof,
    /// All moves from the root.
    moves: Vec<String>,
    json: bool,
    /// Whether the board is turned round.
    flipped: bool,
    /// The moves of the position that was shown last.
    shown: Option<Vec<String>>,
}

impl ProofGame<'_> {
    /// Lets the certificate move if it is its turn, and tells where the game stands.
    fn answer(&mut self, terminal: &mut Terminal<'_>) -> Result<Explanation, Failure> {
        let here = self.proof.explain(&self.moves)?;
        let Some(answer) = &here.answer else { return Ok(here) };
        let left = here
            .plies
            .map_or(String::new(), |left| format!(" ({} left)", plies(left.saturating_sub(1))));
        terminal.note(&format!("{} plays {answer}{left}", here.side));
        self.moves.push(answer.clone());
        self.proof.explain(&self.moves)
    }

    fn show(&mut self, here: &Explanation, terminal: &mut Terminal<'_>) -> Result<(), Failure> {
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
        } else if self.shown.as_ref() != Some(&self.moves) {
            let before = match self.moves.split_last() {
                Some((_, before)) if terminal.style() != Style::Plain => {
                    Some(self.proof.explain(before)?.picture)
                }
                _ => None,
            };
            terminal.print("");
            terminal.print_board(&here.picture, before.as_deref(), self.flipped);
        }
        self.shown = Some(self.moves.clone());
        Ok(())
    }
}
