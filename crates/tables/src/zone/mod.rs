//! Zone tables: who wins the race near one side's goal, whatever the rest of the board looks like.
//!
//! They are for races ([`Racers`](andor_core::Racers)): men only go ahead, so in the *k* rows
//! before one side's goal, its **zone**, only the enemy men that are there already can stop it. In
//! the zone the side that goes there is the *attacker*, the other the *defender*:
//!
//! ```text
//!   5  . b . b .   goal row          rows 5, 4, 3: White's zone with k = 3, White attacks
//!   4  . . . . .   last row but one
//!   3  . w w . b   ----------------
//!   2  b . . . .   row 2: a black man outside the zone, one move from home: the budget is 1
//!   1  . w . w .   white men out here are not needed
//! ```
//!
//! (The work of Saffidine, Jouandeau and Cazenave names such automatic *race patterns* as future
//! work; Isaac and Lorentz' partial tablebases are a relative.)
//!
//! **The local game.** The attacker must move in the zone. The defender moves a man in the zone, or
//! moves a man out of the zone (an *exit*), or passes: it has moved something outside. The
//! *budget* b is the number of moves that the defender's fastest man outside the zone still needs;
//! it is infinite if there is none. A pass costs one, and at 0 the defender has won. A man that
//! leaves the zone has c = n - k - 1 moves to go on a board of n rows, so after an exit the budget
//! is at most c: the **exit cap**. Each entry has two numbers, the least budget with which the
//! attacker wins, with the attacker to move (P1) and with the defender to move (P2):
//!
//! ```text
//!   P1 = 1                           if an attacker stands on the last row but one
//!      = min P2(after)               else, over the attacker's moves in the zone; never if none
//!   P2 = max of  P1 + 1              the pass
//!                P1(after)           over the defender's moves that stay in the zone
//!                P1(after) if <= c, else never      over the exits
//! ```
//!
//! **Why it is sound.** Let the side to move have P1 <= b, in a real position that goes on. Claim:
//! it wins. By induction on the moves left in the game, which is finite. If it has a man on the last
//! row but one, it wins now: b is at least 1, so it has not lost yet. Else it plays a move with P2
//! <= b; that takes no defender outside the zone, so b stays. If the defender has no men left the
//! attacker has won. Else the defender makes a real move:
//!
//! 1. with a man outside the zone. The zone is unchanged, for men outside never come in. The new
//!    budget is at least b - 1, which is at least P1, and so at least 1: nobody has arrived.
//! 2. in the zone, staying there, perhaps taking an attacker: the budget is unchanged, P1(after) <= b.
//! 3. out of the zone, perhaps taking an attacker there, who was not needed: the new budget is
//!    min(b, c), and P1(after) is at most both.
//!
//! In each case the attacker is to move with P1 <= budget again (and has a man: P1 is finite). The
//! defender's real moves are among those of the local game, and the attacker's moves in the zone are
//! all legal, because what stands in the zone is known. So:
//!
//! * the mover wins if P1 of its zone is at most the budget of the opponent's men;
//! * the mover loses if P2 of the opponent's zone is at most the budget of the mover's men, by the
//!   three cases above.
//!
//! A table belongs to columns, rows and k: because of the exit cap the rows matter. Budgets in real
//! positions are 1 to c or infinite, so finite numbers above c all mean the same and are kept as c
//! + 1: *wins if no defender is outside*. A few bits an entry are enough.
//!
//! **Quiet states.** States with an attacker on the last row but one are not kept. With the attacker
//! to move P1 is 1; with the defender to move everything but taking that man leaves P1 = 1, so P2
//! is found from the states after at most two captures ([`table`](ZoneTable)). What is left, with
//! m columns, are 4^m 3^((k-2)m) states instead of 2^m 3^((k-1)m): k = 4 on six columns has 2.2
//! thousand million instead of 25.
//!
//! `build` makes a table (`fill` a block of it, with `planes`), `check` derives every entry again in plain code of its own, `cache` keeps
//! large ones in files, `store` chooses k and finds the table for a game.

mod build;
mod cache;
mod check;
mod fill;
mod plain;
mod planes;
mod shape;
mod store;
mod table;

pub use cache::{file_name, folder, keep_in};
pub use check::check_zone;
pub use plain::{PlainZone, Verdict};
pub use shape::ZoneShape;
pub use store::{ZoneChoice, zone_for, zone_from};
pub use table::ZoneTable;
