//! A certificate, walked move by move: what the holder plays, what every reply runs into.
//!
//! Everything here is read from the file and the reference rules; no solver is near.

use crate::error::EngineError;
use crate::line::Before;
use crate::reasons::Reasons;
use crate::tables::TableSet;
use andor_certify::{Certificate, CertificateError, Held, Strategy, holding, leaf_move};
use andor_core::{
    Claim, History, InputError, Limits, Outcome, PlainMove, PlainPosition, PlainRules, Played,
    Player, Rules,
};
use serde::Serialize;

/// One reply of the opponent and what the certificate answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reply {
    /// The opponent's move.
    pub reply: String,
    /// The holder's answer; null if the reply ends the game, or a table that is not at hand decides
    /// it.
    pub answer: Option<String>,
    /// For a win, the most plies left after the reply.
    pub plies: Option<u32>,
    /// Whether a table decides what comes; the field is there only if one does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
}

/// A position of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What is claimed.
    pub claim: Claim,
    /// The position as text.
    pub position: String,
    /// The board as a picture.
    pub picture: String,
    /// Who is to move.
    pub side: Player,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// The holder's move, if the holder is to move.
    pub answer: Option<String>,
    /// For a win, the most plies left.
    pub plies: Option<u32>,
    /// Every reply: to the holder's move, or in this position if the opponent is to move. Longest
    /// resistance first.
    pub replies: Vec<Reply>,
    /// Whether the proof ends here, because a table decides the position.
    pub table: bool,
    /// Why, in what a player asks for.
    pub reasons: Reasons,
}

/// A section of a certificate together with the rules.
pub(crate) struct Walk<'a> {
    pub(crate) rules: &'a PlainRules,
    certificate: &'a Certificate,
    pub(crate) section: usize,
    pub(crate) claim: Claim,
    /// The tree of paths, under superko.
    paths: Option<Strategy>,
    /// Tables at hand, which know the holder's moves where the certificate ends.
    tables: &'a TableSet,
}

/// A position of a walk. Under superko it knows what was before, and where it stands in the tree of
/// paths as long as it is in it.
#[derive(Clone)]
pub(crate) struct Here {
    pub(crate) position: PlainPosition,
    past: Option<History>,
    node: Option<usize>,
}

impl Here {
    /// Whether it stands in a tree of paths.
    pub(crate) fn is_on_paths(&self) -> bool {
        self.node.is_some()
    }
}

/// The moves before the root, if there are some.
///
/// # Errors
/// If they are not a game that leads to the root.
pub(crate) fn before(
    rules: &PlainRules,
    certificate: &Certificate,
) -> Result<Option<Before>, EngineError> {
    // This checks every move.
    let (Some(_), Some(past)) = (certificate.rules_of(rules)?, certificate.history()) else {
        return Ok(None);
    };
    let start = rules.decode(&past.start_bytes);
    let mut played = Played::begin(rules, &start.expect("the history was replayed"));
    let mut moves = Vec::new();
    for &number in &past.moves {
        rules.sorted_moves(&played.position(rules), &mut moves);
        played.play_unchecked(rules, moves[number as usize]);
    }
    let start = rules.position_text(&played.start(rules));
    Ok(Some(Before { start, moves: played.moves().to_vec() }))
}

/// Explains the position of section `section` (from 0) after `moves` from the root.
///
/// # Errors
/// If a move is illegal or not the one the holder plays, or the file is damaged.
pub(crate) fn explain(
    rules: &PlainRules,
    certificate: &Certificate,
    section: usize,
    moves: &[String],
    tables: &TableSet,
) -> Result<Explanation, EngineError> {
    let haunted = certificate.rules_of(rules)?;
    let rules = haunted.as_ref().unwrap_or(rules);
    let walk = Walk::new(rules, certificate, section, tables, &Limits::default())?;
    let mut here = walk.root()?;
    for text in moves {
        let mv = walk.planned(&here, text)?;
        here = walk.after(&here, mv);
    }
    walk.explain(&here)
}

