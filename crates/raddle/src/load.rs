//! From files to a program, with diagnostics shown on standard error.

use raddle_program::Program;

use crate::Failure;
use crate::args::ProgramArgs;

/// Loads the program; warnings are printed, errors end the command.
pub fn program(_args: &ProgramArgs) -> Result<Program, Failure> {
    Err(Failure::internal("the front end is not there yet"))
}
