//! The `andor` binary: the standard games behind the command line of `andor_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    andor_cli::main_with(andor_cli::Program::ANDOR, andor_cli::Catalogue::standard())
}
