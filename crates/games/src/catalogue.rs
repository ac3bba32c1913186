//! Every game under its name: from a spec string to a game and its reference rules.
//!
//! The type of a game is known only here. Whoever wants to do something with the game that a user
//! named writes a [`Visitor`], which is generic over games, and hands it to [`visit`].
//!
//! Games that may have superko come as rules that take a history ([`Haunted`]), always, so that no
//! solver is compiled for them twice. Small games share one type ([`PlainGame`]), so that no solver is
//! compiled for each of them.

use crate::breakthrough::{self, Breakthrough, Reference, Walled, Walls};
use crate::checkers::{self, Checkers};
use crate::connect_four::ConnectFour;
use crate::go::{self, Go};
use crate::graph::Graph;
use crate::loa::{self, Loa};
use crate::one_eye::{self, OneEye};
use crate::surakarta::{self, Surakarta};
use crate::tic_tac_toe::{self, TicTacToe};
use andor_core::board::Rectangle;
use andor_core::{
    Family, Game, Haunted, InputError, PlainGame, PlainRules, RecordFormat, Rules, Spec,
};

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes out of it.
    type Output;

    /// Does it. `reference` is what a verifier trusts; unless `independent`, it is only `game`
    /// once more (no game of this catalogue is).
    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        reference: R,
        independent: bool,
    ) -> Self::Output;
}

const FAMILIES: &[Family] = &[
    Family {
        name: "breakthrough",
        about: "two rows of men on each side race for the far rank (Troyka 2001)",
        boards: "COLUMNSxROWS from 2x4 to 8x8, default 8x8",
        options: "walls=SQUARE+SQUARE..: squares that nobody may enter, # in positions",
        has_walls: true,
        first: "White",
        moves: "a2-a3, captures a2xb3",
        position: "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w",
        reference_is_independent: true,
        openings: include_str!("../data/openings/breakthrough.txt"),
        odds_points: Some(1280),
        ..Family::PLAIN
    },
    Family {
        name: "checkers",
        about: "English draughts: captures are compulsory, men that come home are kings",
        boards: "8x8",
        moves: "b6-a5, captures b6xd4xf2, also 9-13 and 9x18x27",
        position: "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b",
        reference_is_independent: true,
        openings: include_str!("../data/openings/checkers.txt"),
        odds_points: Some(280),
        ..Family::PLAIN
    },
    Family {
        name: "connect-four",
        about: "men dropped into files make a line of four (teaching game)",
        boards: "COLUMNSxROWS from 1x1 to 10x10, default 7x6",
        options: "line=4 (3 to 6): how many men in a line win",
        moves: "d",
        position: "7/7/7/7/3w3/3b3 b",
        reference_is_independent: true,
        ..Family::PLAIN
    },
    Family {
        name: "go",
        about: "chains of stones without liberties are taken, the larger area wins (Go)",
        boards: "COLUMNSxROWS from 1x1 to 9x9, default 5x5",
        options: "ko=situational (positional, simple): what repetition means; \
                  suicide=no (yes): whether two or more own stones may be taken off; \
                  komi=0: points for White; \
                  goal=POINTS: Black wins with at least so many, else White",
        moves: "c3, pass",
        position: "5/2w2/1b1w1/2b2/5 b passes=1",
        reference_is_independent: true,
        player_note: "weak, it loses to GNU Go at level 1: Go is here to be solved",
        record: RecordFormat::Sgf,
        moves_are_points: true,
        ..Family::PLAIN
    },
    Family {
        name: "graph",
        about: "positions and moves as a file lists them (AND/OR graphs, cyclic ones too)",
        boards: "FILE, a JSON file (docs/games/graph.md); default is an example of 5 nodes",
        moves: "3",
        position: "1 w",
        reference_is_independent: true,
        board_is_a_file: true,
        ..Family::PLAIN
    },
    Family {
        name: "loa",
        about: "men move as far as their line is crowded, until all are connected (Soucie)",
        boards: "NxN from 3x3 to 11x11 (slow above 8x8), default 8x8",
        options: "simultaneous=draw (mover): who wins when a move connects both sides; \
                  no-move=pass (loss): what a player does who cannot move",
        moves: "c8-c6, captures c8xa6, pass",
        position: "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
        reference_is_independent: true,
        record: RecordFormat::Sgf,
        openings: include_str!("../data/openings/loa.txt"),
        won_by: "connection",
        drawn_by: "simultaneous connection",
        is_usual: true,
        odds_points: Some(540),
        ..Family::PLAIN
    },
    Family {
        name: "one-eye",
        about: "one side wants an eye in a region of a Go board, the other prevents it",
        boards: "COLUMNSxROWS from 4x4 to 9x9, default 7x7",
        options: "ko=situational (positional, simple): what repetition means",
        moves: "a1, pass",
        position: "7/7/7/7/bbb4/2bw3/1w1w3 w eye=w region=a1,b1,c1,a2,b2,c2",
        reference_is_independent: true,
        record: RecordFormat::Sgf,
        moves_are_points: true,
        ..Family::PLAIN
    },
    Family {
        name: "surakarta",
        about: "men capture by travelling round the loops at the corners (Indonesian)",
        boards: "6x6",
        moves: "c5-c4, captures c5xf3, pass",
        position: "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww b",
        reference_is_independent: true,
        openings: include_str!("../data/openings/surakarta.txt"),
        odds_points: Some(120),
        ..Family::PLAIN
    },
    Family {
        name: "tic-tac-toe",
        about: "three men in a line on nine squares (teaching game)",
        boards: "3x3",
        moves: "b2",
        position: "2w/3/b2 b",
        reference_is_independent: true,
        ..Family::PLAIN
    },
];

