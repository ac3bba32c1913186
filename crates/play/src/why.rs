//! Why a move of a certificate wins, in the words of a player.

use crate::words::{counted, line};
use andor_engine::{AnyGame, Explanation, Threat};

/// The most moves of a list, and of a line.
const NAMED: usize = 4;
const LINE: usize = 12;

/// What the move threatens, what the opponent is after, how many replies fail at once and where the longest
/// defence goes; a sentence each.
#[must_use]
pub fn why(game: &dyn AnyGame, explanation: &Explanation) -> Vec<String> {
    let Explanation { side, answer, replies, reasons, .. } = explanation;
    let holder = explanation.claim.holder();
    let stops = |threat: &Threat, whose: &str| match threat.stopped_by.as_slice() {
        [] => format!("no {whose} stops that"),
        moves if moves.len() <= NAMED => {
            let stop = if moves.len() == 1 { "stops" } else { "stop" };
            let (of, moves) = (counted(threat.of, whose), moves.join(", "));
            format!("of {of} only {moves} {stop} that")
        }
        moves => format!("{} of {} stop that", moves.len(), counted(threat.of, whose)),
    };
    let mut lines = Vec::new();
    if let Some(threat) = &reasons.opponent_is_after {
        let (mv, other, stops) = (&threat.mv, side.other(), stops(threat, "move"));
        lines.push(format!("{other} is after {mv}, which wins at once; {stops}."));
    }
    if let Some(threat) = &reasons.threat {
        let (mv, stops) = (&threat.mv, stops(threat, "reply"));
        lines.push(match answer {
            Some(answer) => format!("{answer} threatens {mv}, which wins at once; {stops}."),
            None => format!("{holder} threatens {mv}, which wins at once; {stops}."),
        });
    }
    if reasons.fail_at_once > 0 {
        let (lost, all) = (reasons.fail_at_once, replies.len());
        lines.push(match lost == all {
            true => "Every reply loses at once.".to_owned(),
            false => format!("{lost} of {} lose at once.", counted(all, "reply")),
        });
    }
    if reasons.longest.len() > 2 {
        let shown = &reasons.longest[..reasons.longest.len().min(LINE)];
        let shown = line(game, *side, shown);
        let more = if reasons.longest.len() > LINE { " .." } else { "" };
        lines.push(format!("The longest defence: {shown}{more}"));
    }
    lines
}
