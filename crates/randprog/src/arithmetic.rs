//! Random single-threaded programs that compute with numbers at the ends of their types: some overflow, most do not.
//!
//! A sanitizer of a compiler and `no-overflow` of a verifier have to agree about them. So whatever else could go wrong is rare (divisors
//! that are zero, amounts of shifts) or absent (memory, nontermination), and what C leaves open does not matter: each line is one full expression
//! with at most one call, so that two reports about one line may differ by the order of evaluation, and reports about two lines may not.
//!
//! **`OPAQUE`.** Compilers compute with constants themselves, put sums together (`x + 1 - 3` becomes `x - 2`), drop results that nobody wants and compute only the bits
//! that are, all before a sanitizer sees the program. With the macro `OPAQUE` defined the same program stores the value of every operation in a volatile variable of the
//! operation's type and reads it back. That changes nothing in C, and leaves the compiler nothing to take away.
//!
//! **Left out.** A bit-field wider than `int` has a type of just its bits in gcc, and its own type elsewhere. Sanitizers look at some operations on such types and not
//! at others, so products, shifts and negations of such a field are computed in `long long`.
//!
//! What is computed with: all signed and unsigned types, bit-fields narrower and wider than `int`, elements of arrays, places behind pointers, all compound
//! assignments, `++` and `--`, conversions between all of them.

use std::fmt::Write;

use crate::random::Random;

/// Types of variables, their widths, and whether they are signed.
const TYPES: &[(&str, u32, bool)] = &[
    ("signed char", 8, true),
    ("short", 16, true),
    ("int", 32, true),
    ("int", 32, true),
    ("long", 64, true),
    ("long long", 64, true),
    ("__int128", 128, true),
    ("unsigned char", 8, false),
    ("unsigned short", 16, false),
    ("unsigned", 32, false),
    ("unsigned long", 64, false),
    ("_Bool", 1, false),
];

/// What every program may write to besides its variables.
const PLACES: &[&str] =
    &["r.narrow", "r.five", "r.full", "r.wide", "r.small", "r.huge", "a[1]", "a[i & 3]", "(*p)", "(*q)", "s->full"];

/// What an operation is wrapped in.
pub const OPAQUE: &str = "#ifdef OPAQUE
#define V(e) ({ volatile __auto_type v_ = (e); v_; })
#define ASSIGN(target, op, value) (target = V((target) op (value)))
#define STEP(plain, target, op) (target = V((target) op V(1)))
#else
#define V(e) (e)
#define ASSIGN(target, op, value) (target op##= value)
#define STEP(plain, target, op) (plain)
#endif
";

const PRELUDE: &str = "struct bits { signed int narrow : 7; unsigned five : 5; int full : 32; long long wide : 35; short small : 9; unsigned long long huge : 40; };
static struct bits r, *s = &r;
static int a[4], *p = &a[2];
static short narrow_target, *q = &narrow_target;
static unsigned i;
";

/// An operand in a type that all compilers agree about.
fn whole(operand: &str) -> String {
    let wide = operand.contains("r.wide") || operand.contains("r.huge");
    if wide { format!("(long long){operand}") } else { operand.into() }
}

struct Writer {
    random: Random,
    out: String,
    variables: Vec<String>,
    functions: usize,
    /// One initial value in so many is at an end of its type.
    calm: usize,
    depth: usize,
}

/// The program of a seed.
pub fn arithmetic(seed: u64) -> String {
    let mut random = Random::new(seed);
    let calm = 1 + random.below(6);
    let mut writer =
        Writer { random, out: format!("{OPAQUE}{PRELUDE}"), variables: Vec::new(), functions: 0, calm, depth: 0 };
    for number in 0..6 + writer.random.below(4) {
        let ty = *writer.random.choose(TYPES);
        let value = writer.initial(ty);
        let _ = writeln!(writer.out, "static {} g{number} = {value};", ty.0);
        writer.variables.push(format!("g{number}"));
    }
    for _ in 0..writer.random.below(3) {
        writer.function();
    }
    writer.out.push_str("int main(void) {\n");
    for place in PLACES {
        if writer.random.one_in(2) {
            let width = *writer.random.choose(&[32, 5, 5]);
            let value = writer.initial(("int", width, true));
            writer.line(&format!("{place} = {value};"));
        }
    }
    for _ in 0..6 + writer.random.below(10) {
        writer.statement();
    }
    writer.out.push_str("    return 0;\n}\n");
    writer.out
}

