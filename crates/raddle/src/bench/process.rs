//! One run in a process of its own: measured, and ended when its limits are.
//!
//! The limits are also passed to the process, which should end by itself with UNKNOWN(time limit). The parent kills it
//! only if it does not, a few seconds later. CPU time and the largest resident set are what the kernel reports when the
//! process is waited for, children of the process (the preprocessor) included.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit code; `None` if a signal ended it.
    pub exit: Option<i32>,
    /// Why the parent killed it, if so.
    pub killed: Option<&'static str>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// From start to end.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// Bytes.
    pub max_rss: u64,
}

/// Runs a command within limits.
pub fn run(mut command: Command, time: Duration, memory: u64, cancel: &AtomicBool) -> std::io::Result<Finished> {
    // A process that ignores its limits gets this much more before it is killed.
    let grace = Duration::from_secs(5);
    let started = Instant::now();
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let errors = std::thread::spawn(move || drain(&mut err));
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let stdout = drain(&mut out);
        let waited = child.wait4();
        // The receiver is gone only if the parent is ending anyway.
        let _ = sender.send((stdout, waited, Instant::now()));
    });
    let mut killed = None;
    let (stdout, waited, ended) = loop {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(result) => break result,
            Err(RecvTimeoutError::Disconnected) => return Err(std::io::Error::other("the waiting thread is gone")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if killed.is_none() {
            let resident = group.and_then(|g| resident(g.as_raw_nonzero().get())).unwrap_or(0);
            killed = if cancel.load(Ordering::Relaxed) {
                Some("interrupted")
            } else if started.elapsed() > time + grace {
                Some("ignored its time limit")
            } else if resident > memory + memory / 4 {
                Some("ignored its memory limit")
            } else {
                None
            };
        }
        if killed.is_some()
            && let Some(group) = group
        {
            // It may have ended in the meantime; that is what we want.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    };
    let waited = waited?;
    Ok(Finished {
        stdout,
        stderr: errors.join().unwrap_or_default(),
        exit: waited.status.code(),
        signal: waited.status.signal(),
        killed,
        wall: ended - started,
        cpu: waited.rusage.utime + waited.rusage.stime,
        max_rss: waited.rusage.maxrss,
    })
}

fn drain(source: &mut Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(source) = source {
        // What was read before an error is still worth showing.
        let _ = source.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn resident(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_exit_code_are_kept() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let done = run(command, Duration::from_secs(10), 1 << 30, &AtomicBool::new(false)).unwrap();
        assert_eq!((done.stdout.as_str(), done.stderr.as_str(), done.exit), ("out\n", "err\n", Some(3)));
    }

    #[test]
    fn a_cancelled_run_is_killed() {
        let mut command = Command::new("sleep");
        command.arg("100");
        let done = run(command, Duration::from_secs(100), 1 << 30, &AtomicBool::new(true)).unwrap();
        assert_eq!(done.killed, Some("interrupted"));
        assert!(done.wall < Duration::from_secs(10));
    }
}
