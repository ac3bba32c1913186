//! The switches of the player. The default is the engine of Winands' thesis with everything that
//! chapters 6 and 7 add to it; [`Config::plain`] has nothing but the window and the table.

/// How often best moves, or moves tried, count at a node with this depth left (thesis, 7.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Increment {
    /// Not at all.
    Zero,
    /// 1.
    One,
    /// The depth d.
    Depth,
    /// d².
    Square,
    /// d³.
    Cube,
    /// 2 to the power of d.
    Power,
}

impl Increment {
    /// The number itself.
    #[inline]
    #[must_use]
    pub fn at(self, depth: i32) -> u64 {
        let depth = depth.clamp(1, 40) as u64;
        match self {
            Increment::Zero => 0,
            Increment::One => 1,
            Increment::Depth => depth,
            Increment::Square => depth * depth,
            Increment::Cube => depth * depth * depth,
            Increment::Power => 1 << depth,
        }
    }
}

/// What orders the moves that nothing else does (thesis, chapter 7; and after).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryKind {
    /// The order in which the game gives them.
    Off,
    /// Schaeffer's history heuristic.
    History,
    /// Hartmann's butterfly heuristic.
    Butterfly,
    /// The relative history heuristic: the one divided by the other.
    Relative,
    /// History that grows and shrinks towards a limit, with what was good after the last moves.
    Gravity,
}

/// Multi-cut (thesis, 6.4): `cuts` of the first `moves` moves, searched less deeply by `reduction`,
/// must reach beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiCut {
    /// C.
    pub cuts: u32,
    /// M.
    pub moves: u32,
    /// R.
    pub reduction: i32,
}

/// When a proof search comes before the main search (thesis, 4.4; `proof_search.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofRule {
    /// Never.
    Off,
    /// Where the last search in the game speaks for it; df-pn.
    Sight,
    /// The thesis': after 34 plies, with a quarter of the budget; plain PN.
    Thesis,
}

/// The switches. Each is named after its text (`switches.rs`), where that says what it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Bytes of the transposition table.
    pub memory: u64,
    /// Threads that search together.
    pub threads: usize,
    /// Whether table entries serve only at the depth at which they were made: then a search to a
    /// fixed depth has the value of plain minimax.
    pub equal_depth: bool,
    /// The table narrows the window of PV nodes (thesis, 2.6).
    pub table_window: bool,
    /// Whether all images of a position share an entry of the table.
    pub symmetry: bool,
    /// Enhanced transposition cut-offs, where more than 2 plies are left.
    pub transposition_cutoffs: bool,
    /// The null move.
    pub null_move: bool,
    /// Its reduction by depth and men (adaptive); else always 2.
    pub adaptive: bool,
    /// Its reduction at ALL nodes (thesis, 6.5.2), unless 0.
    pub null_reduction_all: i32,
    /// t of the variable null-move bound: what a tempo is worth.
    pub null_bound: i32,
    /// Multi-cut at CUT nodes, MC-C.
    pub multi_cut_cut: Option<MultiCut>,
    /// Multi-cut at ALL nodes, MC-A.
    pub multi_cut_all: Option<MultiCut>,
    /// MC-A: one move that reaches beta and this much more is enough (6.5.1); 0 for never.
    pub multi_cut_delta: i32,
    /// Moves that reached beta in a multi-cut in vain are tried first (6.4).
    pub multi_cut_reorder: bool,
    /// Two killer moves a ply.
    pub killers: bool,
    /// Classes of moves come before history.
    pub classes: bool,
    /// What orders the rest.
    pub history: HistoryKind,
    /// What a best move counts.
    pub history_increment: Increment,
    /// What a move that was tried counts.
    pub butterfly_increment: Increment,
    /// The best move of every interior node counts, also where it does not reach alpha (thesis,
    /// 7.1).
    pub credit_all: bool,
    /// Moves made in a multi-cut count as tried.
    pub butterfly_cuts: bool,
    /// One history for both sides, as in Go.
    pub shared_history: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Half the width of the first window around the last value; 0 for none.
    pub aspiration: i32,
    /// Late-move reductions.
    pub late_moves: bool,
    /// Late-move pruning: near the leaves, quiet moves after the first few are not searched.
    pub late_pruning: bool,
    /// The null move is tried only where the evaluation reaches beta, and then with a reduction
    /// that grows with the depth (3 + d/4).
    pub null_deep: bool,
    /// Internal iterative reductions: a node without a move in the table is searched less deeply.
    pub internal_reductions: bool,
    /// Futility: near the leaves, a node whose evaluation is far above beta is cut (per ply).
    pub futility: i32,
    /// The thesis' random term (3.2.2): evaluations change by up to this much.
    pub noise: i32,
    /// Of the random term.
    pub seed: u64,
    /// Proof search before the main search.
    pub proof_search: ProofRule,
    /// Whether its proved nodes are kept for the main search.
    pub proof_table: bool,
}

/// A whole set of switches: what a player's text calls its engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    /// [`Config::modern`].
    Modern,
    /// [`Config::default`].
    Thesis,
    /// [`Config::unpruned`].
    Unpruned,
    /// [`Config::plain`].
    Plain,
}

impl Engine {
    /// Its switches.
    pub(crate) fn config(self) -> Config {
        match self {
            Engine::Modern => Config::modern(),
            Engine::Thesis => Config::default(),
            Engine::Unpruned => Config::unpruned(),
            Engine::Plain => Config::plain(),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            // A player of a page is made for every question, and its table is filled with zeros.
            memory: if usize::BITS < 64 { 16 << 20 } else { 64 << 20 },
            threads: 1,
            equal_depth: false,
            table_window: false,
            symmetry: false,
            transposition_cutoffs: true,
            null_move: true,
            adaptive: true,
            null_reduction_all: 3,
            null_bound: 0,
            multi_cut_cut: Some(MultiCut { cuts: 3, moves: 10, reduction: 2 }),
            multi_cut_all: Some(MultiCut { cuts: 2, moves: 10, reduction: 2 }),
            multi_cut_delta: 525,
            multi_cut_reorder: true,
            killers: true,
            classes: true,
            history: HistoryKind::Relative,
            history_increment: Increment::Square,
            butterfly_increment: Increment::Power,
            credit_all: false,
            butterfly_cuts: false,
            shared_history: false,
            quiescence: true,
            aspiration: 0,
            late_moves: false,
            late_pruning: false,
            null_deep: false,
            internal_reductions: false,
            futility: 0,
            noise: 0,
            seed: 0,
            proof_search: ProofRule::Off,
            proof_table: true,
        }
    }
}

impl Config {
    /// Principal variation search with a table, and nothing else: its value at a fixed depth is
    /// that of minimax.
    #[must_use]
    pub fn plain() -> Config {
        Config {
            equal_depth: true,
            transposition_cutoffs: false,
            null_move: false,
            multi_cut_cut: None,
            multi_cut_all: None,
            killers: false,
            classes: false,
            history: HistoryKind::Off,
            quiescence: false,
            ..Config::default()
        }
    }

    /// The thesis' engine without forward pruning: all that is left is sound.
    #[must_use]
    pub fn unpruned() -> Config {
        Config { null_move: false, multi_cut_cut: None, multi_cut_all: None, ..Config::default() }
    }

    /// What plays best: the thesis' engine and what came after it.
    #[must_use]
    pub fn modern() -> Config {
        Config {
            multi_cut_cut: None,
            multi_cut_all: None,
            history: HistoryKind::Gravity,
            aspiration: 50,
            late_moves: true,
            late_pruning: true,
            null_deep: true,
            futility: 60,
            ..Config::default()
        }
    }
}
