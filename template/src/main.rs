//! Games of your own, with the whole command line of andor.
//!
//! * [`hexapawn`]: a game in which no position comes back, on a rectangular board;
//! * [`mu_torere`]: a game in which positions come back, and play without end is a draw.

mod hexapawn;
mod mu_torere;

use andor_cli::{Catalogue, Family, pair};
use hexapawn::Hexapawn;
use mu_torere::MuTorere;
use std::process::ExitCode;

// Step 5. The whole command line.

/// What `games` says of Hexapawn.
const HEXAPAWN: Family = Family {
    name: "hexapawn",
    about: "pawns race for the far rank or lock each other up (Gardner 1962)",
    boards: "COLUMNSxROWS from 1x3 to 8x8, default 3x3",
    first: "White",
    moves: "a1-a2, captures a1xb2",
    position: "bbb/3/www w",
    ..Family::PLAIN
};

/// What `games` says of Mu torere.
const MU_TORERE: Family = Family {
    name: "mu-torere",
    about: "four men a side round a star; who cannot move has lost (Maori)",
    boards: "one, of eight points and the centre",
    moves: "4-c, c-3",
    position: "bbbbwwww. b",
    ..Family::PLAIN
};

/// These games.
fn catalogue() -> Catalogue {
    Catalogue::empty()
        .with(HEXAPAWN, |spec| Ok(pair(Hexapawn::from_spec(spec)?)))
        .with(MU_TORERE, |spec| Ok(pair(MuTorere::from_spec(spec)?)))
}

fn main() -> ExitCode {
    andor_cli::main_with(andor_cli::program!(), catalogue())
}

#[cfg(test)]
mod tests {
    use super::catalogue;
    use andor_cli::{Exit, Terminal, run_as};

