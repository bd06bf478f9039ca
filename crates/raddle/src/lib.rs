//! The command `raddle`: arguments, configuration, exit codes, progress.
//!
//! **Architecture invariant**: this is the only crate that prints or ends the process. Everything it prints on standard
//! output is made by `raddle-report`, in one piece, at the end.

pub mod args;
pub mod bench;
mod build;
mod check;
mod internal;
mod load;
mod member;
mod progress;
mod project;
mod property;
mod quantity;
mod replay;
mod settings;
mod show;
mod suppressions;
mod watchdog;

use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use clap::{CommandFactory, Parser};
use raddle_report::Look;

use args::{Cli, Colour, Command, Format};
use watchdog::Floor;

/// Wrong usage or input that is not valid C.
const USAGE: u8 = 2;
/// An error of ours.
const INTERNAL: u8 = 4;

/// A command that could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// For standard error; several lines if there are diagnostics, each with its own `error:`.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// Wrong usage: one line.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { message: format!("error: {}", message.into()), code: USAGE }
    }

    /// Invalid input, with diagnostics already rendered.
    pub fn input(diagnostics: String) -> Failure {
        Failure { message: diagnostics.trim_end().to_string(), code: USAGE }
    }

    /// Something that should work and does not.
    pub fn internal(message: impl Into<String>) -> Failure {
        Failure { message: format!("error: {}", message.into()), code: INTERNAL }
    }
}

/// Writes a file the user asked for.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::usage(format!("cannot write `{}`: {e}", path.display())))
}

/// Set by an interrupt.
static BENCH_CANCEL: AtomicBool = AtomicBool::new(false);

/// Runs the command line and returns the exit code.
pub fn main_with_exit_code() -> u8 {
    bench::end_with_parent();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are errors to clap; they go to standard output and mean success.
            let code = if error.use_stderr() { USAGE } else { 0 };
            let _ = error.print();
            return code;
        }
    };
    COLOUR.get_or_init(|| cli.color);
    let cancel = Arc::new(AtomicBool::new(false));
    listen_for_interrupts(cancel.clone());
    let gives_verdict = matches!(&cli.command, Command::Check(args) if args.format == Format::Text);
    // Deeply nested programs make deep recursions.
    let floor = Floor::default();
    let result = raddle_frontend::with_large_stack(|| guarded(&cli.command, &cancel, &floor));
    // A check has taken the floor when it has an answer; then nobody else asks for it.
    if result.is_err() {
        floor.take_or_wait();
    }
    match result {
        Ok((out, code)) => {
            print(&out);
            code
        }
        Err(failure) => {
            eprintln!("{}", failure.message);
            if failure.code == INTERNAL && gives_verdict {
                let what = failure.message.lines().next().unwrap_or_default();
                let what = what.strip_prefix("error: ").unwrap_or(what);
                let what = what.strip_prefix("internal error: ").unwrap_or(what);
                print(&format!("Verdict: UNKNOWN(internal error: {what})\n"));
            }
            failure.code
        }
    }
}

/// The first interrupt asks for an orderly end, the second ends at once.
fn listen_for_interrupts(cancel: Arc<AtomicBool>) {
    // Without a handler an interrupt still ends the process, only less politely.
    let _ = ctrlc::set_handler(move || {
        BENCH_CANCEL.store(true, Ordering::Relaxed);
        if cancel.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    // A closed pipe is the reader's choice, not an error.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Where the last panic was, for the one report about it.
static PANIC: LazyLock<Mutex<String>> = LazyLock::new(Mutex::default);

/// Runs a command; a panic is an error of ours and becomes a failure.
fn guarded(command: &Command, cancel: &Arc<AtomicBool>, floor: &Floor) -> Result<(String, u8), Failure> {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let what = payload.downcast_ref::<&str>().copied().map(str::to_string);
        let what = what.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_string());
        let place = info.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        if let Ok(mut last) = PANIC.lock() {
            *last = format!("{}{place}", what.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }));
    catch_unwind(AssertUnwindSafe(|| run(command, cancel, floor))).unwrap_or_else(|_| {
        let what = PANIC.lock().map_or(String::new(), |what| what.clone());
        Err(Failure {
            message: format!(
                "error: internal error: {what}\nThis is a bug of Raddle; please report it with the program."
            ),
            code: INTERNAL,
        })
    })
}

fn run(command: &Command, cancel: &Arc<AtomicBool>, floor: &Floor) -> Result<(String, u8), Failure> {
    match command {
        Command::Check(args) => check::check(args, stdout_look(), cancel, floor),
        Command::Bench(args) => bench::bench(args, &BENCH_CANCEL),
        Command::Cfa(args) => show::cfa(args).map(|out| (out, 0)),
        Command::Capture(args) => build::capture::capture(args),
        Command::Replay(args) => replay::replay(args, stdout_look()),
        Command::Analyses => Ok((show::analyses(), 0)),
        Command::Options => Ok((show::options(stdout_look().width), 0)),
        Command::Completions { shell } => Ok((completions(*shell), 0)),
        Command::Man => manual().map(|page| (page, 0)),
    }
}

fn terminal_width() -> Option<usize> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|w| *w > 0)
}

/// When the user wants colours.
static COLOUR: OnceLock<Colour> = OnceLock::new();

fn is_coloured(terminal: bool) -> bool {
    match COLOUR.get() {
        Some(Colour::Always) => true,
        Some(Colour::Never) => false,
        Some(Colour::Auto) | None => terminal && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// How standard output is looked at.
fn stdout_look() -> Look {
    let terminal = std::io::stdout().is_terminal();
    let width = if terminal { terminal_width().map_or(Look::PLAIN.width, |w| w.clamp(60, 200)) } else { Look::PLAIN.width };
    Look { colour: is_coloured(terminal), width, ..Look::PLAIN }
}

/// How standard error is looked at.
pub(crate) fn stderr_look() -> Look {
    Look { colour: is_coloured(std::io::stderr().is_terminal()), ..Look::PLAIN }
}

/// What a shell reads to complete command lines.
fn completions(shell: clap_complete::Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "raddle", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The manual page, with a section for each command.
fn manual() -> Result<String, Failure> {
    let fail = |error: std::io::Error| Failure::internal(format!("cannot write the manual page: {error}"));
    let mut text = Vec::new();
    let mut all = Cli::command();
    all.build();
    clap_mangen::Man::new(all.clone()).render(&mut text).map_err(fail)?;
    for command in all.get_subcommands() {
        let page = clap_mangen::Man::new(command.clone());
        text.extend(format!(".SH RADDLE {}\n", command.get_name().to_uppercase()).bytes());
        page.render_description_section(&mut text).map_err(fail)?;
        page.render_options_section(&mut text).map_err(fail)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}
