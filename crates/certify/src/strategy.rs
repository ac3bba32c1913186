//! The tree of paths that a certificate has under superko, where what is legal depends on the path.
//!
//! In the file it is a list of numbers, in pre-order, one for each position with the holder to move:
//!
//! ```text
//!   0        the entries of the section take over: the position is one of them, or a leaf
//!   1 + k    the holder plays move number k; for every reply that is legal on this path and does
//!            not end the game, in the order of codes, the same follows
//! ```
//!
//! Where the opponent is to move at the root, the list begins with what follows its replies. Reading
//! the tree is checking it: every move of the holder is legal on its path, every legal reply is
//! there, every end of the game is as claimed. A reply that superko forbids needs no answer, and an
//! opponent without a legal move has lost.
//!
//! From a position where the entries take over, ranks fall along every line, and the line never
//! comes back to its path, *provided* that the path holds no entry before it. So a position that is
//! an entry, or a leaf, must not be played through (`docs/inside/certificates.md`).
//!
//! The verifier keeps nothing but the path it is on. Whoever walks through the tree keeps three numbers
//! a node, with which subtrees are skipped; the replies are asked of the rules again.

use crate::alarm::Alarm;
use crate::certificate::Certificate;
use crate::entry_check::RootCheck;
use crate::error::CertificateError;
use crate::proof::holding;
use crate::varint::take_u32;
use andor_core::{Claim, History, Limits, Outcome, Repetition, Rules, Stopped, Superko};

/// Paths with more moves of the holder are not followed: reading calls itself along them.
const LONGEST: usize = 1_100;

/// A tree of paths, read and checked: an outline, from which moves are found with the rules.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The positions with the holder to move, in pre-order; the first is the root, whoever moves there.
    nodes: Vec<Node>,
}

/// A position of a tree of paths.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The number in the file: 1 + that of the holder's move; 0 where the entries take over, or the
    /// opponent is to move (root).
    number: u32,
    /// The most moves that the holder still needs; 0 where nothing is won.
    rank: u32,
    /// The node behind all that follow this one.
    next: u32,
}

impl Strategy {
    /// Reads the tree of section number `section` (from 0), if it has one. The rules must be those that
    /// judge the certificate ([`Certificate::rules_of`]).
    ///
    /// # Errors
    /// If the file is damaged or the tree is no strategy, or it does not fit into the limits.
    pub fn read<R: Rules>(
        rules: &R,
        certificate: &Certificate,
        section: usize,
        limits: &Limits,
    ) -> Result<Option<Strategy>, CertificateError> {
        let Some(bytes) = certificate.paths(section) else { return Ok(None) };
        let refused = |why: String| CertificateError::Refused(why);
        let root = rules
            .decode(certificate.root_bytes())
            .ok_or_else(|| refused("its root is not a position".to_owned()))?;
        let alarm = Alarm::new(limits);
        let outline = Some(Vec::new());
        let mut reader =
            StrategyReader::new(rules, certificate, section, bytes, &root, &alarm, outline);
        match reader.read(&root) {
            Ok(_) => Ok(reader.outline.map(|nodes| Strategy { nodes })),
            Err(Wrong::File(error)) => Err(error),
            Err(Wrong::Here(position, why)) => Err(refused(format!("in {position}: {why}"))),
        }
    }