impl Writer {
    fn line(&mut self, text: &str) {
        let indent = 4 * (self.depth + 1);
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    /// A value for a variable of a type.
    fn initial(&mut self, (_, width, signed): (&str, u32, bool)) -> String {
        if !self.random.one_in(self.calm) {
            return (self.random.below(8) as i64 - if signed { 3 } else { 0 }).to_string();
        }
        match (signed, width) {
            (true, 128) => ["(__int128)((unsigned __int128)-1 >> 1)", "(-(__int128)((unsigned __int128)-1 >> 1) - 1)"]
                [self.random.below(2)]
            .into(),
            (true, _) => self.signed(width),
            (false, 1) => "1".into(),
            (false, _) => format!("{}u{}", u64::MAX >> (64 - width), if width == 64 { "l" } else { "" }),
        }
    }

    /// A signed number near an end of a range, or in the middle of it.
    fn signed(&mut self, width: u32) -> String {
        let most = i64::MAX >> (64 - width);
        match self.random.below(7) {
            0 => format!("{most}{}", if width == 64 { "l" } else { "" }),
            1 => format!("(-{most}{} - 1)", if width == 64 { "l" } else { "" }),
            2 => (most - 1).to_string(),
            3 => (-most + 1).to_string(),
            4 => (most / 2 + 1).to_string(),
            5 => (1i64 << self.random.below(width as usize - 1)).to_string(),
            _ => (-(self.random.below(100) as i64)).to_string(),
        }
    }

    fn constant(&mut self) -> String {
        if self.random.one_in(self.calm + 1) {
            let width = *self.random.choose(&[8, 16, 32, 64]);
            return format!("V({})", self.signed(width));
        }
        format!("V({})", self.random.below(7) as i64 - 2)
    }

    fn place(&mut self) -> String {
        match self.random.below(3) {
            0 => (*self.random.choose(PLACES)).into(),
            _ => self.random.choose(&self.variables).clone(),
        }
    }

    /// An expression with a variable in it.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.place();
        }
        let left = self.expression(depth - 1);
        let right = match self.random.below(3) {
            0 => self.constant(),
            _ => self.expression(depth - 1),
        };
        match self.random.below(17) {
            0..=2 => format!("V({left} + {right})"),
            3 | 4 => format!("V({left} - {right})"),
            5 | 6 => format!("V({} * {})", whole(&left), whole(&right)),
            7 => format!("V({left} {} {})", self.random.choose(&["/", "%"]), self.divisor()),
            8 => format!("V({} << {})", whole(&left), self.amount()),
            9 => format!("V(V({} & {}) << {})", whole(&left), self.random.below(300), self.amount()),
            10 => format!("V({} >> {})", whole(&left), self.amount()),
            11 => format!("V(-{})", whole(&left)),
            12 => {
                let place = self.place();
                format!("(({}){place})", self.random.choose(TYPES).0)
            }
            13 => format!("V({left} {} {right})", self.random.choose(&["&", "|", "^"])),
            14 => format!("V(~{left})"),
            15 => {
                let (first, second) = (self.constant(), self.constant());
                format!("V({first} {} {second})", self.random.choose(&["+", "-", "*", "<<"]))
            }
            _ => {
                let condition = self.condition();
                format!("({condition} ? {left} : {right})")
            }
        }
    }

    fn divisor(&mut self) -> String {
        let place = self.place();
        match self.random.below(8) {
            0 => place,
            1 | 2 => "V(-1)".into(),
            3 => format!("V({place} | 1)"),
            4 => "V(3)".into(),
            _ => format!("({place} ? {place} : V(-1))"),
        }
    }

    fn amount(&mut self) -> String {
        let place = self.place();
        match self.random.below(8) {
            0 if self.random.one_in(3) => place,
            0..=2 => format!("V({place} & 7)"),
            3 | 4 => format!("V({place} & 31)"),
            5 if self.random.one_in(9) => format!("V({})", self.random.choose(&["-1", "32", "64"])),
            _ => format!("V({})", self.random.below(24)),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.place(), self.place());
        match self.random.below(4) {
            0 => format!("({left} < {right})"),
            1 => format!("({left} > {})", self.constant()),
            2 => format!("({left} != 0 && {right} <= 100)"),
            _ => format!("({left} == {} || {right} > -100)", self.constant()),
        }
    }

    fn statement(&mut self) {
        match self.random.below(if self.depth > 1 { 9 } else { 13 }) {
            0..=2 => {
                let (target, value) = (self.place(), self.random.below(3));
                let value = self.expression(1 + value.min(1));
                // Sometimes nobody wants the value, which is computed all the same.
                match self.random.below(8) {
                    0 => self.line(&format!("{value};")),
                    1 => self.line(&format!("{target} = ({value}, {target});")),
                    _ => self.line(&format!("{target} = {value};")),
                }
            }
            3 => self.compound(1),
            4 => {
                let (target, right) = (self.place(), self.divisor());
                let operator = *self.random.choose(&["/", "%"]);
                self.line(&format!("ASSIGN({target}, {operator}, {right});"));
            }
            5 => {
                let (target, right) = (self.place(), self.amount());
                let operator = *self.random.choose(&["<<", ">>"]);
                // In these the type of a wide bit-field would be that of the shift.
                let target = if whole(&target) == target { target } else { "a[1]".into() };
                self.line(&format!("ASSIGN({target}, {operator}, {right});"));
            }
            6 | 7 => {
                let target = self.place();
                let (before, after) = *self.random.choose(&[("++", ""), ("--", ""), ("", "++"), ("", "--")]);
                let operator = if before.is_empty() { &after[1..] } else { &before[1..] };
                self.line(&format!("STEP({before}{target}{after}, {target}, {operator});"));
            }
            8 if self.functions > 0 => {
                let target = self.place();
                let callee = self.random.below(self.functions);
                let (first, second) = (self.expression(1), self.expression(1));
                self.line(&format!("{target} = f{callee}({first}, {second});"));
            }
            8 => self.compound(2),
            9 | 10 => {
                let condition = self.condition();
                self.line(&format!("if {condition} {{"));
                self.block();
                self.line("}");
            }
            _ => {
                let rounds = 2 + self.random.below(6);
                let depth = self.depth;
                self.line(&format!("for (int n{depth} = 0; n{depth} < {rounds}; n{depth}++) {{"));
                self.block();
                self.line("}");
            }
        }
    }

    fn compound(&mut self, depth: usize) {
        let (target, value) = (self.place(), self.expression(depth));
        let operator = *self.random.choose(&["+", "-", "*", "&", "|", "^"]);
        let value = if whole(&target) == target { value } else { format!("(long long){value}") };
        self.line(&format!("ASSIGN({target}, {operator}, {value});"));
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement();
        }
        self.depth -= 1;
    }

    /// A function that calls only those before it.
    fn function(&mut self) {
        let (result, first, second) =
            (*self.random.choose(TYPES), *self.random.choose(TYPES), *self.random.choose(TYPES));
        let _ = writeln!(self.out, "static {} f{}({} x, {} y) {{", result.0, self.functions, first.0, second.0);
        let globals = self.variables.len();
        self.variables.extend(["x".into(), "y".into()]);
        for _ in 0..1 + self.random.below(3) {
            self.statement();
        }
        let value = self.expression(2);
        self.line(&format!("return {value};"));
        self.out.push_str("}\n");
        self.variables.truncate(globals);
        self.functions += 1;
    }
}
