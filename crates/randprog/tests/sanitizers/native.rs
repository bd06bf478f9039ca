//! What a program does that was compiled with a sanitizer.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Which sanitizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanitizer {
    Undefined,
    Address,
}

/// What a sanitizer complains about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Overflow,
    Access,
    Free,
    Leak,
    /// Undefined behaviour that is no violation of the property, or may be none.
    Other,
}

#[derive(Debug)]
pub enum Native {
    Clean,
    Faulty {
        fault: Fault,
        line: Option<u32>,
        #[expect(dead_code, reason = "shown where the answers differ")]
        message: String,
    },
    NoAnswer(String),
}

/// Calls the program, wipes what it has left on the stack, and looks for lost memory.
const DRIVER: &str = "#undef main
int program(void);
void __lsan_do_leak_check(void);
static void __attribute__((noinline)) wipe(void) { volatile char used[1 << 16]; for (int i = 0; i < 1 << 16; i++) used[i] = 0; }
int main(void) { program(); wipe(); __lsan_do_leak_check(); return 0; }
";

const SECONDS: u64 = 2;

impl Sanitizer {
    fn build(self, file: &Path, include: &[PathBuf]) -> Option<PathBuf> {
        let binary = file.with_extension("bin");
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu11", "-w", "-g", "-O0", "-o"]).arg(&binary).arg(file);
        for folder in include {
            gcc.arg("-I").arg(folder);
        }
        match self {
            Sanitizer::Undefined => {
                let checks = "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero";
                gcc.args([checks, "-fno-sanitize-recover=all", "-DOPAQUE"]);
            }
            Sanitizer::Address => {
                let driver = file.with_extension("driver.c");
                std::fs::write(&driver, DRIVER).expect("a temporary file");
                gcc.args(["-fsanitize=address", "-Dmain=program"]).arg(driver);
            }
        }
        let built = gcc.stderr(Stdio::null()).status();
        built.is_ok_and(|status| status.success()).then_some(binary)
    }

    /// Whether it is installed and runs.
    pub fn works(self, folder: &Path) -> bool {
        let file = folder.join("empty.c");
        std::fs::write(&file, "int main(void) { return 0; }\n").expect("a temporary file");
        matches!(self.run(&file, &[]), Native::Clean)
    }

    pub fn run(self, file: &Path, include: &[PathBuf]) -> Native {
        let Some(binary) = self.build(file, include) else { return Native::NoAnswer("gcc does not compile it".into()) };
        let log = file.with_extension("log");
        let mut child = Command::new(&binary)
            .env("ASAN_OPTIONS", "detect_stack_use_after_return=1:redzone=128:detect_leaks=1:strict_string_checks=0")
            .env("UBSAN_OPTIONS", "print_stacktrace=0")
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).expect("a temporary file"))
            .spawn()
            .expect("the compiled program runs");
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child to wait for") {
                break Some(status);
            }
            if started.elapsed() > Duration::from_secs(SECONDS) {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let _ = std::fs::remove_file(&binary);
        let said = String::from_utf8_lossy(&std::fs::read(&log).unwrap_or_default()).into_owned();
        let Some(status) = status else { return Native::NoAnswer("it takes too long".into()) };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Sanitizer::Address if status.success() => Native::Clean,
            Sanitizer::Undefined if said.is_empty() && !status.success() => {
                Native::NoAnswer(format!("it ends with {status}"))
            }
            Sanitizer::Undefined => undefined(&said, &name),
            Sanitizer::Address => address(&said, &name),
        }
    }
}

/// The line of the first place in the program that a text names.
fn line(said: &str, name: &str) -> Option<u32> {
    let at = said.find(&format!("{name}:"))? + name.len() + 1;
    let digits = said[at..].bytes().take_while(u8::is_ascii_digit).count();
    said[at..at + digits].parse().ok()
}

/// The first complaint.
fn undefined(said: &str, name: &str) -> Native {
    let Some(message) = said.lines().find(|line| line.contains("runtime error: ")) else { return Native::Clean };
    // "negation of … cannot be represented", "division of … by -1 cannot be represented", "left shift of … by … places cannot be represented".
    let overflow = message.contains("signed integer overflow") || message.contains("cannot be represented");
    let fault = if overflow { Fault::Overflow } else { Fault::Other };
    Native::Faulty { fault, line: line(message, name), message: message.to_string() }
}

fn address(said: &str, name: &str) -> Native {
    let message = said.lines().find(|line| line.starts_with("SUMMARY: AddressSanitizer: "));
    let Some(message) = message else { return Native::NoAnswer(format!("it ends with {:?}", said.lines().next())) };
    let what = &message["SUMMARY: AddressSanitizer: ".len()..];
    let fault = match what.split(' ').next().unwrap_or_default() {
        "bad-free" | "double-free" => Fault::Free,
        kind if kind.ends_with("-overflow")
            || kind.ends_with("-underflow")
            || kind.starts_with("stack-use-after-")
            || ["SEGV", "heap-use-after-free", "unknown-crash", "bad-malloc_usable_size", "negative-size-param"]
                .contains(&kind) =>
        {
            Fault::Access
        }
        _ if what.contains("leaked in") => Fault::Leak,
        _ => Fault::Other,
    };
    Native::Faulty { fault, line: line(said, name), message: message.to_string() }
}
