//! `andor games`: what can be played and solved.

use super::Done;
use crate::{Exit, Terminal};
use andor_engine::Catalogue;
use serde_json::json;

pub(crate) fn run(catalogue: &Catalogue, json: bool, terminal: &mut Terminal<'_>) -> Done {
    for entry in catalogue.entries() {
        let family = &entry.family;
        if json {
            let object = json!({
                "name": family.name,
                "about": family.about,
                "boards": family.boards,
                "options": family.options,
                "first": family.first,
                "moves": family.moves,
                "position": family.position,
                "independent_reference": family.reference_is_independent,
            });
            terminal.print(&object.to_string());
            continue;
        }
        let reference = if family.reference_is_independent {
            "plain rules of its own, checked against the fast ones"
        } else {
            "the same rules that the solvers use (this game has no others)"
        };
        terminal.print(&format!("{}: {}", family.name, family.about));
        terminal.print(&format!("  boards     {}", family.boards));
        if !family.options.is_empty() {
            terminal.print(&format!("  options    {}", family.options));
        }
        terminal.print(&format!("  moves      {} ({} first)", family.moves, family.first));
        terminal.print(&format!("  position   {}", family.position));
        terminal.print(&format!("  verifier   {reference}"));
    }
    Ok(Exit::Answered)
}
