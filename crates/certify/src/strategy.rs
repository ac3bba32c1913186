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
//! an entry, or a leaf, must not be played through (`docs/certificates.md`).

use crate::certificate::Certificate;
use crate::error::CertificateError;
use crate::proof::holding;
use crate::varint::take_u32;
use andor_core::{Claim, History, Outcome, Repetition, Rules, Superko};

/// Paths with more moves of the holder are not followed: reading calls itself along them.
const LONGEST: usize = 1_100;

/// A tree of paths, read and checked.
#[derive(Clone, Debug)]
pub struct Strategy<M> {
    /// The positions with the holder to move; the first is the root, whoever moves there.
    pub nodes: Vec<PathNode<M>>,
}

/// A position of a tree of paths.
#[derive(Clone, Debug)]
pub struct PathNode<M> {
    /// The holder's move; `None` where the entries take over, or the opponent is to move (root).
    pub plays: Option<M>,
    /// The most moves that the holder still needs; 0 where nothing is won.
    pub rank: u32,
    /// Every legal reply, with the node it leads to unless it ends the game.
    pub replies: Vec<(M, Option<usize>)>,
}

/// What reading a tree came to: a broken file, or a position and what is wrong there.
pub(crate) enum Wrong {
    File(CertificateError),
    Here(String, String),
}

struct Reader<'a, R: Rules> {
    rules: &'a R,
    certificate: &'a Certificate,
    section: usize,
    claim: Claim,
    bytes: &'a [u8],
    history: History,
    nodes: Vec<PathNode<R::Move>>,
    depth: usize,
}

impl<M: Copy> Strategy<M> {
    /// Reads the tree of section number `section` (from 0), if it has one.
    ///
    /// # Errors
    /// If the file is damaged or the tree is no strategy.
    pub fn read<R: Rules<Move = M>>(
        rules: &R,
        certificate: &Certificate,
        section: usize,
    ) -> Result<Option<Strategy<M>>, CertificateError> {
        let Some(bytes) = certificate.paths(section) else { return Ok(None) };
        let refused = |why: String| CertificateError::Refused(why);
        let root = rules
            .decode(certificate.root_bytes())
            .ok_or_else(|| refused("its root is not a position".to_owned()))?;
        match read(rules, certificate, section, bytes, &root) {
            Ok(strategy) => Ok(Some(strategy)),
            Err(Wrong::File(error)) => Err(error),
            Err(Wrong::Here(position, why)) => Err(refused(format!("in {position}: {why}"))),
        }
    }
}

/// Whether a tree of paths may end in ranked positions. Images of a position are not the same on a
/// path, and under positional superko a line may come back to a board with the other side to move.
pub(crate) fn entries_take_over<R: Rules>(rules: &R, claim: Claim) -> bool {
    rules.repetition() == Repetition::Superko(Superko::Situational)
        && matches!(claim, Claim::Wins(_))
        && rules.symmetries() == 1
}

/// Reads and checks a tree.
pub(crate) fn read<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    section: usize,
    bytes: &[u8],
    root: &R::Position,
) -> Result<Strategy<R::Move>, Wrong> {
    let claim = certificate.sections()[section].claim;
    let mut reader = Reader {
        rules,
        certificate,
        section,
        claim,
        bytes,
        history: History::new(rules, root),
        nodes: Vec::new(),
        depth: 0,
    };
    if rules.side_to_move(root) == claim.holder() {
        reader.holder(root)?;
    } else {
        reader.nodes.push(PathNode { plays: None, rank: 0, replies: Vec::new() });
        let (replies, rank) = reader.replies(root)?;
        (reader.nodes[0].replies, reader.nodes[0].rank) = (replies, rank);
    }
    match reader.bytes {
        [] => Ok(Strategy { nodes: reader.nodes }),
        _ => Err(reader.wrong(root, "numbers are left over after the tree")),
    }
}

impl<R: Rules> Reader<'_, R> {
    fn wrong(&self, position: &R::Position, why: impl Into<String>) -> Wrong {
        Wrong::Here(self.rules.position_text(position), why.into())
    }

    /// Reads a position with the holder to move, which is already part of the history.
    fn holder(&mut self, position: &R::Position) -> Result<usize, Wrong> {
        let rules = self.rules;
        let number = take_u32(&mut self.bytes).map_err(|why| self.wrong(position, why))?;
        let at = self.nodes.len();
        self.nodes.push(PathNode { plays: None, rank: 0, replies: Vec::new() });
        let held = match entries_take_over(rules, self.claim) {
            true => holding(rules, self.certificate, self.section, position),
            false => Ok(None),
        };
        match (held.map_err(Wrong::File)?, number) {
            (Some(held), 0) => {
                self.nodes[at].rank = held.rank;
                return Ok(at);
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
        let next = rules.after(position, mv);
        let played = rules.move_text(position, mv);
        if self.history.forbids(rules, mv, &next) {
            return Err(self.wrong(position, format!("superko forbids {played} here")));
        }
        self.nodes[at].plays = Some(mv);
        let (replies, rank) = match rules.outcome(&next) {
            Some(outcome) if self.claim.is_met_by(outcome) => (Vec::new(), 0),
            Some(_) => {
                let why = format!("after {played} the game ends, but not as claimed");
                return Err(self.wrong(position, why));
            }
            None => {
                self.history.push(rules, &next);
                self.depth += 1;
                let replies = self.replies(&next)?;
                self.depth -= 1;
                self.history.pop(rules, &next);
                replies
            }
        };
        (self.nodes[at].replies, self.nodes[at].rank) = (replies, rank + 1);
        Ok(at)
    }

    /// Reads what follows each legal reply; the largest rank among them comes along.
    fn replies(&mut self, position: &R::Position) -> Result<Replies<R::Move>, Wrong> {
        let rules = self.rules;
        let mut moves = Vec::new();
        self.history.legal_moves(rules, position, &mut moves);
        // Without a legal move the opponent has lost, which meets both claims.
        debug_assert!(self.claim.is_met_by(Outcome::Win(self.claim.holder())));
        let mut replies = Vec::with_capacity(moves.len());
        let mut most = 0;
        for mv in moves {
            let next = rules.after(position, mv);
            let node = match rules.outcome(&next) {
                Some(outcome) if self.claim.is_met_by(outcome) => None,
                Some(_) => {
                    let reply = rules.move_text(position, mv);
                    return Err(self.wrong(position, format!("the reply {reply} refutes it")));
                }
                None => {
                    self.history.push(rules, &next);
                    let at = self.holder(&next)?;
                    self.history.pop(rules, &next);
                    most = most.max(self.nodes[at].rank);
                    Some(at)
                }
            };
            replies.push((mv, node));
        }
        Ok((replies, most))
    }
}

/// Replies with the nodes they lead to, and the largest rank of those.
type Replies<M> = (Vec<(M, Option<usize>)>, u32);
