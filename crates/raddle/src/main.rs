//! The program `raddle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(raddle::main_with_exit_code())
}
