//! Members of `auto` in processes of their own: the side that starts them, and the side that is started.
//!
//! **Idea.** The process that is started is this program with the arguments of this run and one more, `--member`, which says which line of the table to run, for how long, with how much memory. It reads the same files in the same way, so it has the same program; if it has not, because somebody has
//! changed a file meanwhile, the parcel says so ([`Parcel::identity`](raddle_evidence::Parcel)). It tells on standard output, a line each, when it begins, how far it is, when it has claimed something, and at last its verdict.
//!
//! **Who ends it.** The process keeps its limits by itself. If it does not, it is killed: some time after its slice if it has claimed nothing, after the whole time, when it has much more memory than it may, when nobody needs its answer any more. If this process ends, however, the kernel ends the other one. If memory becomes scarce the kernel is
//! asked to take it first.
//!
//! **When there is none.** What was read from a pipe cannot be read again; what the solver is asked is recorded in one process; and a system may refuse to start one. Then the members run in this process, one after the other.

use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use raddle_deadline::caught;
use raddle_engines::portfolio::{run_line, strategy::STRATEGY};
use raddle_engines::{Apart, Brought, Config, Errand, Limits, Progress};
use raddle_evidence::{Parcel, Reason, Verdict};
use raddle_frontend::{Leave, with_large_stack_until};
use raddle_program::Program;
use raddle_report::{parcel_from_text, parcel_to_text};
use rustix::process::{Pid, Signal};

use crate::args::{CheckArgs, Member};
use crate::bench::{PARENT, restrain};
use crate::build::Sources;

/// Time between two looks at a process.
const PERIOD: Duration = Duration::from_millis(10);

/// How long a process may go on behind its slice before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// How long it may go on behind the end of the whole run.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How much earlier than the whole run it ends, so that what it knows arrives in time.
const EARLIER: Duration = Duration::from_millis(150);

/// The signal that nobody survives.
const KILLED: i32 = 9;

/// The exit code of a run that ends without an answer.
const UNKNOWN: i32 = 3;

/// What a process tells.
enum Told {
    Began,
    Claimed,
    Searching(Progress),
    Verdict(String),
}

impl Told {
    fn read(line: &str) -> Option<Told> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "began" => Some(Told::Began),
            "claimed" => Some(Told::Claimed),
            "searching" => {
                let numbers: Option<Vec<u64>> = rest.split(' ').map(|number| number.parse().ok()).collect();
                let [states, frontier, depth] = numbers?[..] else { return None };
                Some(Told::Searching(Progress { states, frontier, depth }))
            }
            "verdict" => Some(Told::Verdict(rest.to_string())),
            _ => None,
        }
    }

    fn write(&self) {
        crate::print(&match self {
            Told::Began => "began\n".to_string(),
            Told::Claimed => "claimed\n".to_string(),
            Told::Searching(Progress { states, frontier, depth }) => format!("searching {states} {frontier} {depth}\n"),
            Told::Verdict(text) => format!("verdict {text}\n"),
        });
    }
}

/// How processes are started for this run, if they can be.
pub fn apart(args: &CheckArgs, sources: &Sources, start: Duration, config: &Config) -> Option<Apart> {
    let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let named =
        [&args.prp, &args.suppressions, &args.analysis.config, &args.program.compile_commands, &args.program.build];
    let read =
        sources.units.iter().map(|unit| unit.path.as_path()).chain(named.into_iter().flatten().map(|p| p.as_path()));
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let (first, rest) = arguments.split_first()?;
    if first != "check" || !read.into_iter().all(is_file) || config.smt.record.is_some() {
        return None;
    }
    let rest = rest.to_vec();
    let run = move |errand: &Errand<'_>| {
        let member = Member {
            line: errand.line,
            property: errand.property,
            slice: errand.slice,
            time: errand.limits.left().map(|left| left.saturating_sub(EARLIER.min(left / 4))),
            memory: errand.memory,
        };
        // This very program, even if its file was replaced meanwhile.
        let mut command = Command::new("/proc/self/exe");
        command.arg("check").arg("--member").arg(member.to_text()).args(&rest);
        send(command, errand)
    };
    Some(Apart { run: Arc::new(run), at_once: args.analysis.threads.unwrap_or(1) as usize, start })
}

