//! From files to preprocessed bytes.
//!
//! `.i` files are taken as they are; everything else goes through the system's `cc -E -std=gnu11`, so that the headers,
//! macros and search paths are those the program is compiled with. What the compiler says against the text becomes a
//! diagnostic at the place it names.
//!
//! **ILP32 on a 64-bit system.** `cc -m32` does not look into `/usr/include/x86_64-linux-gnu`, and where no 32-bit
//! development files are installed glibc's `gnu/stubs-32.h` is missing. glibc's headers there serve both word sizes: they
//! look at `__x86_64__`, which `-m32` does not define. So that directory is searched last, and a missing
//! `gnu/stubs-32.h`, a list of functions the library lacks on that system, is replaced by an empty one. The sizes of
//! pthread objects come out as those of i386. (Preprocessing for 64 bits and reading it as ILP32 would be wrong:
//! `size_t` would be `unsigned long` and every pthread object too large.)

use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use raddle_deadline::Deadline;
use rustix::process::Signal;

use raddle_program::{DataModel, Diagnostic, SourceMap, SourceUnit, Span};

use crate::{Options, Unit};

/// Time between two looks at the deadline while the preprocessor runs.
const PERIOD: Duration = Duration::from_millis(10);

/// The largest text we take: spans count bytes in 32 bits.
const MAX_BYTES: usize = 1 << 30;

/// Reads and preprocesses one file. Errors may add the file to the source map, to show the line they are about.
pub fn preprocess(unit: &Unit, options: &Options, source: &mut SourceMap) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let file = unit.path.as_path();
    let shown = file.display();
    let fail = |message: String| Err(vec![Diagnostic::error(Span::NONE, message)]);
    let bytes = match fs::metadata(file) {
        Ok(meta) if meta.is_dir() => return fail(format!("`{shown}` is a directory, not a C file")),
        Ok(_) => fs::read(file),
        Err(error) => Err(error),
    };
    let mut bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return fail(format!("there is no file `{shown}`")),
        Err(error) => return fail(format!("`{shown}` cannot be read: {error}")),
    };
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        let line = bytes[..at].iter().filter(|b| **b == b'\n').count() + 1;
        return fail(format!("`{shown}` is not a C text: it has a zero byte in line {line}"));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return fail(format!("`{shown}` is empty"));
    }
    match file.extension().and_then(|e| e.to_str()) {
        Some("i") => {
            if bytes.starts_with(b"\xef\xbb\xbf") {
                bytes[..3].fill(b' ');
            }
        }
        Some("cc" | "cpp" | "cxx" | "C" | "ii") => return fail(format!("`{shown}` is C++; Raddle verifies C")),
        _ => bytes = run(unit, options, source)?,
    }
    if bytes.len() > MAX_BYTES {
        return fail(format!("`{shown}` is too large: {} bytes after preprocessing", bytes.len()));
    }
    Ok(bytes)
}

/// The bytes as a text of the same length that can be shown on a terminal: what is not UTF-8 and what would move the
/// cursor becomes question marks.
pub fn displayable(bytes: &[u8]) -> String {
    let harmless = |c: char| if c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r') { '?' } else { c };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().chars().map(harmless));
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn run(unit: &Unit, options: &Options, source: &mut SourceMap) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let file = unit.path.as_path();
    let fail = |message: String, help: &str| Err(vec![Diagnostic::error(Span::NONE, message).with_help(help)]);
    let stubs = match options.data_model {
        DataModel::Ilp32 => match Stubs::needed() {
            Ok(stubs) => stubs,
            Err(error) => return fail(format!("no temporary directory for the preprocessor: {error}"), "set TMPDIR"),
        },
        DataModel::Lp64 => None,
    };
    let mut command = Command::new("cc");
    command.args(["-E", "-std=gnu11"]);
    if options.data_model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    for (flag, values) in [("-D", &options.defines), ("-U", &options.undefines)] {
        command.args(values.iter().map(|value| format!("{flag}{value}")));
    }
    for directory in &options.include_dirs {
        command.arg("-I").arg(directory);
    }
    if options.data_model == DataModel::Ilp32 {
        for directory in MULTIARCH.iter().filter(|d| Path::new(d).is_dir()) {
            command.args(["-idirafter", directory]);
        }
        if let Some(stubs) = &stubs {
            command.arg("-idirafter").arg(&stubs.directory);
        }
    }
    command.args(&options.cc_args).args(&unit.flags).args(["-x", "c"]);
    // A name that begins with a minus sign must not be taken for an option.
    let mut name = OsString::new();
    if file.is_relative() && file.as_os_str().as_encoded_bytes().first() == Some(&b'-') {
        name.push("./");
    }
    name.push(file);
    command.arg(name).env("LC_ALL", "C").stdin(Stdio::null());
    let output = match output_until(&mut command, &options.deadline) {
        Ok(output) => output,
        Err(error) => {
            let help = "install a C compiler, or give a preprocessed `.i` file";
            return fail(format!("the C preprocessor `cc` cannot be run: {error}"), help);
        }
    };
    if output.status.success() {
        return Ok(match &stubs {
            Some(stubs) => stubs.in_place(&output.stdout),
            None => output.stdout,
        });
    }
    Err(complaints(&String::from_utf8_lossy(&output.stderr), file, source))
}

