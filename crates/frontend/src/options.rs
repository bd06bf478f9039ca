//! What the user can choose about reading a program.

use std::path::PathBuf;

use raddle_deadline::Deadline;
use raddle_program::DataModel;

/// What the user can choose about reading a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of C types.
    pub data_model: DataModel,
    /// Directories to search for headers (`-I`).
    pub include_dirs: Vec<PathBuf>,
    /// Macros to define (`-D`), `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// Further arguments of the preprocessor.
    pub cc_args: Vec<String>,
    /// The function the program starts with.
    pub entry: String,
    /// The function whose call is the error of `unreach-call`; `None`: the functions that mean an error by their name.
    pub error_function: Option<String>,
    /// The arguments of the program, behind its own name; `None`: nobody knows.
    pub arguments: Option<Vec<String>>,
    /// Whether the program says when the life of a local of an inner block begins and ends ([`raddle_program::Op::Live`]): who looks for accesses to what
    /// is gone needs it.
    pub lifetimes: bool,
    /// When reading has to end.
    pub deadline: Deadline,
}

/// A file with how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file.
    pub path: PathBuf,
    /// Arguments of the preprocessor for this file, after those of [`Options`]; paths in them are as seen from here.
    pub flags: Vec<String>,
}

impl From<PathBuf> for Unit {
    fn from(path: PathBuf) -> Unit {
        Unit { path, flags: Vec::new() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            data_model: DataModel::default(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            cc_args: Vec::new(),
            entry: "main".to_string(),
            error_function: None,
            arguments: None,
            lifetimes: false,
            deadline: Deadline::new(),
        }
    }
}
