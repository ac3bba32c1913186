//! A node of a game tree as a step of a game: what all games in SGF have in common.

use super::{Node, Value};
use crate::FormatError;
use crate::record::{Action, Step};
use andor_core::{InputError, Player};

/// Properties that put and take men, which only a root may have.
pub(crate) const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The move of a node, and what else it says.
///
/// `read_action` tells what a move value means.
pub(crate) fn read_step(
    node: Node,
    root: bool,
    read_action: impl Fn(&Value) -> Result<Action, FormatError>,
) -> Result<Step, FormatError> {
    let mut step = Step {
        depth: node.depth,
        mover: None,
        action: Action::Nothing,
        at: node.at,
        other: Vec::new(),
    };
    for property in node.properties {
        let mover = match property.name.as_str() {
            "B" => Player::Black,
            "W" => Player::White,
            name if SETUP.contains(&name) && !root => {
                let why = format!("setup {name} in the middle of a game is not supported");
                return Err(FormatError::at(property.values[0].at, why));
            }
            _ => {
                step.other.push(property);
                continue;
            }
        };
        if step.mover.is_some() || property.values.len() > 1 {
            let last = property.values.last().expect("a property has values");
            let why = format!("a second move {} in one node", InputError::quote(&last.text));
            return Err(FormatError::at(last.at, why));
        }
        let value = &property.values[0];
        step.mover = Some(mover);
        step.at = value.at;
        step.action = read_action(value)?;
    }
    Ok(step)
}
