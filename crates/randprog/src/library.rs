//! Random calls of library functions that compute: printing, reading numbers from text, `math.h`, strings.
//!
//! Each call prints one line: its result, what it stored and `errno`. Arguments are mixtures of edge cases and random bits. The calls are such
//! that the C library's answer is one answer: of comparisons only the sign is printed, and no argument breaks a rule of the standard.

use std::fmt::Write;

use crate::random::Random;

const HEADER: &str = r##"typedef unsigned long size_t;
typedef __builtin_va_list va_list;
int printf(const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
int sscanf(const char *, const char *, ...);
int *__errno_location(void);
void *memset(void *, int, size_t);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double atof(const char *);
int atoi(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int memcmp(const void *, const void *, size_t);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
void *memmem(const void *, size_t, const void *, size_t);
char *strrchr(const char *, int);
char *strpbrk(const char *, const char *);
char *strtok(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strerror(int);
char *strsignal(int);
size_t strxfrm(char *, const char *, size_t);
void swab(const void *, void *, long);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int rand_r(unsigned *);
static char text[6000];
static void show(const char *name, int n)
{
    printf("%s %d %d [", name, n, errno);
    for (int i = 0; i < 6000 && i <= n; i++)
        printf("%02x", (unsigned char)text[i]);
    printf("]\n");
    memset(text, 0x55, sizeof text);
    errno = 0;
}
static void list(const char *name, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int n = vsnprintf(text, sizeof text, format, arguments);
    __builtin_va_end(arguments);
    show(name, n);
}
static float single(unsigned bits) { union { unsigned b; float f; } u; u.b = bits; return u.f; }
static double twice(unsigned long long bits) { union { unsigned long long b; double f; } u; u.b = bits; return u.f; }
static long double extended(unsigned high, unsigned long long low)
{
    union { struct { unsigned long long low; unsigned short high; } b; long double f; } u;
    u.b.low = low;
    u.b.high = high;
    return u.f;
}
static void float_is(const char *name, float f) { printf("%s %a %d\n", name, f, errno); errno = 0; }
static void double_is(const char *name, double f) { printf("%s %a %d\n", name, f, errno); errno = 0; }
static void extended_is(const char *name, long double f) { printf("%s %La %d\n", name, f, errno); errno = 0; }
static int sign(int n) { return (n > 0) - (n < 0); }
static int by_byte(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
"##;

/// The functions of one, two and three arguments that exist for all three types; `true`: not for `long double` here.
const ONE: &[(&str, bool)] = &[
    ("sin", true),
    ("cos", true),
    ("tan", true),
    ("asin", true),
    ("acos", true),
    ("atan", true),
    ("sinh", true),
    ("cosh", true),
    ("tanh", true),
    ("exp", true),
    ("exp2", true),
    ("expm1", true),
    ("log", true),
    ("log2", true),
    ("log10", true),
    ("log1p", true),
    ("sqrt", false),
    ("rint", false),
    ("round", false),
    ("floor", false),
    ("ceil", false),
    ("trunc", false),
    ("logb", false),
    ("fabs", false),
    ("nearbyint", false),
];
const TWO: &[(&str, bool)] = &[
    ("atan2", true),
    ("pow", true),
    ("hypot", true),
    ("fmod", false),
    ("remainder", false),
    ("fdim", false),
    ("fmin", false),
    ("fmax", false),
    ("nextafter", false),
    ("copysign", false),
    ("drem", false),
];

/// A program of so many calls.
pub fn library(seed: u64, calls: usize) -> String {
    let mut writer = Writer { random: Random::new(seed), out: HEADER.to_string() };
    for (suffix, ty) in [("f", "float"), ("", "double"), ("l", "long double")] {
        for (name, _) in ONE {
            let _ = writeln!(writer.out, "{ty} {name}{suffix}({ty});");
        }
        for (name, _) in TWO {
            let _ = writeln!(writer.out, "{ty} {name}{suffix}({ty}, {ty});");
        }
        let _ = writeln!(writer.out, "{ty} fma{suffix}({ty}, {ty}, {ty});\n{ty} ldexp{suffix}({ty}, int);");
        let _ = writeln!(writer.out, "{ty} scalbn{suffix}({ty}, int);\n{ty} scalbln{suffix}({ty}, long);");
        let _ = writeln!(
            writer.out,
            "{ty} frexp{suffix}({ty}, int *);\n{ty} modf{suffix}({ty}, {ty} *);\nint ilogb{suffix}({ty});"
        );
    }
    writer.out += "int main(void)\n{\n    char *end;\n    memset(text, 0x55, sizeof text);\n";
    for _ in 0..calls {
        match writer.random.below(6) {
            0 => writer.print(),
            1 => writer.number(),
            2 => writer.scan(),
            3 | 4 => writer.math(),
            _ => writer.string(),
        }
    }
    writer.out += "    return 0;\n}\n";
    // There is no preprocessor to say what `errno` is.
    writer.out.replace(" errno", " (*__errno_location())")
}

struct Writer {
    random: Random,
    out: String,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "    {text}");
    }

    /// A number with a preference for few bits and for edges.
    fn integer(&mut self) -> u64 {
        match self.random.below(6) {
            0 => self.random.below(20) as u64,
            1 => (self.random.below(20) as u64).wrapping_neg(),
            2 => 10u64.pow(self.random.below(20) as u32).wrapping_sub(self.random.below(2) as u64),
            3 => (1u64 << self.random.below(64)).wrapping_sub(self.random.below(2) as u64),
            4 => self.random.bits() >> self.random.below(64),
            _ => self.random.bits(),
        }
    }

    fn float(&mut self) -> String {
        const EDGES: &[u32] = &[
            0,
            0x8000_0000,
            0x3f80_0000,
            0xbf80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            1,
            0x7f7f_ffff,
            0x0080_0000,
        ];
        let bits = match self.random.below(4) {
            0 => *self.random.choose(EDGES),
            1 => (self.random.below(2000) as f32 / 8.0 - 100.0).to_bits(),
            2 => {
                (0x3f80_0000u32).wrapping_add((self.random.below(64) as u32).wrapping_sub(32) << 21)
                    ^ (self.random.bits() as u32 & 0x801f_ffff)
            }
            _ => self.random.bits() as u32,
        };
        format!("single({bits:#x}u)")
    }

    fn double(&mut self) -> String {
        const EDGES: &[f64] = &[
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            0.5,
            2.5,
        ];
        let bits = match self.random.below(5) {
            0 => self.random.choose(EDGES).to_bits(),
            1 => (self.random.below(2000) as f64 / 8.0 - 100.0).to_bits(),
            2 => (self.random.below(200_000) as f64 / 100.0 - 1000.0).to_bits(),
            3 => {
                (1.0f64).to_bits().wrapping_add((self.random.below(128) as u64).wrapping_sub(64) << 50)
                    ^ (self.random.bits() & 0x8003_ffff_ffff_ffff)
            }
            _ => self.random.bits(),
        };
        format!("twice({bits:#x}ull)")
    }

    fn extended(&mut self) -> String {
        if self.random.one_in(2) {
            return format!("(long double){}", self.double());
        }
        let high = if self.random.one_in(2) { 0x3fff - 64 + self.random.below(128) } else { self.random.below(0x7fff) };
        let high = high | if self.random.one_in(2) { 0x8000 } else { 0 };
        let low = self.random.bits() | if high & 0x7fff == 0 { 0 } else { 1 << 63 };
        let low = if high & 0x7fff == 0 { low & !(1 << 63) } else { low };
        format!("extended({high:#x}, {low:#x}ull)")
    }

    fn print(&mut self) {
        let mut spec = String::from("%");
        for flag in ["-", "+", " ", "#", "0"] {
            if self.random.one_in(4) {
                spec += flag;
            }
        }
        let mut stars = Vec::new();
        match self.random.below(4) {
            0 => spec += &self.random.below(30).to_string(),
            1 => {
                spec += "*";
                stars.push(self.random.below(40) as i32 - 20);
            }
            _ => {}
        }
        match self.random.below(4) {
            0 => spec += &format!(".{}", self.random.below(25)),
            1 => {
                spec += ".*";
                stars.push(self.random.below(20) as i32 - 3);
            }
            _ => {}
        }
        let mut arguments: Vec<String> = stars.iter().map(i32::to_string).collect();
        let value = self.integer();
        match self.random.below(8) {
            0..=2 => {
                let (length, ty) = *self.random.choose(&[
                    ("", "int"),
                    ("l", "long"),
                    ("ll", "long long"),
                    ("h", "int"),
                    ("hh", "int"),
                    ("j", "long"),
                    ("z", "long"),
                    ("t", "long"),
                ]);
                spec += length;
                spec += self.random.choose::<&str>(&["d", "i", "u", "x", "X", "o"]);
                arguments.push(format!("({ty}){value:#x}ull"));
            }
            3 => {
                let spec_of_char = spec.split('.').next().unwrap_or("%").replace(['#', '0', '+', ' '], "");
                let stars = spec_of_char.matches('*').count();
                arguments.truncate(stars);
                spec = spec_of_char + "c";
                arguments.push(format!("(int){}", value & 255));
            }
            4 => {
                spec = spec.replace(['#', '+', ' '], "");
                if spec.starts_with("%0") || spec.starts_with("%-0") {
                    spec = spec.replacen('0', "", 1);
                }
                spec += "s";
                let word = self.word(12);
                arguments.push(format!("\"{word}\""));
            }
            5 => {
                spec += "L";
                spec += self.random.choose::<&str>(&["f", "e", "g", "a", "F", "E", "G", "A"]);
                let value = self.extended();
                arguments.push(value);
            }
            _ => {
                spec += self.random.choose::<&str>(&["f", "e", "g", "a", "F", "E", "G", "A"]);
                let value = self.double();
                arguments.push(value);
            }
        }
        let (before, after) = (self.word(3), self.word(3));
        let format = format!("{before}{spec}{after}%%");
        let arguments = arguments.join(", ");
        match self.random.below(4) {
            0 => self.line(&format!("list(\"print\", \"{format}\", {arguments});")),
            1 => {
                let room = self.random.below(12);
                self.line(&format!("show(\"print\", snprintf(text, {room}, \"{format}\", {arguments}));"));
            }
            2 => {
                let (length, ty) = *self.random.choose(&[
                    ("", "int"),
                    ("l", "long"),
                    ("h", "short"),
                    ("hh", "signed char"),
                    ("ll", "long long"),
                    ("z", "long"),
                ]);
                self.line(&format!("{{ {ty} at[2] = {{ -1, -1 }}; show(\"count\", snprintf(text, 6000, \"{format}%{length}n\", {arguments}, at)); printf(\"%d %d\\n\", (int)at[0], (int)at[1]); }}"));
            }
            _ => self.line(&format!("show(\"print\", snprintf(text, 6000, \"{format}\", {arguments}));")),
        }
    }

    /// Letters, digits and blanks.
    fn word(&mut self, limit: usize) -> String {
        let length = self.random.below(limit + 1);
        (0..length).map(|_| char::from(*self.random.choose(b"abcABC019 ,-x"))).collect()
    }

    /// A text that often is a number, or nearly.
    fn numeral(&mut self) -> String {
        let mut text = self.random.choose::<&str>(&["", " ", "\\t", "-", "+", "  -"]).to_string();
        match self.random.below(10) {
            0 => {
                text += self.random.choose::<&str>(&[
                    "inf", "INFINITY", "nan", "infi", "na", "nan()", "nan(", "in", "0x", "0xg", ".", "", "e5", "0x.",
                    "-",
                ])
            }
            1 | 2 => {
                text += "0x";
                for _ in 0..self.random.below(20) {
                    text.push(char::from(*self.random.choose(b"0123456789abcdefABCDEF")));
                }
                if self.random.one_in(2) {
                    text.push('.');
                    for _ in 0..self.random.below(20) {
                        text.push(char::from(*self.random.choose(b"0123456789abcdef")));
                    }
                }
                if self.random.one_in(2) {
                    let scale = *self.random.choose(&[10, 1100, 17_000]);
                    text += &format!("p{}", self.random.below(2 * scale) as i64 - scale as i64);
                }
            }
            3 => {
                let value = self.integer();
                text += &if self.random.one_in(2) { value.to_string() } else { format!("{value:o}") };
            }
            _ => {
                for _ in 0..self.random.below(22) {
                    text.push(char::from(*self.random.choose(b"0123456789")));
                }
                if self.random.one_in(2) {
                    text.push('.');
                    for _ in 0..self.random.below(22) {
                        text.push(char::from(*self.random.choose(b"0123456789")));
                    }
                }
                if self.random.one_in(2) {
                    let scale = *self.random.choose(&[10, 60, 350, 5000]);
                    text += &format!("e{}", self.random.below(2 * scale) as i64 - scale as i64);
                }
            }
        }
        text += self.random.choose::<&str>(&["", "", "", " ", "x", "e", "e+", "p", ".", "7z"]);
        text
    }

    fn number(&mut self) {
        let text = self.numeral();
        match self.random.below(8) {
            0 => self.line(&format!("double_is(\"atof\", atof(\"{text}\"));")),
            1 => self.line(&format!("float_is(\"strtof\", strtof(\"{text}\", &end)); printf(\"[%s]\\n\", end);")),
            2 | 3 => self.line(&format!("double_is(\"strtod\", strtod(\"{text}\", &end)); printf(\"[%s]\\n\", end);")),
            4 => self.line(&format!("extended_is(\"strtold\", strtold(\"{text}\", &end)); printf(\"[%s]\\n\", end);")),
            _ => {
                let base = *self.random.choose(&[10, 10, 0, 16, 8, 2, 36]);
                let name = *self.random.choose(&["strtol", "strtoul", "strtoll", "strtoull"]);
                self.line(&format!("printf(\"{name} %ld\", (long){name}(\"{text}\", &end, {base})); printf(\" %d [%s]\\n\", errno, end); errno = 0;"));
            }
        }
    }

    fn scan(&mut self) {
        let (mut format, mut text, mut kinds) = (String::new(), String::new(), Vec::new());
        for _ in 0..1 + self.random.below(3) {
            let literal = self.random.choose::<&str>(&["", "", " ", ",", " ,", "%%", "a"]).to_string();
            text += &literal.replace("%%", "%");
            if self.random.one_in(8) {
                text += "?";
            }
            format += &literal;
            let drop = self.random.one_in(6);
            format += if drop { "%*" } else { "%" };
            let numeral = self.numeral();
            // Where a width ends in the middle of "0x" glibc reads on, or does not.
            if self.random.one_in(3) && !numeral.contains("0x") {
                format += &(1 + self.random.below(9)).to_string();
            }
            let word = self.word(8);
            let (conversion, kind, input) = match self.random.below(12) {
                0 | 1 => (self.random.choose::<&str>(&["d", "i", "u", "x", "o"]).to_string(), 'i', numeral),
                2 => (format!("l{}", self.random.choose::<&str>(&["d", "i", "u", "x", "o"])), 'l', numeral),
                3 => (format!("h{}", self.random.choose::<&str>(&["d", "i", "u", "x", "o"])), 'h', numeral),
                4 => (self.random.choose::<&str>(&["f", "e", "g", "a"]).to_string(), 'f', numeral),
                5 => ("lf".to_string(), 'd', numeral),
                6 => ("Lg".to_string(), 'L', numeral),
                7 => ("s".to_string(), 's', word),
                8 => ("c".to_string(), 's', word),
                9 => ("n".to_string(), 'i', String::new()),
                _ => (
                    self.random
                        .choose::<&str>(&["[a-c]", "[^,]", "[]a]", "[^]0]", "[0-9-]", "[c-a]", "[a-cA-C0]"])
                        .to_string(),
                    's',
                    word,
                ),
            };
            format += &conversion;
            // %n takes no width.
            if conversion == "n" {
                let at = format.rfind('%').unwrap_or(0);
                format.truncate(at);
                format += if drop { "" } else { "%n" };
            }
            text += &input;
            if !drop {
                kinds.push(kind);
            }
        }
        // Where the text ends, glibc may take an errno back.
        let errno = if format.matches('%').count() == 1 { "errno" } else { "0" };
        let mut declared = String::new();
        let mut passed = String::new();
        let mut shown = String::new();
        for (i, kind) in kinds.iter().enumerate() {
            let (ty, print) = match kind {
                'i' => ("int", format!("printf(\" %d\", v{i}[0]);")),
                'l' => ("long", format!("printf(\" %ld\", v{i}[0]);")),
                'h' => ("short", format!("printf(\" %d %d\", v{i}[0], v{i}[1]);")),
                'f' => ("float", format!("printf(\" %a\", v{i}[0]);")),
                'd' => ("double", format!("printf(\" %a\", v{i}[0]);")),
                'L' => ("long double", format!("printf(\" %La\", v{i}[0]);")),
                _ => ("char", format!("printf(\" [%.30s]\", v{i});")),
            };
            let _ = write!(declared, "{ty} v{i}[200]; memset(v{i}, 0, sizeof v{i}); ");
            let _ = write!(passed, ", v{i}");
            shown += &print;
        }
        self.line(&format!("{{ {declared}int n = sscanf(\"{text}\", \"{format}\"{passed}); printf(\"scan %d %d\", n, {errno}); {shown} printf(\"\\n\"); errno = 0; }}"));
    }

    fn math(&mut self) {
        let kind = self.random.below(3);
        let (suffix, show) = [("f", "float_is"), ("", "double_is"), ("l", "extended_is")][kind];
        let value = |writer: &mut Writer| match kind {
            0 => writer.float(),
            1 => writer.double(),
            _ => writer.extended(),
        };
        let pick = |writer: &mut Writer, names: &'static [(&'static str, bool)]| loop {
            let (name, narrow) = *writer.random.choose(names);
            if kind < 2 || !narrow {
                return name;
            }
        };
        let x = value(self);
        match self.random.below(10) {
            0..=4 => {
                let name = pick(self, ONE);
                self.line(&format!("{show}(\"{name}{suffix}\", {name}{suffix}({x}));"));
            }
            5 | 6 => {
                let (name, y) = (pick(self, TWO), value(self));
                self.line(&format!("{show}(\"{name}{suffix}\", {name}{suffix}({x}, {y}));"));
            }
            7 => {
                let (y, z) = (value(self), value(self));
                self.line(&format!("{show}(\"fma{suffix}\", fma{suffix}({x}, {y}, {z}));"));
            }
            8 => {
                let by = self.random.below(2400) as i64 - 1200;
                let by = if kind == 2 { by * 15 } else { by };
                let name = *self.random.choose(&["ldexp", "scalbn", "scalbln"]);
                self.line(&format!("{show}(\"{name}{suffix}\", {name}{suffix}({x}, {by}));"));
            }
            _ => {
                let ty = ["float", "double", "long double"][kind];
                self.line(&format!("{{ int n; {ty} w; {show}(\"frexp{suffix}\", frexp{suffix}({x}, &n)); printf(\"%d %d\\n\", n, ilogb{suffix}({x})); errno = 0; {show}(\"modf{suffix}\", modf{suffix}({x}, &w)); {show}(\"whole\", w); }}"));
            }
        }
    }

    fn string(&mut self) {
        let (a, b, n) = (self.word(8), self.word(3), self.random.below(10));
        let at = |call: String| format!("end = {call}; printf(\"%s\\n\", end ? end : \"null\");");
        let line = match self.random.below(20) {
            0 => format!("printf(\"cmp %d\\n\", sign(strcmp(\"{a}\", \"{b}\")));"),
            1 => format!("printf(\"ncmp %d\\n\", sign(strncmp(\"{a}\", \"{b}\", {n})));"),
            2 => format!("printf(\"case %d\\n\", sign(strcasecmp(\"{a}\", \"{b}\")));"),
            3 => format!("printf(\"mem %d\\n\", sign(memcmp(\"{a}\", \"{b}\", {})));", a.len().min(b.len())),
            4 => format!("printf(\"spn %d %d\\n\", (int)strspn(\"{a}\", \"{b}\"), (int)strcspn(\"{a}\", \"{b}\"));"),
            5 => at(format!("strstr(\"{a}\", \"{b}\")")),
            6 => at(format!("strcasestr(\"{a}\", \"{b}\")")),
            7 => at(format!("memmem(\"{a}\", {}, \"{b}\", {})", a.len(), b.len())),
            8 => at(format!("strrchr(\"{a}\", 'a')")),
            9 => at(format!("strpbrk(\"{a}\", \"{b}\")")),
            10 => format!(
                "strcpy(text, \"{a}\"); for (end = strtok(text, \" ,\"); end; end = strtok(0, \" ,\")) printf(\"<%s>\", end); show(\"tok\", 9);"
            ),
            11 => format!("strncpy(text, \"{a}\", {n}); show(\"ncpy\", 12);"),
            12 => format!("printf(\"%s\\n\", strerror({}));", self.random.below(140) as i32 - 3),
            13 => format!("printf(\"%s\\n\", strsignal({}));", self.random.below(70) as i32 - 2),
            14 => format!("printf(\"%d\\n\", (int)strxfrm(text, \"{a}\", 9)); show(\"xfrm\", {});", a.len()),
            15 => format!("swab(\"{a}.\", text, {}); show(\"swab\", 9);", a.len()),
            16 => format!("strcpy(text, \"{a}\"); qsort(text, {}, 1, by_byte); show(\"sort\", 9);", a.len()),
            17 => format!(
                "{{ unsigned s = {}u; int r = rand_r(&s); printf(\"%d %u\\n\", r, s); }}",
                self.random.bits() as u32
            ),
            18 => format!("printf(\"%d\\n\", atoi(\"{}\"));", self.integer() as i64),
            _ => format!("printf(\"%s|%d\\n\", \"{a}\", snprintf(0, 0, \"%s%d\", \"{b}\", {n}));"),
        };
        self.line(&line);
    }
}
