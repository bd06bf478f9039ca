//! Random single-threaded programs that end, have no undefined behaviour, and print what they computed.
//!
//! In the manner of Csmith (Yang, Chen, Eide, Regehr, PLDI 2011), much smaller. Whatever could be undefined is
//! wrapped: signed arithmetic goes through functions that compute modulo 2ⁿ, divisors and shift amounts are guarded,
//! indices are masked, everything is initialised, pointers only ever point to live objects of their type. What C leaves
//! unspecified is avoided: a full expression has at most one side effect besides its assignment, calls stand alone on
//! the right of an assignment to a plain variable, padding is never read. So the output is a function of the text, for
//! every compiler and every optimisation level, on a machine with x86-64's type sizes.
//!
//! Programs end because loops have constant bounds and functions call only functions before them; each function knows
//! an estimate of its steps, and a call that would make the whole too slow is not written.

use std::fmt::Write;

use crate::random::Random;

/// Scalar types of globals and locals, with their widths in bits (`_Bool` counts as 1) and signedness.
const TYPES: &[(&str, u32, bool)] = &[
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("char", 8, true),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned int", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("long long", 64, true),
    ("unsigned long long", 64, false),
    ("_Bool", 1, false),
];

/// The types arithmetic is done in: name, suffix of the wrappers, width.
const ARITHMETIC: &[(&str, &str, u32)] = &[
    ("int", "i", 32),
    ("unsigned int", "u", 32),
    ("long", "l", 64),
    ("unsigned long", "ul", 64),
    ("long long", "ll", 64),
    ("unsigned long long", "ull", 64),
];

/// Steps a program may take, by the estimate.
const BUDGET: u64 = 30_000;

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    /// Index into [`TYPES`].
    ty: usize,
    /// Number of elements, a power of two; `None` for a scalar.
    length: Option<usize>,
    /// Loop counters are read, never written.
    writable: bool,
}

#[derive(Clone, Debug)]
struct Routine {
    name: String,
    parameters: Vec<usize>,
    cost: u64,
}

struct Writer {
    random: Random,
    out: String,
    globals: Vec<Variable>,
    locals: Vec<Variable>,
    routines: Vec<Routine>,
    names: usize,
    indent: usize,
    /// Steps of the function so far.
    cost: u64,
    /// How often the current statement is executed per call.
    rounds: u64,
    /// Whether a loop or switch is around, and whether it is a loop.
    breakable: bool,
    continuable: bool,
    floats: bool,
}

