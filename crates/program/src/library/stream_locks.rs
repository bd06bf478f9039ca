//! Which functions lock the stream they work on.
//!
//! POSIX has every function of `stdio.h` that takes a stream lock it, as if by `flockfile`. Nobody can tell in a program that neither
//! locks streams itself nor uses functions without the lock, so that these locks cost nothing there.

use super::Stream;

/// The stream that a function locks while it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockedStream {
    /// The argument at this position.
    Argument(u8),
    /// A standard stream.
    Standard(Stream),
}

/// How a function uses a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamUse {
    /// Which one.
    pub stream: LockedStream,
    /// Whether it changes it.
    pub writes: bool,
    /// Whether the stream is gone afterwards.
    pub closes: bool,
}

const AT_0: &[&str] = &[
    "__fprintf_chk",
    "__isoc23_fscanf",
    "__isoc23_vfscanf",
    "__isoc99_fscanf",
    "__isoc99_vfscanf",
    "__vfprintf_chk",
    "clearerr",
    "fflush",
    "fgetc",
    "fgetpos",
    "fprintf",
    "fscanf",
    "fseek",
    "fseeko",
    "fsetpos",
    "ftell",
    "ftello",
    "getc",
    "rewind",
    "setbuf",
    "setlinebuf",
    "setvbuf",
    "vfprintf",
    "vfscanf",
];
const AT_1: &[&str] = &["fputc", "fputs", "putc", "ungetc"];
const AT_2: &[&str] = &["fgets", "freopen", "getline"];
const AT_3: &[&str] = &["fread", "fwrite", "getdelim"];
const INPUT: &[&str] =
    &["__isoc23_scanf", "__isoc23_vscanf", "__isoc99_scanf", "__isoc99_vscanf", "getchar", "scanf", "vscanf"];
const OUTPUT: &[&str] = &["__printf_chk", "__vprintf_chk", "printf", "putchar", "puts", "vprintf"];
const ERROR: &[&str] = &["perror", "vwarn", "vwarnx", "warn", "warnx"];

/// How a library function of this name uses a stream that it locks.
pub fn locked_stream(name: &str) -> Option<StreamUse> {
    let argument = |position| Some(LockedStream::Argument(position));
    let stream = match name {
        "fclose" | "pclose" | "feof" | "ferror" => argument(0),
        _ if AT_0.contains(&name) => argument(0),
        _ if AT_1.contains(&name) => argument(1),
        _ if AT_2.contains(&name) => argument(2),
        _ if AT_3.contains(&name) => argument(3),
        _ if INPUT.contains(&name) => Some(LockedStream::Standard(Stream::Input)),
        _ if OUTPUT.contains(&name) => Some(LockedStream::Standard(Stream::Output)),
        _ if ERROR.contains(&name) => Some(LockedStream::Standard(Stream::Error)),
        _ => None,
    }?;
    Some(StreamUse { stream, writes: !matches!(name, "feof" | "ferror"), closes: matches!(name, "fclose" | "pclose") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::meaning;

    #[test]
    fn streams_are_locked_by_functions_of_the_table() {
        for name in [AT_0, AT_1, AT_2, AT_3, INPUT, OUTPUT, ERROR].concat() {
            assert!(meaning(name).is_some(), "{name}");
        }
        assert_eq!(locked_stream("putc_unlocked"), None);
        assert_eq!(locked_stream("feof").map(|used| used.writes), Some(false));
    }
}
