//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use raddle_evidence::Property;
use raddle_program::DataModel;

use crate::quantity::{parse_size, parse_time};

fn models() -> impl TypedValueParser<Value = DataModel> {
    PossibleValuesParser::new(["ilp32", "lp64"])
        .map(|name| if name == "ilp32" { DataModel::Ilp32 } else { DataModel::Lp64 })
}

fn count() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=1024)
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "json", "sarif"]).map(|name| match name.as_str() {
        "json" => Format::Json,
        "sarif" => Format::Sarif,
        _ => Format::Text,
    })
}

const EXAMPLES: &str = "\
Examples:
  raddle check account.c                              assertions, data races and deadlocks, in all interleavings
  raddle check --property no-data-race net.c log.c    two files, one program: is there a race?
  raddle check --property no-deadlock --time 5min x.c can threads get stuck? stop after 5 minutes
  raddle check --report x.html x.c                    the counterexample as a page for the browser
  raddle capture -- make                              check the programs that a build makes
  raddle bench --jobs 2 corpus                        run all task definitions below a folder

Exit codes: 0 TRUE, 1 FALSE, 2 wrong usage or invalid input, 3 UNKNOWN, 4 internal error.";

const CHECK_EXAMPLES: &str = "\
Examples:
  raddle check account.c
  raddle check --property no-data-race -I include -D NDEBUG server.c log.c
  raddle check --data-model ilp32 --prp unreach-call.prp task.i
  raddle check --property no-data-race -- gcc -std=gnu99 -pthread -Iinclude *.c
  raddle check --compile-commands build/compile_commands.json --target server
  raddle check --set scheduler.reduction=none --time 5min --memory 8GiB mutex.c
  raddle check --property no-deadlock --witness bug.json mutex.c && echo safe || raddle replay bug.json mutex.c

Without --property, assertions, data races and deadlocks are checked: a line for each, and the worst is the verdict.
The last line of the output is the verdict: `Verdict: TRUE`, `Verdict: FALSE(<property>)` or
`Verdict: UNKNOWN(<reason>)`.
Exit codes: 0 TRUE, 1 FALSE, 2 wrong usage or invalid input, 3 UNKNOWN, 4 internal error.";

const CAPTURE_EXAMPLES: &str = "\
Examples:
  raddle capture -- make -j2
  raddle capture --only -- sh -c './configure && make'
  raddle capture --check=--property=no-data-race --check=--time=60s -- make
  raddle check --build raddle-build.json --target server

The exit code is that of the worst check.";

/// Verifies multi-threaded C programs: proves that no interleaving reaches an error, a data race or a deadlock, or shows
/// one that does.
#[derive(Debug, Parser)]
#[command(name = "raddle", version, after_help = EXAMPLES, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to print in colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = colours(), hide_possible_values = true)]
    pub color: Colour,
}

/// When to print in colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

fn colours() -> impl TypedValueParser<Value = Colour> {
    PossibleValuesParser::new(["auto", "always", "never"]).map(|name| match name.as_str() {
        "always" => Colour::Always,
        "never" => Colour::Never,
        _ => Colour::Auto,
    })
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Verify one program (several files are one program)
    Check(Box<CheckArgs>),
    /// Run many tasks in separate processes and compare the verdicts with what is expected
    Bench(BenchArgs),
    /// Show the program model: functions as control-flow automata
    Cfa(CfaArgs),
    /// Record how a build compiles and links, then check the programs it makes
    Capture(CaptureArgs),
    /// Replay a counterexample that `check --witness` has written
    Replay(ReplayArgs),
    /// List the analyses that `--analysis` takes
    Analyses,
    /// List the options that `--set` takes
    Options,
    /// Write completions for a shell: raddle completions bash > ~/.local/share/bash-completion/completions/raddle
    Completions {
        /// Which shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Write the manual page: raddle man > raddle.1
    Man,
}

/// Which program, and for which machine.
#[derive(Debug, Clone, Args)]
pub struct ProgramArgs {
    /// C files (`.c` is preprocessed with `cc -E`, `.i` is taken as it is); together they are one program
    #[arg(value_name = "FILE", required_unless_present_any = ["compile_commands", "build", "command"])]
    pub files: Vec<PathBuf>,
    /// Sizes of C types: ilp32 or lp64 [default: what the build's flags say, or lp64]
    #[arg(long, value_name = "MODEL", value_parser = models(), hide_possible_values = true, help_heading = "Program")]
    pub data_model: Option<DataModel>,
    /// Where the program starts [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Program")]
    pub entry: Option<String>,
    /// The arguments of the program, as a shell takes them apart, for example "-n 4 file" [default: any arguments]
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, help_heading = "Program")]
    pub args: Option<String>,
    /// Search headers in this directory
    #[arg(short = 'I', value_name = "DIR", help_heading = "Program")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Program")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Program")]
    pub undefine: Vec<String>,
    /// Pass an argument to the preprocessor as it is
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Program")]
    pub cc_arg: Vec<String>,
    /// How the files are compiled, as CMake and others write it (compile_commands.json); without files all of them are the program
    #[arg(long, value_name = "FILE", help_heading = "Build", conflicts_with_all = ["build", "command"])]
    pub compile_commands: Option<PathBuf>,
    /// A build that `raddle capture` has recorded
    #[arg(long, value_name = "FILE", help_heading = "Build", conflicts_with_all = ["files", "command"])]
    pub build: Option<PathBuf>,
    /// Which program of the build
    #[arg(long, value_name = "NAME", help_heading = "Build")]
    pub target: Option<String>,
    /// A compiler's command line: files and flags are taken from it
    #[arg(last = true, value_name = "COMPILER COMMAND", help_heading = "Build", conflicts_with = "files")]
    pub command: Vec<String>,
}

