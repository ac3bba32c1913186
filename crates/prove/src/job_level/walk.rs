//! The positions of a tree behind the codes of its moves.
//!
//! The tree knows codes alone, and is the same for every game. Where something has to be known of the
//! positions, a [`CodeWalk`] stands at one of them: it goes on by a code, and back. It keeps the moves of
//! every position between the root and where it stands, and looks for a code where it found the last
//! one: children stand in the order of the moves, or nearly so, and however many a node has, they are
//! gone through in one go.

use super::tree::TreeRules;
use crate::cycles::Cycles;
use andor_core::{Game, Question};

/// A walk through the positions of one search.
pub(super) trait CodeWalk: Send {
    /// What the search is about as text, for comparison.
    fn subject(&self) -> String;

    /// What the rules say about a tree below the root; `None` if the game cannot be searched.
    fn rules(&self) -> Option<TreeRules>;

    /// Goes to the end of the moves with these codes from the root; `false` if one of them is not legal.
    fn go(&mut self, path: &[u32]) -> bool;

    /// Goes back to the position so many plies below the root.
    fn back_to(&mut self, depth: usize);

    /// Goes on by the move with this code; `false` if it is not legal.
    fn play(&mut self, code: u32) -> bool;

    /// The codes of the legal moves here, in order; none if the game is over.
    fn codes(&mut self) -> Vec<u32>;

    /// How many legal moves there are here; none if the game is over.
    fn count(&mut self) -> usize;

    /// Whether the move with this code is legal here.
    fn is_legal(&mut self, code: u32) -> bool;

    /// Whether the game is over after the move with this code, if it is legal.
    fn ends_after(&mut self, code: u32) -> bool;

    /// The move with this code as text; nothing if it is not legal.
    fn move_text(&mut self, code: u32) -> String;

    /// The bytes of the position here.
    fn bytes(&self) -> Vec<u8>;
}

/// A walk through the positions of a game.
pub(super) struct GameWalk<'a, G: Game> {
    game: &'a G,
    question: Question,
    /// From the root to here.
    stands: Vec<Stand<G>>,
}

struct Stand<G: Game> {
    position: G::Position,
    /// The code of the move that led here; the root has none.
    code: u32,
    /// The legal moves, once somebody has asked; none if the game is over.
    moves: Option<Vec<G::Move>>,
    /// The place of the move that was found last.
    place: usize,
}

impl<G: Game> Stand<G> {
    fn new(position: G::Position, code: u32) -> Stand<G> {
        Stand { position, code, moves: None, place: 0 }
    }

    fn moves(&mut self, game: &G) -> &[G::Move] {
        self.moves.get_or_insert_with(|| {
            let mut moves = Vec::new();
            if game.outcome(&self.position).is_none() {
                game.moves(&self.position, &mut moves);
            }
            moves
        })
    }

    /// The legal move with this code.
    fn find(&mut self, game: &G, code: u32) -> Option<G::Move> {
        let from = self.place;
        let moves = self.moves(game);
        let mut places = (from..moves.len()).chain(0..from.min(moves.len()));
        let place = places.find(|&place| game.move_code(moves[place]) == code)?;
        let mv = moves[place];
        self.place = place;
        Some(mv)
    }
}

impl<'a, G: Game> GameWalk<'a, G> {
    pub(super) fn new(game: &'a G, root: &G::Position, question: Question) -> GameWalk<'a, G> {
        GameWalk { game, question, stands: vec![Stand::new(root.clone(), 0)] }
    }

    fn here(&mut self) -> &mut Stand<G> {
        self.stands.last_mut().expect("the root stays")
    }
}

impl<G: Game> CodeWalk for GameWalk<'_, G> {
    fn subject(&self) -> String {
        let (game, prover) = (self.game, self.question.player.letter());
        format!("{} {} {prover}", game.spec(), game.position_text(&self.stands[0].position))
    }

    fn rules(&self) -> Option<TreeRules> {
        let prover_moves = self.game.side_to_move(&self.stands[0].position) == self.question.player;
        Cycles::of(self.game).map(|cycles| TreeRules { cycles, prover_moves })
    }

    fn go(&mut self, path: &[u32]) -> bool {
        let same =
            self.stands[1..].iter().zip(path).take_while(|(stand, code)| stand.code == **code);
        let same = same.count();
        self.back_to(same);
        path[same..].iter().all(|&code| self.play(code))
    }

    fn back_to(&mut self, depth: usize) {
        self.stands.truncate(depth + 1);
    }

    fn play(&mut self, code: u32) -> bool {
        let game = self.game;
        let here = self.here();
        let Some(mv) = here.find(game, code) else { return false };
        let next = game.after(&here.position, mv);
        self.stands.push(Stand::new(next, code));
        true
    }

    fn codes(&mut self) -> Vec<u32> {
        let game = self.game;
        self.here().moves(game).iter().map(|&mv| game.move_code(mv)).collect()
    }

    fn count(&mut self) -> usize {
        let game = self.game;
        self.here().moves(game).len()
    }

    fn is_legal(&mut self, code: u32) -> bool {
        let game = self.game;
        self.here().find(game, code).is_some()
    }

    fn ends_after(&mut self, code: u32) -> bool {
        let game = self.game;
        let here = self.here();
        let mv = here.find(game, code);
        mv.is_some_and(|mv| game.outcome_after(&here.position, mv).is_some())
    }

    fn move_text(&mut self, code: u32) -> String {
        let game = self.game;
        let here = self.here();
        here.find(game, code).map(|mv| game.move_text(&here.position, mv)).unwrap_or_default()
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let here = self.stands.last().expect("the root stays");
        self.game.encode(&here.position, &mut bytes);
        bytes
    }
}
