//! `andor solve`: one position, or a file of them.

use super::going_on::{Announcing, saved_before};
use super::table::open_tables;
use super::{Done, Found, batch, every_move, find, patterns, words};
use crate::arguments::{Place, SolveArguments};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::{CLEAR, ProgressLine};
use crate::wording::{shortest_text, trust};
use crate::{Exit, Terminal};
use andor_core::figures::{short, size, thousands};
use andor_core::{InputError, Limits, Named, Observer, Player, Stopped};
use andor_engine::{
    AnyGame, Catalogue, CheckpointRequest, EngineError, Goal, LeavesChoice, Line, Method, Request,
    Row, Solved, Stage, Value, Verification, ZoneChoice, check_has_shortest, check_writable,
    proofs_of_shortest, shortest,
};
use andor_play::words::{claimed, condition, counted, line, verdict};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &SolveArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let request =
        Request { tables: open_tables(catalogue, &arguments.table)?, ..request(arguments)? };
    let patterns = arguments.patterns.as_deref().map(patterns::open_to_ask).transpose()?;
    let request = Request { patterns: patterns.map(Arc::new), ..request };
    let saved = saved_before(arguments, terminal)?;
    let going_on =
        saved.as_ref().map(|path| format!("going on with checkpoint {}", path.display()));
    let resume = saved.clone().or(request.resume.clone());
    let mut request = Request { resume, ..request };
    stop_on_ctrl_c(&request.limits.interrupt);
    if let Some(file) = &arguments.batch {
        let game = arguments.game.as_deref();
        let interrupt = &request.limits.interrupt;
        return batch::run(catalogue, game, file, interrupt, terminal, |game, line, terminal| {
            solve_line(game, line, &request, arguments.shortest, terminal)
        });
    }
    let (game, line) = place(catalogue, arguments, terminal)?;
    if arguments.shortest {
        check_has_shortest(&*game)?;
        check_shortest_files(arguments, request.proof.as_deref())?;
    }
    if arguments.every_move {
        return every_move::run(&*game, &line, arguments, &request, json, terminal);
    }
    let progress = ProgressLine::new(terminal.is_watched());
    let mut observer = Announcing::new(progress, going_on);
    let mut solved = game.solve(&line, &request, &mut observer);
    if solved.is_ok() {
        observer.announce();
    }
    let mut observer = observer.into_progress();
    if let (Err(EngineError::Checkpoint(error)), Some(path)) = (&solved, &saved) {
        // What was saved there is of something else, or damaged.
        if !arguments.overwrite.force {
            observer.finish();
            return Err(InputError::new(format!("{error}; --force replaces it")).into());
        }
        observer.note(&format!("{error}: --force begins afresh and replaces {}", path.display()));
        request.resume = None;
        solved = game.solve(&line, &request, &mut observer);
    }
    if let (Ok(solved), true) = (&mut solved, arguments.shortest) {
        shortest(&*game, &line, &request, solved, &mut observer)?;
    }
    observer.finish();
    let solved = solved?;
    if json {
        let row = serde_json::to_string(&solved.row).expect("a row is plain data");
        terminal.print(&row);
    } else {
        print(&*game, &line, &solved, terminal)?;
    }
    for note in &solved.notes {
        terminal.note(note);
    }
    // Memory would be as full as before; of what a card alone has searched nothing can be kept.
    let settings = &request.settings;
    if (settings.device.is_none() || settings.method != Method::Boolean)
        && matches!(
            solved.row.stopped,
            Stopped::Interrupted | Stopped::Time | Stopped::Nodes | Stopped::Expansions
        )
    {
        let is_initial = line == game.position(None, &[])?;
        terminal.note(&resume_hint(&solved, is_initial, arguments, &request));
    }
    if let Some(failure) = &solved.failure {
        let line = format!("the proof does not hold, so the value is not known: {failure}");
        return Err(Failure { exit: Exit::Rejected, line });
    }
    Ok(if solved.row.value.is_unknown() { Exit::Unknown } else { Exit::Answered })
}

/// Refuses to replace what is not a certificate by one of the shortest win.
pub(super) fn check_shortest_files(
    arguments: &SolveArguments,
    proof: Option<&Path>,
) -> Result<(), InputError> {
    let mut files = proof.into_iter().flat_map(proofs_of_shortest);
    files.try_for_each(|file| arguments.overwrite.check("--proof", &file, Kind::Certificate))
}

/// The answer to one line of a batch.
fn solve_line(
    game: &dyn AnyGame,
    line: &Line,
    request: &Request,
    asks_shortest: bool,
    terminal: &Terminal<'_>,
) -> Result<batch::Answer, String> {
    let mut observer = ProgressLine::new(terminal.is_watched());
    let solve = |observer: &mut dyn Observer| {
        let mut solved = game.solve(line, request, observer)?;
        if asks_shortest {
            shortest(game, line, request, &mut solved, observer)?;
        }
        Ok(solved)
    };
    let solved = solve(&mut observer).map_err(|error: EngineError| error.to_string())?;
    let Solved { row, failure, mut notes, .. } = solved;
    let exit = match (&failure, row.value) {
        (Some(_), _) => Exit::Rejected,
        (None, Value::Unknown) => Exit::Unknown,
        _ => Exit::Answered,
    };
    notes.extend(failure.map(|failure| format!("the proof does not hold: {failure}")));
    let fields = serde_json::to_value(&row).expect("a row is plain data");
    Ok(batch::Answer { fields, notes, exit })
}

