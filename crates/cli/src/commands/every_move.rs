//! `andor solve --every-move`: one row a move as it is solved, or a table of all of them, the best first.

use super::Done;
use super::solve::check_shortest_files;
use crate::arguments::SolveArguments;
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::figures::{short, size, thousands};
use andor_core::{Outcome, Player, Stopped};
use andor_engine::{
    AnyGame, Line, Request, Row, Solved, Verification, every_move, proof_of_move, shortest,
};
use andor_play::words::line as line_text;

/// The most moves of a line in the table.
const LINE: usize = 6;

pub(super) fn run(
    game: &dyn AnyGame,
    line: &Line,
    arguments: &SolveArguments,
    request: &Request,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let view = game.view(line);
    if let Some(proof) = &request.proof {
        for mv in &view.moves {
            let path = proof_of_move(proof, mv);
            arguments.overwrite.check("--proof", &path, Kind::Certificate)?;
            if arguments.shortest {
                check_shortest_files(arguments, Some(&path))?;
            }
        }
    }
    let print_row = |solved: &Solved, terminal: &mut Terminal<'_>| {
        if json {
            terminal.print(&serde_json::to_string(&solved.row).expect("a row is plain data"));
        }
    };
    let mut observer = ProgressLine::new(terminal.is_watched());
    let mut all: Vec<Solved> = Vec::new();
    every_move(game, line, request, &mut observer, &mut |solved| {
        if !arguments.shortest {
            print_row(&solved, terminal);
        }
        all.push(solved);
    })?;
    if arguments.shortest {
        for solved in &mut all {
            let mv = solved.row.mv.clone().unwrap_or_default();
            let proof = request.proof.as_deref().map(|path| proof_of_move(path, &mv));
            let request = Request { proof, ..request.clone() };
            shortest(game, &game.after(line, &mv)?, &request, solved, &mut observer)?;
            print_row(solved, terminal);
        }
    }
    observer.finish();
    if !json {
        terminal.print(&format!("{}  {}\n", game.spec(), view.position));
        terminal.print_board(&view.picture, None, false);
        let columns = terminal.columns();
        table(game, view.side, &all, columns).iter().for_each(|row| terminal.print(row));
    }
    for solved in &all {
        let mv = solved.row.mv.as_deref().unwrap_or_default();
        solved.notes.iter().for_each(|note| terminal.note(&format!("{mv}: {note}")));
    }
    if let Some(Solved { row, failure: Some(failure), .. }) =
        all.iter().find(|solved| solved.failure.is_some())
    {
        let mv = row.mv.as_deref().unwrap_or_default();
        let line = format!("{mv}: the proof does not hold, so the value is not known: {failure}");
        return Err(Failure { exit: Exit::Rejected, line });
    }
    let is_open = all.iter().any(|solved| solved.row.value.is_unknown());
    Ok(if is_open { Exit::Unknown } else { Exit::Answered })
}

/// What a move comes to for whoever makes it, and its place in the table: what is not known may be better
/// than what loses.
fn worth(side: Player, row: &Row) -> (u8, i64, String) {
    let plies = row.plies.map(|plies| plies + 1);
    let length = i64::from(plies.unwrap_or(0));
    let within = plies.map_or(String::new(), |plies| format!(" in {plies}"));
    match row.winner {
        Some(Outcome::Win(winner)) if winner == side => (0, length, format!("wins{within}")),
        Some(Outcome::Draw) => (1, 0, "draws".to_owned()),
        None => (2, 0, row.value.to_string()),
        Some(Outcome::Win(_)) => (3, -length, format!("loses{within}")),
    }
}

fn table(game: &dyn AnyGame, side: Player, all: &[Solved], columns: Option<usize>) -> Vec<String> {
    let mut moves: Vec<(&Solved, _)> =
        all.iter().map(|solved| (solved, worth(side, &solved.row))).collect();
    moves.sort_by_key(|(_, (class, length, _))| (*class, *length));
    let wide = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let name = |solved: &Solved| solved.row.mv.clone().unwrap_or_default();
    let first = wide(&mut all.iter().map(|solved| name(solved).len())).max(4);
    let second = wide(&mut moves.iter().map(|(_, (_, _, text))| text.len())).max(5);
    let mut lines = vec![
        format!("{side} is to move. Plies are counted from here.\n"),
        format!("  {:first$}  {:second$}  {:>11}  {:>11}  line", "move", "value", "nodes", "proof"),
    ];
    for (solved, (_, _, text)) in &moves {
        let row = &solved.row;
        let proof = match (row.verified, solved.certificate_size) {
            (_, None) if row.stopped == Stopped::Solved && !row.value.is_unknown() => {
                "the rules".into()
            }
            (Verification::No, _) => "none".to_owned(),
            (Verification::Conditional, _) => "conditional".to_owned(),
            (Verification::Yes, Some(certificate)) => size(certificate.bytes),
            (Verification::Yes, None) => String::new(),
        };
        let nodes = thousands(row.nodes);
        let cells = format!("  {:first$}  {text:second$}  {nodes:>11}  {proof:>11}", name(solved));
        let mut line: Vec<String> = vec![name(solved)];
        line.extend(row.line.iter().cloned());
        // As many moves as the screen has room for.
        let shown = |moves: usize| {
            let more = if line.len() > moves { " .." } else { "" };
            format!("{cells}  {}{more}", line_text(game, side, &line[..moves]))
        };
        let fits = |row: &String| columns.is_none_or(|columns| row.chars().count() <= columns);
        let rows = (1..=line.len().min(LINE)).rev().map(shown);
        lines.push(rows.into_iter().find(fits).unwrap_or(cells));
    }
    let (nodes, seconds) = all.iter().fold((0, 0.0), |(nodes, seconds), solved| {
        (nodes + solved.row.nodes, seconds + solved.row.seconds)
    });
    let rate = short(nodes as f64 / f64::max(seconds, 1e-9));
    lines.push(format!("\n  {} nodes, {seconds:.2} s, {rate} nodes/s", thousands(nodes)));
    lines
}
