//! Command lines of compilers, as builds write them.
//!
//! **Idea.** A compiler's arguments fall into few kinds: files; what the preprocessor has to know; what changes what the program means; and what only changes the code that comes out or where it goes. The first two are taken
//! over, the third is taken over or refused by name, the last is left out. An argument that is in no table is told in a note, never passed over in silence.
//!
//! Paths are resolved against the directory the command was run in, so that units of several directories are one program.
//!
//! **Source.** The GNU C manual, *Option Summary*; clang's for what it adds. **Cost.** None to speak of.

use std::path::{Path, PathBuf};

use raddle_frontend::Unit;
use raddle_program::DataModel;

/// What one call of a compiler does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compilation {
    /// C sources with their flags, in the order of the command line.
    pub sources: Vec<Unit>,
    /// Objects, archives and libraries named by a path, in the order of the command line.
    pub objects: Vec<PathBuf>,
    /// Libraries by name (`-lm`) and where they are looked for (`-L`).
    pub libraries: Vec<String>,
    /// See `libraries`.
    pub library_dirs: Vec<PathBuf>,
    /// `-o`
    pub output: Option<PathBuf>,
    /// How far it goes.
    pub stage: Stage,
    /// `-shared`, `-r`: what is linked is part of something else.
    pub is_part: bool,
    /// `-m32`, `-m64`
    pub data_model: Option<DataModel>,
    /// What was not understood or changes nothing that Raddle looks at but should be known.
    pub notes: Vec<String>,
}

/// How far a compilation goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing that is part of a program: preprocessing, dependencies, a version.
    Text,
    /// `-c`: one object for each source.
    Object,
    /// All the way.
    #[default]
    Link,
}

/// Arguments that take over the next one as well and are of no interest to a preprocessor.
const WITH_ARGUMENT: &[&str] = &[
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-T",
    "-u",
    "-z",
    "-e",
    "--param",
    "-aux-info",
    "-arch",
    "-A",
    "-Xclang",
    "-mllvm",
];

/// Arguments of the preprocessor that name a path, in the next argument or joined.
const PATHS: &[&str] = &[
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "-iprefix",
    "-iwithprefixbefore",
    "-iwithprefix",
    "-I",
];

/// What changes what a program means and is taken over by the preprocessor alone.
const MEANING: &[&str] =
    &["-ansi", "-pthread", "-nostdinc", "-trigraphs", "-undef", "-ffreestanding", "-fno-builtin", "-traditional-cpp"];

/// What changes what a program means and is not modelled.
const REFUSED: &[&str] = &[
    "-fopenmp",
    "-fopenacc",
    "-fgnu-tm",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-funsigned-char",
    "-funsigned-bitfields",
    "-fno-signed-char",
    "-fno-signed-bitfields",
    "-fleading-underscore",
    "-mx32",
    "-fms-extensions",
    "-fplan9-extensions",
    "-fobjc",
];

/// Beginnings of arguments that only say how code is made, what is told about it, or where it goes.
const CODE: &[&str] = &[
    "-O",
    "-g",
    "-W",
    "-w",
    "-f",
    "-m",
    "-M",
    "-P",
    "-C",
    "-H",
    "-p",
    "-v",
    "-s",
    "-d",
    "-Q",
    "-R",
    "-b",
    "-static",
    "-pie",
    "-no-pie",
    "-rdynamic",
    "-pipe",
    "-pedantic",
    "-save-temps",
    "-specs",
    "-Wl,",
    "-Wa,",
    "-nostdlib",
    "-nostartfiles",
    "-nodefaultlibs",
    "-flto",
    "-time",
    "-fuse-ld",
    "-ftime",
    "-coverage",
    "--coverage",
    "-###",
    "--target",
    "-Qunused-arguments",
    "-nolibc",
];

/// What stands before a compiler in a command: caches and the like.
const WRAPPERS: &[&str] = &["ccache", "distcc", "sccache", "icecc", "env", "libtool", "time", "nice"];

