//! `andor patterns`: finds race patterns, proves them, draws them, and lays them on a position.

use super::solve::stop_on_ctrl_c;
use super::{Done, about_file, checked_file, words};
use crate::arguments::{
    PatternsArguments, PatternsCommand, PatternsGenerateArguments, PatternsMatchArguments,
    PatternsShowArguments, PatternsVerifyArguments,
};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::figures::thousands;
use andor_core::{InputError, Limits, Player};
use andor_engine::Catalogue;
use andor_engine::patterns::{
    MatchRule, Matched, Pattern, PatternSet, Size, Turn, builtin, check, generate, parse_boards,
};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Of the patterns that match a position, at most so many are drawn.
const MOST_DRAWN: usize = 4;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &PatternsArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    match &arguments.command {
        PatternsCommand::Generate(arguments) => find(arguments, json, terminal),
        PatternsCommand::Verify(arguments) => verify(arguments, json, terminal),
        PatternsCommand::Show(arguments) => show(arguments, json, terminal),
        PatternsCommand::Match(arguments) => lay(catalogue, arguments, json, terminal),
    }
}

/// The set that `text` names: a file, `builtin`, or `builtin:2` up to an order.
pub(crate) fn open(text: &str) -> Result<PatternSet, Failure> {
    if text == "builtin" {
        return Ok(PatternSet { name: text.to_owned(), ..builtin().clone() });
    }
    if let Some(order) = text.strip_prefix("builtin:") {
        let most = builtin().order();
        let order = order.parse().ok().filter(|order| *order <= most).ok_or_else(|| {
            let text = InputError::quote(text);
            InputError::new(format!("patterns {text}: the order is a number from 0 to {most}"))
        })?;
        return Ok(PatternSet { name: text.to_owned(), ..builtin().up_to_order(order) });
    }
    let file = Path::new(text);
    let read = || -> Result<PatternSet, Failure> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| InputError::new(format!("cannot read the patterns: {error}")))?;
        Ok(PatternSet::parse(&file.display().to_string(), &text)?)
    };
    read().map_err(|failure| about_file(file, failure))
}

/// The same for a search, which may ask by the paper's rule: `orders:builtin:2`.
pub(crate) fn open_to_ask(text: &str) -> Result<PatternSet, Failure> {
    let Some(set) = text.strip_prefix("orders:") else { return open(text) };
    Ok(PatternSet { name: text.to_owned(), rule: MatchRule::Orders, ..open(set)? })
}