/// Arguments of `capture`.
#[derive(Debug, Args)]
#[command(after_help = CAPTURE_EXAMPLES)]
pub struct CaptureArgs {
    /// Where to write what was recorded, for `raddle check --build`
    #[arg(short, long, value_name = "FILE", default_value = "raddle-build.json")]
    pub output: PathBuf,
    /// Only record
    #[arg(long)]
    pub only: bool,
    /// An argument for each check, for example --check=--time=60s (may be given several times)
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub check: Vec<String>,
    /// The build
    #[arg(last = true, value_name = "BUILD COMMAND", required = true)]
    pub command: Vec<String>,
}

/// How to verify.
#[derive(Debug, Clone, Args)]
pub struct AnalysisArgs {
    /// Which analysis; `raddle analyses` lists them
    #[arg(long, value_name = "NAME", help_heading = "Analysis")]
    pub analysis: Option<String>,
    /// Read options from a file, for example configs/explicit.toml
    #[arg(long, value_name = "FILE.toml", help_heading = "Analysis")]
    pub config: Option<PathBuf>,
    /// Set an option, for example scheduler.reduction=none; `raddle options` lists them
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Analysis")]
    pub set: Vec<String>,
    /// Stop after this much wall-clock time: 90s, 5min, 1.5h
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Stop at this much resident memory: 4GiB, 4096MiB
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Seed for analyses that draw random numbers (reach.order=random does)
    #[arg(long, value_name = "N", help_heading = "Analysis")]
    pub seed: Option<u64>,
    /// How many cores to use: so many analyses of `auto` run at the same time [default: 1]
    #[arg(long, value_name = "N", value_parser = count(), help_heading = "Limits")]
    pub threads: Option<u32>,
    /// Do not look for a file `raddle.toml` in the folder of the program and those above it
    #[arg(long, help_heading = "Analysis")]
    pub no_config: bool,
}

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people
    Text,
    /// For programs; docs/json.md documents it
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
}

/// Arguments of `check`.
#[derive(Debug, Clone, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What to check: unreach-call, no-data-race, no-deadlock, no-overflow, valid-memsafety, several of them with commas between, or all [default: the
    /// first three]
    #[arg(long, value_name = "NAME,…", help_heading = "Property", conflicts_with = "prp")]
    pub property: Option<String>,
    /// Read the property from an SV-COMP property file
    #[arg(long, value_name = "FILE", help_heading = "Property")]
    pub prp: Option<PathBuf>,
    /// How many data races to tell: the search ends with the first one, or goes on and tells all that there are [default: first]
    #[arg(long, value_name = "first|all", value_parser = PossibleValuesParser::new(["first", "all"]), help_heading = "Property")]
    pub races: Option<String>,
    /// Data races that do not count: ThreadSanitizer's lines `race:PATTERN` (docs/races.md)
    #[arg(long, value_name = "FILE", help_heading = "Property")]
    pub suppressions: Option<PathBuf>,
    /// The analysis.
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    /// What to print on standard output: for people, for programs (docs/json.md), or for editors
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats(), help_heading = "Output")]
    pub format: Format,
    /// Write a counterexample to this file, for `raddle replay`; of several properties each to its own, with the property in the name
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub witness: Option<PathBuf>,
    /// Write the verdict as a self-contained page
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Write all forms of the result into this directory
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Tell times and memory on standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Tell the whole story of every race, not only of the first one
    #[arg(long, help_heading = "Output")]
    pub verbose: bool,
    /// Run one member of `auto` for the process that has started this one
    #[arg(long, hide = true, value_parser = Member::parse)]
    pub member: Option<Member>,
}

/// What a process is started for that runs one member of a portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The line of the table.
    pub line: usize,
    /// What to check.
    pub property: Property,
    /// How long it may look for a claim.
    pub slice: Duration,
    /// How long it may take for everything.
    pub time: Option<Duration>,
    /// Bytes.
    pub memory: Option<u64>,
}

impl Member {
    /// As one argument.
    pub fn to_text(self) -> String {
        let or_none = |number: Option<u128>| number.map_or("-".to_string(), |number| number.to_string());
        let (time, memory) = (self.time.map(|time| time.as_millis()), self.memory.map(u128::from));
        let slice = self.slice.as_millis();
        format!("{},{},{slice},{},{}", self.line, self.property.name(), or_none(time), or_none(memory))
    }