/// Starts a process and waits for what it brings.
fn send(mut command: Command, errand: &Errand<'_>) -> Brought {
    command.env(PARENT, std::process::id().to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let Ok(child) = command.spawn() else { return Brought::NotStarted };
    let mut process = Process { child };
    if let Some(pid) = process.pid() {
        restrain(pid, None, 900);
    }
    let told = listen(process.child.stdout.take());
    let (mut began, mut claimed, mut over) = (None, false, None);
    let mut word = told.recv_timeout(PERIOD);
    loop {
        match word {
            Ok(Told::Began) => began = Some(Instant::now()),
            Ok(Told::Claimed) => claimed = true,
            Ok(Told::Searching(progress)) => errand.limits.report(progress),
            Ok(Told::Verdict(text)) => match parcel_from_text(&text) {
                Ok(parcel) => return Brought::Parcel(Box::new(parcel)),
                Err(why) => {
                    return Brought::Nothing(Reason::Internal(format!("has a verdict that cannot be read: {why}")));
                }
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Brought::Nothing(process.end());
            }
        }
        if (errand.unneeded)() {
            return Brought::Nothing(Reason::Cancelled);
        }
        if errand.limits.is_ending() && over.get_or_insert_with(Instant::now).elapsed() > LAST_WORDS {
            return Brought::Nothing(errand.limits.exceeded().unwrap_or(Reason::TimeLimit));
        }
        if !claimed && began.is_some_and(|began: Instant| began.elapsed() > errand.slice + GRACE) && !is_last(errand) {
            return Brought::Nothing(Reason::TimeLimit);
        }
        if errand.memory.is_some_and(|memory| process.resident() > memory + memory / 8) {
            return Brought::Nothing(Reason::MemoryLimit);
        }
        word = told.recv_timeout(PERIOD);
    }
}

/// The last line has all the time that is left.
fn is_last(errand: &Errand<'_>) -> bool {
    errand.line + 1 == STRATEGY.len()
}

/// What a process tells, read on a thread of its own.
fn listen(output: Option<ChildStdout>) -> Receiver<Told> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines());
        for told in lines.map_while(Result::ok).filter_map(|line| Told::read(&line)) {
            if sender.send(told).is_err() {
                break;
            }
        }
    });
    receiver
}

/// A process that ends when nobody looks at it any more.
struct Process {
    child: Child,
}

impl Process {
    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Why there is no verdict.
    fn end(&mut self) -> Reason {
        let ended = |how: String| Reason::Internal(format!("has ended without a verdict ({how})"));
        match self.child.wait().map(|status| (status.code(), status.signal())) {
            // Nobody kills it who looks at it here: it is the kernel, which needs its memory.
            Ok((_, Some(KILLED))) => Reason::MemoryLimit,
            // It had no time to begin, or its watchdog has ended it.
            Ok((Some(UNKNOWN), None)) => Reason::TimeLimit,
            Ok((_, Some(signal))) => ended(format!("signal {signal}")),
            Ok((Some(code), None)) => ended(format!("exit code {code}")),
            Ok((None, None)) | Err(_) => ended("nobody knows how".to_string()),
        }
    }