/// What a section says of its root, and for a win the line in which the opponent holds out longest.
///
/// # Errors
/// If the file is damaged, or a limit ends the reading.
pub(crate) fn explain_root(
    rules: &PlainRules,
    certificate: &Certificate,
    section: usize,
    tables: &TableSet,
    limits: &Limits,
) -> Result<(Explanation, Vec<String>), EngineError> {
    let haunted = certificate.rules_of(rules)?;
    let rules = haunted.as_ref().unwrap_or(rules);
    let walk = Walk::new(rules, certificate, section, tables, limits)?;
    let root = walk.root()?;
    let explanation = walk.explain(&root)?;
    let mut line = Vec::new();
    if matches!(walk.claim, Claim::Wins(_)) {
        walk.follow(root, usize::MAX, |mv| line.push(mv))?;
    }
    Ok((explanation, line))
}

impl<'a> Walk<'a> {
    pub(crate) fn new(
        rules: &'a PlainRules,
        certificate: &'a Certificate,
        section: usize,
        tables: &'a TableSet,
        limits: &Limits,
    ) -> Result<Walk<'a>, EngineError> {
        let claim = certificate.sections()[section].claim;
        let paths = Strategy::read(rules, certificate, section, limits)?;
        Ok(Walk { rules, certificate, section, claim, paths, tables })
    }

    pub(crate) fn root(&self) -> Result<Here, EngineError> {
        let root = self.rules.decode(self.certificate.root_bytes());
        let position = root.ok_or_else(|| self.uncovered(self.certificate.root_text()))?;
        let superko = self.rules.repetition().is_superko();
        let past = superko.then(|| History::new(self.rules, &position));
        let node = self.paths.as_ref().map(|_| 0);
        Ok(Here { position, past, node })
    }

    /// Where a legal move leads.
    pub(crate) fn after(&self, here: &Here, mv: PlainMove) -> Here {
        let node = match self.rules.side_to_move(&here.position) == self.claim.holder() {
            // The holder's move leads to the replies of the same node.
            true => here.node,
            false => {
                let replies = self.replies_with_nodes(here);
                replies.into_iter().find(|(reply, _)| *reply == mv).and_then(|(_, node)| node)
            }
        };
        self.at_node(here, mv, node)
    }

    /// Where a legal move leads, which is at this node of the tree of paths.
    fn at_node(&self, here: &Here, mv: PlainMove, node: Option<usize>) -> Here {
        let position = self.rules.after(&here.position, mv);
        let mut past = here.past.clone();
        if let Some(past) = &mut past {
            past.push(self.rules, &position);
        }
        Here { position, past, node }
    }

    /// Every legal reply of the opponent, with the node of the tree of paths that it leads to.
    fn replies_with_nodes(&self, here: &Here) -> Vec<(PlainMove, Option<usize>)> {
        match (&self.paths, here.node, &here.past) {
            (Some(paths), Some(at), Some(past)) => {
                paths.replies(self.rules, past, at, &here.position)
            }
            _ => self.moves(here).into_iter().map(|mv| (mv, None)).collect(),
        }
    }

    /// How the game ended, if the board says so or superko leaves no move.
    fn outcome(&self, here: &Here) -> Option<Outcome> {
        match &here.past {
            Some(past) => past.outcome(self.rules, &here.position),
            None => self.rules.outcome(&here.position),
        }
    }

    /// The legal moves of a position that goes on.
    pub(crate) fn moves(&self, here: &Here) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        match &here.past {
            Some(past) => past.legal_moves(self.rules, &here.position, &mut moves),
            None => self.rules.moves(&here.position, &mut moves),
        }
        moves
    }

    /// The certificate was written for other rules, or has a hole that `verify` would find.
    fn uncovered(&self, position: &str) -> EngineError {
        let quoted = InputError::quote(position);
        let why = match self.certificate.rests() {
            false => format!("position {quoted} is not covered: run andor verify on this file"),
            true => format!(
                "position {quoted} is decided by a table, by the rules or by a search, where this certificate ends"
            ),
        };
        CertificateError::Refused(why).into()
    }

    /// Reads a move; the holder's must be the one that the certificate plays, or one that leads to
    /// an image of the same position: on a symmetric board those are as good.
    pub(crate) fn planned(&self, here: &Here, text: &str) -> Result<PlainMove, EngineError> {
        let rules = self.rules;
        let position = &here.position;
        let mv = rules.parse_move(position, text)?;
        let forbids = |past: &History| past.forbids(rules, mv, &rules.after(position, mv));
        if here.past.as_ref().is_some_and(forbids) {
            return Err(InputError::repeats(text).into());
        }
        if rules.side_to_move(position) == self.claim.holder() {
            let held = match self.held(here)? {
                Some(held) => held,
                // Where a table decides, any move will do that it still calls good.
                None if self.keeps(&rules.after(position, mv)) => return Ok(mv),
                None => match self.beyond(position) {
                    Some(mv) => Held { mv, rank: 0 },
                    None => self.holding(here)?,
                },
            };
            let reached = |mv| rules.canonical(&rules.after(position, mv)).bytes;
            if held.mv != mv && reached(held.mv) != reached(mv) {
                let planned = rules.move_text(position, held.mv);
                let text = InputError::quote(text);
                let message = format!("move {text}: here the certificate plays {planned}");
                return Err(InputError::new(message).into());
            }
        }
        Ok(mv)
    }

    /// The entry of a position with the holder to move.
    pub(crate) fn holding(&self, here: &Here) -> Result<Held<PlainMove>, EngineError> {
        if let (Some(paths), Some(at)) = (&self.paths, here.node)
            && let Some(mv) = paths.plays(self.rules, at, &here.position)
        {
            return Ok(Held { mv, rank: paths.rank(at) });
        }
        let held = holding(self.rules, self.certificate, self.section, &here.position)?;
        held.ok_or_else(|| self.uncovered(&self.rules.position_text(&here.position)))
    }

    /// The same; `None` where a table decides.
    pub(crate) fn held(&self, here: &Here) -> Result<Option<Held<PlainMove>>, EngineError> {
        if !self.certificate.rests() {
            return self.holding(here).map(Some);
        }
        Ok(holding(self.rules, self.certificate, self.section, &here.position)?)
    }

    /// The holder's move where the certificate has ended: a table knows it, or the search that the rest was
    /// left to.
    fn beyond(&self, position: &PlainPosition) -> Option<PlainMove> {
        let best = self.tables.best(self.rules, position);
        best.or_else(|| {
            leaf_move(self.rules, self.certificate, self.section, self.tables, position)
        })
    }

    /// Whether the tables at hand say that a position ends as claimed.
    fn keeps(&self, position: &PlainPosition) -> bool {
        let over = self.rules.outcome(position);
        let settled = || self.rules.settled(position).map(Outcome::Win);
        let outcome = over.or_else(settled).or_else(|| self.tables.look(self.rules, position));
        outcome.is_some_and(|outcome| self.claim.is_met_by(outcome))
    }

    /// Plies to the end for an entry of this rank; a claim without ranks has none, nor has one that
    /// rests on tables, which do not say how long they take.
    pub(crate) fn plies(&self, rank: u32) -> Option<u32> {
        let is_counted = matches!(self.claim, Claim::Wins(_)) && !self.certificate.rests();
        is_counted.then(|| rank.saturating_mul(2).saturating_sub(1))
    }

    /// Tells the moves of the line in which the opponent holds out longest, so many at most. A line that a
    /// table decides ends there.
    pub(crate) fn follow(
        &self,
        mut here: Here,
        most: usize,
        mut tell: impl FnMut(String),
    ) -> Result<(), EngineError> {
        let rules = self.rules;
        for _ in 0..most {
            if rules.outcome(&here.position).is_some() {
                break;
            }
            let next = if rules.side_to_move(&here.position) == self.claim.holder() {
                self.held(&here)?.map(|held| held.mv)
            } else {
                self.ranked_replies(&here)?.first().map(|&(mv, _)| mv)
            };
            let Some(mv) = next else { break };
            tell(rules.move_text(&here.position, mv));
            here = self.after(&here, mv);
        }
        Ok(())
    }

    fn explain(&self, here: &Here) -> Result<Explanation, EngineError> {
        let rules = self.rules;
        let position = &here.position;
        let mut explanation = Explanation {
            claim: self.claim,
            position: rules.position_text(position),
            picture: rules.draw(position),
            side: rules.side_to_move(position),
            outcome: self.outcome(here),
            answer: None,
            plies: None,
            replies: Vec::new(),
            table: false,
            reasons: Reasons::default(),
        };
        if explanation.outcome.is_some() {
            return Ok(explanation);
        }
        explanation.reasons = self.reasons(here)?;
        if explanation.side == self.claim.holder() {
            let held = match self.held(here)? {
                Some(held) => held,
                None => {
                    explanation.table = true;
                    let Some(mv) = self.beyond(position) else {
                        return Ok(explanation);
                    };
                    Held { mv, rank: 0 }
                }
            };
            explanation.answer = Some(rules.move_text(position, held.mv));
            explanation.plies = self.plies(held.rank);
            let next = self.after(here, held.mv);
            if rules.outcome(&next.position).is_none() {
                explanation.replies = self.replies(&next)?;
            }
        } else {
            explanation.replies = self.replies(here)?;
            let longest = explanation.replies.iter().map(|reply| reply.plies.unwrap_or(0)).max();
            explanation.plies = self.plies(1).and(longest.map(|plies| plies + 1));
        }
        Ok(explanation)
    }

    /// Every reply of the opponent and what it runs into, longest resistance first.
    fn replies(&self, here: &Here) -> Result<Vec<Reply>, EngineError> {
        let rules = self.rules;
        let mut replies = Vec::new();
        for (mv, rank, node) in self.ranked_nodes(here)? {
            let next = self.at_node(here, mv, node);
            let is_over = rules.outcome(&next.position).is_some();
            let held = if is_over { None } else { self.held(&next)? };
            let table = !is_over && held.is_none();
            let mv_next = held.map(|held| held.mv);
            let by_table = || self.beyond(&next.position).filter(|_| table);
            let answer = mv_next.or_else(by_table).map(|mv| rules.move_text(&next.position, mv));
            let reply = rules.move_text(&here.position, mv);
            let plies = if table { None } else { self.plies(rank) };
            replies.push(Reply { reply, answer, plies, table });
        }
        Ok(replies)
    }

    /// Every reply of the opponent with the rank it leads to (0 if it ends the game), longest
    /// resistance first; there is at least one, but where superko leaves none.
    pub(crate) fn ranked_replies(&self, here: &Here) -> Result<Vec<(PlainMove, u32)>, EngineError> {
        let ranked = self.ranked_nodes(here)?;
        Ok(ranked.into_iter().map(|(mv, rank, _)| (mv, rank)).collect())
    }

    /// The same with the nodes of the tree of paths.
    fn ranked_nodes(&self, here: &Here) -> Result<RankedNodes, EngineError> {
        let moves = self.replies_with_nodes(here);
        let mut replies = Vec::with_capacity(moves.len());
        for (mv, node) in moves {
            let next = self.at_node(here, mv, node);
            let rank = match (self.rules.outcome(&next.position), &self.paths, next.node) {
                (Some(_), _, _) => 0,
                (None, Some(paths), Some(at)) => paths.rank(at),
                (None, _, _) => self.held(&next)?.map_or(0, |held| held.rank),
            };
            replies.push((mv, rank, node));
        }
        replies.sort_by_key(|(_, rank, _)| std::cmp::Reverse(*rank));
        if replies.is_empty() && here.past.is_none() {
            return Err(self.uncovered(&self.rules.position_text(&here.position)));
        }
        Ok(replies)
    }
}

/// Moves with the ranks and the nodes of the tree of paths that they lead to.
type RankedNodes = Vec<(PlainMove, u32, Option<usize>)>;