/// What the words on the command line ask for.
fn request(arguments: &SolveArguments) -> Result<Request, Failure> {
    let mut limits = Limits {
        nodes: arguments.nodes,
        expansions: arguments.expansions,
        tree_nodes: arguments.tree_nodes,
        time: arguments.time,
        ..Limits::default()
    };
    if let Some(memory) = arguments.memory {
        if arguments.resume.is_some() {
            let message = "--memory cannot be changed on --resume: the checkpoint has its own";
            return Err(InputError::new(message).into());
        }
        limits.memory = memory;
    }
    let method = Method::parse(&arguments.method)?;
    if let Some(path) = &arguments.proof {
        check_writable("--proof", path)?;
        arguments.overwrite.check("--proof", path, Kind::Certificate)?;
    }
    if arguments.tree_nodes.is_some() && arguments.resume.is_some() {
        let message = "--tree-nodes cannot be changed on --resume: the checkpoint has its own";
        return Err(InputError::new(message).into());
    }
    let saves_table = arguments.checkpoint.is_some() && !method.is_best_first();
    if arguments.tree_nodes.is_some() && saves_table {
        let message = "--tree-nodes does not go with a checkpoint, whose table --memory sets";
        return Err(InputError::new(message).into());
    }
    // A resumed search goes on saving where it came from.
    let path = arguments.checkpoint.as_ref().or(arguments.resume.as_ref());
    let every = arguments.checkpoint_every;
    Ok(Request {
        settings: arguments.settings.of(method).on_all_cores(),
        goal: arguments.goal,
        limits,
        proof: arguments.proof.clone(),
        keep: false,
        checkpoint: path.map(|path| CheckpointRequest { path: path.clone(), every }),
        resume: arguments.resume.clone(),
        verify_threads: 0,
        stage: Stage::Certificate,
        tables: Vec::new(),
        zone: arguments.zone,
        leaves: arguments.leaves,
        shrink: arguments.shrink,
        patterns: None,
        crew: None,
    })
}

/// The game and position to solve; a checkpoint knows its own.
fn place(
    catalogue: &Catalogue,
    arguments: &SolveArguments,
    terminal: &mut Terminal<'_>,
) -> Result<Found, Failure> {
    let moves = words(arguments.moves.as_deref());
    if let (None, Some(file)) = (&arguments.game, &arguments.resume) {
        let about = andor_engine::checkpoint_subject(file)?.identity;
        let (game, root) = (catalogue.game(&about.game)?, about.position);
        // A position that is not the checkpoint's is refused later.
        let asked = arguments.position.is_some() || !moves.is_empty();
        let position = if asked { arguments.position.as_deref() } else { Some(root.as_str()) };
        let line = game.position(position, &moves)?;
        return Ok((game, line));
    }
    let Some(spec) = &arguments.game else {
        return Err(InputError::new("which game? such as andor solve breakthrough:5x5").into());
    };
    let place = Place {
        game: Some(spec.clone()),
        batch: None,
        position: arguments.position.clone(),
        moves: arguments.moves.clone(),
    };
    find(catalogue, &place, terminal)
}

/// Ctrl-C ends the search with what is known; a second one ends the program.
pub(crate) fn stop_on_ctrl_c(interrupt: &Arc<AtomicBool>) {
    let raised = interrupt.clone();
    // It fails where a handler is set already: then somebody else takes care of Ctrl-C.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            if io::stderr().is_terminal() {
                let _ = write!(io::stderr(), "{CLEAR}");
            }
            std::process::exit(130);
        }
    });
}

/// The command that goes on with the same question.
fn resume_hint(
    solved: &Solved,
    is_initial: bool,
    arguments: &SolveArguments,
    request: &Request,
) -> String {
    let mut same = String::new();
    let method = request.settings.method;
    if method != Method::Auto && method.has_checkpoints() {
        same.push_str(&format!(" --method {}", method.name()));
    }
    let other = if method.has_checkpoints() { method } else { Method::Auto };
    let given = arguments.settings.of(method);
    for (setting, value) in given.given().filter(|(setting, _)| setting.is_of(other)) {
        same.push_str(&format!(" --{} {value}", setting.name));
    }
    if arguments.goal != Goal::default() {
        same.push_str(&format!(" --goal {}", arguments.goal.name()));
    }
    for table in &arguments.table {
        same.push_str(&format!(" --table {}", quoted(table)));
    }
    match arguments.zone {
        None => {}
        Some(ZoneChoice::Auto) => same.push_str(" --zone auto"),
        Some(ZoneChoice::Rows(rows)) => same.push_str(&format!(" --zone {rows}")),
        Some(ZoneChoice::Off) => same.push_str(" --zone off"),
    }
    if arguments.leaves != LeavesChoice::default() {
        same.push_str(&format!(" --leaves {}", arguments.leaves));
    }
    if let Some(proof) = &request.proof {
        same.push_str(&format!(" --proof {}", quoted(proof)));
    }
    match &request.checkpoint {
        Some(checkpoint) if checkpoint.path.is_file() => {
            format!("go on with: andor solve --resume {}{same}", quoted(&checkpoint.path))
        }
        _ => {
            let asked = match is_initial {
                true => String::new(),
                false => format!(" --position \"{}\"", solved.row.asked()),
            };
            format!(
                "nothing was kept; to be able to go on: andor solve {}{asked}{same} --checkpoint FILE",
                solved.row.game
            )
        }
    }
}

