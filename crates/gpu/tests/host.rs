//! The card's programs on this machine's processor: the same text, compiled by its C++ compiler, against the
//! rules, the order of moves and the zone tables of the other crates, position by position.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{
    Game, InputError, Judgement, Limits, Margins, Observer, Oracle, Player, Question, RaceBoard,
    Racers, Reading, Rules, Silent, Stopped, perft,
};
use andor_games::breakthrough::{Breakthrough, Reference};
use andor_gpu::{FEATURES, fixed_for};
use andor_prove::boolean::{Accelerated, Accelerator, Boolean, Config, FastTask};
use andor_prove::solver::Solver;
use andor_tables::zone::{ZoneShape, ZoneTable};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

type Position = <Breakthrough as Rules>::Position;

/// The programs for one board, running.
struct Host {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Host {
    /// Compiles and starts them; `None` where there is no C++ compiler, after saying so.
    fn new(game: &Breakthrough, depth: usize) -> Option<Host> {
        Some(Host::start(&compiled(game, depth)?, depth))
    }

    fn start(program: &Path, depth: usize) -> Host {
        let mut command = Command::new(program);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut host = Host { child, to, from: BufReader::new(from) };
        if depth > 0 {
            host.ask("fill");
        }
        host
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.to, "{line}").unwrap();
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n') && answer != "?\n", "{line}: {answer}");
        answer.trim_end().to_owned()
    }

    fn numbers(&mut self, line: &str) -> Vec<i64> {
        self.ask(line).split(' ').map(|word| word.parse().unwrap()).collect()
    }
}

