//! `andor explain`: walks a certificate, and writes a part of it as a game tree.

use super::table::open_tables;
use super::tree_file::TreeFile;
use super::{Done, about_file, words};
use crate::arguments::{CheckingArguments, ExplainArguments};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::figures::thousands;
use andor_core::{InputError, Player};
use andor_engine::subtree::MOST_POSITIONS;
use andor_engine::{
    AnyGame, Before, Catalogue, Certificate, EngineError, Explanation, RememberedKind, RestsOn,
    Subtree, SubtreeBounds, Table, Verification, is_remembered, remember,
};
use andor_play::why;
use andor_play::words::{claim, condition, counted, ending};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &ExplainArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    arguments.overwrite.check_some("--export", arguments.export.as_ref(), Kind::Text)?;
    let file = CheckedFile {
        file: &arguments.file,
        holder: arguments.holder.as_deref(),
        tables: &arguments.table,
        checking: &arguments.checking,
    };
    let proof = OpenProof::open(catalogue, &file, terminal)?;
    let moves = words(arguments.moves.as_deref());
    let explanation = proof.explain(&moves)?;
    let exported = arguments.export.as_deref().map(|out| {
        let (positions, depth) = (arguments.positions as usize, arguments.depth);
        proof.export(&moves, SubtreeBounds { positions, depth }, out)
    });
    let exported = exported.transpose()?;
    if json {
        let mut object = json!({
            "file": arguments.file.display().to_string(),
            "game": proof.game.spec(),
            "claim": explanation.claim.to_string(),
            "verified": proof.verification,
            "rests_on": proof.rests_on,
            "position": explanation.position,
            "side": explanation.side.letter().to_string(),
            "over": explanation.outcome.map(ending),
            "move": explanation.answer,
            "plies": explanation.plies,
            "replies": explanation.replies,
            "why": explanation.reasons,
        });
        if let Some(before) = proof.before()? {
            object["history"] = json!(before);
        }
        if let (Some(tree), Some(out)) = (&exported, &arguments.export) {
            object["export"] = json!({
                "out": out.display().to_string(),
                "positions": tree.positions,
                "cut": tree.cut,
                "transpositions": tree.transpositions,
            });
        }
        terminal.print(&object.to_string());
    } else {
        print(&*proof.game, &explanation, &proof.condition(), terminal);
        if let Some(Before { start, moves }) = proof.before()? {
            let moves = moves.join(" ");
            terminal.print(&format!("This is with the history {moves} from {start}."));
        }
    }
    if let (Some(tree), Some(out), false) = (&exported, &arguments.export, json) {
        let Subtree { positions, cut, transpositions, .. } = tree;
        terminal.remark(&format!(
            "{} written to {}; lines cut: {}, that go on elsewhere: {}",
            counted(*positions, "position"),
            out.display(),
            thousands(*cut as u64),
            thousands(*transpositions as u64),
        ));
    }
    Ok(Exit::Answered)
}

/// A certificate that is to be walked, and what it takes to check it first.
pub(crate) struct CheckedFile<'a> {
    pub(crate) file: &'a Path,
    /// Whose claim, where there are two.
    pub(crate) holder: Option<&'a str>,
    /// The tables that it rests on.
    pub(crate) tables: &'a [PathBuf],
    pub(crate) checking: &'a CheckingArguments,
}

/// A certificate opened for walking one of its claims, once it was verified.
pub(crate) struct OpenProof {
    file: PathBuf,
    pub(crate) game: Box<dyn AnyGame>,
    certificate: Certificate,
    tables: Vec<Arc<Table>>,
    section: usize,
    pub(crate) verification: Verification,
    pub(crate) rests_on: Vec<RestsOn>,
}