    /// How many nodes there are; number 0 is the root.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The most moves that the holder still needs at a node; 0 where nothing is won.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn rank(&self, node: usize) -> u32 {
        self.nodes[node].rank
    }

    /// The holder's move at a node, whose position this is; `None` where the entries take over, or the
    /// opponent is to move (root).
    ///
    /// # Panics
    /// If there is no such node.
    pub fn plays<R: Rules>(
        &self,
        rules: &R,
        node: usize,
        position: &R::Position,
    ) -> Option<R::Move> {
        let place = (self.nodes[node].number as usize).checked_sub(1)?;
        let mut moves = Vec::new();
        rules.sorted_moves(position, &mut moves);
        moves.get(place).copied()
    }

    /// Every legal reply to the holder's move at a node, in the order of codes, with the node it leads
    /// to unless it ends the game. The opponent is to move in `position`, which `history` ends with.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn replies<R: Rules>(
        &self,
        rules: &R,
        history: &History,
        node: usize,
        position: &R::Position,
    ) -> Vec<(R::Move, Option<usize>)> {
        let mut moves = Vec::new();
        history.legal_moves(rules, position, &mut moves);
        let mut child = node + 1;
        let mut led = |mv: R::Move| {
            if rules.outcome(&rules.after(position, mv)).is_some() {
                return (mv, None);
            }
            let at = (child < self.nodes[node].next as usize).then_some(child);
            child = at.map_or(child, |at| self.nodes[at].next as usize);
            (mv, at)
        };
        moves.into_iter().map(&mut led).collect()
    }
}

/// What reading a tree came to: a broken file, or a position and what is wrong there.
pub(crate) enum Wrong {
    File(CertificateError),
    Here(String, String),
}

struct StrategyReader<'a, R: Rules> {
    rules: &'a R,
    certificate: &'a Certificate,
    section: usize,
    claim: Claim,
    bytes: &'a [u8],
    alarm: &'a Alarm<'a>,
    history: History,
    /// The nodes, if somebody wants them.
    outline: Option<Vec<Node>>,
    depth: usize,
    /// How many nodes were begun.
    begun: u64,
    /// Is told that now and then, and how many bytes are left.
    heard: Option<&'a mut dyn FnMut(u64, usize)>,
    /// How many replies were looked at.
    replies: u64,
}

/// Whether a tree of paths may end in ranked positions. Images of a position are not the same on a
/// path, and under positional superko a line may come back to a board with the other side to move.
pub(crate) fn entries_take_over<R: Rules>(rules: &R, claim: Claim) -> bool {
    rules.repetition() == Repetition::Superko(Superko::Situational)
        && matches!(claim, Claim::Wins(_))
        && rules.symmetries() == 1
}

/// So many nodes are read between two words about them.
const SILENT: u64 = 256;

/// Checks a tree, and keeps nothing of it. `heard` is told how many nodes were read, and how many bytes are left.
pub(crate) fn check<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    section: usize,
    bytes: &[u8],
    root: &R::Position,
    alarm: &Alarm<'_>,
    heard: &mut dyn FnMut(u64, usize),
) -> Result<RootCheck, Wrong> {
    let mut reader = StrategyReader::new(rules, certificate, section, bytes, root, alarm, None);
    reader.heard = Some(heard);
    let rank = reader.read(root)?;
    Ok(RootCheck { rank, replies: reader.replies })
}