/// Whether a program is a C compiler, by its name: `cc`, `gcc-12`, `x86_64-linux-gnu-gcc`, `clang`, …
pub fn is_compiler(program: &str) -> bool {
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or("");
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    matches!(name, "c99" | "c89" | "c11")
        || matches!(base, "cc" | "gcc" | "clang" | "tcc")
        || ["-cc", "-gcc", "-clang"].iter().any(|end| base.ends_with(end))
}

/// Reads a command, the compiler and what stands before it included.
pub fn read(command: &[String], directory: &Path) -> Result<Compilation, String> {
    let skipped = command.iter().position(|word| is_compiler(word));
    let arguments = match skipped {
        Some(at) => &command[at + 1..],
        None => {
            let is_wrapper = |word: &String| WRAPPERS.contains(&word.as_str());
            let first = command.iter().position(|word| !is_wrapper(word));
            let first = first.ok_or_else(|| "the command names no compiler".to_string())?;
            &command[first + 1..]
        }
    };
    let mut arguments = unfold(arguments, directory, 0)?.into_iter();
    let mut out = Compilation::default();
    let mut flags: Vec<String> = Vec::new();
    let mut sources: Vec<PathBuf> = Vec::new();
    let mut language: Option<String> = None;
    let resolved = |path: &str| joined(directory, path);
    while let Some(argument) = arguments.next() {
        let mut next = |what: &str| arguments.next().ok_or_else(|| format!("`{what}` needs an argument"));
        let text = argument.as_str();
        if !text.starts_with('-') || text == "-" {
            match kind(text, language.as_deref()) {
                Kind::Source => sources.push(resolved(text)),
                Kind::Object => out.objects.push(resolved(text)),
                Kind::Other(what) => return Err(format!("`{text}` is {what}; Raddle verifies C")),
            }
        } else if text == "-o" {
            out.output = Some(resolved(&next(text)?));
        } else if let Some(path) = text.strip_prefix("-o").filter(|_| !text.starts_with("-objc")) {
            out.output = Some(resolved(path));
        } else if text == "-c" {
            out.stage = Stage::Object;
        } else if [
            "-E",
            "-S",
            "-M",
            "-MM",
            "-fsyntax-only",
            "--version",
            "-dumpversion",
            "-dumpmachine",
            "-print-search-dirs",
        ]
        .contains(&text)
        {
            out.stage = Stage::Text;
        } else if text == "-shared" || text == "-r" {
            out.is_part = true;
        } else if text == "-x" {
            language = Some(next(text)?).filter(|language| language != "none");
        } else if let Some(path) = PATHS.iter().find_map(|flag| text.strip_prefix(flag).map(|path| (*flag, path))) {
            let (flag, path) = path;
            let path = if path.is_empty() { next(text)? } else { path.to_string() };
            let keeps = path.starts_with('=') || flag == "-include" && !resolved(&path).exists();
            let path = if keeps { path } else { resolved(&path).display().to_string() };
            flags.extend([flag.to_string(), path]);
        } else if let Some(flag) = ["-D", "-U"].into_iter().find(|flag| text.starts_with(flag)) {
            let value = if text.len() == 2 { next(text)? } else { text[2..].to_string() };
            // It makes headers define functions in another way, and looks at the optimisation that is left out.
            if !value.starts_with("_FORTIFY_SOURCE") {
                flags.push(format!("{flag}{value}"));
            }
        } else if let Some(name) = text.strip_prefix("-l") {
            out.libraries.push(if name.is_empty() { next(text)? } else { name.to_string() });
        } else if let Some(path) = text.strip_prefix("-L") {
            let path = if path.is_empty() { next(text)? } else { path.to_string() };
            out.library_dirs.push(resolved(&path));
        } else if text == "-m32" || text == "-m64" {
            out.data_model = Some(if text == "-m32" { DataModel::Ilp32 } else { DataModel::Lp64 });
        } else if text == "-Xpreprocessor" {
            flags.extend([text.to_string(), next(text)?]);
        } else if text.starts_with("-Wp,") && !text.starts_with("-Wp,-M") && !text.contains("_FORTIFY_SOURCE")
            || text.starts_with("-std=")
            || text.starts_with("--sysroot=")
            || MEANING.contains(&text)
        {
            flags.push(argument);
        } else if let Some(refused) = REFUSED.iter().find(|refused| text.starts_with(*refused)) {
            return Err(format!("`{refused}` changes what the program means, which is not modelled"));
        } else if WITH_ARGUMENT.contains(&text) {
            next(text)?;
        } else if !CODE.iter().any(|beginning| text.starts_with(beginning)) {
            out.notes.push(format!("the argument `{text}` of the compiler is not known and left out"));
        }
    }
    out.sources = sources.into_iter().map(|path| Unit { path, flags: flags.clone() }).collect();
    Ok(out)
}

