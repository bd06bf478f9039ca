//! Programs of csmith, which have no undefined behaviour, with some put in.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_randprog::Random;

/// Where csmith's headers are, if it is installed.
pub fn headers() -> Option<PathBuf> {
    Command::new("csmith").arg("--version").output().ok()?;
    if let Some(folder) = std::env::var_os("RADDLE_CSMITH_INCLUDE") {
        return Some(PathBuf::from(folder));
    }
    let entries = std::fs::read_dir("/usr/include").ok()?;
    let mut found = entries.flatten().map(|e| e.path()).filter(|p| p.join("csmith.h").exists());
    found.next()
}

/// A program that reads nothing, not even its arguments.
pub fn program(seed: u64, options: &[&str], folder: &Path) -> String {
    let mut csmith = Command::new("csmith");
    // It leaves a file `platform.info` in the current folder.
    csmith.current_dir(folder).args(["--no-argc", "--seed", &seed.to_string()]).args(options);
    // Smaller than by default, so that many are done in little time.
    csmith.args(["--max-funcs", "5", "--max-block-depth", "3"]);
    let made = csmith.output().expect("csmith runs");
    String::from_utf8_lossy(&made.stdout).into_owned()
}

/// Takes the guards away from some operations: csmith calls functions that compute only what is defined, and some of them become the plain operator
/// on signed operands, some of which are made large (csmith's numbers are small). Shifts and divisions, which are mostly undefined without guards and would end every program soon, seldom do.
pub fn without_guards(seed: u64, text: &str) -> String {
    let mut random = Random::new(seed);
    // What gcc must not take away is stored where it has to be read again, as in our own programs.
    let mut defines = String::from(raddle_randprog::OPAQUE);
    let mut define = |name: String, ty: &str, value: &str| {
        let value = value.replace('x', &format!("V(({ty})(a))")).replace('y', &format!("V(({ty})(b))"));
        let _ = writeln!(defines, "#define safe_{name} V(({ty})V({value}))");
    };
    let operators = [("add", "+", 2), ("sub", "-", 2), ("mul", "*", 3), ("div", "/", 9), ("mod", "%", 9)];
    for bits in [8, 16, 32, 64] {
        let ty = format!("int{bits}_t");
        for (name, operator, seldom) in operators {
            for (sign, suffix) in [("", "s_s"), ("u", "u_u")] {
                if random.one_in(seldom) {
                    let large = match (bits, random.below(3)) {
                        (32, 0 | 1) => Some("1000003"),
                        (64, 0 | 1) => Some("1000000000000000003"),
                        _ => None,
                    };
                    let value = match large {
                        Some(large) => format!("V(x * V({large})) {operator} y"),
                        None => format!("x {operator} y"),
                    };
                    define(format!("{name}_func_{sign}{ty}_{suffix}(a, b)"), &ty, &value);
                }
            }
        }
        if random.one_in(2) {
            define(format!("unary_minus_func_{ty}_s(a)"), &ty, "-x");
        }
        for suffix in ["s", "u"] {
            if random.one_in(9) {
                let value = format!("x << V(y & {})", bits - 1);
                define(format!("lshift_func_{ty}_s_{suffix}(a, b)"), &ty, &value);
            }
        }
    }
    text.replacen("#include \"csmith.h\"\n", &format!("#include \"csmith.h\"\n{defines}"), 1)
}

/// Makes some constant indices and bounds of loops larger by one, and some lengths of arrays smaller.
pub fn one_further(seed: u64, text: &str) -> String {
    let mut random = Random::new(seed);
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut places = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        for (mark, end) in [("[", "]"), ("i < ", ";"), ("j < ", ";")] {
            for (at, _) in line.match_indices(mark) {
                let from = at + mark.len();
                let digits = line[from..].bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 && line[from + digits..].starts_with(end) {
                    places.push((number, from, digits));
                }
            }
        }
    }
    for _ in 0..random.below(4) {
        if places.is_empty() {
            break;
        }
        let (number, from, digits) = places.swap_remove(random.below(places.len()));
        let line = &mut lines[number];
        let value: u64 = line[from..from + digits].parse().unwrap_or(0);
        let declares = line.trim_start().starts_with("static") || line.ends_with("];");
        let value = if declares { value.max(2) - 1 } else { value + 1 };
        let value = value.to_string();
        // One of a line is enough: the others' places have moved.
        line.replace_range(from..from + digits, &value);
        places.retain(|(other, ..)| *other != number);
    }
    lines.join("\n") + "\n"
}
