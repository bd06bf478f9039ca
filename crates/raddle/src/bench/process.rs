//! One run in a process of its own: measured, and ended when its limits are.
//!
//! The limits of time and memory are also passed to the process, which should end by itself with UNKNOWN(time limit). The parent kills it only if it does
//! not, a few seconds later. The limit of **CPU time** is the parent's: it looks at the process and all its descendants many times a second, asks them to end with an
//! interrupt, so that what was found so far is still told, and kills them if they do not. An answer that has taken more CPU time than
//! the limit does not count, however late that was noticed. The kernel has the same limit a little later (`RLIMIT_CPU`), for a parent that is gone.
//!
//! **Neighbours.** A run has a process group of its own, which is killed when the run is over, with whatever is left in it and with those descendants that
//! have left it. If memory becomes scarce,
//! the kernel is asked to take the runs first, never the bench. Of a flood of output the beginning and the end are kept, and an output that
//! somebody who has left the group keeps open is not waited for. A crash leaves no core file. If the bench is killed, so are its runs: a
//! child that finds [`PARENT`] in its environment asks the kernel for that ([`end_with_parent`]).
//!
//! CPU time and the largest resident set are what the kernel reports when the process is waited for, those of its children (the preprocessor) included.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal};
use wait4::Wait4;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// CPU time.
    pub cpu: Option<Duration>,
    /// Bytes.
    pub memory: u64,
}

/// Why the parent ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The user interrupted the bench.
    Interrupted,
    /// It ran on after its time.
    Time,
    /// Its CPU time is used up.
    Cpu,
    /// It took more memory than it may.
    Memory,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit code; `None` if a signal ended it.
    pub exit: Option<i32>,
    /// Why the parent ended it, if so.
    pub ended: Option<Ended>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// From start to end.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// Bytes.
    pub max_rss: u64,
}

/// A process that ignores its limits gets this much more before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// One that was interrupted gets this.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(20);

/// The variable that tells a child who its parent is.
pub const PARENT: &str = "RADDLE_PARENT";

/// Has the kernel end this process when the bench that started it ends, if one has. Children of children find the variable, too, and are not meant.
pub fn end_with_parent() {
    let parent = std::env::var(PARENT).ok().and_then(|text| text.parse::<i32>().ok()).and_then(Pid::from_raw);
    if parent.is_none() || rustix::process::getppid() != parent {
        return;
    }
    // Without it the run ends at its own limits.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    // The parent may have ended in between.
    if rustix::process::getppid() != parent {
        std::process::exit(i32::from(crate::INTERNAL));
    }
}

/// Runs a command within limits.
pub fn run(mut command: Command, limits: Limits, cancel: &AtomicBool) -> std::io::Result<Finished> {
    let started = Instant::now();
    command.env(PARENT, std::process::id().to_string());
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(child) = group {
        restrain(child, limits.cpu, 800);
    }
    let (out, err) = (Output::of(child.stdout.take()), Output::of(child.stderr.take()));
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let waited = child.wait4();
        // The receiver is gone only if the parent is ending anyway.
        let _ = sender.send((waited, Instant::now()));
    });
    let mut ended: Option<(Ended, Instant)> = None;
    let mut seen = Used::default();
    let (waited, end) = loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(result) => break result,
            Err(RecvTimeoutError::Disconnected) => return Err(std::io::Error::other("the waiting thread is gone")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let Some(group) = group else { continue };
        seen = Used::by(group);
        if ended.is_none() {
            let why = if cancel.load(Ordering::Relaxed) {
                Some(Ended::Interrupted)
            } else if started.elapsed() > limits.time + GRACE {
                Some(Ended::Time)
            } else if seen.memory > limits.memory + limits.memory / 4 {
                Some(Ended::Memory)
            } else if limits.cpu.is_some_and(|limit| seen.cpu > limit) {
                Some(Ended::Cpu)
            } else {
                None
            };
            ended = why.map(|why| (why, Instant::now()));
            if let Some((Ended::Cpu, _)) = ended {
                signal(group, Signal::INT);
            }
        }
        match ended {
            Some((Ended::Cpu, since)) if since.elapsed() < LAST_WORDS => {}
            Some(_) => signal(group, Signal::KILL),
            None => {}
        }
    };
    // Nothing of it stays.
    if let Some(group) = group {
        signal(group, Signal::KILL);
        seen.kill();
    }
    let waited = waited?;
    let cpu = waited.rusage.utime + waited.rusage.stime;
    let over = limits.cpu.is_some_and(|limit| cpu > limit).then_some(Ended::Cpu);
    Ok(Finished {
        stdout: out.text(),
        stderr: err.text(),
        exit: waited.status.code(),
        signal: waited.status.signal(),
        ended: ended.map(|(why, _)| why).or(over),
        wall: end - started,
        cpu,
        max_rss: waited.rusage.maxrss,
    })
}