impl<'a, R: Rules> StrategyReader<'a, R> {
    fn new(
        rules: &'a R,
        certificate: &'a Certificate,
        section: usize,
        bytes: &'a [u8],
        root: &R::Position,
        alarm: &'a Alarm<'a>,
        outline: Option<Vec<Node>>,
    ) -> StrategyReader<'a, R> {
        StrategyReader {
            rules,
            certificate,
            section,
            claim: certificate.sections()[section].claim,
            bytes,
            alarm,
            history: History::new(rules, root),
            outline,
            depth: 0,
            begun: 0,
            heard: None,
            replies: 0,
        }
    }

    /// Reads the whole tree; gives the rank of the root.
    fn read(&mut self, root: &R::Position) -> Result<u32, Wrong> {
        let rank = if self.rules.side_to_move(root) == self.claim.holder() {
            self.holder(root)?
        } else {
            let at = self.begin(0)?;
            let rank = self.replies(root)?;
            self.end(at, rank);
            rank
        };
        self.tell();
        match self.bytes {
            [] => Ok(rank),
            _ => Err(self.wrong(root, "numbers are left over after the tree")),
        }
    }

    fn wrong(&self, position: &R::Position, why: impl Into<String>) -> Wrong {
        Wrong::Here(self.rules.position_text(position), why.into())
    }

    fn tell(&mut self) {
        if let Some(heard) = &mut self.heard {
            heard(self.begun, self.bytes.len());
        }
    }

    /// Begins a node, and looks at the clock; gives its number.
    fn begin(&mut self, number: u32) -> Result<usize, Wrong> {
        let stopped = |stopped| Wrong::File(CertificateError::Stopped(stopped));
        if self.alarm.rings() {
            self.alarm.result().map_err(Wrong::File)?;
        }
        self.begun += 1;
        if self.begun.is_multiple_of(SILENT) {
            self.tell();
        }
        let Some(nodes) = &mut self.outline else { return Ok(0) };
        if (nodes.len() * size_of::<Node>()) as u64 >= self.alarm.limits.memory {
            return Err(stopped(Stopped::Memory));
        }
        nodes.push(Node { number, rank: 0, next: 0 });
        Ok(nodes.len() - 1)
    }

    /// Ends the node that was begun with this number.
    fn end(&mut self, at: usize, rank: u32) {
        if let Some(nodes) = &mut self.outline {
            let next = nodes.len() as u32;
            (nodes[at].rank, nodes[at].next) = (rank, next);
        }
    }

    /// Reads a position with the holder to move, which is already part of the history; gives its rank.
    fn holder(&mut self, position: &R::Position) -> Result<u32, Wrong> {
        let rules = self.rules;
        let number = take_u32(&mut self.bytes).map_err(|why| self.wrong(position, why))?;
        let at = self.begin(number)?;
        let held = match entries_take_over(rules, self.claim) {
            true => holding(rules, self.certificate, self.section, position),
            false => Ok(None),
        };
        match (held.map_err(Wrong::File)?, number) {
            (Some(held), 0) => {
                self.end(at, held.rank);
                return Ok(held.rank);
            }
            (None, 0) => {
                return Err(self.wrong(position, "it is not in the certificate"));
            }
            (Some(_), _) => {
                return Err(self.wrong(position, "the tree plays through an entry"));
            }
            (None, _) => {}
        }
        if self.depth >= LONGEST {
            return Err(self.wrong(position, "the path is too long"));
        }
        let mut moves = Vec::new();
        rules.sorted_moves(position, &mut moves);
        let Some(&mv) = moves.get(number as usize - 1) else {
            return Err(self.wrong(position, format!("there is no move number {}", number - 1)));
        };
        drop(moves);
        let next = rules.after(position, mv);
        let played = || rules.move_text(position, mv);
        if self.history.forbids(rules, mv, &next) {
            return Err(self.wrong(position, format!("superko forbids {} here", played())));
        }
        let rank = match rules.outcome(&next) {
            Some(outcome) if self.claim.is_met_by(outcome) => 1,
            Some(_) => {
                let why = format!("after {} the game ends, but not as claimed", played());
                return Err(self.wrong(position, why));
            }
            None => {
                self.history.push(rules, &next);
                self.depth += 1;
                let most = self.replies(&next)?;
                self.depth -= 1;
                self.history.pop(rules, &next);
                most + 1
            }
        };
        self.end(at, rank);
        Ok(rank)
    }

    /// Reads what follows each legal reply; gives the largest rank among them.
    fn replies(&mut self, position: &R::Position) -> Result<u32, Wrong> {
        let rules = self.rules;
        let mut moves = Vec::new();
        self.history.legal_moves(rules, position, &mut moves);
        // Without a legal move the opponent has lost, which meets both claims.
        debug_assert!(self.claim.is_met_by(Outcome::Win(self.claim.holder())));
        self.replies += moves.len() as u64;
        let mut most = 0;
        for mv in moves {
            let next = rules.after(position, mv);
            match rules.outcome(&next) {
                Some(outcome) if self.claim.is_met_by(outcome) => {}
                Some(_) => {
                    let reply = rules.move_text(position, mv);
                    return Err(self.wrong(position, format!("the reply {reply} refutes it")));
                }
                None => {
                    self.history.push(rules, &next);
                    most = most.max(self.holder(&next)?);
                    self.history.pop(rules, &next);
                }
            }
        }
        Ok(most)
    }
}