impl OpenProof {
    /// Opens a certificate and verifies it, unless the same bytes were verified before.
    pub(crate) fn open(
        catalogue: &Catalogue,
        CheckedFile { file, holder, tables, checking }: &CheckedFile<'_>,
        terminal: &mut Terminal<'_>,
    ) -> Result<OpenProof, Failure> {
        let certificate =
            Certificate::open(file).map_err(|error| about_file(file, error.into()))?;
        let game = catalogue.game(certificate.spec())?;
        let section = match *holder {
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
        let tables = open_tables(catalogue, tables)?;
        let mut proof = OpenProof {
            file: file.to_path_buf(),
            game,
            certificate,
            tables,
            section,
            verification: Verification::No,
            rests_on: Vec::new(),
        };
        proof.verify(checking, terminal).map_err(|failure| about_file(file, failure))?;
        Ok(proof)
    }

    /// Nothing is told of a certificate that does not hold.
    fn verify(
        &mut self,
        checking: &CheckingArguments,
        terminal: &mut Terminal<'_>,
    ) -> Result<(), Failure> {
        let digest = self.certificate.digest()?;
        // A certificate with tables is looked at again: somebody must hold them ready anyway.
        if self.certificate.tables().is_empty()
            && is_remembered(RememberedKind::Certificate, &digest)
        {
            self.verification = Verification::Yes;
            return Ok(());
        }
        let mut observer = ProgressLine::new(terminal.is_watched());
        let (limits, threads) = (checking.limits(), checking.threads);
        let checked =
            self.game.verify(&self.certificate, &self.tables, threads, &limits, &mut observer);
        observer.finish();
        let checked = checked?;
        self.verification = checked.verification();
        if self.verification == Verification::Yes {
            remember(RememberedKind::Certificate, &digest);
        }
        self.rests_on = checked.rests_on;
        Ok(())
    }

    /// ", if table T is right", where that is the condition; else nothing.
    pub(crate) fn condition(&self) -> String {
        condition(&self.rests_on).map_or(String::new(), |condition| format!(", {condition}"))
    }

    /// The moves before the root, where they count.
    fn before(&self) -> Result<Option<Before>, Failure> {
        self.game.before(&self.certificate).map_err(|error| self.failure(error))
    }

    /// The position after `moves` from the root.
    pub(crate) fn explain(&self, moves: &[String]) -> Result<Explanation, Failure> {
        let explained = self.game.explain(&self.certificate, &self.tables, self.section, moves);
        explained.map_err(|error| self.failure(error))
    }

    /// Writes the game tree below the position after `moves` to a file.
    fn export(
        &self,
        moves: &[String],
        bounds: SubtreeBounds,
        out: &Path,
    ) -> Result<Subtree, Failure> {
        if !(1..=MOST_POSITIONS).contains(&bounds.positions) {
            let most = thousands(MOST_POSITIONS as u64);
            let why = format!("--positions \"{}\" is not 1 to {most}", bounds.positions);
            return Err(InputError::new(why).into());
        }
        let kind = TreeFile::of(out, &*self.game)?;
        let tree = self.game.subtree(&self.certificate, &self.tables, self.section, moves, bounds);
        let tree = tree.map_err(|error| self.failure(error))?;
        let text = kind.write(&self.game.spec(), &tree)?;
        std::fs::write(out, text).map_err(|error| {
            let name = InputError::quote(&out.display().to_string());
            InputError::new(format!("--export {name}: {error}"))
        })?;
        Ok(tree)
    }

    /// A failure about the file names it; one about a move does not.
    fn failure(&self, error: EngineError) -> Failure {
        match Failure::from(error) {
            failure if failure.exit == Exit::Rejected => about_file(&self.file, failure),
            failure => failure,
        }
    }
}

fn print(
    game: &dyn AnyGame,
    explanation: &Explanation,
    condition: &str,
    terminal: &mut Terminal<'_>,
) {
    let Explanation { position, .. } = explanation;
    terminal.print(&format!("{} in {position}{condition}\n", claim(explanation.claim)));
    terminal.print_board(&explanation.picture, None, false);
    if let Some(outcome) = explanation.outcome {
        terminal.print(&format!("The game is over: {}.", ending(outcome)));
        return;
    }
    let plies = explanation.plies.map_or(String::new(), |plies| format!(", at most {plies} plies"));
    let side = explanation.side;
    if explanation.table {
        terminal.print("A table that the certificate rests on, or a theorem of the rules, decides this position.");
        if explanation.answer.is_none() {
            return;
        }
    }
    match &explanation.answer {
        Some(answer) => terminal.print(&format!("{side} plays {answer}{plies}.")),
        None => terminal.print(&format!("{side} may play anything{plies}:")),
    }
    why(game, explanation).iter().for_each(|reason| terminal.say("  ", reason));
    for reply in &explanation.replies {
        let left =
            reply.plies.map_or(String::new(), |plies| format!("  ({})", counted(plies, "ply")));
        terminal.print(&match &reply.answer {
            Some(answer) if reply.table => {
                format!("  {}  is decided by a table, which answers {answer}", reply.reply)
            }
            Some(answer) => format!("  {}  is answered by {answer}{left}", reply.reply),
            None if reply.table => format!("  {}  is decided by a table", reply.reply),
            None => format!("  {}  ends the game", reply.reply),
        });
    }
    if explanation.answer.is_some() && explanation.replies.is_empty() {
        terminal.print("That ends the game.");
    }
}