/// Runs a command until a deadline. It gets a group of its own, because `cc` runs the preprocessor proper as another process.
fn output_until(command: &mut Command, deadline: &Deadline) -> std::io::Result<Output> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let (stdout, stderr) = (read_all(child.stdout.take()), read_all(child.stderr.take()));
    let mut read = |from: Receiver<std::io::Result<Vec<u8>>>| loop {
        match from.recv_timeout(PERIOD) {
            Ok(bytes) => return bytes,
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) if deadline.announced().is_none() => {}
            Err(RecvTimeoutError::Timeout) => {
                // If it has ended in this moment there is nothing to end.
                let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(&child), Signal::KILL);
                let _ = child.wait();
                deadline.give_up();
            }
        }
    };
    let (stdout, stderr) = (read(stdout)?, read(stderr)?);
    Ok(Output { status: child.wait()?, stdout, stderr })
}

/// All that a pipe brings, read on a thread of its own.
fn read_all(pipe: Option<impl Read + Send + 'static>) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
        // Nobody listens after the deadline.
        let _ = sender.send(read.map(|_| bytes));
    });
    receiver
}

/// Turns what the preprocessor printed into diagnostics: one for each line `file:line:column: error: message`.
fn complaints(stderr: &str, file: &Path, source: &mut SourceMap) -> Vec<Diagnostic> {
    let mut units: Vec<(String, raddle_program::UnitId)> = Vec::new();
    let mut out = Vec::new();
    for line in stderr.lines() {
        let Some((place, message)) = ["fatal error: ", "error: "].iter().find_map(|e| line.split_once(e)) else {
            continue;
        };
        let message = format!("preprocessor: {message}");
        let mut parts = place.trim_end_matches([' ', ':']).rsplitn(3, ':');
        let (column, row, name) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|t| t.trim().parse::<usize>().ok());
        let (Some(column), Some(row), Some(name)) = (number(column), number(row), name) else {
            out.push(Diagnostic::error(Span::NONE, message));
            continue;
        };
        let unit = match units.iter().find(|(known, _)| known == name) {
            Some((_, unit)) => Some(*unit),
            None => fs::read(name).ok().filter(|bytes| bytes.len() < MAX_BYTES).map(|bytes| {
                let unit = source.add(SourceUnit::new(name, displayable(&bytes)));
                units.push((name.to_string(), unit));
                unit
            }),
        };
        let span = unit.and_then(|unit| source.unit(unit).map(|u| (unit, span_of(&u.text, row, column))));
        out.push(match span {
            Some((unit, (start, end))) => Diagnostic::error(Span { unit, start, end }, message),
            None => Diagnostic::error(Span::NONE, format!("{name}:{row}:{column}: {message}")),
        });
    }
    if out.is_empty() {
        let first = stderr.lines().find(|l| !l.trim().is_empty()).unwrap_or("it gave no reason");
        out.push(Diagnostic::error(Span::NONE, format!("`{}` cannot be preprocessed: {first}", file.display())));
    }
    out
}

/// The bytes of the word at a line and column (both from 1).
fn span_of(text: &str, row: usize, column: usize) -> (u32, u32) {
    let line_start = text.split_inclusive('\n').take(row.saturating_sub(1)).map(str::len).sum::<usize>();
    let line = text[line_start..].lines().next().unwrap_or("");
    let within = (column.saturating_sub(1)).min(line.len());
    let rest = line.get(within..).unwrap_or("");
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    ((line_start + within) as u32, (line_start + within + length) as u32)
}

/// Where Debian and its relatives keep the headers that depend on the machine.
const MULTIARCH: [&str; 2] = ["/usr/include/i386-linux-gnu", "/usr/include/x86_64-linux-gnu"];

/// A temporary directory with an empty `gnu/stubs-32.h`, removed when dropped.
struct Stubs {
    directory: PathBuf,
}

