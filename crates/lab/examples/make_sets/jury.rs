//! The solvers that decide together whether a position belongs in a set.
//!
//! A position is in if any of them proves the win within its budget and the certificate holds, so
//! no algorithm chooses alone. How hard it is, is the least number of nodes that any of them
//! needed; for that a later solver need not search for longer than the best one before it.

use andor_core::{Game, Limits, Rules, Silent};
use andor_engine::settings::SolverSettings;
use andor_engine::solve::solve;
use andor_engine::{Asked, Goal, LeafChoice, Method, Request, Stage, Value};

/// What each solver may use, in nodes.
pub struct Budgets {
    /// The first solver, which decides most.
    pub first: u64,
    /// The same in games that are looked at more closely.
    pub deep: u64,
    /// The others while nobody has solved the position.
    pub open: u64,
    /// The others when it is solved already, to see who needs least.
    pub solved: u64,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub struct Verdict {
    /// Its value: `win`, or `not-win` in endings.
    pub value: &'static str,
    /// The least nodes that anyone needed.
    pub least: u64,
    /// Who.
    pub by: &'static str,
    /// The most plies that the winner needs, by the first certificate.
    pub plies: u32,
}

/// A member: its name in the sets, its method, and its leaf rule if not its own.
type Member = (&'static str, Method, Option<LeafChoice>);

const FIRST: Member = ("auto", Method::Auto, None);
const OTHERS: [Member; 6] = [
    ("pn", Method::Pn, None),
    ("ef-pn", Method::EfPn, None),
    ("df-pn+ef", Method::DfPn, Some(LeafChoice::Ef)),
    ("df-pn", Method::DfPn, None),
    ("pds", Method::Pds, None),
    ("alpha-beta", Method::AlphaBeta, None),
];
/// So many of the others may use all of their budget on a position that is solved already, and
/// the rest a tenth: they are the likeliest to need less.
const LIKELIEST: usize = 2;
/// For what nobody else has solved.
const LAST: [Member; 2] = [("pn2", Method::Pn2, None), ("ef-pn2", Method::EfPn2, None)];

const MEMORY: u64 = 512 << 20;

/// What the jury says; `None` if no member proves a win. Where the first member fails, the
/// others are asked only if the game is `sampled`.
pub fn judge<G: Game + 'static, R: Rules + Clone + 'static>(
    (game, reference): (&G, &R),
    root: &G::Position,
    budgets: &Budgets,
    sampled: bool,
) -> Option<Verdict> {
    let run =
        |member: Member, nodes, certify| attempt((game, reference), root, member, nodes, certify);
    let mut verdict = run(FIRST, if sampled { budgets.deep } else { budgets.first }, true);
    if verdict.is_none() && !sampled {
        return None;
    }
    for (n, member) in OTHERS.into_iter().enumerate() {
        verdict = match verdict {
            None => run(member, budgets.open, true),
            Some(so_far) => {
                let budget = if n < LIKELIEST { budgets.solved } else { budgets.solved / 10 };
                let less = run(member, budget.min(so_far.least), false);
                Some(less.map_or(so_far, |less| Verdict { plies: so_far.plies, ..less }))
            }
        };
    }
    for member in LAST {
        verdict = verdict.or_else(|| run(member, budgets.open, true));
    }
    verdict
}

/// One member's try.
fn attempt<G: Game + 'static, R: Rules + Clone + 'static>(
    (game, reference): (&G, &R),
    root: &G::Position,
    (name, method, leaf): Member,
    nodes: u64,
    certify: bool,
) -> Option<Verdict> {
    let request = Request {
        settings: SolverSettings { leaf, ..method.into() },
        goal: Goal::Win,
        limits: Limits { nodes: Some(nodes), memory: MEMORY, ..Limits::default() },
        verify_threads: 1,
        stage: if certify { Stage::Certificate } else { Stage::Search },
        ..Request::default()
    };
    let solved = solve(
        game,
        &andor_engine::Reference::of(reference.clone()),
        Asked::alone(root),
        &request,
        None,
        &mut Silent,
    )
    .expect("the position is open and the method fits");
    if let Some(failure) = solved.failure {
        panic!("{name} on {}: {failure}", game.position_text(root));
    }
    let is_win = solved.row.found() == Value::Win && (solved.row.is_verified() || !certify);
    let plies = solved.row.plies.unwrap_or(0);
    is_win.then_some(Verdict { value: "win", least: solved.searched.nodes, by: name, plies })
}
