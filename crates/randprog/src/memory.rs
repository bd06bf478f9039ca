//! Random single-threaded programs that use memory: most of it as they may, some of it one element too far, too late, twice, or never freed.
//!
//! An address sanitizer and `valid-memsafety` of a verifier have to agree about them. The sanitizer sees the neighbourhood of objects only, and blocks that
//! are gone only for a while; so accesses go wrong by little, and programs are short. A block is lost for good: nothing points one past its
//! end, which the sanitizer does not count as a pointer to it. Values that were never written are read, but nothing depends on them.
//!
//! The writer knows roughly what its pointers point to, so that most programs get far; whoever compares two tools needs no more.

use std::fmt::Write;

use crate::random::Random;

/// Types of elements.
const TYPES: &[&str] = &["char", "short", "int", "long", "struct pair"];

const PRELUDE: &str = "void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strdup(const char *);
unsigned long strlen(const char *);
struct pair { int first; char second[4]; };
struct node { struct node *next; long value; };
static volatile unsigned long sum;
static struct node *list;
static char *text;
static void *keep[3];
static void *make(unsigned long size) { void *block = malloc(size); memset(block, 1, size); return block; }
static void drop(void *block) { free(block); }
static long *of_a_frame(void) { long here[2] = { 1, 2 }; long *there = here; return there; }
static void push(long value) { struct node *new = malloc(sizeof *new); new->next = list; new->value = value; list = new; }
static void pop(void) { struct node *old = list; list = old->next; free(old); }
";

/// What a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Null,
    /// The beginning of a block of the heap.
    Block,
    /// Into a block that another pointer has the beginning of, so many elements behind it.
    Inside(usize),
    /// An array that lives as long as the function does.
    Array,
    /// Something that is gone.
    Gone,
}

struct Pointer {
    name: String,
    ty: &'static str,
    target: Target,
    /// Elements from where it points to.
    length: usize,
}

struct Writer {
    random: Random,
    out: String,
    pointers: Vec<Pointer>,
    arrays: usize,
    nodes: usize,
    /// One statement in so many is wrong.
    care: usize,
}

