//! `andor match`: two players, many games.

use super::saved_games::SavedGames;
use super::solve::stop_on_ctrl_c;
use super::{Done, game_or_usual};
use crate::arguments::MatchArguments;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Line, Pace, Timing};
use andor_play::Contestant;
use andor_play::arena::{
    Heading, Log, Match, Played, PlayedGame, Side, Sprt, Tally, random_openings, read_openings,
};
use andor_play::words::counted;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time a move where nothing is said at all.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &MatchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    // Step 1. Understand what is asked.
    let game = catalogue.game(game_or_usual(catalogue, arguments.game.as_deref())?)?;
    let players =
        [Contestant::parse(&arguments.a, &*game)?, Contestant::parse(&arguments.b, &*game)?];
    if arguments.games == 0 {
        return Err(InputError::new("--games \"0\": a match has at least one game").into());
    }
    let pace = pace(arguments)?;
    let sprt = arguments.sprt.as_deref().map(hypotheses).transpose()?;
    let (openings, source) = openings(catalogue, &*game, arguments)?;
    let heading = Heading {
        a: arguments.a.clone(),
        b: arguments.b.clone(),
        game: game.spec(),
        openings: source,
        pace: pace.to_string(),
        seed: arguments.seed,
        most_plies: arguments.most_plies,
    };
    let (mut log, known) = match &arguments.resume {
        Some(path) => {
            let (log, known) = Log::open(path, &heading)?;
            (Some(log), known)
        }
        None => (None, Vec::new()),
    };
    let names = [&*arguments.a, &*arguments.b];
    let mut saved = match &arguments.save {
        Some(path) => Some(SavedGames::open(path, arguments.overwrite, &*game, names, &known)?),
        None => None,
    };
    if !known.is_empty() {
        terminal.note(&format!("{} known from the log", counted(known.len(), "game")));
    }
    // Step 2. Play.
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&stop);
    let contest = Match {
        game: &*game,
        players,
        pace,
        openings,
        games: arguments.games,
        most_plies: arguments.most_plies,
        margin: arguments.margin,
        seed: arguments.seed,
        threads: arguments.threads as usize,
        sprt,
        stop,
    };
    let played = contest.play(known, &mut |game, tally| {
        if let Some(log) = &mut log {
            log.add(game)?;
        }
        if let Some(saved) = &mut saved {
            saved.add(game)?;
        }
        match json {
            true => terminal.print(&game.object().to_string()),
            false => terminal.remark(&progress(game, names, tally, sprt.as_ref())),
        }
        Ok(())
    })?;
    // Step 3. Tell.
    report(arguments, &played, sprt.as_ref(), json, terminal);
    if !played.interrupted {
        return Ok(Exit::Answered);
    }
    terminal.note(&match &arguments.resume {
        Some(_) => "interrupted: the same command goes on".to_owned(),
        None => "interrupted: nothing was kept; with --resume FILE a match can go on".to_owned(),
    });
    Ok(Exit::Unknown)
}

fn pace(arguments: &MatchArguments) -> Result<Pace, InputError> {
    let mut pace = Pace { depth: arguments.depth, nodes: arguments.nodes, timing: None };
    if let Some(clock) = &arguments.tc {
        let timing = Timing::clock(clock).ok_or_else(|| {
            let shown = InputError::quote(clock);
            InputError::new(format!("--tc {shown}: a clock is BASE+INCREMENT, such as 60+0.6"))
        })?;
        pace.timing = Some(timing);
    } else if let Some(time) = arguments.time {
        pace.timing = Some(Timing::EachMove(time));
    } else if pace.is_open() {
        pace.timing = Some(Timing::EachMove(DEFAULT_TIME));
    }
    Ok(pace)
}

fn hypotheses(text: &str) -> Result<Sprt, InputError> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() <= 1000.0);
        number(low).zip(number(high)).filter(|(low, high)| low < high)
    });
    let (elo0, elo1) = numbers.ok_or_else(|| {
        let shown = InputError::quote(text);
        InputError::new(format!(
            "--sprt {shown}: two numbers of Elo, the smaller first, such as 0,10"
        ))
    })?;
    Ok(Sprt::new(elo0, elo1))
}