/// All games there are, by name.
#[must_use]
pub fn families() -> &'static [Family] {
    FAMILIES
}

fn unknown(spec: &Spec) -> InputError {
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    spec.refuse(&format!("no such game, there are {}", names.join(", ")))
}

/// Makes the game that `spec` names and shows it to `visitor`.
///
/// # Errors
/// One line that quotes the spec string, if there is no such game, board or option.
pub fn visit<V: Visitor>(spec: &str, visitor: V) -> Result<V::Output, InputError> {
    let spec = Spec::parse(spec)?;
    let family = FAMILIES.iter().find(|family| family.name == spec.name());
    let family = family.ok_or_else(|| unknown(&spec))?;
    let independent = family.reference_is_independent;
    Ok(match family.name {
        "breakthrough" => {
            let (columns, rows) = breakthrough::size(&spec)?;
            let reference = Reference::new(columns, rows);
            if spec.value("walls").is_some() {
                let (game, reference) = plain(&spec)?;
                return Ok(visitor.visit(game, reference, independent));
            }
            visitor.visit(Breakthrough::new(columns, rows), reference, independent)
        }
        "checkers" => {
            checkers::check_spec(&spec)?;
            visitor.visit(Checkers::new(), checkers::Reference::new(), independent)
        }
        "go" => {
            let variant = go::Variant::from_spec(&spec)?;
            let game = Haunted::new(Go::new(variant));
            visitor.visit(game, Haunted::new(go::Reference::new(variant)), independent)
        }
        "loa" if loa::Variant::from_spec(&spec)?.is_fast() => {
            let variant = loa::Variant::from_spec(&spec)?;
            visitor.visit(Loa::new(variant), loa::Reference::new(variant), independent)
        }
        "surakarta" => {
            surakarta::check_spec(&spec)?;
            visitor.visit(Surakarta::new(), surakarta::Reference::new(), independent)
        }
        _ => {
            let (game, reference) = plain(&spec)?;
            visitor.visit(game, reference, independent)
        }
    })
}

/// The games that share one type. They are wrapped here, so that no visitor's crate compiles it again.
fn plain(spec: &Spec) -> Result<(PlainGame, PlainRules), InputError> {
    Ok(match spec.name() {
        "breakthrough" => {
            let (columns, rows) = breakthrough::size(spec)?;
            let walls = Walls::from_spec(spec, Rectangle::new(columns, rows))?;
            let reference = Reference::new(columns, rows).with_walls(walls);
            (PlainGame::of(Walled::new(columns, rows, walls)), PlainRules::of(reference))
        }
        "connect-four" => {
            let game = ConnectFour::from_spec(spec)?;
            let reference = PlainRules::of(game.reference());
            (PlainGame::of(game), reference)
        }
        "graph" => {
            let (game, reference) = Graph::with_reference(spec)?;
            (PlainGame::of(Haunted::new(game)), PlainRules::of(Haunted::new(reference)))
        }
        "loa" => {
            let variant = loa::Variant::from_spec(spec)?;
            let listed = PlainRules::of(loa::Listed::new(variant));
            (PlainGame::of(loa::Reference::new(variant)), listed)
        }
        "one-eye" => {
            let variant = one_eye::Variant::from_spec(spec)?;
            let game = PlainGame::of(Haunted::new(OneEye::new(variant)));
            (game, PlainRules::of(Haunted::new(one_eye::Reference::new(variant))))
        }
        "tic-tac-toe" => {
            let game = PlainGame::of(TicTacToe::from_spec(spec)?);
            (game, PlainRules::of(tic_tac_toe::Reference))
        }
        _ => return Err(unknown(spec)),
    })
}

#[cfg(test)]
mod tests {
    use super::{Visitor, families, visit};
    use andor_core::{Family, Game, RecordFormat, Rules};