/// The program for a board; `None` where there is no C++ compiler, after saying so.
fn compiled(game: &Breakthrough, depth: usize) -> Option<PathBuf> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("there is no {compiler} here: the card's programs are not tested");
        return None;
    }
    let weights = game.order().unwrap().weights();
    let mut fixed = fixed_for(game, &game.initial(), weights, depth).unwrap();
    // Positions that are set up may have more men.
    (fixed.most_moves, fixed.most_plies, fixed.busy_counters) = (64, 200, 1 << 16);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // Tests run side by side, in one process or in several.
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("host-{}-{number}", std::process::id());
    let (preamble, program) = (folder.join(name.clone() + ".h"), folder.join(name));
    std::fs::write(&preamble, fixed.preamble()).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host.cpp");
    let mut command = Command::new(&compiler);
    command.args(["-std=c++17", "-O1", "-Wall", "-Werror", "-include"]).arg(preamble);
    let output = command.arg(source).arg("-o").arg(&program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

/// A position as the programs see it: own men, enemies, whether White is to move.
fn seen(game: &Breakthrough, position: &Position) -> String {
    let RaceBoard { columns, rows } = game.race_board().unwrap();
    let Racers { own, enemy, goes_up } = game.racers(position).unwrap();
    let turned = |men: u64| if goes_up { men } else { men.reverse_bits() >> (64 - columns * rows) };
    format!("{} {} {}", turned(own), turned(enemy), u8::from(goes_up))
}

/// Every position with White to move that is not won at once and needs no single answer, and the same with
/// the colours exchanged.
fn positions(game: &Breakthrough) -> Vec<Position> {
    let numbering = game.numbering().unwrap();
    let RaceBoard { columns, rows } = game.race_board().unwrap();
    let mut all = Vec::new();
    for position in (0..numbering.count()).filter_map(|number| numbering.position(number)) {
        let Racers { own, enemy, .. } = game.racers(&position).unwrap();
        let turned = |men: u64| men.reverse_bits() >> (64 - columns * rows);
        all.push(game.set_up(turned(enemy), turned(own), Player::Black));
        all.push(position);
    }
    all
}

fn value(won: Option<bool>) -> i64 {
    won.map_or(0, |won| 1 + i64::from(won))
}

/// What the fast rules see of a position that is not over: its value for its side to move.
fn judged(game: &Breakthrough, position: &Position) -> Option<bool> {
    match game.judge(position) {
        Judgement::Open => None,
        Judgement::Decided(winner) => Some(winner == game.side_to_move(position)),
        Judgement::Over(outcome) => Some(outcome.winner() == Some(game.side_to_move(position))),
    }
}

/// Rules, static knowledge, codes, moves in their order, zones and scores of moves, on every position of small
/// boards and on those after every move of them.
#[test]
fn every_position_of_small_boards_is_seen_alike() {
    for (columns, rows, depth) in [(2, 4, 3), (3, 4, 3), (2, 6, 4), (2, 5, 0)] {
        let game = Breakthrough::new(columns, rows);
        let Some(mut host) = Host::new(&game, depth) else { return };
        let zone = (depth > 0).then(|| {
            let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
            ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap()
        });
        let order = game.order().unwrap();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        for position in positions(&game) {
            let text = game.position_text(&position);
            let found = host.numbers(&format!("position {}", seen(&game, &position)));
            let own = judged(&game, &position);
            assert_eq!(found[0], value(own), "{text}");
            if own.is_some() {
                continue;
            }
            assert_eq!(found[1] as u64, game.code(&position), "{text}");
            game.candidates(&position, &mut moves);
            assert_eq!(found.len(), 2 + 4 * moves.len(), "{text}");
            for (mv, found) in moves.iter().zip(found[2..].chunks_exact(4)) {
                let next = game.after(&position, *mv);
                let name = game.move_text(&position, *mv);
                let turn = |square: i64| match game.side_to_move(&position) {
                    Player::White => square,
                    Player::Black => (columns * rows) as i64 - 1 - square,
                };
                let code = turn(found[0]) * 64 + turn(found[1]);
                assert_eq!(code, i64::from(game.move_code(*mv)), "{text} {name}");
                let mut its = judged(&game, &next);
                let mut margins = Margins::default();
                if let (None, Some(zone)) = (its, &zone) {
                    match zone.read(&game, &next) {
                        Reading::Open(open) => margins = open,
                        Reading::Decided(outcome) => {
                            its = Some(outcome.winner() == Some(game.side_to_move(&next)));
                        }
                    }
                }
                assert_eq!(found[2], value(its), "{text} {name}");
                if its.is_none() {
                    order.score(&game, &position, &[*mv], &[margins], order.weights(), &mut scores);
                    assert_eq!(found[3], i64::from(scores[0]), "{text} {name}");
                }
            }
        }
    }
}

/// All legal moves, against the reference rules.
#[test]
fn lines_are_counted_as_by_the_reference_rules() {
    fn count(rules: &Reference, position: &<Reference as Rules>::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if rules.outcome(position).is_some() {
            return 0;
        }
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        moves.iter().map(|&mv| count(rules, &rules.after(position, mv), depth - 1)).sum()
    }
    let game = Breakthrough::new(3, 4);
    let rules = Reference::new(3, 4);
    let Some(mut host) = Host::new(&game, 0) else { return };
    for position in positions(&game).iter().step_by(7) {
        let mut bytes = Vec::new();
        game.encode(position, &mut bytes);
        let expected = count(&rules, &rules.decode(&bytes).unwrap(), 3);
        let found = host.ask(&format!("perft {} 3", seen(&game, position)));
        assert_eq!(found, expected.to_string(), "{}", game.position_text(position));
    }
    let game = Breakthrough::new(6, 6);
    let Some(mut host) = Host::new(&game, 0) else { return };
    let found = host.ask(&format!("perft {} 5", seen(&game, &game.initial())));
    assert_eq!(found, perft(&game, &game.initial(), 5).to_string());
}

/// The layers of the card's builder, entry by entry.
#[test]
fn zone_tables_are_those_of_the_processor() {
    // Codes of 1, 2 and 4 bits.
    for (columns, rows, depth) in [(3, 4, 3), (3, 5, 3), (2, 8, 3), (2, 6, 5), (3, 6, 4)] {
        let game = Breakthrough::new(columns, rows);
        let Some(mut host) = Host::new(&game, depth) else { return };
        let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
        let table = ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap();
        let expected: String = table.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(host.ask("fill"), expected, "{columns}x{rows}, k = {depth}");
    }
}

/// The programs in the place of a card.
struct Pretended {
    host: Host,
    workers: usize,
    /// Every so many entries are told wrong; 0 for none.
    wrong: usize,
    /// It fails when its values are asked for.
    fails: bool,
}

impl Accelerator<Breakthrough> for Pretended {
    fn check(&self, _: &Breakthrough, _: &Position, _: &[i32]) -> Result<(), InputError> {
        Ok(())
    }

    fn search(
        &mut self,
        task: &FastTask<'_, Breakthrough>,
        _: &mut dyn Observer,
    ) -> Result<Option<Accelerated>, String> {
        let root = seen(task.game, task.root);
        let found = self.host.numbers(&format!("search {root} {} 4 100000", self.workers));
        let [value, nodes, expanded, stored] = found[..] else { return Err("no answer".into()) };
        let counters = andor_core::Counters {
            nodes: nodes as u64,
            expanded: expanded as u64,
            ..andor_core::Counters::default()
        };
        let (stopped, won) = (Stopped::Solved, Some(value == 2));
        Ok(Some(Accelerated { stopped, won, counters, entries: stored as u64, memory: 0 }))
    }

    fn values(&mut self, take: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), String> {
        if self.fails {
            return Err("the card failed: lost".into());
        }
        let words = self.host.ask("words");
        let words = words.split(' ').map(|word| word.parse::<u64>().unwrap()).enumerate();
        let tell = |(number, word): (usize, u64)| match self.wrong {
            0 => word,
            wrong if number % wrong == 0 => word ^ 3,
            _ => word,
        };
        take(&words.map(tell).collect::<Vec<u64>>());
        Ok(())
    }
}

/// One worker or many, the processor finds nothing left to do; a card that fails settles nothing.
#[test]
fn values_are_taken_over() {
    let game = Breakthrough::new(4, 5);
    let question = Question::wins(Player::White);
    let (root, limits) = (game.initial(), Limits::default());
    let shape = ZoneShape::new(RaceBoard { columns: 4, rows: 5 }, 3).unwrap();
    let zone = ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap();
    let zone = Arc::new(zone);
    let Some(program) = compiled(&game, 3) else { return };
    let solve = |workers, fails| {
        let mut solver = Boolean::new(Config::default());
        solver.consult(Box::new(Asked(zone.clone())));
        if workers > 0 {
            let host = Host::start(&program, 3);
            solver.accelerate(Box::new(Pretended { host, workers, wrong: 0, fails }));
        }
        solver.solve(&game, &root, question, &limits, &mut Silent)
    };
    let alone = solve(0, false);
    for workers in [1, 7, 300] {
        let report = solve(workers, false);
        assert_eq!((report.answer, report.stopped), (alone.answer, Stopped::Solved), "{workers}");
        // The order of moves is the same, so one worker does what one thread does, and the thread is left
        // with the path to the root.
        if workers == 1 {
            let (more, all) = (report.counters.expanded, alone.counters.expanded);
            assert!(more.abs_diff(all) * 20 < all, "{more}, {all} alone");
        }
    }
    let report = solve(1, true);
    assert_eq!((report.answer, report.stopped), (andor_core::Answer::Unknown, Stopped::Device));
}

/// The zone table as an oracle.
struct Asked(Arc<ZoneTable>);

impl Oracle<Breakthrough> for Asked {
    fn probe(&self, game: &Breakthrough, position: &Position) -> Option<andor_core::Outcome> {
        self.0.look(game, position)
    }

    fn read(&self, game: &Breakthrough, position: &Position) -> Reading {
        self.0.read(game, position)
    }
}

/// A card's word is not believed: with wrong entries a proof is found that holds, or none.
#[test]
fn wrong_entries_prove_nothing_false() {
    use andor_prove::extract::{Finding, Options, extract};
    let game = Breakthrough::new(4, 5);
    let question = Question::wins(Player::White);
    let (root, limits) = (game.initial(), Limits::default());
    let (mut proofs, mut refused) = (0, 0);
    let Some(program) = compiled(&game, 0) else { return };
    for wrong in [2, 5, 40, 1000, 20_000] {
        let host = Host::start(&program, 0);
        let mut solver = Boolean::new(Config::default());
        solver.accelerate(Box::new(Pretended { host, workers: 3, wrong, fails: false }));
        let report = solver.solve(&game, &root, question, &limits, &mut Silent);
        let Some(claim) = andor_prove::solver::claim_of(&game, question, &report) else {
            refused += 1;
            continue;
        };
        let finding = Finding { root: &root, question, claim };
        let mut sink = Entries::default();
        let options = Options::new(&limits);
        let walked = extract(&game, finding, &options, &mut solver, &mut Silent, &mut sink);
        match walked {
            // The second player wins 4x5: another claim has no proof that stands.
            Ok(_) => {
                assert_eq!(claim, andor_core::Claim::Wins(Player::Black), "every {wrong}");
                proofs += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert_eq!(proofs + refused, 5);
    assert!(proofs > 0, "one wrong entry in twenty thousand is found out and proved again");
}

/// Entries of a proof, counted.
#[derive(Default)]
struct Entries(u64);

impl andor_core::ProofSink for Entries {
    fn entry(&mut self, _: andor_core::ProofEntry<'_>) -> Result<(), InputError> {
        self.0 += 1;
        Ok(())
    }
}

/// A feature that is new in the game must come to the programs as well.
#[test]
fn the_programs_know_the_features_of_the_order() {
    let game = Breakthrough::new(5, 5);
    assert_eq!(game.order().unwrap().features(), FEATURES);
}

/// What a card cannot search is refused in a line.
#[test]
fn what_has_no_programs_is_refused() {
    let refused = |columns, rows| {
        let game = Breakthrough::new(columns, rows);
        let weights = game.order().unwrap().weights();
        fixed_for(&game, &game.initial(), weights, 0).unwrap_err().to_string()
    };
    assert!(refused(7, 6).contains("breakthrough:7x6 have no exact codes of 56 bits"));
    assert!(refused(8, 8).contains("breakthrough:8x8"));
}