/// The program of a seed; `size` is about the number of statements.
pub fn sequential(seed: u64, size: u32) -> String {
    let mut random = Random::new(seed ^ 0x7365_7175);
    let floats = random.one_in(3);
    let mut writer = Writer {
        random,
        out: String::new(),
        globals: Vec::new(),
        locals: Vec::new(),
        routines: Vec::new(),
        names: 0,
        indent: 0,
        cost: 0,
        rounds: 1,
        breakable: false,
        continuable: false,
        floats,
    };
    writer.program(size.max(4) as usize);
    writer.out
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        let pad = "    ".repeat(self.indent);
        self.out.push_str(&pad);
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn program(&mut self, size: usize) {
        self.out.push_str(PRELUDE);
        self.wrappers();
        self.declare_globals();
        let functions = 1 + size / 12;
        for _ in 0..functions {
            self.routine(size / functions);
        }
        self.out.push_str("\nint main(void) {\n");
        self.indent = 1;
        self.cost = 0;
        for routine in self.routines.clone() {
            if self.random.one_in(4) || self.cost + routine.cost > BUDGET {
                continue;
            }
            self.cost += routine.cost;
            let arguments = self.arguments(&routine);
            let target = self.scalar_global();
            self.line(format!("{target} = {}({arguments});", routine.name));
        }
        self.checksum();
        self.line("return 0;");
        self.out.push_str("}\n");
    }

    /// The arithmetic that never goes wrong.
    fn wrappers(&mut self) {
        for (ty, suffix, width) in ARITHMETIC {
            let unsigned = if ty.starts_with("unsigned") { ty.to_string() } else { format!("unsigned {ty}") };
            for (name, operator) in [("add", "+"), ("sub", "-"), ("mul", "*")] {
                let body = format!("({ty})(({unsigned})a {operator} ({unsigned})b)");
                let _ = writeln!(self.out, "static {ty} {name}_{suffix}({ty} a, {ty} b) {{ return {body}; }}");
            }
            let minimum = format!("({ty})(({unsigned})1 << {})", width - 1);
            let signed = *ty != unsigned;
            for (name, operator) in [("div", "/"), ("rem", "%")] {
                let guard = if signed { format!("b == 0 || (a == {minimum} && b == -1)") } else { "b == 0".into() };
                let _ = writeln!(
                    self.out,
                    "static {ty} {name}_{suffix}({ty} a, {ty} b) {{ return {guard} ? a : a {operator} b; }}"
                );
            }
            let mask = width - 1;
            let _ = writeln!(
                self.out,
                "static {ty} shl_{suffix}({ty} a, int b) {{ return ({ty})(({unsigned})a << (b & {mask})); }}\n\
                 static {ty} shr_{suffix}({ty} a, int b) {{ return a >> (b & {mask}); }}"
            );
        }
    }

    fn declare_globals(&mut self) {
        self.out.push_str(RECORDS);
        for _ in 0..4 + self.random.below(5) {
            let ty = self.random.below(TYPES.len());
            let name = self.fresh("g");
            let constant = self.constant(ty);
            let storage = *self.random.choose(&["static ", "", "volatile ", "static volatile "]);
            self.line(format!("{storage}{} {name} = {constant};", TYPES[ty].0));
            self.globals.push(Variable { name, ty, length: None, writable: true });
        }
        for _ in 0..1 + self.random.below(3) {
            let ty = self.random.below(TYPES.len());
            let length = 2 << self.random.below(3);
            let name = self.fresh("a");
            let given = 1 + self.random.below(length);
            let items: Vec<String> = (0..given).map(|_| self.constant(ty)).collect();
            self.line(format!("static {} {name}[{length}] = {{ {} }};", TYPES[ty].0, items.join(", ")));
            self.globals.push(Variable { name, ty, length: Some(length), writable: true });
        }
        // One pointer to each scalar type that has a target.
        let targets = self.globals.clone();
        for target in targets.iter().filter(|t| t.length.is_none()).take(2) {
            let name = self.fresh("p");
            self.line(format!("static volatile {} *{name} = &{};", TYPES[target.ty].0, target.name));
            self.globals.push(Variable { name: format!("(*{name})"), ty: target.ty, length: None, writable: true });
        }
        for (member, ty) in [("r0.a", 3), ("r0.b", 6), ("r0.c", 5), ("r0.d[1]", 8), ("r0.inner.x", 0), ("r1.b", 6)] {
            self.globals.push(Variable { name: member.into(), ty, length: None, writable: true });
        }
        for (member, ty) in [("u0.word", 6), ("u0.half[1]", 4), ("u0.byte[2]", 1)] {
            self.globals.push(Variable { name: member.into(), ty, length: None, writable: true });
        }
        self.globals.push(Variable { name: "r1.d".into(), ty: 8, length: Some(2), writable: true });
    }

    fn constant(&mut self, ty: usize) -> String {
        let (_, width, signed) = TYPES[ty];
        let bits = match self.random.below(4) {
            0 => self.random.below(10) as u64,
            1 => self.random.bits() & 0xff,
            2 => (1u64 << (width - 1)).wrapping_sub(self.random.below(2) as u64),
            _ => self.random.bits(),
        };
        match (width, signed) {
            (1, _) => format!("{}", bits & 1),
            (8, true) => format!("{}", bits as i8),
            (8, false) => format!("{}", bits as u8),
            (16, true) => format!("{}", bits as i16),
            (16, false) => format!("{}", bits as u16),
            // The smallest int has no literal of its own type.
            (32, true) => format!("{}", (bits as i32).max(i32::MIN + 1)),
            (32, false) => format!("{:#x}u", bits as u32),
            (_, true) => format!("{}ll", (bits as i64).max(i64::MIN + 1)),
            (_, false) => format!("{bits:#x}ull"),
        }
    }

    /// A readable scalar.
    fn value(&mut self) -> String {
        let locals = self.locals.len();
        let global = locals == 0 || self.random.one_in(2);
        let variable =
            if global { self.random.choose(&self.globals).clone() } else { self.random.choose(&self.locals).clone() };
        self.access(&variable)
    }

    fn access(&mut self, variable: &Variable) -> String {
        match variable.length {
            None => variable.name.clone(),
            Some(length) => {
                let index = match self.locals.iter().filter(|l| l.length.is_none()).count() {
                    0 => format!("{}", self.random.below(length)),
                    _ => self.locals[0].name.clone(),
                };
                format!("{}[{index} & {}]", variable.name, length - 1)
            }
        }
    }

    /// A scalar to assign to, and its type.
    fn target(&mut self) -> (String, usize) {
        let writable: Vec<Variable> =
            self.globals.iter().chain(self.locals.iter()).filter(|v| v.writable).cloned().collect();
        let variable = self.random.choose(&writable).clone();
        (self.access(&variable), variable.ty)
    }

    /// A global that is neither an array element nor reached through a pointer.
    fn scalar_global(&mut self) -> String {
        let plain: Vec<String> = self
            .globals
            .iter()
            .filter(|g| g.length.is_none() && g.name.starts_with('g'))
            .map(|g| g.name.clone())
            .collect();
        self.random.choose(&plain).clone()
    }

    /// An expression without side effects, in brackets where needed.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(5) {
            return match self.random.below(6) {
                0 => {
                    let ty = self.random.below(TYPES.len());
                    format!("({})", self.constant(ty))
                }
                1 => {
                    (*self.random.choose(&["(int)sizeof(r0)", "(int)r0.flag", "r0.low", "(int)r1.wide", "'x'"])).into()
                }
                _ => self.value(),
            };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        let (ty, suffix, _) = *self.random.choose(ARITHMETIC);
        match self.random.below(14) {
            0..=3 => {
                let name = *self.random.choose(&["add", "sub", "mul", "div", "rem"]);
                format!("{name}_{suffix}({a}, {b})")
            }
            4 => {
                let name = *self.random.choose(&["shl", "shr"]);
                format!("{name}_{suffix}({a}, (int)({b}))")
            }
            5 => {
                let operator = *self.random.choose(&["&", "|", "^"]);
                format!("({a} {operator} {b})")
            }
            6 => {
                let operator = *self.random.choose(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({a} {operator} {b})")
            }
            7 => {
                let operator = *self.random.choose(&["&&", "||"]);
                format!("({a} {operator} {b})")
            }
            8 => {
                let condition = self.expression(depth - 1);
                format!("({condition} ? {a} : {b})")
            }
            9 => {
                let operator = *self.random.choose(&["~", "!", "+"]);
                format!("({operator}{a})")
            }
            10 => format!("(({})({a}))", self.random.choose(TYPES).0),
            11 => {
                let operator = *self.random.choose(&["+", "-", "*"]);
                format!("((short)({a}) {operator} (signed char)({b}))")
            }
            12 => format!("(({ty})({a}) & ({ty})({b}))"),
            _ => match self.random.below(4) {
                0 => format!("variadic(3, (int)({a}), (long)({b}), 2.5)"),
                1 => format!("table[({a}) & 3]({b})"),
                2 => format!("((unsigned char)\"random text\"[({a}) & 7])"),
                // The type of a bit-field is the compiler's secret; `+` promotes it.
                _ => format!("_Generic(+{a}, int: 1, unsigned: 2, long: 3, default: ({b}))"),
            },
        }
    }

    fn arguments(&mut self, routine: &Routine) -> String {
        let arguments: Vec<String> = routine.parameters.iter().map(|_| self.expression(1)).collect();
        let record = *self.random.choose(&["r0", "r1"]);
        std::iter::once(record.to_string()).chain(arguments).collect::<Vec<_>>().join(", ")
    }

    fn routine(&mut self, size: usize) {
        let name = self.fresh("f");
        let parameters: Vec<usize> = (0..1 + self.random.below(3)).map(|_| self.random.below(TYPES.len())).collect();
        let result = self.random.below(TYPES.len());
        self.locals.clear();
        let mut declared = vec!["struct record by_value".to_string()];
        for ty in &parameters {
            let name = self.fresh("x");
            declared.push(format!("{} {name}", TYPES[*ty].0));
            self.locals.push(Variable { name, ty: *ty, length: None, writable: true });
        }
        let _ = writeln!(self.out, "\nstatic {} {name}({}) {{", TYPES[result].0, declared.join(", "));
        self.indent = 1;
        self.cost = 1;
        self.rounds = 1;
        self.line(format!("static unsigned calls_of_{name} = 3;"));
        self.line(format!("calls_of_{name} += by_value.b + (unsigned)by_value.low;"));
        for _ in 0..1 + self.random.below(3) {
            let ty = self.random.below(TYPES.len());
            let local = self.fresh("v");
            let init = self.expression(2);
            self.line(format!("{} {local} = {init};", TYPES[ty].0));
            self.locals.push(Variable { name: local, ty, length: None, writable: true });
        }
        for _ in 0..size.max(2) {
            self.statement(3);
        }
        let value = self.expression(2);
        self.indent = 0;
        let _ = writeln!(self.out, "end:\n    return {value} ^ calls_of_{name};\n}}");
        self.routines.push(Routine { name, parameters, cost: self.cost });
        self.locals.clear();
    }

    fn block(&mut self, depth: usize) {
        let locals = self.locals.len();
        self.indent += 1;
        if self.random.one_in(3) {
            let ty = self.random.below(TYPES.len());
            let name = self.fresh("v");
            let init = self.expression(1);
            self.line(format!("{} {name} = {init};", TYPES[ty].0));
            self.locals.push(Variable { name, ty, length: None, writable: true });
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.locals.truncate(locals);
    }

    fn statement(&mut self, depth: usize) {
        self.cost += self.rounds * 8;
        match self.random.below(if depth == 0 { 9 } else { 17 }) {
            0..=3 => {
                let (target, _) = self.target();
                let value = self.expression(3);
                self.line(format!("{target} = {value};"));
            }
            4 => self.update(),
            5 => self.call(),
            6 => self.record(),
            7 => self.jump(),
            8 if self.floats => {
                let (a, b) = (self.expression(1), self.value());
                let operator = *self.random.choose(&["+", "-", "*"]);
                self.line(format!("d0 = clamp(d0 {operator} (double)({a}) / (1.0 + (unsigned char)({b})));"));
                self.line("f0 = (float)d0 * 0.5f;");
            }
            8 => {
                let amount = self.random.below(12);
                self.line(format!("memory({amount}, (unsigned char)({}));", self.locals[0].name));
            }
            9..=11 => {
                let condition = self.expression(2);
                self.line(format!("if ({condition}) {{"));
                self.block(depth - 1);
                if self.random.one_in(2) {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            12..=14 => self.counted_loop(depth),
            15 => self.switch(depth),
            _ => {
                self.line("{");
                self.block(depth - 1);
                self.line("}");
            }
        }
    }

    /// `op=`, `++` and `--` where they cannot overflow: on unsigned and on small types.
    fn update(&mut self) {
        let (target, ty) = self.target();
        let (_, width, signed) = TYPES[ty];
        let value = self.expression(2);
        if width == 1 {
            return self.line(format!("{target} |= ({value}) & 1;"));
        }
        if signed && width >= 32 {
            return self.line(format!("{target} ^= {value};"));
        }
        match self.random.below(5) {
            0 => self.line(format!("{target}++;")),
            1 => self.line(format!("--{target};")),
            2 => self.line(format!("{target} += (signed char)({value});")),
            3 if !signed => self.line(format!("{target} <<= ({value}) & 7;")),
            3 => self.line(format!("{target} &= {value};")),
            _ => self.line(format!("{target} -= (unsigned char)({value});")),
        }
    }

    fn call(&mut self) {
        let affordable: Vec<Routine> =
            self.routines.iter().filter(|r| self.cost + self.rounds * r.cost < BUDGET / 4).cloned().collect();
        if affordable.is_empty() {
            return self.update();
        }
        let routine = self.random.choose(&affordable).clone();
        self.cost += self.rounds * routine.cost;
        let arguments = self.arguments(&routine);
        let locals: Vec<String> = self.locals.iter().filter(|l| l.writable).map(|l| l.name.clone()).collect();
        let target = if locals.is_empty() || self.random.one_in(2) {
            self.scalar_global()
        } else {
            self.random.choose(&locals).clone()
        };
        self.line(format!("{target} = {}({arguments});", routine.name));
    }

    fn record(&mut self) {
        let value = self.expression(2);
        let text = match self.random.below(8) {
            0 => format!("r0.low = {value};"),
            1 => format!("r1.high = {value};"),
            2 => format!("r0.flag = {value};"),
            3 => format!("r1.wide = {value};"),
            4 => "r1 = r0;".to_string(),
            5 => format!("r0 = make_record((int)({value}));"),
            6 => format!("rp = ({value}) & 1 ? &r0 : &r1; rp->c = (int)({value}); rp->inner.y[1]--;"),
            _ => format!("r1 = (struct record){{ .b = {value}, .d = {{ [1] = 7 }}, .low = -3 }};"),
        };
        self.line(text);
    }

    fn jump(&mut self) {
        let condition = self.expression(1);
        let text = if self.continuable && self.random.one_in(3) {
            "continue"
        } else if self.breakable {
            "break"
        } else if self.random.one_in(4) {
            "goto end"
        } else {
            return self.update();
        };
        self.line(format!("if ({condition}) {text};"));
    }

    fn counted_loop(&mut self, depth: usize) {
        let rounds = 1 + self.random.below(6);
        if self.rounds * rounds as u64 > 200 {
            return self.update();
        }
        let counter = self.fresh("i");
        let kind = self.random.below(3);
        match kind {
            0 => self.line(format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{")),
            1 => self.line(format!("{{ int {counter} = {rounds}; while ({counter}-- > 0) {{")),
            _ => self.line(format!("{{ int {counter} = 0; do {{")),
        }
        let (breakable, continuable) = (self.breakable, self.continuable);
        self.breakable = true;
        // `continue` in a do-while loop evaluates the condition, which counts, so it ends too.
        self.continuable = true;
        self.rounds *= rounds as u64;
        self.locals.push(Variable { name: counter.clone(), ty: 5, length: None, writable: false });
        self.block(depth - 1);
        self.locals.pop();
        self.rounds /= rounds as u64;
        self.breakable = breakable;
        self.continuable = continuable;
        match kind {
            0 => self.line("}"),
            1 => self.line("} }"),
            _ => self.line(format!("}} while (++{counter} < {rounds}); }}")),
        }
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(2);
        self.line(format!("switch (({value}) & 7) {{"));
        let breakable = self.breakable;
        self.breakable = true;
        let default = self.random.below(4);
        for case in 0..4 {
            match case {
                _ if case == default => self.line("default: {"),
                3 => self.line("case 3 ... 5: {"),
                _ => self.line(format!("case {case}: {{")),
            }
            self.block(depth - 1);
            let falls_through = self.random.one_in(3);
            self.line(if falls_through { "}" } else { "} break;" });
        }
        self.breakable = breakable;
        self.line("}");
    }

    fn checksum(&mut self) {
        let mut values: Vec<(String, String)> = Vec::new();
        for global in &self.globals {
            match global.length {
                None => values.push((global.name.clone(), global.name.clone())),
                Some(length) => {
                    for i in 0..length {
                        let element = format!("{}[{i}]", global.name);
                        values.push((element.clone(), element));
                    }
                }
            }
        }
        for bits in ["r0.low", "r0.high", "r0.flag", "r0.wide", "r1.low", "r1.high", "r1.flag", "r1.wide"] {
            values.push((bits.into(), bits.into()));
        }
        for byte in 0..4 {
            let value = format!("((unsigned char *)&u0)[{byte}]");
            values.push((value.clone(), value));
        }
        for (name, value) in values {
            self.line(format!("note(\"{name}\", (unsigned long long)({value}));"));
        }
        self.line("note(\"buffer\", buffer_sum());");
        if self.floats {
            self.line("note(\"d0\", bits_of(d0));");
            self.line("note(\"f0\", bits_of(f0));");
        }
        self.line("printf(\"checksum %llx\\n\", checksum);");
    }
}

const PRELUDE: &str = r#"typedef __builtin_va_list va_list;
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);

static unsigned long long checksum;

static void note(const char *name, unsigned long long value) {
    for (int i = 0; i < 8; i++)
        checksum = (checksum ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3ull + 1;
    printf("%s = %llx\n", name, value);
}

static long variadic(int count, ...) {
    va_list list;
    long sum = count;
    __builtin_va_start(list, count);
    sum = (long)((unsigned long)sum + (unsigned long)__builtin_va_arg(list, int));
    sum = (long)((unsigned long)sum ^ (unsigned long)__builtin_va_arg(list, long));
    sum += __builtin_va_arg(list, double) > 2.0;
    __builtin_va_end(list);
    return sum == (long)(1ul << 63) ? 0 : sum;
}

static double d0 = 1.25;
static float f0;
static double clamp(double d) { return d > 1e9 || d < -1e9 ? 1.5 : d; }
static unsigned long long bits_of(double d) {
    union { double d; unsigned long long u; } pun = { d };
    return pun.u;
}

static unsigned char buffer[32], other[32];
static void memory(int amount, unsigned char value) {
    memset(buffer + amount, value, 7);
    memcpy(other, buffer, sizeof buffer);
    memcpy(buffer + 20, other + amount, (unsigned long)amount);
}
static unsigned long long buffer_sum(void) {
    unsigned long long sum = 0;
    for (unsigned i = 0; i < sizeof buffer; i++)
        sum = sum * 31 + buffer[i];
    return sum;
}

static int twice(int x) { return (int)((unsigned)x * 2u); }
static int low_bits(int x) { return x & 15; }
static int flip(int x) { return ~x; }
static int same(int x) { return x; }
static int (*const table[4])(int) = { twice, low_bits, flip, same };

"#;

const RECORDS: &str = r#"
struct record {
    short a;
    unsigned b;
    int low : 5;
    unsigned high : 11;
    _Bool flag : 1;
    int c;
    unsigned long d[2];
    struct { signed char x; unsigned short y[2]; } inner;
    unsigned long long wide : 35;
};
static struct record r0 = { 1, 2, -3, 4, 1, 5, { 6, 7 }, { 8, { 9, 10 } }, 11 };
static struct record r1 = { .c = -1, .inner = { .y = { [1] = 3 } } };
static struct record *rp = &r0;
static union { unsigned word; unsigned short half[2]; unsigned char byte[4]; } u0 = { 0x12345678 };
static struct record make_record(int n) {
    struct record r = { .a = n, .b = 3, .inner = { 4, { 5, n } } };
    r.low = n >> 3;
    return r;
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        for seed in 0..20 {
            assert_eq!(sequential(seed, 30), sequential(seed, 30));
        }
        assert_ne!(sequential(1, 30), sequential(2, 30));
    }
}
