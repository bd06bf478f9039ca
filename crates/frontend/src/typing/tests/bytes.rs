//! Initial bytes, sizes and alignments, compared with what the system compiler writes into an object file.
//!
//! Every case becomes a variable in a section of its own; the section's bytes are our expectation. So layout, bit-fields,
//! initialiser rules and constant folding are checked in one go, for both data models, without running anything.

use std::path::Path;
use std::process::Command;

use raddle_program::DataModel;

use super::type_units;

/// Declarations, then the declaration of the variable without its initialiser, then the initialiser.
const CASES: &[(&str, &str, &str)] = &[
    ("", "int v", "{-1}"),
    ("struct s { char a; int b; char c; };", "struct s v", "{1, 2, 3}"),
    ("struct s { char a; double b; };", "struct s v", "{1, 2.5}"),
    ("struct s { char a; long long b; short c; };", "struct s v", "{1, -2, 3}"),
    ("struct s { char a; long double b; };", "struct s v", "{1, 1.1L}"),
    ("struct s { int a:3; int b:7; unsigned c:22; };", "struct s v", "{-1, 33, 0x3fffff}"),
    ("struct s { int a:3; int b:30; };", "struct s v", "{-1, -1}"),
    ("struct s { char a:3; int b:20; short c:9; };", "struct s v", "{-1, -1, -1}"),
    ("struct s { char a; int b:9; };", "struct s v", "{5, -1}"),
    ("struct s { int a:3; long long b:40; };", "struct s v", "{1, -1}"),
    ("struct s { char c; long long b:60; char d; };", "struct s v", "{1, -1, 2}"),
    ("struct s { int a:5; int :0; int b:5; };", "struct s v", "{-1, -1}"),
    ("struct s { char a; int :0; char b; };", "struct s v", "{1, 2}"),
    ("struct s { char a; int :0; };", "struct s v", "{1}"),
    ("struct s { char a; short :0; char b; };", "struct s v", "{1, 2}"),
    ("struct s { char a:4; int :3; char b:4; };", "struct s v", "{-1, -1}"),
    ("struct s { char a; int :17; char b; };", "struct s v", "{1, 2}"),
    ("struct s { _Bool a:1, b:1; unsigned char c; };", "struct s v", "{1, 7, 3}"),
    ("enum e { X = 3, Y = 9 }; struct s { enum e a:4; enum e b; };", "struct s v", "{Y, X}"),
    ("struct s { char a; int b; } __attribute__((packed));", "struct s v", "{1, 2}"),
    ("struct __attribute__((packed)) s { char a; long long b; short c; };", "struct s v", "{1, 2, 3}"),
    ("struct s { int a:3; int b:30; } __attribute__((packed));", "struct s v", "{-1, -1}"),
    ("struct s { char a; int b __attribute__((packed)); char c; };", "struct s v", "{1, 2, 3}"),
    ("struct s { char a; int b __attribute__((aligned(8))); };", "struct s v", "{1, 2}"),
    ("struct s { char a; } __attribute__((aligned(16)));", "struct s v", "{1}"),
    ("struct s { char a; _Alignas(8) char b; };", "struct s v", "{1, 2}"),
    ("typedef int T __attribute__((aligned(16))); struct s { char a; T b; };", "struct s v", "{1, 2}"),
    ("typedef int T __attribute__((aligned(1))); struct s { char a; T b; };", "struct s v", "{1, 2}"),
    (
        "struct i { char a; int b; }; struct s { char x; struct i y; } __attribute__((packed));",
        "struct s v",
        "{1, {2, 3}}",
    ),
    ("union u { char a; int b; short c[3]; };", "union u v", "{7}"),
    ("union u { char a; int b; short c[3]; };", "union u v", "{.c = {1, 2, 3}}"),
    ("union u { char a; int b:5; };", "union u v", "{.b = -1}"),
    ("union u { long long a; char b; };", "union u v", "{.a = -1, .b = 2}"),
    ("struct s { int a; union { int b; char c; }; struct { short d, e; }; };", "struct s v", "{1, {2}, {3, 4}}"),
    (
        "struct s { int a; union { int b; char c; }; struct { short d, e; }; };",
        "struct s v",
        "{.e = 4, .c = 5, .a = 6}",
    ),
    ("struct s { int a; union { int b; char c; }; struct { short d, e; }; };", "struct s v", "{.d = 4, 9}"),
    ("", "int v[5]", "{1, 2, [3] = 7, 8}"),
    ("", "int v[]", "{[4] = 1, [1] = 2, 3}"),
    ("", "int v[6]", "{[0 ... 3] = 5, [2] = 1}"),
    ("", "int v[2][3]", "{1, 2, 3, 4}"),
    ("", "int v[2][3]", "{{1}, {2, 3}}"),
    ("", "int v[][2]", "{1, 2, 3}"),
    ("", "char v[]", "\"hello\""),
    ("", "char v[3]", "\"hello\""),
    ("", "char v[9]", "{\"hello\"}"),
    ("", "char v[2][4]", "{\"ab\", \"cd\"}"),
    ("", "char v[]", "\"a\\x41\\101\\n\" \"b\""),
    ("", "unsigned v[]", "U\"wide\""),
    ("struct p { int x, y; }; struct s { struct p a, b; int c; };", "struct s v", "{1, 2, 3, 4, 5}"),
    ("struct p { int x, y; }; struct s { struct p a[2]; int c; };", "struct s v", "{.a[1].y = 3, 4, .a = {[0].x = 1}}"),
    ("struct p { int x, y; }; struct s { struct p a[2]; int c; };", "struct s v", "{{{1, 2}}, .c = 9, .a[1] = {3}}"),
    ("struct s { int n; int a[]; };", "struct s v", "{2, {3, 4}}"),
    ("struct s { char n; char a[0]; int b; };", "struct s v", "{2}"),
    ("struct s {};", "struct { int a; struct s b; int c; } v", "{1, {}, 2}"),
    ("", "float v[3]", "{0.1f, 1e10, 3}"),
    ("", "double v[4]", "{0.1, 0x1.8p1, -0.0, 1.0f / 3}"),
    ("", "long double v[2]", "{0.1L, 1}"),
    ("", "unsigned char v[6]", "{300, -1, 'a', '\\377', 1 << 4 | 3, ~0}"),
    ("", "long long v[3]", "{-1, 0x80000000, -2147483647 - 1}"),
    ("", "unsigned long v[3]", "{-1, 1ul << 31, sizeof(long)}"),
    ("enum e { A = -1, B, C = 10, D };", "int v[5]", "{A, B, C, D, sizeof(enum e)}"),
    ("enum e { A = 0x100000000, B };", "int v[3]", "{sizeof(enum e), sizeof(A), B == 0x100000001}"),
    ("enum e { A, B } __attribute__((packed));", "int v[2]", "{sizeof(enum e), sizeof(A)}"),
    (
        "struct s { char a; int b:4; double c; };",
        "int v[3]",
        "{__builtin_offsetof(struct s, c), sizeof(struct s), _Alignof(struct s)}",
    ),
    (
        "struct s { int a[4]; struct { char c; int d[2]; } e; };",
        "int v[2]",
        "{__builtin_offsetof(struct s, a[2]), __builtin_offsetof(struct s, e.d[1])}",
    ),
    ("struct s { int a; struct { char c; int d; } e; };", "int v[1]", "{(int)(long)&((struct s *)0)->e.d}"),
    (
        "",
        "int v[6]",
        "{_Alignof(double), __alignof__(double), _Alignof(long long), __alignof__(char), sizeof(void), sizeof(int[3])}",
    ),
    ("", "int v[4]", "{1 ? 2 : 3, 5 % 3, -7 / 2, -7 % 3}"),
    ("", "int v[4]", "{-1 < 1u, -1 < 1ul, (char)200 < 0, (unsigned char)200 > 0}"),
    ("", "int v[4]", "{!3, !!4, 3 && 0, 0 || 5}"),
    (
        "",
        "int v[3]",
        "{_Generic(1.0f, float: 1, default: 2), _Generic('a', int: 3, char: 4), _Generic((char)1, char: 5, int: 6)}",
    ),
    ("", "int v[4]", "{1e30, -1e30, (int)1e10f, (int)(0.0 / 0.0)}"),
    ("", "unsigned v[3]", "{-5.0, 1e30, (unsigned)-1e30f}"),
    ("", "int v[3]", "{(int)3.9, (int)-3.9f, (_Bool)0.5}"),
    ("", "int v[3]", "{sizeof \"abc\", sizeof('a'), sizeof(1 ? 1 : 1ll)}"),
    ("static const int n = 7; static const char t[] = \"xyz\";", "int v[2]", "{n, sizeof t}"),
    ("struct s { _Atomic int a; char b; _Atomic char c; };", "struct s v", "{1, 2, 3}"),
    ("struct s { char a; _Atomic long long b; };", "struct s v", "{1, 2}"),
    (
        "typedef int D __attribute__((mode(DI))); typedef unsigned H __attribute__((mode(HI)));",
        "int v[2]",
        "{sizeof(D), sizeof(H)}",
    ),
    (
        "#pragma pack(push, 2)\nstruct s { char a; int b; double c; };\n#pragma pack(pop)\nstruct t { char a; int b; };",
        "struct { struct s x; struct t y; } v",
        "{{1, 2, 3}, {4, 5}}",
    ),
    ("struct s { unsigned a:1; unsigned long long b:63; unsigned c:31; };", "struct s v", "{1, -1, -1}"),
    ("struct s { short a:12; short b:12; char c:8; char d:1; };", "struct s v", "{-1, -1, -1, -1}"),
    ("struct s { long long a:33; int b:31; };", "struct s v", "{-1, -1}"),
    ("struct p { int x, y; };", "struct p v", "(struct p){1, 2}"),
    ("struct p { int x, y; }; struct q { struct p a; int b; };", "struct q v", "{(struct p){1, 2}, 3}"),
    ("", "int v[3]", "(int[]){1, 2, 3}"),
    ("", "int v[2]", "{__builtin_clz(1), __builtin_popcountll(0xff)}"),
    ("", "unsigned v[2]", "{__builtin_bswap32(0x01020304), __builtin_choose_expr(1, 7, \"x\")}"),
    (
        "",
        "int v[3]",
        "{__builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(int *, char *), __builtin_constant_p(3)}",
    ),
    ("", "double v[2]", "{__builtin_inf(), -__builtin_huge_val()}"),
    ("", "float v[2]", "{16777217, 1e-50}"),
    ("", "int v[2]", "{'ab', L'\\xffff'}"),
    ("struct s { int a, b; };", "struct s v[3]", "{[1].b = 2, [0] = {3, 4}, [2] = {.b = 5}}"),
    ("struct s { char name[4]; int n; };", "struct s v[2]", "{\"ab\", 1, \"cd\", 2}"),
    ("struct s { char name[4]; int n; };", "struct s v[2]", "{{{'a', 'b'}, 1}, {{\"cd\"}, 2}}"),
];