    /// Runs a command line: how it ended, its results and its notes.
    fn ask(words: &[&str], input: &str) -> (Exit, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut terminal = Terminal::new(input.as_bytes(), &mut out, &mut err);
        let words = [&["my-games"], words].concat();
        let exit = run_as(andor_cli::program!(), &catalogue(), words, &mut terminal);
        drop(terminal);
        (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    /// The results of a command line that must succeed, and must say all of `parts`.
    fn says(words: &[&str], parts: &[&str]) {
        let (exit, out, err) = ask(words, "");
        assert_eq!(exit, Exit::Answered, "{words:?}: {err}");
        for part in parts {
            assert!(out.contains(part), "{words:?} does not say {part:?}:\n{out}");
        }
    }

    #[test]
    fn every_command_knows_hexapawn() {
        says(&["--version"], &["my-games 0.1.0 (andor "]);
        says(&["games"], &["hexapawn: pawns race", "mu-torere: four men"]);
        let start = "  3 b b b\n  2 . . .\n  1 w w w\n    a b c\n";
        says(&["show", "hexapawn"], &[start, "White to move, 3 moves: a1-a2 b1-b2 c1-c2"]);
        says(&["moves", "hexapawn", "--position", "1bb/bw1/w1w b"], &["c3xb2 c3-c2\n"]);
        // The three ways to win: on the far rank, by locking up, by capturing all.
        says(&["show", "hexapawn", "--moves", "b1-b2 a3xb2 a1-a2 b2-b1"], &["Black has won"]);
        says(&["show", "hexapawn", "--position", "1b1/bw1/w1w b"], &["White has won"]);
        says(&["show", "hexapawn", "--position", "3/2w/3 b"], &["White has won"]);
        says(&["perft", "hexapawn", "7"], &["perft 7 = 20 "]);
        let (exit, _, err) = ask(&["solve", "hexapawn", "--moves", "a1-a3"], "");
        assert_eq!(exit, Exit::BadInput);
        assert!(err.contains("\"a1-a3\" is not legal"), "{err}");
        let (exit, _, err) = ask(&["solve", "chess"], "");
        assert_eq!(exit, Exit::BadInput);
        assert!(err.contains("\"chess\": no such game, there are hexapawn, mu-torere"), "{err}");
    }

    #[test]
    fn boards_have_their_known_values() {
        // 3x3: Gardner. 4x4: known as octopawn. The other boards: a brute-force search. Mu torere: M. Ascher,
        // Mu Torere: An Analysis of a Maori Game, Mathematics Magazine 60, 1987.
        let values = [
            ("hexapawn:3x3", "loss"),
            ("hexapawn:4x4", "win"),
            ("hexapawn:6x3", "loss"),
            ("hexapawn:4x5", "loss"),
            ("mu-torere", "draw"),
        ];
        for (spec, value) in values {
            let value = format!("\"value\":\"{value}\"");
            for method in ["auto", "pn", "retrograde", "alpha-beta"] {
                let words = ["solve", spec, "--method", method, "--json"];
                says(&words, &[&value, "\"verified\":true"]);
            }
        }
    }

    #[test]
    fn a_proof_can_be_kept_checked_read_and_played() {
        let file = format!("my-games-{}.proof", std::process::id());
        let path = std::env::temp_dir().join(file);
        let proof = path.to_str().unwrap();

        let verdict = "White moves first and loses: Black wins by force within 6 plies";
        says(&["solve", "hexapawn:3x3", "--proof", proof], &[verdict, "verified from its rules"]);
        says(&["verify", proof], &["verified: Black wins in bbb/3/www w"]);
        says(&["explain", proof], &["White may play anything", "b1-b2  is answered by "]);
        says(&["explain", proof, "--moves", "b1-b2"], &["Black plays "]);

        // A stubborn White tries every move there is, again and again; what is not legal is
        // refused with a note. (A white pawn that passes the middle rank would have won.)
        let stubborn = "a1-a2\nb1-b2\nc1-c2\na1xb2\nb1xa2\nb1xc2\nc1xb2\n".repeat(3);
        let (exit, _, notes) = ask(&["play", "--proof", proof], &stubborn);
        assert_eq!(exit, Exit::Answered);
        assert!(notes.ends_with("The game is over: Black has won.\n"), "{notes}");
        std::fs::remove_file(&path).unwrap();
    }

    /// What is learnt on small boards helps on others.
    #[test]
    fn costs_are_learnt_and_save_nodes() {
        let file = format!("my-games-{}.costs", std::process::id());
        let path = std::env::temp_dir().join(file);
        let costs = path.to_str().unwrap();
        let plan = "--records 40 --positions 20 --nodes 20k --most 5k --out";
        let boards = ["learn", "cost", "hexapawn:4x5", "hexapawn:5x4"];
        let words: Vec<&str> = boards.into_iter().chain(plan.split(' ')).chain([costs]).collect();
        says(&words, &["terms from "]);
        for (spec, value) in [("hexapawn:5x5", "win"), ("hexapawn:6x4", "loss")] {
            let nodes = |more: &[&str]| -> u64 {
                let words = [&["solve", spec, "--threads", "1", "--json"], more].concat();
                let (exit, out, err) = ask(&words, "");
                assert_eq!(exit, Exit::Answered, "{words:?}: {err}");
                assert!(out.contains(&format!("\"value\":\"{value}\"")), "{out}");
                let (_, rest) = out.split_once("\"nodes\":").unwrap();
                rest.split(',').next().unwrap().parse().unwrap()
            };
            let (before, after) = (nodes(&[]), nodes(&["--costs", costs]));
            assert!(4 * after < 3 * before, "{spec}: {before} nodes, {after} with costs");
        }
        std::fs::remove_file(&path).unwrap();
        std::fs::remove_file(format!("{costs}.examples")).unwrap();
    }

    #[test]
    fn a_draw_is_proved_for_both_sides() {
        let file = format!("my-games-{}-draw.proof", std::process::id());
        let path = std::env::temp_dir().join(file);
        let proof = path.to_str().unwrap();
        says(&["solve", "mu-torere", "--proof", proof], &["draw", "verified from its rules"]);
        says(&["verify", proof], &["verified: White does not lose, Black does not lose in "]);
        std::fs::remove_file(&path).unwrap();
    }
}