/// The program of a seed.
pub fn memory(seed: u64) -> String {
    let mut random = Random::new(seed);
    let care = *random.choose(&[10, 20, 40]);
    let mut writer = Writer { random, out: PRELUDE.into(), pointers: Vec::new(), arrays: 0, nodes: 0, care };
    for number in 0..4 {
        let ty = *writer.random.choose(TYPES);
        let name = format!("{}{number}", if number < 2 { "g" } else { "p" });
        if number < 2 {
            let _ = writeln!(writer.out, "static {ty} *{name};");
        }
        writer.pointers.push(Pointer { name, ty, target: Target::Null, length: 0 });
    }
    writer.out.push_str("static void body(void) {\n");
    for number in 2..4 {
        let declared = format!("{} *{} = 0;", writer.pointers[number].ty, writer.pointers[number].name);
        writer.line(&declared);
    }
    for _ in 0..8 + writer.random.below(14) {
        writer.statement();
    }
    writer.tidy();
    writer.out.push_str("}\nint main(void) {\n    body();\n    return 0;\n}\n");
    writer.out
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "    {text}");
    }

    fn wrong(&mut self) -> bool {
        self.random.one_in(self.care)
    }

    /// The number of a pointer to something that lives; rarely of another one.
    fn living(&mut self) -> Option<usize> {
        let any = self.random.one_in(self.care * 3);
        let lives = |p: &Pointer| any || !matches!(p.target, Target::Null | Target::Gone);
        let found: Vec<usize> = (0..self.pointers.len()).filter(|n| lives(&self.pointers[*n])).collect();
        if found.is_empty() { None } else { Some(*self.random.choose(&found)) }
    }

    /// An index; rarely the first that is wrong on either side.
    fn index(&mut self, length: usize) -> i64 {
        if self.wrong() {
            return if self.random.one_in(3) { -1 } else { length as i64 };
        }
        match self.random.below(3) {
            0 => length as i64 - 1,
            _ => self.random.below(length.max(1)) as i64,
        }
    }

    /// How many elements a loop or a function works on.
    fn count(&mut self, length: usize) -> usize {
        if self.wrong() { length + 1 } else { length - self.random.below(2).min(length) }
    }

    fn element(&mut self, name: &str, ty: &str, index: &str) -> String {
        match (ty, self.random.below(3)) {
            ("struct pair", 0) => format!("{name}[{index}].second[3]"),
            ("struct pair", 1) => format!("({name} + {index})->first"),
            ("struct pair", _) => format!("{name}[{index}].first"),
            (_, 0) => format!("*({name} + {index})"),
            _ => format!("{name}[{index}]"),
        }
    }

    fn statement(&mut self) {
        match self.random.below(18) {
            0..=2 => self.allocate(),
            3 => self.point_to_array(),
            4..=6 => self.access(),
            7 => self.walk(),
            8 => self.bytes(),
            9 => self.free(),
            10 => self.resize(),
            11 => self.alias(),
            12 => self.list(),
            13 => self.text(),
            14 => self.scope(),
            15 => self.small_things(),
            16 => self.copy(),
            _ => self.grid(),
        }
    }

    /// Before a pointer gets a new target: the block that it is the only way to is freed, or handed on.
    fn leave(&mut self, number: usize) {
        if self.pointers[number].target != Target::Block || self.wrong() {
            return;
        }
        let name = self.pointers[number].name.clone();
        self.line(&format!("free({name});"));
        self.gone(number);
    }

    /// The block of a pointer is gone, and so is what points into it.
    fn gone(&mut self, number: usize) {
        self.pointers[number].target = Target::Gone;
        for pointer in &mut self.pointers {
            if matches!(pointer.target, Target::Inside(_)) {
                pointer.target = Target::Gone;
            }
        }
    }

    fn allocate(&mut self) {
        let number = self.random.below(self.pointers.len());
        self.leave(number);
        let length = 1 + self.random.below(7);
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let size = format!("{length} * sizeof({ty})");
        let text = match self.random.below(4) {
            0 => format!("{name} = calloc({length}, sizeof({ty}));"),
            1 => format!("{name} = make({size});"),
            2 => format!("{name} = realloc(0, {size});"),
            _ => format!("{name} = malloc({size});"),
        };
        self.line(&text);
        self.pointers[number].target = Target::Block;
        self.pointers[number].length = length;
    }

    fn point_to_array(&mut self) {
        let number = self.random.below(self.pointers.len());
        self.leave(number);
        let length = 1 + self.random.below(9);
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let array = format!("array{}", self.arrays);
        self.arrays += 1;
        let text = match self.random.below(5) {
            0 => format!("{ty} *{array} = __builtin_alloca({length} * sizeof({ty})); {name} = {array};"),
            1 => format!("static {ty} {array}[{length}]; {name} = {array};"),
            2 => format!("{ty} {array}[sum * 0 + {length}]; {name} = {array};"),
            3 => format!("struct {{ long before; {ty} last[{length}]; }} {array}; {name} = {array}.last;"),
            _ => format!("{ty} {array}[{length}]; {name} = {array};"),
        };
        self.line(&text);
        self.pointers[number].target = Target::Array;
        self.pointers[number].length = length;
    }

    fn access(&mut self) {
        let Some(number) = self.living() else { return self.allocate() };
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let index = self.index(self.pointers[number].length).to_string();
        let element = self.element(&name, ty, &index);
        let text = match self.random.below(4) {
            0 => format!("sum += {element};"),
            1 => format!("{element} ^= 1;"),
            2 => format!("sum += ((unsigned char *)&{element})[sizeof({element}) - 1];"),
            _ => format!("{element} = {};", self.random.below(100)),
        };
        self.line(&text);
    }

    fn walk(&mut self) {
        let Some(number) = self.living() else { return self.allocate() };
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let count = self.count(self.pointers[number].length);
        let element = self.element(&name, ty, "i");
        match self.random.below(4) {
            0 => self.line(&format!("for (int i = 0; i < {count}; i++) {element} = i;")),
            1 => self.line(&format!("for (int i = {count} - 1; i >= 0; i--) sum += {element};")),
            2 => self.line(&format!("for ({ty} *at = {name}; at != {name} + {count}; at++) sum += *(char *)at;")),
            _ => self.line(&format!("for ({ty} *at = {name} + {count}; at-- != {name}; ) *(char *)at = 2;")),
        }
    }

    fn bytes(&mut self) {
        let Some(number) = self.living() else { return self.allocate() };
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let count = self.count(self.pointers[number].length);
        let extra = if self.wrong() { " + 1" } else { "" };
        let value = self.random.below(9);
        self.line(&format!("memset({name}, {value}, {count} * sizeof({ty}){extra});"));
    }

    fn copy(&mut self) {
        let (Some(from), Some(to)) = (self.living(), self.living()) else { return self.allocate() };
        if from == to {
            // A compiler knows that a copy to the same place does nothing.
            return self.access();
        }
        let (one, other) = (&self.pointers[from], &self.pointers[to]);
        let length = one.length.min(other.length);
        let (name, target) = (one.name.clone(), other.name.clone());
        let same = one.ty == other.ty;
        let count = self.count(length);
        let sizes = format!("(sizeof *{name} < sizeof *{target} ? sizeof *{name} : sizeof *{target})");
        match self.random.below(3) {
            0 if same => {
                let index = self.index(length);
                self.line(&format!("{target}[{index}] = {name}[0];"));
            }
            1 => self.line(&format!("sum += memcmp({target}, {name}, {count} * {sizes}) != 0;")),
            _ => self.line(&format!("memmove({target}, {name}, {count} * {sizes});")),
        }
    }

    fn free(&mut self) {
        let Some(number) = self.living() else { return self.allocate() };
        let name = self.pointers[number].name.clone();
        let target = self.pointers[number].target;
        match target {
            Target::Block => {
                let function = *self.random.choose(&["free", "free", "drop"]);
                let off = if self.wrong() { " + 1" } else { "" };
                self.line(&format!("{function}({name}{off});"));
                self.gone(number);
                if self.random.one_in(2) {
                    self.line(&format!("{name} = 0;"));
                    self.pointers[number].target = Target::Null;
                }
            }
            Target::Inside(offset) if self.random.one_in(3) => {
                self.line(&format!("{name} -= {offset};"));
                self.line(&format!("free({name});"));
                for pointer in &mut self.pointers {
                    if pointer.target == Target::Block && self.random.one_in(2) {
                        pointer.target = Target::Gone;
                    }
                }
                self.pointers[number].target = Target::Gone;
            }
            Target::Null => self.line(&format!("free({name});")),
            Target::Array | Target::Inside(_) | Target::Gone if self.wrong() => self.line(&format!("free({name});")),
            Target::Array | Target::Inside(_) | Target::Gone => self.access(),
        }
    }

    fn resize(&mut self) {
        let Some(number) = self.living() else { return self.allocate() };
        if self.pointers[number].target != Target::Block && !self.wrong() {
            return self.access();
        }
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let length = 1 + self.random.below(9);
        self.gone(number);
        self.line(&format!("{name} = realloc({name}, {length} * sizeof({ty}));"));
        self.pointers[number].target = Target::Block;
        self.pointers[number].length = length;
    }

    /// A second pointer into a block.
    fn alias(&mut self) {
        let Some(from) = self.living() else { return self.allocate() };
        let to = self.random.below(self.pointers.len());
        if to == from || self.pointers[from].ty != self.pointers[to].ty {
            return self.access();
        }
        self.leave(to);
        let length = self.pointers[from].length;
        let offset = self.random.below(length.max(1));
        let (name, source) = (self.pointers[to].name.clone(), self.pointers[from].name.clone());
        self.line(&format!("{name} = &{source}[{offset}];"));
        self.pointers[to].target = match self.pointers[from].target {
            Target::Block => Target::Inside(offset),
            Target::Inside(before) => Target::Inside(before + offset),
            other @ (Target::Null | Target::Array | Target::Gone) => other,
        };
        self.pointers[to].length = length - offset.min(length);
    }

    fn list(&mut self) {
        match self.random.below(4) {
            0 if self.nodes > 0 || self.wrong() => {
                self.line("pop();");
                self.nodes = self.nodes.saturating_sub(1);
            }
            1 if self.wrong() => {
                self.line("for (struct node *at = list; at; at = at->next) free(at);");
                self.line("list = 0;");
                self.nodes = 0;
            }
            1 => self.line("for (struct node *at = list; at; at = at->next) sum += at->value;"),
            2 if self.nodes > 1 || self.wrong() => self.line("sum += list->next->value;"),
            _ => {
                let value = self.random.below(50);
                self.line(&format!("push({value});"));
                self.nodes += 1;
            }
        }
    }

    fn text(&mut self) {
        const WORDS: &[&str] = &["", "a", "seven..", "longer than most"];
        let word = *self.random.choose(WORDS);
        let room = word.len() + if self.wrong() { 0 } else { 1 };
        let array = format!("array{}", self.arrays);
        self.arrays += 1;
        match self.random.below(4) {
            0 => self.line(&format!("char {array}[{room} + !{room}]; strcpy({array}, \"{word}\"); sum += strlen({array});")),
            1 => self.line(&format!(
                "char *{array} = malloc({room} + 2); strcpy({array}, \"{word}\"); strcat({array}, \"..\"); free({array});"
            )),
            2 => {
                if !self.wrong() {
                    self.line("free(text);");
                }
                self.line(&format!("text = strdup(\"{word}\");"));
            }
            _ => self.line("if (text) sum += text[strlen(text)];"),
        }
    }

    /// A variable of a block or of a function that has been left.
    fn scope(&mut self) {
        let number = self.random.below(self.pointers.len());
        self.leave(number);
        let (name, ty) = (self.pointers[number].name.clone(), self.pointers[number].ty);
        let length = 1 + self.random.below(5);
        if ty == "long" && self.random.one_in(2) {
            self.line(&format!("{name} = of_a_frame();"));
        } else {
            self.line("{");
            self.line(&format!("    {ty} inner[{length}]; {name} = inner;"));
            let index = self.index(length).to_string();
            let element = self.element(&name, ty, &index);
            self.line(&format!("    {element} = 3;"));
            self.line("}");
        }
        self.pointers[number].target = Target::Gone;
        self.pointers[number].length = length;
    }

    fn small_things(&mut self) {
        let number = self.random.below(self.pointers.len());
        let name = self.pointers[number].name.clone();
        match self.random.below(4) {
            0 => self.line(&format!("if ({name} == 0) sum++;")),
            1 if self.pointers[number].target == Target::Block => {
                let place = self.random.below(3);
                self.line(&format!("free(keep[{place}]); keep[{place}] = {name}; {name} = 0;"));
                self.pointers[number].target = Target::Null;
            }
            2 => {
                self.leave(number);
                self.line(&format!("{name} = 0;"));
                self.pointers[number].target = Target::Null;
            }
            _ => self.line("free(0);"),
        }
    }

    /// Rows of an array: from one into the next is inside of the object.
    fn grid(&mut self) {
        let array = format!("array{}", self.arrays);
        self.arrays += 1;
        let (rows, columns) = (1 + self.random.below(3), 1 + self.random.below(3));
        let (row, column) = (self.index(rows), self.index(columns));
        let storage = *self.random.choose(&["", "static "]);
        self.line(&format!("{storage}int {array}[{rows}][{columns}]; {array}[{row}][{column}] = 4;"));
    }

    /// Frees what is left, mostly.
    fn tidy(&mut self) {
        for number in 0..self.pointers.len() {
            if self.pointers[number].target == Target::Block && !self.wrong() {
                let name = self.pointers[number].name.clone();
                self.line(&format!("free({name});"));
            }
        }
        if !self.wrong() {
            self.line("while (list) pop();");
        }
    }
}