    /// Bytes that are resident.
    fn resident(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).unwrap_or_default();
        text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended in the meantime. As long as nobody has waited for it, its number belongs to nobody else.
        if let (Ok(None), Some(pid)) = (self.child.try_wait(), self.pid()) {
            let _ = rustix::process::kill_process_group(pid, Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

/// The limits of a process that was started for a member.
pub fn limit(limits: &mut Limits) {
    limits.process_ends = true;
    limits.progress = Some(Arc::new(|progress: &Progress| Told::Searching(*progress).write()));
    limits.claimed = Some(Arc::new(|| Told::Claimed.write()));
}

/// Runs a member for the process that has started this one, and tells it what came of it.
pub fn serve(member: Member, program: &Arc<Program>, config: &Config, limits: &Limits) {
    Told::Began.write();
    let Member { line, property, slice, .. } = member;
    let verdict = caught(|| {
        let (program, config, own) = (program.clone(), config.clone(), limits.clone());
        with_large_stack_until(limits.deadline(), Leave::WhenNoticed, move || {
            run_line((STRATEGY, line), slice, &program, property, &config, &own)
        })
    });
    let verdict = verdict.unwrap_or_else(|over| Verdict::unknown(property, vec![over.into()], limits.seen()));
    Told::Verdict(parcel_to_text(&Parcel::of(&verdict, program))).write();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicBool, Ordering};

    use raddle_evidence::{AboutRaces, Answered, Property, Statistics};

    use super::*;

    fn parcel() -> Parcel {
        Parcel {
            program: 7,
            property: Property::NoDeadlock,
            answer: Answered::Unknown(vec![Reason::StateLimit(5)]),
            assumptions: BTreeSet::new(),
            notes: BTreeSet::new(),
            undefined: None,
            stats: Statistics::default(),
            explanation: Vec::new(),
            races: AboutRaces::default(),
        }
    }

    /// What a script in the place of a member brings, and how long that takes.
    fn brought(script: &str, slice: Duration, limits: &Limits, memory: Option<u64>) -> (Brought, Duration) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let unneeded = &|| false;
        let errand = Errand { line: 0, property: Property::NoDeadlock, slice, limits, memory, unneeded };
        let started = Instant::now();
        (send(command, &errand), started.elapsed())
    }

    fn why(brought: Brought) -> Reason {
        match brought {
            Brought::Nothing(reason) => reason,
            other => panic!("{other:?}"),
        }
    }

    const LONG: Duration = Duration::from_secs(100);
    /// Even on a machine with much else to do.
    const SOON: Duration = Duration::from_secs(20);

    #[test]
    fn a_verdict_arrives_and_nobody_waits_for_more() {
        let seen = Arc::new(AtomicBool::new(false));
        let mut limits = Limits::new(Some(LONG), None);
        let listener = seen.clone();
        limits.progress = Some(Arc::new(move |progress| listener.store(progress.frontier == 3, Ordering::Relaxed)));
        let text = parcel_to_text(&parcel());
        let script =
            format!("echo began; echo searching 2 3 4; echo nonsense; echo claimed; echo 'verdict {text}'; sleep 100");
        let (brought, took) = brought(&script, LONG, &limits, None);
        assert!(matches!(brought, Brought::Parcel(brought) if *brought == parcel()));
        assert!(seen.load(Ordering::Relaxed) && took < SOON, "{took:?}");
    }

    #[test]
    fn a_crash_is_no_verdict() {
        let limits = Limits::new(Some(LONG), None);
        let reason = |script: &str| why(brought(script, LONG, &limits, None).0);
        assert_eq!(
            reason("echo began; kill -SEGV $$"),
            Reason::Internal("has ended without a verdict (signal 11)".to_string())
        );
        assert_eq!(reason("exit 4"), Reason::Internal("has ended without a verdict (exit code 4)".to_string()));
        assert_eq!(reason("exit 3"), Reason::TimeLimit);
        // Nobody but the kernel kills, if memory is scarce.
        assert_eq!(reason("echo began; kill -KILL $$"), Reason::MemoryLimit);
        assert!(matches!(reason("echo 'verdict {}'"), Reason::Internal(what) if what.contains("cannot be read")));
    }

    #[test]
    fn who_hangs_is_ended_after_the_slice_unless_something_is_claimed() {
        let limits = Limits::new(Some(LONG), None);
        let slice = Duration::from_millis(100);
        let (brought_nothing, took) = brought("echo began; sleep 100", slice, &limits, None);
        assert_eq!(why(brought_nothing), Reason::TimeLimit);
        assert!(took < SOON, "{took:?}");
        // What is claimed is checked in the time of the whole run.
        let text = parcel_to_text(&parcel());
        let script = format!("echo began; echo claimed; sleep 2; echo 'verdict {text}'");
        assert!(matches!(brought(&script, slice, &limits, None).0, Brought::Parcel(_)));
        let short = Limits::new(Some(Duration::from_millis(300)), None);
        let (brought, took) = brought("echo began; echo claimed; sleep 100", slice, &short, None);
        assert_eq!((why(brought), took < SOON), (Reason::TimeLimit, true));
    }

    #[test]
    fn who_eats_memory_is_ended() {
        let limits = Limits::new(Some(LONG), None);
        // It keeps all that it reads, because it waits for the end of a line.
        let (brought, took) = brought("echo began; exec tail -n 1 /dev/zero", LONG, &limits, Some(64 << 20));
        assert_eq!((why(brought), took < SOON), (Reason::MemoryLimit, true));
    }

    #[test]
    fn who_is_not_needed_is_ended_with_all_that_it_has_started() {
        let limits = Limits::new(Some(LONG), None);
        let file = std::env::temp_dir().join(format!("raddle-member-{}", std::process::id()));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("(sleep 3; touch {}) & echo began; wait", file.display())]);
        let started = Instant::now();
        let unneeded = &|| started.elapsed() > Duration::from_millis(100);
        let (property, slice, memory) = (Property::NoDeadlock, LONG, None);
        let errand = Errand { line: 0, property, slice, limits: &limits, memory, unneeded };
        assert_eq!(why(send(command, &errand)), Reason::Cancelled);
        std::thread::sleep(Duration::from_secs(4));
        assert!(!file.exists());
    }

    #[test]
    fn what_cannot_be_started_is_told() {
        let limits = Limits::default();
        let unneeded = &|| false;
        let (property, slice, memory) = (Property::NoDeadlock, LONG, None);
        let errand = Errand { line: 0, property, slice, limits: &limits, memory, unneeded };
        assert!(matches!(send(Command::new("/no/such/program"), &errand), Brought::NotStarted));
    }
}