/// What a name on the command line is.
enum Kind {
    Source,
    Object,
    /// In words.
    Other(&'static str),
}

fn kind(name: &str, language: Option<&str>) -> Kind {
    match language {
        Some("c" | "cpp-output") => return Kind::Source,
        Some(_) => return Kind::Other("in another language"),
        None => {}
    }
    match Path::new(name).extension().and_then(|e| e.to_str()) {
        Some("c" | "i") => Kind::Source,
        Some("cc" | "cpp" | "cxx" | "C" | "c++" | "ii" | "CPP" | "cp") => Kind::Other("C++"),
        Some("m" | "mm") => Kind::Other("Objective-C"),
        Some("f" | "f90" | "F" | "F90") => Kind::Other("Fortran"),
        // Assembly makes objects of which nothing is known: what they define is external.
        Some(_) | None => Kind::Object,
    }
}

/// A path as seen from here; one below the current directory is shown from there.
pub fn joined(directory: &Path, path: &str) -> PathBuf {
    let whole = directory.join(path);
    let mut clean = PathBuf::new();
    for part in whole.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            std::path::Component::ParentDir
            | std::path::Component::Normal(_)
            | std::path::Component::RootDir
            | std::path::Component::Prefix(_) => clean.push(part),
        }
    }
    let here = std::env::current_dir().unwrap_or_default();
    match clean.strip_prefix(&here) {
        Ok(below) if !below.as_os_str().is_empty() => below.to_path_buf(),
        Ok(_) => PathBuf::from("."),
        Err(_) if clean.as_os_str().is_empty() => PathBuf::from("."),
        Err(_) => clean,
    }
}

/// How deep response files may name each other.
const DEPTH: u32 = 16;

/// Puts in what response files (`@file`) hold.
fn unfold(arguments: &[String], directory: &Path, depth: u32) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    for argument in arguments {
        let Some(path) = argument.strip_prefix('@').map(|name| joined(directory, name)).filter(|path| path.is_file())
        else {
            out.push(argument.clone());
            continue;
        };
        if depth == DEPTH {
            return Err(format!("response files name each other more than {DEPTH} times"));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| format!("`{}` cannot be read: {e}", path.display()))?;
        out.extend(unfold(&words(&text)?, directory, depth + 1)?);
    }
    Ok(out)
}

