//! `andor games`: what can be played and solved.

use super::Done;
use crate::{Exit, Terminal};
use andor_engine::Catalogue;
use andor_play::listing;

pub(crate) fn run(catalogue: &Catalogue, json: bool, terminal: &mut Terminal<'_>) -> Done {
    for entry in catalogue.entries() {
        let family = &entry.family;
        if json {
            terminal.print(&listing(family).to_string());
            continue;
        }
        let reference = if family.reference_is_independent {
            "plain rules of its own, checked against the fast ones"
        } else {
            "the same rules that the solvers use (this game has no others)"
        };
        terminal.say("", &format!("{}: {}", family.name, family.about));
        terminal.say("  boards     ", family.boards);
        if !family.options.is_empty() {
            terminal.say("  options    ", family.options);
        }
        terminal.say("  moves      ", &format!("{} ({} first)", family.moves, family.first));
        terminal.print(&format!("  position   {}", family.position));
        terminal.say("  verifier   ", reference);
        if !family.player_note.is_empty() {
            terminal.say("  player     ", family.player_note);
        }
    }
    Ok(Exit::Answered)
}
