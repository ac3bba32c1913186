//! The card's programs for one board, compiled for this machine's processor, as a process that answers.

use crate::Position;
use andor_core::{Game, RaceBoard, Racers, Rules};
use andor_games::breakthrough::Breakthrough;
use andor_gpu::fixed_for;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The programs for one board, running.
pub(crate) struct Host {
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
    pub(crate) fn new(game: &Breakthrough, depth: usize) -> Option<Host> {
        Some(Host::start(&compiled(game, depth)?, depth))
    }

    pub(crate) fn start(program: &Path, depth: usize) -> Host {
        let mut command = Command::new(program);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut host = Host { child, to, from: BufReader::new(from) };
        if depth > 0 {
            host.ask("fill");
        }
        host.ask("table 100000");
        host
    }

    pub(crate) fn ask(&mut self, line: &str) -> String {
        writeln!(self.to, "{line}").unwrap();
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n') && answer != "?\n", "{line}: {answer}");
        answer.trim_end().to_owned()
    }

    pub(crate) fn numbers(&mut self, line: &str) -> Vec<i64> {
        self.ask(line).split(' ').map(|word| word.parse().unwrap()).collect()
    }
}

/// The program for a board; `None` where there is no C++ compiler, after saying so.
pub(crate) fn compiled(game: &Breakthrough, depth: usize) -> Option<PathBuf> {
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
pub(crate) fn seen(game: &Breakthrough, position: &Position) -> String {
    let RaceBoard { columns, rows } = game.race_board().unwrap();
    let Racers { own, enemy, goes_up } = game.racers(position).unwrap();
    let turned = |men: u64| if goes_up { men } else { men.reverse_bits() >> (64 - columns * rows) };
    format!("{} {} {}", turned(own), turned(enemy), u8::from(goes_up))
}