fn find(arguments: &PatternsGenerateArguments, json: bool, terminal: &mut Terminal<'_>) -> Done {
    arguments.overwrite.check_some("--out", arguments.out.as_ref(), Kind::Text)?;
    let PatternsGenerateArguments { order, columns, rows, .. } = *arguments;
    let boards = parse_boards(&arguments.boards).ok_or_else(|| {
        let text = InputError::quote(&arguments.boards);
        InputError::new(format!("--boards {text}: rows of boards are such as 4-8 or 5,7"))
    })?;
    let size = Size { order, columns, rows, boards };
    size.check()?;
    let mut limits = Limits { time: arguments.time, ..Limits::default() };
    limits.memory = arguments.memory.unwrap_or(limits.memory);
    stop_on_ctrl_c(&limits.interrupt);
    let start = Instant::now();
    let mut observer = ProgressLine::new(terminal.is_watched());
    let generated = generate(size, &limits, &mut observer);
    observer.finish();
    let generated = match generated {
        Ok(generated) => generated,
        Err(stopped) => {
            let line = format!("not finished: stopped by {stopped}, and no patterns are written");
            return Err(Failure { exit: Exit::Unknown, line });
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let command = format!(
        "andor patterns generate --order {order} --columns {columns} --rows {rows} --boards {boards}"
    );
    let count = generated.patterns.len();
    let remarks = vec![
        format!("Race patterns of Breakthrough: {count}, all up to this order and size."),
        format!("Made by {command}"),
        "first, second: the attacker or the defender is to move; the goal row is on top".to_owned(),
        "o occupied  . free  | passive  x crossable  ? don't care".to_owned(),
    ];
    let name = arguments.out.as_ref().map(|out| out.display().to_string()).unwrap_or_default();
    let set = PatternSet { name, remarks, patterns: generated.patterns, ..PatternSet::default() };
    if let Some(out) = &arguments.out {
        std::fs::write(out, set.to_string()).map_err(|error| {
            let name = InputError::quote(&out.display().to_string());
            InputError::new(format!("--out {name}: {error}"))
        })?;
    }
    if json {
        let object = json!({
            "order": order, "columns": columns, "rows": rows, "boards": boards.to_string(),
            "patterns": count, "by_order": by_order(&set), "looked": generated.looked,
            "games": generated.games, "seconds": seconds,
            "file": arguments.out.as_ref().map(|out| out.display().to_string()),
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    match &arguments.out {
        Some(out) => {
            terminal.print(&counts(&set));
            terminal.print(&format!("written to {}", out.display()));
        }
        None => terminal.print(set.to_string().trim_end()),
    }
    terminal.note(&format!(
        "{} matrices looked at, {} restricted games played, {seconds:.2} s",
        thousands(generated.looked),
        thousands(generated.games)
    ));
    Ok(Exit::Answered)
}

/// How many patterns there are of each order: first-player, second-player.
fn by_order(set: &PatternSet) -> Vec<[usize; 2]> {
    (0..=set.order())
        .map(|order| {
            Turn::BOTH.map(|turn| {
                let same = |pattern: &&Pattern| pattern.turn == turn && pattern.order == order;
                set.patterns.iter().filter(same).count()
            })
        })
        .collect()
}

fn counts(set: &PatternSet) -> String {
    let mut lines = vec![format!("{} patterns", thousands(set.patterns.len() as u64))];
    for (order, [first, second]) in by_order(set).into_iter().enumerate() {
        lines.push(format!("  order {order}: {first} first-player, {second} second-player"));
    }
    lines.join("\n")
}

fn verify(arguments: &PatternsVerifyArguments, json: bool, terminal: &mut Terminal<'_>) -> Done {
    let checked = prove(&arguments.set, json, terminal);
    checked_file(Path::new(&arguments.set), checked, json, terminal)
}

fn prove(text: &str, json: bool, terminal: &mut Terminal<'_>) -> Done {
    let set = open(text)?;
    let limits = Limits::default();
    stop_on_ctrl_c(&limits.interrupt);
    let start = Instant::now();
    let (mut positions, mut lower) = (0, 0);
    for (number, pattern) in set.patterns.iter().enumerate() {
        if let Some(stopped) = limits.clock(start) {
            let line = format!("not finished: stopped by {stopped}");
            return Err(Failure { exit: Exit::Unknown, line });
        }
        match check(pattern) {
            Ok(played) => {
                positions += played.positions;
                lower += u64::from(played.could_be_lower);
            }
            Err(why) => {
                let (turn, order) = (pattern.turn.word(), pattern.order);
                let cells = pattern.to_string().trim_end().replace('\n', " / ");
                let number = number + 1;
                let line = format!("pattern {number} ({turn} order {order}: {cells}): {why}");
                return Err(Failure { exit: Exit::Rejected, line });
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let object = json!({
            "file": set.name, "ok": true, "patterns": set.patterns.len(), "order": set.order(),
            "positions": positions, "could_be_lower": lower, "seconds": seconds,
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    terminal.print(&format!("verified: {}", counts(&set)));
    terminal.print(&format!(
        "  {} positions of restricted games, all of them tried, in {seconds:.2} s",
        thousands(positions)
    ));
    if lower > 0 {
        terminal.print(&format!("  {lower} of them would hold with a lower order, too"));
    }
    Ok(Exit::Answered)
}

fn fields(number: usize, pattern: &Pattern) -> Value {
    let rows: Vec<String> = pattern.to_string().lines().map(str::to_owned).collect();
    json!({
        "pattern": number, "turn": pattern.turn.word(), "order": pattern.order,
        "boards": pattern.boards.to_string(), "rows": rows,
    })
}

fn heading(number: usize, pattern: &Pattern) -> String {
    let Pattern { turn, order, boards, .. } = pattern;
    format!("{number}: {} player, order {order}, boards of {boards} rows", turn.word())
}

fn show(arguments: &PatternsShowArguments, json: bool, terminal: &mut Terminal<'_>) -> Done {
    let set = open(&arguments.set)?;
    let count = set.patterns.len();
    if let Some(number) = arguments.pattern.filter(|number| !(1..=count).contains(number)) {
        let why = format!("--pattern \"{number}\": the set has patterns 1 to {count}");
        return Err(InputError::new(why).into());
    }
    let wanted = |number: usize, pattern: &Pattern| {
        arguments.pattern.is_none_or(|wanted| wanted == number)
            && arguments.order.is_none_or(|order| order == pattern.order)
    };
    let numbered = set.patterns.iter().enumerate().map(|(at, pattern)| (at + 1, pattern));
    let chosen: Vec<(usize, &Pattern)> =
        numbered.filter(|(number, pattern)| wanted(*number, pattern)).collect();
    if json {
        for (number, pattern) in chosen {
            terminal.print(&fields(number, pattern).to_string());
        }
        return Ok(Exit::Answered);
    }
    if arguments.pattern.is_none() && arguments.order.is_none() {
        terminal.print(&counts(&set));
    }
    for (number, pattern) in chosen {
        terminal.print(&format!("\n{}", heading(number, pattern)));
        terminal.print(pattern.to_string().trim_end());
    }
    terminal.print("\no occupied  . free  | passive (may be a wall)  x crossable  ? don't care");
    Ok(Exit::Answered)
}

fn lay(
    catalogue: &Catalogue,
    arguments: &PatternsMatchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let set = open(&arguments.patterns)?;
    let game = catalogue.game_at(&arguments.game, arguments.position.as_deref())?;
    let moves = words(arguments.moves.as_deref());
    let line = game.position(arguments.position.as_deref(), &moves)?;
    let matched = game.match_patterns(&set, &line)?;
    let position = line.text();
    if json {
        let matches: Vec<Value> = matched
            .matches
            .iter()
            .map(|found| {
                let mut object = fields(found.pattern + 1, &set.patterns[found.pattern]);
                object["attacker"] = json!(found.attacker.letter().to_string());
                object["mirrored"] = json!(found.mirrored);
                object["men"] = json!(found.men);
                object
            })
            .collect();
        let object = json!({
            "game": game.spec(), "position": position, "patterns": set.name,
            "side": matched.side.letter().to_string(),
            "winner": matched.winner.map(|winner| winner.letter().to_string()),
            "rows_to_go": {"b": matched.rows_to_go[0], "w": matched.rows_to_go[1]},
            "matches": matches,
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    print_match(&game.spec(), position, &set, &matched, terminal);
    Ok(Exit::Answered)
}

fn print_match(
    spec: &str,
    position: &str,
    set: &PatternSet,
    matched: &Matched,
    terminal: &mut Terminal<'_>,
) {
    let side = matched.side;
    terminal.print(&format!("{spec}  {position}\n"));
    terminal.print(&matched.picture);
    let [black, white] = matched.rows_to_go;
    terminal
        .print(&format!("{side} is to move. White needs {white} moves at least, Black {black}.\n"));
    for found in matched.matches.iter().take(MOST_DRAWN) {
        let pattern = &set.patterns[found.pattern];
        let mirrored = if found.mirrored { ", mirrored" } else { "" };
        terminal.print(&format!(
            "{}, for {} with {}{mirrored}",
            heading(found.pattern + 1, pattern),
            found.attacker,
            found.men.join(" ")
        ));
        terminal.print(&found.picture);
    }
    if let Some(more @ 1..) = matched.matches.len().checked_sub(MOST_DRAWN) {
        terminal.print(&format!("{more} more match (--json lists them).\n"));
    }
    let Some(winner) = matched.winner else {
        terminal.print("No pattern decides this position.");
        return;
    };
    let lowest = matched.matches.iter().find(|found| found.attacker == winner);
    let order = lowest.map_or(0, |found| set.patterns[found.pattern].order);
    let slower = if winner == Player::White { black } else { white };
    terminal.print(&format!(
        "{winner} wins: {} can pass {order} times before that, and needs {slower} moves at least.",
        winner.other()
    ));
}