impl Stubs {
    /// Makes one unless the system has that header.
    fn needed() -> std::io::Result<Option<Stubs>> {
        let exists = |d: &&str| Path::new(d).join("gnu/stubs-32.h").exists();
        if ["/usr/include"].iter().chain(&MULTIARCH).any(exists) {
            return Ok(None);
        }
        for attempt in 0..1000 {
            let directory = std::env::temp_dir().join(format!("raddle-headers-{}-{attempt}", std::process::id()));
            match fs::create_dir(&directory) {
                Ok(()) => {
                    let stubs = Stubs { directory };
                    fs::create_dir(stubs.directory.join("gnu"))?;
                    fs::write(stubs.directory.join("gnu/stubs-32.h"), "")?;
                    return Ok(Some(stubs));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::Error::from(ErrorKind::AlreadyExists))
    }

    /// The text as if the header were where it belongs: another process, with a directory of its own, reads the same text.
    fn in_place(&self, text: &[u8]) -> Vec<u8> {
        let directory = self.directory.as_os_str().as_encoded_bytes();
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.windows(directory.len()).position(|part| part == directory) {
            out.extend_from_slice(&rest[..at]);
            out.extend_from_slice(b"/usr/include");
            rest = &rest[at + directory.len()..];
        }
        out.extend_from_slice(rest);
        out
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        // Nothing depends on the removal; at worst an empty header stays behind.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stubs_leave_no_trace() {
        let stubs = Stubs { directory: PathBuf::from("/no/such/place") };
        let text = b"# 1 \"/no/such/place/gnu/stubs-32.h\"\nint x;\n# 2 \"/no/such/place/gnu/stubs-32.h\" 2\n";
        let expected = "# 1 \"/usr/include/gnu/stubs-32.h\"\nint x;\n# 2 \"/usr/include/gnu/stubs-32.h\" 2\n";
        assert_eq!(String::from_utf8_lossy(&stubs.in_place(text)), expected);
    }

    /// A directory of its own for each test, removed at the end.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Directory {
            let path = std::env::temp_dir().join(format!("raddle-test-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Directory(path)
        }

        fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, bytes).unwrap();
            path
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn problem(file: &Path) -> (Diagnostic, SourceMap) {
        let mut source = SourceMap::default();
        let mut problems = preprocess(&file.to_path_buf().into(), &Options::default(), &mut source).unwrap_err();
        (problems.remove(0), source)
    }

    #[test]
    fn what_is_no_c_text_is_named() {
        let directory = Directory::new("no-text");
        let message = |file: &Path| problem(file).0.message;
        assert!(message(&directory.0.join("missing.c")).starts_with("there is no file"));
        assert!(message(&directory.0).ends_with("is a directory, not a C file"));
        assert!(message(&directory.file("empty.c", b" \n")).ends_with("is empty"));
        assert!(message(&directory.file("junk.c", b"\x7fELF\n\0\x01")).ends_with("a zero byte in line 2"));
        assert!(message(&directory.file("x.cpp", b"class X;")).contains("C++"));
    }

    #[test]
    fn complaints_of_the_preprocessor_point_to_their_line() {
        let directory = Directory::new("complaints");
        let file = directory.file("a.c", b"int x;\n\n#include <no/such.h>\n");
        let (diagnostic, source) = problem(&file);
        assert!(diagnostic.message.contains("no/such.h"), "{}", diagnostic.message);
        assert_eq!(source.place(diagnostic.span).unwrap().line, 3);
        assert_eq!(source.text(diagnostic.span), "<no/such.h>");
    }

    #[test]
    fn macros_directories_and_arguments_are_passed_on() {
        let directory = Directory::new("arguments");
        directory.file("h.h", b"int from_header;\n");
        let file = directory
            .file("a.c", b"#include \"h.h\"\nint a = A, b = B, gnu = __STDC_VERSION__;\n#ifdef C\nint c;\n#endif\n");
        let options = Options {
            defines: vec!["A=1".into(), "C".into()],
            undefines: vec!["C".into()],
            include_dirs: vec![directory.0.clone()],
            cc_args: vec!["-DB=2".into()],
            ..Options::default()
        };
        let bytes = preprocess(&file.into(), &options, &mut SourceMap::default()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("int from_header;") && text.contains("int a = 1, b = 2, gnu = 201112L;"), "{text}");
        assert!(!text.contains("int c;"));
    }

    /// Under ILP32 pthread objects must have the sizes of i386 even where no 32-bit headers are installed. Whether
    /// they have is decided by the arrays inside them.
    #[test]
    fn ilp32_headers_are_those_of_i386() {
        let directory = Directory::new("ilp32");
        let file = directory.file(
            "a.c",
            b"#include <pthread.h>\nint pointer = __SIZEOF_POINTER__;\nlong mutex[__SIZEOF_PTHREAD_MUTEX_T];\n",
        );
        let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
        let text = String::from_utf8(preprocess(&file.into(), &options, &mut SourceMap::default()).unwrap()).unwrap();
        let text: String = text.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace).collect();
        assert!(text.contains("intpointer=4;") && text.contains("longmutex[24];"));
    }

    #[test]
    fn bytes_keep_their_place() {
        assert_eq!(displayable(b"a\xe9b\xc3\xa9\xff"), "a?bé?");
        assert_eq!(displayable(b"\xe2\x82x").len(), 3);
        assert_eq!(displayable(b"\x1b[2J\n"), "?[2J\n");
    }
}