fn source() -> String {
    let mut text = String::new();
    for (index, (declarations, variable, init)) in CASES.iter().enumerate() {
        // Tags and names of one case must not meet those of another: each gets its own names by a suffix.
        let rename = |s: &str| {
            let mut out = String::new();
            let mut word = String::new();
            let mut in_string = false;
            for c in s.chars().chain([' ']) {
                if (c.is_ascii_alphanumeric() || c == '_') && !in_string {
                    word.push(c);
                    continue;
                }
                let own = ["s", "i", "p", "q", "u", "e", "t", "T", "D", "H", "n", "v", "A", "B", "C", "D", "X", "Y"];
                out.push_str(&word);
                if own.contains(&word.as_str()) && c != '\'' {
                    out.push_str(&format!("_{index}"));
                }
                word.clear();
                if c == '"' {
                    in_string = !in_string;
                }
                out.push(c);
            }
            out
        };
        let (declarations, variable) = (rename(declarations), rename(variable));
        let section = "__attribute__((section(\"raddle\"), aligned(64)))";
        text.push_str(&format!("{declarations}\n{variable} {section} = {};\n", rename(init)));
        text.push_str(&format!("unsigned size_{index} {section} = sizeof v_{index};\n"));
    }
    text
}

/// The bytes the system compiler puts into the section.
fn compiled(text: &str, flag: &str) -> Vec<u8> {
    let folder = std::env::temp_dir().join(format!("raddle-typing-{}-{flag}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (c, o, bin) = (folder.join("a.c"), folder.join("a.o"), folder.join("a.bin"));
    std::fs::write(&c, text).expect("the source is written");
    let run = |program: &str, arguments: &[&str], paths: &[&Path]| {
        let output = Command::new(program).args(arguments).args(paths).output().expect("cc and objcopy are installed");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run("cc", &[flag, "-w", "-c", "-fno-toplevel-reorder", "-o"], &[&o, &c]);
    run("objcopy", &["-O", "binary", "-j", "raddle"], &[&o, &bin]);
    let bytes = std::fs::read(&bin).expect("the section is there");
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes away");
    bytes
}

fn compare(model: DataModel, flag: &str) {
    let text = source();
    let expected = compiled(&text, flag);
    let hir = match type_units(&[(&text, false)], model) {
        Ok(hir) => hir,
        Err(errors) => panic!("{errors:#?}"),
    };
    let mut at = 0usize;
    let mut wrong = Vec::new();
    for (index, case) in CASES.iter().enumerate() {
        for name in [format!("v_{index}"), format!("size_{index}")] {
            let global = hir.globals.iter().find(|g| g.name == name).expect("the variable is there");
            let size = hir.types.size(global.ty.ty).expect("its type is complete").max(global.init.len() as u64);
            let mut bytes = global.init.clone();
            bytes.resize(size as usize, 0);
            at = at.next_multiple_of(64);
            let theirs = &expected[at.min(expected.len())..(at + bytes.len()).min(expected.len())];
            if theirs != bytes {
                wrong.push(format!("{model:?} {case:?} {name}:\n  ours   {bytes:02x?}\n  theirs {theirs:02x?}"));
            }
            at += size as usize;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_are_those_of_the_system_compiler_lp64() {
    compare(DataModel::Lp64, "-m64");
}

#[test]
fn bytes_are_those_of_the_system_compiler_ilp32() {
    compare(DataModel::Ilp32, "-m32");
}
