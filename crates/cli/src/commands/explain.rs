//! `andor explain`: walks a certificate.

use super::{Done, about_file, words};
use crate::arguments::ExplainArguments;
use crate::exit::Failure;
use crate::wording::{claim, ending};
use crate::{Exit, Terminal};
use andor_core::{InputError, Player};
use andor_engine::{AnyGame, Catalogue, Certificate, Explanation};
use serde_json::json;
use std::path::{Path, PathBuf};

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &ExplainArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let proof = OpenProof::open(catalogue, &arguments.file, arguments.holder.as_deref())?;
    let moves = words(arguments.moves.as_deref());
    let explanation = proof.explain(&moves)?;
    if json {
        let object = json!({
            "file": arguments.file.display().to_string(),
            "game": proof.game.spec(),
            "claim": explanation.claim.to_string(),
            "position": explanation.position,
            "side": explanation.side.letter().to_string(),
            "over": explanation.outcome.map(ending),
            "move": explanation.answer,
            "plies": explanation.plies,
            "replies": explanation.replies,
        });
        terminal.print(&object.to_string());
    } else {
        print(&explanation, terminal);
    }
    Ok(Exit::Answered)
}

/// A certificate opened for walking one of its claims.
pub(crate) struct OpenProof {
    file: PathBuf,
    pub(crate) game: Box<dyn AnyGame>,
    certificate: Certificate,
    section: usize,
}

impl OpenProof {
    /// Opens a certificate; `holder` chooses among two claims.
    pub(crate) fn open(
        catalogue: &Catalogue,
        file: &Path,
        holder: Option<&str>,
    ) -> Result<OpenProof, Failure> {
        let certificate =
            Certificate::open(file).map_err(|error| about_file(file, error.into()))?;
        let game = catalogue.game(certificate.spec())?;
        let section = match holder {
            None => 0,
            Some(letter) => {
                let holder = Player::from_letter(letter);
                let mut sections = certificate.sections().iter();
                sections.position(|part| Some(part.claim.holder()) == holder).ok_or_else(|| {
                    let letter = InputError::quote(letter);
                    let claims: Vec<String> =
                        certificate.sections().iter().map(|part| part.claim.to_string()).collect();
                    let claims = claims.join(", ");
                    InputError::new(format!("holder {letter}: the claims are {claims}"))
                })?
            }
        };
        Ok(OpenProof { file: file.to_owned(), game, certificate, section })
    }

    /// The position after `moves` from the root.
    pub(crate) fn explain(&self, moves: &[String]) -> Result<Explanation, Failure> {
        let explained = self.game.explain(&self.certificate, self.section, moves);
        explained.map_err(|error| match Failure::from(error) {
            failure if failure.exit == Exit::Rejected => about_file(&self.file, failure),
            failure => failure,
        })
    }
}

fn print(explanation: &Explanation, terminal: &mut Terminal<'_>) {
    terminal.print(&format!("{} in {}\n", claim(explanation.claim), explanation.position));
    terminal.print(&explanation.picture);
    if let Some(outcome) = explanation.outcome {
        terminal.print(&format!("The game is over: {}.", ending(outcome)));
        return;
    }
    let plies = explanation.plies.map_or(String::new(), |plies| format!(", at most {plies} plies"));
    let side = explanation.side;
    match &explanation.answer {
        Some(answer) => terminal.print(&format!("{side} plays {answer}{plies}.")),
        None => terminal.print(&format!("{side} may play anything{plies}:")),
    }
    for reply in &explanation.replies {
        let left = reply.plies.map_or(String::new(), |plies| format!("  ({plies} plies)"));
        terminal.print(&match &reply.answer {
            Some(answer) => format!("  {}  is answered by {answer}{left}", reply.reply),
            None => format!("  {}  ends the game", reply.reply),
        });
    }
    if explanation.answer.is_some() && explanation.replies.is_empty() {
        terminal.print("That ends the game.");
    }
}