/// The openings, and a text that tells them from others.
fn openings(
    catalogue: &Catalogue,
    game: &dyn AnyGame,
    arguments: &MatchArguments,
) -> Result<(Vec<Line>, String), InputError> {
    let pairs = arguments.games.div_ceil(2) as usize;
    let wanted = arguments.opening_count.unwrap_or(pairs).min(pairs);
    if wanted == 0 {
        return Err(InputError::new("--opening-count \"0\": a match has at least one opening"));
    }
    let Some(path) = &arguments.openings else {
        let plies = arguments.opening_plies;
        let found = random_openings(game, plies, wanted, arguments.seed);
        if found.is_empty() {
            let why = format!("--opening-plies \"{plies}\": no game goes on after so many");
            return Err(InputError::new(why));
        }
        let count = arguments.opening_count.map_or(String::new(), |count| format!(", {count}"));
        return Ok((found, format!("random, {plies} plies{count}")));
    };
    let mut found = openings_of_file(catalogue, game, path)?;
    found.truncate(arguments.opening_count.unwrap_or(usize::MAX));
    // The moves themselves stand in the log, game by game.
    let text = found.iter().map(|opening| opening.moves().join(" ")).collect::<Vec<_>>().join("\n");
    let source = format!("{} ({})", found.len(), andor_play::arena::fingerprint(&text));
    Ok((found, source))
}

fn openings_of_file(
    catalogue: &Catalogue,
    game: &dyn AnyGame,
    path: &Path,
) -> Result<Vec<Line>, InputError> {
    let refuse = |why: String| {
        let name = InputError::quote(&path.display().to_string());
        InputError::new(format!("--openings {name}: {why}"))
    };
    let text = if path == Path::new("builtin") {
        let built_in = catalogue.openings(game);
        built_in.map(str::to_owned).ok_or_else(|| refuse(format!("{} has none", game.spec())))?
    } else {
        std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?
    };
    read_openings(game, &text).map_err(|error| refuse(error.to_string()))
}

/// A game as a line for people.
fn progress(game: &PlayedGame, names: [&str; 2], tally: &Tally, sprt: Option<&Sprt>) -> String {
    let result = match game.winner {
        Some(Side::A) => format!("{} won", names[0]),
        Some(Side::B) => format!("{} won", names[1]),
        None => "draw".to_owned(),
    };
    let black = names[usize::from(game.black == Side::B)];
    let ratio =
        sprt.map_or(String::new(), |sprt| format!(", LLR {:.2}", sprt.log_likelihood_ratio(tally)));
    format!(
        "game {} (Black: {black}): {result} ({}, {}); +{} ={} -{}{}{ratio}",
        game.number + 1,
        game.reason,
        counted(game.moves.len(), "ply"),
        tally.wins(),
        tally.draws(),
        tally.losses(),
        elo_text(tally),
    )
}

fn elo_text(tally: &Tally) -> String {
    match (tally.elo(), tally.elo_error()) {
        (Some(elo), Some(error)) => {
            // What rounds to nothing has no sign.
            let elo = if elo.abs() < 0.05 { 0.0 } else { elo };
            format!(", Elo {elo:+.1} +- {error:.1}")
        }
        _ => String::new(),
    }
}

fn report(
    arguments: &MatchArguments,
    played: &Played,
    sprt: Option<&Sprt>,
    json: bool,
    terminal: &mut Terminal<'_>,
) {
    let tally = &played.tally;
    if played.repeats > 0 {
        let why = "the players have no dice, or openings are used again";
        let games = counted(played.repeats, "game");
        terminal.remark(&format!("{games} with the moves of another: {why}"));
    }
    if json {
        for object in played.objects([&arguments.a, &arguments.b], sprt) {
            terminal.print(&object.to_string());
        }
        return;
    }
    let (count, score) = (tally.count(), tally.score());
    let percent = 100.0 * score / (count.max(1)) as f64;
    terminal.tell(&format!(
        "{} - {}: {score} of {count} ({percent:.1}%), +{} ={} -{}{}",
        arguments.a,
        arguments.b,
        tally.wins(),
        tally.draws(),
        tally.losses(),
        elo_text(tally),
    ));
    let pairs = tally.pairs();
    if pairs.iter().any(|&count| count > 0) {
        let pairs: Vec<String> = pairs.iter().map(u64::to_string).collect();
        terminal.print(&format!("  pairs with 0, 1/2, 1, 3/2, 2 points: {}", pairs.join(", ")));
    }
    if let (Some((ratio, verdict)), Some(sprt)) = (played.verdict, sprt) {
        let (lower, upper) = sprt.bounds();
        terminal.print(&format!(
            "  SPRT {} against {} Elo: LLR {ratio:.2} ({lower:.2} to {upper:.2}), {}",
            sprt.elo1,
            sprt.elo0,
            verdict.name()
        ));
    }
}