    fn parse(text: &str) -> Result<Member, String> {
        let parts: Vec<&str> = text.split(',').collect();
        let [line, property, slice, time, memory] = parts[..] else { return Err("five parts are needed".to_string()) };
        let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
        let or_none = |text: &str| if text == "-" { Ok(None) } else { number(text).map(Some) };
        Ok(Member {
            line: line.parse().map_err(|_| format!("`{line}` is no line"))?,
            property: Property::from_name(property).ok_or_else(|| format!("there is no property `{property}`"))?,
            slice: Duration::from_millis(number(slice)?),
            time: or_none(time)?.map(Duration::from_millis),
            memory: or_none(memory)?,
        })
    }
}

/// Arguments of `cfa`.
#[derive(Debug, Args)]
pub struct CfaArgs {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Write Graphviz instead of text: raddle cfa --dot x.c | dot -Tsvg > x.svg
    #[arg(long)]
    pub dot: bool,
    /// Only this function (may be given several times)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Show the models of library functions, too
    #[arg(long)]
    pub library: bool,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The file `check --witness` has written
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// C files, the same as for `check` [default: those that the witness names, with their flags]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Search headers in this directory
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Pass an argument to the preprocessor as it is
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub cc_arg: Vec<String>,
}

const BENCH_EXAMPLES: &str = "\
Examples:
  raddle bench --jobs 2 corpus
  raddle bench --analysis explicit,bdd,value --cpu 60s -o results tasks.set
  raddle bench --variant all=explicit:scheduler.reduction=none --variant some=explicit corpus
  raddle bench --peer other=other.csv --baseline before.json -o results tasks.set
  raddle bench --cpu 60s -o results --resume results/journal.jsonl tasks.set

Exit codes: 0 nothing wrong, 1 a wrong verdict, 2 wrong usage or a task definition that is not valid, 4 internal error.";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = BENCH_EXAMPLES)]
pub struct BenchArgs {
    /// Task definitions (.yml), sets of them (.set), or folders that hold some
    #[arg(value_name = "TASKS", required = true)]
    pub tasks: Vec<PathBuf>,
    /// Only this property (may be given several times)
    #[arg(long, value_name = "NAME", help_heading = "Tasks")]
    pub property: Vec<String>,
    /// Only tasks whose path contains this text (may be given several times)
    #[arg(long, value_name = "TEXT", help_heading = "Tasks")]
    pub filter: Vec<String>,
    /// Only the first of every N tasks
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(), help_heading = "Tasks")]
    pub every: u32,
    /// Which analysis; several are run side by side
    #[arg(long, value_name = "NAME,…", help_heading = "Variants")]
    pub analysis: Vec<String>,
    /// An analysis with options of its own, under a name (may be given several times); config=FILE.toml is a file of options, program=FILE another build
    #[arg(long, value_name = "NAME=ANALYSIS[:KEY=VALUE,…]", help_heading = "Variants")]
    pub variant: Vec<String>,
    /// Read options from a file
    #[arg(long, value_name = "FILE.toml", help_heading = "Variants")]
    pub config: Option<PathBuf>,
    /// Set an option
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Variants")]
    pub set: Vec<String>,
    /// Wall-clock time for each run [default: 60s, or twice the CPU time]
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// CPU time for each run, that of its children included
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub cpu: Option<Duration>,
    /// Memory for each run
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_size, help_heading = "Limits")]
    pub memory: u64,
    /// How many runs at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(), help_heading = "Limits")]
    pub jobs: u32,
    /// Show the results of another tool beside ours (may be given several times)
    #[arg(long, value_name = "NAME=FILE.csv", help_heading = "Results")]
    pub peer: Vec<String>,
    /// Compare with the rows of an earlier run
    #[arg(long, value_name = "FILE.json", help_heading = "Results")]
    pub baseline: Option<PathBuf>,
    /// Write all rows to this file
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub json: Option<PathBuf>,
    /// Write everything into this directory: page, plots, rows, journal, the output of every run
    #[arg(short, long, value_name = "DIR", help_heading = "Results")]
    pub output: Option<PathBuf>,
    /// Write each row to this file as soon as it is known
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub journal: Option<PathBuf>,
    /// Go on with the journal of a bench that was ended: what is in it is not run again
    #[arg(long, value_name = "FILE", help_heading = "Results", conflicts_with = "journal")]
    pub resume: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_member_reads_back_as_it_was_written() {
        let slice = Duration::from_millis(1800);
        for (time, memory) in [(None, None), (Some(Duration::from_secs(60)), Some(4 << 30))] {
            let member = Member { line: 7, property: Property::NoDataRace, slice, time, memory };
            assert_eq!(Member::parse(&member.to_text()), Ok(member));
        }
        for text in
            ["", "7", "7,no-race,5,-,-", "x,no-data-race,5,-,-", "7,no-data-race,-,-,-", "7,no-data-race,5,-,-,-"]
        {
            assert!(Member::parse(text).is_err(), "{text}");
        }
    }
}