    /// Spec, first to move, position text read and written again, legal moves there.
    struct Show<'a>(Option<&'a str>);

    impl Visitor for Show<'_> {
        type Output = (String, String, String, Vec<String>, bool);

        fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
            self,
            game: G,
            reference: R,
            independent: bool,
        ) -> Self::Output {
            let first = game.side_to_move(&game.initial()).to_string();
            let position = match self.0 {
                None => game.initial(),
                Some(text) => game.parse_position(text).unwrap(),
            };
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let moves = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
            assert_eq!(game.spec(), reference.spec());
            assert_eq!(game.content(), reference.content());
            (game.spec(), first, game.position_text(&position), moves, independent)
        }
    }

    #[test]
    fn every_family_is_what_its_entry_says() {
        for family in families() {
            let shown = visit(family.name, Show(Some(family.position))).unwrap();
            let (spec, first, position, moves, independent) = shown;
            assert!(spec.starts_with(family.name), "{spec}");
            assert_eq!(first, family.first, "{spec}");
            assert_eq!(position, family.position, "{spec}");
            let example = family.moves.split(',').next().unwrap();
            assert!(moves.iter().any(|mv| mv == example), "{spec}: {example}");
            assert!(independent && family.reference_is_independent, "{spec} is written once");
        }
        assert!(families().is_sorted_by_key(|family| family.name));
    }

    #[test]
    fn what_is_said_of_games_by_name() {
        let named = |holds: fn(&Family) -> bool| -> Vec<&str> {
            families().iter().filter(|family| holds(family)).map(|family| family.name).collect()
        };
        assert_eq!(named(|family| family.is_usual), ["loa"]);
        assert_eq!(named(|family| family.moves_are_points), ["go", "one-eye"]);
        assert_eq!(named(|family| family.record == RecordFormat::Sgf), ["go", "loa", "one-eye"]);
        let with_openings = ["breakthrough", "checkers", "loa", "surakarta"];
        assert_eq!(named(|family| !family.openings.is_empty()), with_openings);
        assert_eq!(named(|family| !family.won_by.is_empty()), ["loa"]);
    }

    #[test]
    fn spec_strings_lead_to_their_games() {
        for (given, full) in [
            ("breakthrough", "breakthrough:8x8"),
            ("breakthrough:6x5", "breakthrough:6x5"),
            ("breakthrough:4x5,walls=c3+b3", "breakthrough:4x5,walls=b3+c3"),
            ("checkers:8x8", "checkers"),
            ("connect-four:5x4", "connect-four:5x4"),
            ("connect-four,line=5", "connect-four:7x6,line=5"),
            ("go", "go:5x5"),
            ("go:4x3,komi=0.5,ko=simple", "go:4x3,ko=simple,komi=0.5"),
            ("loa", "loa:8x8"),
            ("loa:9x9,simultaneous=mover", "loa:9x9,simultaneous=mover"),
            ("one-eye:9x5,ko=situational", "one-eye:9x5"),
            ("one-eye,ko=simple", "one-eye:7x7,ko=simple"),
            ("surakarta:6x6", "surakarta"),
            ("tic-tac-toe:3x3", "tic-tac-toe"),
        ] {
            let (spec, .., independent) = visit(given, Show(None)).unwrap();
            assert_eq!(spec, full);
            assert!(independent, "{spec} is written once");
        }
    }

    #[test]
    fn what_does_not_exist_is_quoted() {
        for (given, part) in [
            (
                "chess",
                "there are breakthrough, checkers, connect-four, go, graph, loa, one-eye, surakarta, tic-tac-toe",
            ),
            ("breakthrough:9x8", "2 to 8 columns and 4 to 8 rows"),
            ("breakthrough:5x3", "2 to 8 columns and 4 to 8 rows"),
            ("breakthrough:8", "COLUMNSxROWS"),
            ("breakthrough,walls=1", "no square"),
            ("breakthrough,hills=a1", "there are walls"),
            ("checkers:10x10", "always 8x8"),
            ("checkers,flying=yes", "no options"),
            ("surakarta:8x8", "always 6x6"),
            ("surakarta,pass=no", "no options"),
            ("tic-tac-toe:4x4", "always 3x3"),
            ("connect-four,line=7", "4, 3, 5, 6"),
            ("loa:6x5", "square"),
            ("go:10x9", "1 to 9 columns and 1 to 9 rows"),
            ("go:9x9,komi=half", "\"half\""),
            ("go:9x9,ko=none", "situational, positional, simple"),
            ("go:9x9,rules=japanese", "there are ko, suicide, komi, goal"),
        ] {
            let error = visit(given, Show(None)).unwrap_err().to_string();
            assert!(error.contains(&format!("\"{given}\"")), "{error}");
            assert!(error.contains(part), "{error}");
        }
    }
}