fn signal(group: Pid, signal: Signal) {
    // It may have ended in the meantime; that is what we want.
    let _ = rustix::process::kill_process_group(group, signal);
}

/// What the kernel can do against a run that nobody watches; if memory becomes scarce it takes the process with the largest score first. All of it is a second line: where the kernel refuses, the first one stands.
pub fn restrain(child: Pid, cpu: Option<Duration>, score: u32) {
    if let Some(cpu) = cpu {
        let seconds = Some((cpu + GRACE).as_secs() + 1);
        let limit = Rlimit { current: seconds, maximum: seconds };
        let _ = rustix::process::prlimit(Some(child), Resource::Cpu, limit);
    }
    let _ = rustix::process::prlimit(Some(child), Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    let _ = std::fs::write(format!("/proc/{}/oom_score_adj", child.as_raw_nonzero()), score.to_string());
}

/// The most of each end of an output that is kept.
const KEPT: usize = 4 << 20;

/// An output that is being read, on a thread of its own.
struct Output {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Hangs up at the end of the output.
    end: Receiver<()>,
}

impl Output {
    fn of(source: Option<impl Read + Send + 'static>) -> Output {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, end) = channel();
        let shared = bytes.clone();
        std::thread::spawn(move || {
            let _sender = sender;
            let Some(mut source) = source else { return };
            let mut chunk = [0; 1 << 16];
            // What was read before an error is still worth showing.
            while let Ok(count @ 1..) = source.read(&mut chunk) {
                let mut bytes = shared.lock().expect("nobody panics with it");
                bytes.extend_from_slice(&chunk[..count]);
                if bytes.len() > 3 * KEPT {
                    let end = bytes.len() - KEPT;
                    bytes.drain(KEPT..end);
                }
            }
        });
        Output { bytes, end }
    }

    /// What there is, a little later if the end has not come: somebody else may hold the other side.
    fn text(&self) -> String {
        let _ = self.end.recv_timeout(Duration::from_secs(1));
        String::from_utf8_lossy(&self.bytes.lock().expect("nobody panics with it")).into_owned()
    }
}

/// What a process and its descendants have used.
#[derive(Default)]
struct Used {
    cpu: Duration,
    memory: u64,
    /// Each of them with the time of its start, which tells it from one that has got its number later.
    members: Vec<(i32, String)>,
}

/// The kernel's unit of CPU time in `/proc`, the same on all machines we know.
const TICKS: u64 = 100;

impl Used {
    fn by(root: Pid) -> Used {
        let (mut ticks, mut memory, mut members) = (0, 0, Vec::new());
        let mut open = vec![root.as_raw_nonzero().get()];
        while let Some(pid) = open.pop() {
            // It may have ended in the meantime. Then its parent has waited for it, and has its time.
            let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
            ticks += ticks_of(&stat).unwrap_or(0);
            members.extend(start_of(&stat).map(|start| (pid, start.to_string())));
            if let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) {
                memory += resident(&status).unwrap_or(0);
            }
            let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { continue };
            for thread in threads.flatten() {
                let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                open.extend(children.split_ascii_whitespace().filter_map(|n| n.parse::<i32>().ok()));
            }
        }
        Used { cpu: Duration::from_millis(ticks * 1000 / TICKS), memory, members }
    }

    /// Ends those who have left the group.
    fn kill(&self) {
        for (pid, start) in &self.members {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            if start_of(&stat) == Some(start)
                && let Some(pid) = Pid::from_raw(*pid)
            {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// When a process was started: the 22nd field.
fn start_of(stat: &str) -> Option<&str> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19)
}

/// User and system time of a process and of the children it has waited for: the 14th to the 17th field, behind a name in parentheses that may have
/// anything in it.
fn ticks_of(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_ascii_whitespace().skip(11).take(4);
    times.map(|n| n.parse::<u64>().ok()).sum()
}

/// Bytes.
fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { time: Duration::from_secs(60), cpu: None, memory: 1 << 30 };

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn run_shell(script: &str, limits: Limits) -> Finished {
        run(shell(script), limits, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        let done = run_shell("echo out; echo err >&2; exit 3", LIMITS);
        assert_eq!((done.stdout.as_str(), done.stderr.as_str(), done.exit), ("out\n", "err\n", Some(3)));
        assert_eq!(done.ended, None);
    }

    #[test]
    fn a_cancelled_run_is_killed() {
        let done = run(shell("sleep 100"), LIMITS, &AtomicBool::new(true)).unwrap();
        assert_eq!(done.ended, Some(Ended::Interrupted));
        assert!(done.wall < Duration::from_secs(10));
    }

    #[test]
    fn cpu_time_is_limited_also_in_children_and_last_words_are_kept() {
        let limits = Limits { cpu: Some(Duration::from_millis(300)), ..LIMITS };
        // A shell cannot listen to a signal that is ignored where the tests were started.
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", "sh", "-c"]);
        command.arg("trap 'echo last words; exit 3' INT; (while :; do :; done) & wait");
        let done = run(command, limits, &AtomicBool::new(false)).unwrap();
        assert_eq!((done.ended, done.stdout.as_str()), (Some(Ended::Cpu), "last words\n"));
        assert!(done.wall < Duration::from_secs(30), "{done:?}");
        // Sleeping costs nothing.
        let done = run_shell("sleep 0.6", limits);
        assert_eq!((done.ended, done.exit), (None, Some(0)));
    }

    #[test]
    fn who_does_not_listen_is_killed() {
        let limits = Limits { cpu: Some(Duration::from_millis(200)), ..LIMITS };
        let done = run_shell("trap '' INT; while :; do :; done", limits);
        assert_eq!((done.ended, done.signal), (Some(Ended::Cpu), Some(9)));
        assert!(done.cpu > Duration::from_millis(200), "{done:?}");
    }

    #[test]
    fn what_is_left_in_the_background_is_ended_and_not_waited_for() {
        let file = std::env::temp_dir().join(format!("raddle-process-{}", std::process::id()));
        let later = format!("sleep 3; touch {}", file.display());
        let done = run_shell(&format!("({later}) & setsid sh -c '{later}' & sleep 0.5; echo done"), LIMITS);
        assert_eq!(done.stdout, "done\n");
        assert!(done.wall < Duration::from_secs(2), "{done:?}");
        std::thread::sleep(Duration::from_secs(4));
        assert!(!file.exists());
    }

    #[test]
    fn a_flood_of_output_is_cut_in_the_middle() {
        let done = run_shell("echo first; head -c 40000000 /dev/zero | tr '\\0' x; echo; echo last", LIMITS);
        assert!(done.stdout.len() <= 3 * KEPT, "{}", done.stdout.len());
        assert!(done.stdout.starts_with("first\nxxx") && done.stdout.ends_with("x\nlast\n"));
    }

    #[test]
    fn figures_of_the_kernel() {
        let stat = "42 (a ) b) R 1 42 42 0 -1 4194304 85 0 0 0 7 5 3 2 20 0 1 0 1 2 3";
        assert_eq!(ticks_of(stat), Some(17));
        assert_eq!(resident("Name:\tx\nVmRSS:\t    2048 kB\n"), Some(2 << 20));
        assert_eq!(start_of(stat), Some("1"));
        let own = Used::by(rustix::process::getpid());
        assert!(own.memory > 0 && !own.members.is_empty());
    }
}
