//! Race patterns: local wins in Breakthrough that are seen without search.
//!
//! Saffidine, Jouandeau and Cazenave, *Solving Breakthrough with Race Patterns and Job-Level Proof
//! Number Search*, ACG 2011, section 3.3, where 26 of them were written by hand. Here a generator
//! ([`generate()`]) finds all up to a size, and a checker ([`check()`]) proves each.
//!
//! # What a pattern is
//!
//! A matrix of cells of five kinds ([`Cell`]; Table 2 and Figure 2 of the paper), seen by the attacker,
//! who moves up. Its first row lies on the attacker's goal row, its columns anywhere; what lies beyond
//! the left and right border of the board is wall. A *first-player* pattern speaks of positions where
//! the attacker is to move, a *second-player* pattern of positions where the defender is. Its *order* n is
//! the most passes that the defender can make before the attacker wins the restricted game:
//!
//! ```text
//!   x ?      first player,      . ? |    second player,      | ? x    second player,
//!   ? o      order 0            ? o ?    order 1             ? o ?    order 1: if o is taken,
//!                                                            o ? ?    the other man takes back
//! ```
//!
//! # The restricted game
//!
//! Let R be the rows of the board; row 0 is the defender's goal, row R-1 the attacker's. *Care* cells
//! are those of the matrix that are not don't-care; everything else, in the matrix and outside, is
//! *elsewhere*. The game has men on care cells only, and a number b of passes that may still be made.
//!
//! - **Start.** Attackers on all occupied cells. Defenders on all crossable cells above row n. b = n.
//! - **The attacker** moves a man as in Breakthrough, onto occupied, free and crossable cells only (these
//!   are no walls). It must move. It wins on the goal row, and loses if it has no move.
//! - **The defender** does one of these:
//!   1. *passes*: b falls by one; with b = 0 it wins instead;
//!   2. moves a man from a care cell to a care cell, as in Breakthrough;
//!   3. *enters*: a new man comes from a cell elsewhere, of a row above row b, to a care cell, as in
//!      Breakthrough (straight if the cell is empty, diagonally also to take);
//!   4. *leaves*: a man on a care cell goes to a cell elsewhere in the row r below it and is gone; b
//!      becomes r - 1 if it was larger. With r = 0 the defender wins.
//!
//! A pattern of order n *holds* on boards of R rows if the attacker wins this game. (On low boards men
//! that leave the pattern soon matter; the paper does not speak of them. That is why a pattern lists its
//! [`Boards`].) Since every move of the attacker brings a man forward, the game ends.
//!
//! # What a match decides
//!
//! A pattern *matches* a position if it holds on its board, the cells agree with Table 2 at some place,
//! and **every defender has more than n rows to go**. Then the attacker wins the position.
//!
//! The last condition is the paper's comparison of orders ([`OrderComparison`]), made safe. There White's lowest order was
//! compared with Black's, and that Black had no faster pattern was taken to mean that Black was slower; a
//! set that is cut off by size does not have every pattern, so this does not follow. But every move takes
//! a man one row on: a side needs at least as many moves as its foremost man has rows to go, whatever
//! patterns there are. And where both sides' patterns meet on more than don't-care cells nothing special
//! has to be said: the restricted game counts what the defender's men in it do to the race (3 and 4).
//!
//! *Proof.* The attacker imagines the restricted game beside the real one, and plays as its winning
//! strategy there says. Between moves these hold:
//!
//! - (A) every imagined attacker is a real one; (real ones may be more)
//! - (D) every real defender on a care cell is an imagined one; (imagined ones may be more)
//! - (b) every real defender elsewhere has more than b rows to go;
//! - (W) the imagined game is won for the attacker.
//!
//! *Start.* Occupied cells hold real attackers. Real defenders on care cells are on crossable ones, and
//! above row n like all others.
//!
//! *The attacker moves.* The strategy moves an imagined man to a cell t that is no wall. If t is on the
//! goal row, or not held by a real attacker, the real man can do the same: if t is empty in the imagined
//! game it holds no real defender, by (D); and if the step is diagonal it does not matter. If a real
//! attacker that is not imagined stands on t, the imagined man becomes that one, nothing is played, and
//! the imagined defender passes: it can, and the attacker still wins, because in an imagined game won with
//! the defender to move b is not 0. Then the strategy is asked again; it cannot go on so without reaching
//! the goal row, where a real man on t would have won before.
//!
//! *The defender moves* a man from s to t.
//!
//! - Both elsewhere: the imagined defender passes. b falls by one as does, at most, the man's way. Were t
//!   on row 0, then b = 0 before by (b), and (W) fails. So the defender does not win this way.
//! - From elsewhere to a care cell: by (b) it comes from above row b, so it may *enter*.
//! - From care to care: the imagined game has that man, by (D).
//! - From care to elsewhere: it *leaves*. (b) holds for it, since b is now at most r - 1, and (W) says that
//!   r is not 0.
//!
//! In the second and third case t may hold an imagined defender that is not real, and the imagined move is
//! not possible. Then the imagined defender passes instead, and all four still hold: (D) since t was
//! imagined already. If t holds a real attacker, the step is diagonal and takes it in both games, or only
//! in the real one if it is not imagined. A wall, or a real attacker that is not imagined, only takes moves
//! away from the real defender.
//!
//! The imagined game ends with an attacker on the goal row, and by (A) it is real. The real game may end
//! before, when the defender has no men left. It does not end for the defender: no man of it reaches row
//! 0, and the attacker has men. ∎
//!
//! The converse does not hold: a pattern gives up what lies outside it. And no pattern sees zugzwang,
//! since the defender may always pass.

mod board;
mod builtin;
mod cell;
mod check;
mod generate;
mod matrix;
mod oracle;
mod orders;
mod pattern;
mod restricted;
mod set;

pub use board::{PatternBoard, Placement};
pub use builtin::builtin;
pub use cell::Cell;
pub use check::{Played, Refuted, check};
pub use generate::{Generated, Size, generate};
pub use oracle::PatternOracle;
pub use orders::{MatchRule, OrderComparison, Orders};
pub use pattern::{Boards, Pattern, Turn};
pub use set::{PatternSet, parse_boards};