/// The words of a command as a shell (and gcc, in a response file) takes them apart: blanks, quotes, backslashes.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut out, mut word) = (Vec::new(), None::<String>);
    let mut chars = text.chars();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => match chars.next() {
                Some('\n') => {}
                // Within quotes a backslash stands for itself but before these.
                Some(after) if quote.is_some() && !matches!(after, '"' | '\\' | '$' | '`') => {
                    word.get_or_insert_default().extend(['\\', after]);
                }
                Some(after) => word.get_or_insert_default().push(after),
                None => return Err("a command ends with a backslash".to_string()),
            },
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(end)) if c == end => quote = None,
            (_, None) if c.is_whitespace() => out.extend(word.take()),
            (_, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".to_string());
    }
    out.extend(word);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compilation(text: &str) -> Result<Compilation, String> {
        read(&words(text).expect("words"), Path::new("/nowhere/src"))
    }

    fn flags(text: &str) -> Vec<String> {
        compilation(text).expect("a compilation").sources.remove(0).flags
    }

    #[test]
    fn files_and_what_the_preprocessor_needs() {
        let seen = compilation(
            "gcc-12 -std=gnu99 -Iinc -I ../lib -DA -D 'B=\"x y\"' -UC -isystem /opt/h -pthread -O2 -Wall -g3 -fPIC -march=native -c a.c -o a.o",
        );
        let seen = seen.expect("a compilation");
        assert_eq!(seen.stage, Stage::Object);
        assert_eq!(seen.output, Some(PathBuf::from("/nowhere/src/a.o")));
        assert_eq!(seen.notes, Vec::<String>::new());
        let expected = [
            "-std=gnu99",
            "-I",
            "/nowhere/src/inc",
            "-I",
            "/nowhere/lib",
            "-DA",
            "-DB=\"x y\"",
            "-UC",
            "-isystem",
            "/opt/h",
            "-pthread",
        ];
        assert_eq!(
            seen.sources,
            [Unit { path: "/nowhere/src/a.c".into(), flags: expected.map(str::to_string).to_vec() }]
        );
    }

    #[test]
    fn linking() {
        let seen = compilation("cc a.o lib/libx.a -L. -Llib -lpthread -l m b.c -Wl,-rpath,/x -T script.ld -o prog")
            .expect("a link");
        assert_eq!(seen.stage, Stage::Link);
        assert_eq!(seen.objects, ["/nowhere/src/a.o", "/nowhere/src/lib/libx.a"].map(PathBuf::from));
        assert_eq!(seen.libraries, ["pthread", "m"]);
        assert_eq!(seen.library_dirs, ["/nowhere/src", "/nowhere/src/lib"].map(PathBuf::from));
        assert_eq!(seen.sources.len(), 1);
    }

    #[test]
    fn what_changes_the_meaning_is_never_dropped() {
        assert_eq!(compilation("cc -m32 a.c").expect("a compilation").data_model, Some(DataModel::Ilp32));
        for refused in ["-funsigned-char", "-fopenmp", "-fpack-struct=2", "-fshort-enums"] {
            let message = compilation(&format!("cc {refused} a.c")).expect_err(refused);
            assert!(message.contains("changes what the program means"), "{message}");
        }
        assert_eq!(compilation("cc --odd-thing a.c").expect("a compilation").notes.len(), 1);
        assert!(compilation("cc -c a.cpp").expect_err("C++").contains("C++"));
        assert!(compilation("cc a.c -o").expect_err("no output").contains("needs an argument"));
        assert_eq!(flags("cc -O2 -D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 -Wp,-MD,x.d -Wp,-DQ a.c"), ["-Wp,-DQ"]);
    }

    #[test]
    fn wrappers_and_names_of_compilers() {
        assert_eq!(flags("ccache arm-linux-gnueabihf-gcc-10 -DX a.c"), ["-DX"]);
        assert_eq!(flags("env LANG=C clang-14 -DX a.c"), ["-DX"]);
        assert_eq!(flags("mycompiler -DX a.c"), ["-DX"]);
        for (name, is) in [
            ("cc", true),
            ("gcc-12.2", true),
            ("clang", true),
            ("c99", true),
            ("g++", false),
            ("c", false),
            ("acc", false),
            ("/usr/bin/cc", true),
        ] {
            assert_eq!(is_compiler(name), is, "{name}");
        }
    }

    #[test]
    fn words_are_those_of_a_shell() {
        let seen = words("a  'b c' \"d\\\"e\\n\" f\\ g '' \\\n h").expect("words");
        assert_eq!(seen, ["a", "b c", "d\"e\\n", "f g", "", "h"]);
        assert!(words("'open").is_err() && words("end\\").is_err());
    }

    #[test]
    fn response_files_are_read() {
        let folder = std::env::temp_dir().join(format!("raddle-response-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("args"), "-DFROM='a b' @more").expect("written");
        std::fs::write(folder.join("more"), "x.c @loop").expect("written");
        std::fs::write(folder.join("loop"), "y.c").expect("written");
        let command = words("cc @args @none.c").expect("words");
        let seen = read(&command, &folder).expect("a compilation");
        assert_eq!(seen.sources.len(), 3, "{seen:?}");
        assert_eq!(seen.sources[0].flags, ["-DFROM=a b"]);
        std::fs::write(folder.join("loop"), "@loop").expect("written");
        assert!(read(&command, &folder).expect_err("a loop").contains("response files"));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