pub(super) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(' ') { format!("\"{text}\"") } else { text }
}

/// The points at the end of the main line, in a game that counts them.
fn score(game: &dyn AnyGame, asked: &Line, row: &Row) -> Result<Option<String>, InputError> {
    let mut end = asked.clone();
    row.line.iter().try_for_each(|mv| game.play(&mut end, mv))?;
    let Some(lead) = end.ending().and_then(|_| game.lead(&end)) else { return Ok(None) };
    let standing = if lead == 0.0 {
        "nobody leads".to_owned()
    } else {
        let side = if lead > 0.0 { Player::Black } else { Player::White };
        let points = if lead.abs() == 1.0 { "point" } else { "points" };
        format!("{side} leads by {} {points}", lead.abs())
    };
    let proved = "who wins is proved, not by how much";
    Ok(Some(format!("{standing} at the end of this line ({proved})")))
}

/// The result for a person.
pub(super) fn print(
    game: &dyn AnyGame,
    asked: &Line,
    solved: &Solved,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let row = &solved.row;
    let initial = *asked == game.position(None, &[])?;
    terminal.print(&format!("{}  {}\n", row.game, row.position));
    terminal.print_board(&game.view(asked).picture, None, false);
    if let Some(before) = &row.history {
        terminal.print(&format!("  history      {}", before.moves.join(" ")));
    }
    let sentence = verdict(row.value, row.side, initial, row.plies);
    let sentence = match condition(&row.rests_on) {
        Some(condition) => format!("{}, {condition}.", sentence.trim_end_matches('.')),
        None => sentence,
    };
    terminal.say("", &sentence);
    if let Some(claimed) = claimed(row.claimed, row.side) {
        terminal.say("  claimed      ", &claimed);
    }
    if let Some(known) = &row.shortest {
        terminal.say("  shortest     ", &shortest_text(known));
    }
    if !row.line.is_empty() {
        terminal.say("  main line    ", &line(game, row.side, &row.line));
        if let Some(score) = score(game, asked, row)? {
            terminal.say("  score        ", &score);
        }
    } else if let Some(best) = &row.best {
        terminal.print(&format!("  best move    {best}"));
    }
    if let Some(warning) = &row.ghi {
        terminal.say("  --ghi        ", warning);
    }
    if row.stopped != Stopped::Solved {
        terminal.print(&format!("  stopped by   {}", row.stopped));
    }
    if let Some(certificate) = solved.certificate_size {
        let each = certificate.bytes_each();
        let each = each.map_or(String::new(), |each| format!(" ({each:.1} bytes each)"));
        let rules = if game.has_independent_reference() {
            "the reference rules"
        } else {
            "its rules (this game has no second implementation)"
        };
        let checked = match row.verified {
            Verification::No => "NOT verified".to_owned(),
            Verification::Conditional | Verification::Yes => {
                format!("verified from {rules} in {:.2} s", row.verify_seconds)
            }
        };
        let kept = row.proof.as_deref().map_or(String::new(), |file| format!(", in {file}"));
        // Where history matters there may be nothing but a tree of lines.
        let positions = match certificate.positions {
            0 => String::new(),
            positions => format!("{}, ", counted(positions, "position")),
        };
        let bytes = size(certificate.bytes);
        terminal.say("  certificate  ", &format!("{positions}{bytes}{each}, {checked}{kept}"));
        for table in &row.rests_on {
            let name = InputError::printable(&table.table.file, 150);
            terminal.say("  rests on     ", &format!("{name} ({})", trust(table)));
        }
    }
    if let Some(patterns) = &row.patterns {
        let unsound = if patterns.starts_with("orders:") { "unsound; " } else { "" };
        let line = format!("{patterns} ({unsound}no certificate rests on them)");
        terminal.say("  patterns     ", &line);
    }
    let again = match row.reproved {
        0 => String::new(),
        positions => format!(", {} proved again", thousands(positions)),
    };
    let work = format!(
        "{} nodes, {} expanded{again}, {:.2} s, {} nodes/s, {}",
        thousands(row.nodes),
        thousands(row.expanded),
        row.seconds,
        short(row.nodes as f64 / row.seconds.max(1e-9)),
        size(row.peak_memory_bytes)
    );
    terminal.say(&format!("  {:<12} ", row.method), &work);
    Ok(())
}
