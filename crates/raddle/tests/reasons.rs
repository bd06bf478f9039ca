//! Why there is no answer: a sentence, what to do where something can be done, and a line of the *user's* program. A line of a
//! library model of ours says nothing to a user, so the place of a halt inside of one is that of the call.

use std::path::Path;
use std::process::Command;

/// The verdict line for a program that stands in `name`.
fn verdict(name: &str, program: &str, arguments: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("raddle-reasons-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    std::fs::write(folder.join(name), program).expect("the temporary folder can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", name, "--time", "60s"])
        .args(if arguments.contains(&"--property") { [].as_slice() } else { &["--property", "no-deadlock"] })
        .args(arguments)
        .current_dir(Path::new(&folder))
        .output()
        .expect("raddle starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().last().unwrap_or_default().to_string();
    assert!(line.starts_with("Verdict: "), "{program}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    line.trim_start_matches("Verdict: ").to_string()
}

#[test]
fn a_halt_in_a_model_names_the_call() {
    let programs = [
        "#include <stdlib.h>\nstatic void seed(void)\n{\n  srand(1);\n}\nint main(void) { rand(); seed(); return rand(); }",
        "#include <fcntl.h>\nint main(void)\n{\n  return fcntl(0, 1024, 0);\n}",
        "#include <stdio.h>\nint main(void)\n{\n  char a[9]; return sscanf(\"x\", \"%m[a]\", a);\n}",
        "#include <locale.h>\nint main(void)\n{\n  return setlocale(LC_ALL, \"de_DE\") != 0;\n}",
        "#include <string.h>\nint main(void)\n{\n  return (int)strlen(0);\n}",
        "#include <string.h>\nint main(void)\n{\n  char a[2]; memcpy(a, \"abcdef\", 7); return 0;\n}",
    ];
    for program in programs {
        for analysis in ["explicit", "value", "predicate"] {
            let said = verdict("model.c", program, &["--analysis", analysis]);
            assert!(said.starts_with("UNKNOWN(") && said.ends_with(", model.c:4)"), "{analysis}: {program}\n{said}");
        }
    }
}

/// The call is also named where an analysis gives up inside of a model.
#[test]
fn a_loop_of_a_model_is_at_the_call() {
    let program = "#include <pthread.h>\n#include <string.h>\nstatic char a[9] = \"aaaaaaaa\";\n\
        static void *change(void *at) { a[0] = 'b'; return at; }\nint main(void)\n{\n  pthread_t thread;\n\
        \x20 pthread_create(&thread, 0, change, 0);\n  return (int)strspn(a, \"a\");\n}";
    for analysis in ["bmc", "bmc+value", "bmc+simplify"] {
        let said = verdict("rounds.c", program, &["--analysis", analysis, "--set", "bmc.max_unwind=3"]);
        assert_eq!(said, "UNKNOWN(a loop goes on after 3 rounds, rounds.c:9)", "{analysis}");
    }
}

#[test]
fn reasons_are_sentences() {
    for (program, arguments, expected) in [
        (
            "int main(void) { int a[2], i = 2; a[i] = 3; return 0; }",
            &[][..],
            "UNKNOWN(the behaviour is undefined: write of 4 bytes past the end of `a` (size 8), user.c:1)",
        ),
        (
            "#include <stdlib.h>\nint main(void) { atexit(0);\n return 0; }",
            &[],
            "UNKNOWN(the behaviour is undefined: call through a null pointer, user.c:2)",
        ),
        (
            "int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(9); }",
            &["--set", "program.max_call_depth=5"],
            "UNKNOWN(calls nest deeper than 5 levels (--set program.max_call_depth=N allows more), user.c:1)",
        ),
        (
            "void run(void (*)(void)); void g(void) {}\nint main(void) { run(g); return 0; }",
            &[],
            "UNKNOWN(`run`, which no file that was given defines, gets the function `g` and may call it at any time: give the \
             file that defines `run`, user.c:2)",
        ),
        (
            "int main(void) { int n = 1; int add(int x) { return x + n; }\n return add(1); }",
            &[],
            "UNKNOWN(a call of 'add', which is defined inside of another function, is not modelled, user.c:1)",
        ),
        (
            "asm(\".globl x\");\nint main(void) { return 0; }",
            &[],
            "UNKNOWN(assembly at file scope is not modelled, user.c:1)",
        ),
        (
            "#pragma redefine_extname f g\nint main(void) { return 0; }",
            &[],
            "UNKNOWN(the pragma 'redefine_extname' is not modelled, user.c:1)",
        ),
        (
            "int main(void)\n{ struct __attribute__((scalar_storage_order(\"big-endian\"))) b { int x; } v;\n return v.x; }",
            &[],
            "UNKNOWN(a member of 'struct b' is not modelled, user.c:3)",
        ),
        (
            "int f(int n) { struct { int a[n]; } v; return sizeof v; }\nint main(void) { return f(3); }",
            &[],
            "UNKNOWN(a member of variable size is not modelled, user.c:1)",
        ),
    ] {
        assert_eq!(verdict("user.c", program, arguments), expected, "{program}");
    }
}

#[test]
fn a_function_without_definition_is_named_with_what_to_do() {
    let folder = std::env::temp_dir().join(format!("raddle-reasons-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    std::fs::write(folder.join("external.c"), "int other(int);\nint main(void) { return other(1); }").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "external.c"])
        .current_dir(&folder)
        .output()
        .expect("raddle starts");
    let text = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "Assuming: other (external.c:2), which no file that was given defines, returns any value and writes only \
                through its pointer arguments (give the file to have it checked)";
    assert!(text.contains(said), "{text}");
}

/// Whoever is sure that no signed operation overflows is told what follows; nothing else is assumed, and overflow itself is still found.
#[test]
fn overflow_can_be_assumed_not_to_happen() {
    let program = |body: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\nint x;\n\
             void *grows(void *a) {{ for (;;) x = x + 1; }}\n\
             int main(void) {{ int i = __VERIFIER_nondet_int(); pthread_t t; {body} return 0; }}"
        )
    };
    for (body, wraps, never) in [
        ("int j = i + 1; assert(j > i);", "FALSE(unreach-call)", "TRUE"),
        ("int j = 2147483647; j++; assert(0);", "FALSE(unreach-call)", "TRUE"),
        ("int j = -i; assert(i == 0 || j != i);", "FALSE(unreach-call)", "TRUE"),
        (
            "int m = -2147483647 - 1, k = -1; if (i == 5) m = m / k; assert(i != 5);",
            "UNKNOWN(the behaviour is undefined",
            "TRUE",
        ),
        ("unsigned j = (unsigned)i + 1; assert(j != 0);", "FALSE(unreach-call)", "FALSE(unreach-call)"),
        ("if (i < 5) { int j = i + 1; assert(j != 3); }", "FALSE(unreach-call)", "FALSE(unreach-call)"),
        // Whoever overflows stops, and the others go on.
        (
            "x = 2147483647; pthread_create(&t, 0, grows, 0); assert(i != 7);",
            "FALSE(unreach-call)",
            "FALSE(unreach-call)",
        ),
    ] {
        for analysis in ["explicit", "value", "bdd", "predicate", "predicate+value", "bmc+value"] {
            let arguments = ["--property", "unreach-call", "--analysis", analysis];
            let said = |reading: &str| verdict("o.c", &program(body), &[&arguments[..], &["--set", reading]].concat());
            let usual = said("program.overflow=wraps");
            assert!(usual.starts_with(wraps) || usual.starts_with("UNKNOWN"), "{analysis}, {body}: {usual}");
            let assumed = said("program.overflow=never");
            assert!(assumed == never || assumed.starts_with("UNKNOWN"), "{analysis}, {body}: {assumed}");
            if analysis == "explicit" {
                assert!(usual.starts_with(wraps) && assumed == never, "{body}: {usual}, {assumed}");
            }
        }
    }
    let never = ["--set", "program.overflow=never", "--property"];
    let overflows = program("int j = i + 1; assert(j > i);");
    assert_eq!(verdict("o.c", &overflows, &[&never[..], &["no-overflow"]].concat()), "FALSE(no-overflow)");
    // A thread that has stopped for that is no deadlock.
    let joins = program("x = 2147483647; pthread_create(&t, 0, grows, 0); pthread_join(t, 0);");
    assert_eq!(verdict("o.c", &joins, &[&never[..], &["no-deadlock"]].concat()), "TRUE");
}

/// The competition reads memory that is not there as any value; nothing else that is undefined is read in another way.
#[test]
fn undefined_reads_give_any_value_if_asked_for() {
    let preset = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/svcomp.toml");
    let any = ["--config", preset.to_str().expect("paths are text"), "--property", "unreach-call"];
    let program = |body: &str| {
        format!(
            "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint table[4];\n\
             int main(void) {{ int i = __VERIFIER_nondet_int(); int *p = malloc(4); *p = 7; {body} return 0; }}"
        )
    };
    for (body, property, expected) in [
        ("int v = table[i]; assert(v == table[i] || i < 0 || i > 3);", "unreach-call", "TRUE"),
        ("if (i == 9) assert(table[i] != 5);", "unreach-call", "FALSE(unreach-call)"),
        ("if (i == 2) assert(table[i] != 5);", "unreach-call", "TRUE"),
        ("free(p); assert(*p == 7);", "unreach-call", "FALSE(unreach-call)"),
        ("int *q = 0; int v = *q; assert(v == v);", "unreach-call", "TRUE"),
        ("free(p); if (*p == *p) assert(1); int v = table[9];", "valid-memsafety", "FALSE(valid-deref)"),
    ] {
        let text = program(body);
        let mut arguments = any.to_vec();
        arguments[3] = property;
        assert_eq!(verdict("any.c", &text, &arguments), expected, "{body}");
    }
    for body in ["table[i] = 1; assert(i >= 0 && i < 4);", "free(p); free(p); assert(i != 3);"] {
        let said = verdict("any.c", &program(body), &any);
        assert!(said.starts_with("UNKNOWN(the behaviour is undefined: "), "{body}: {said}");
    }
    // Without it such a read is the end.
    let said = verdict("any.c", &program("int v = table[9]; assert(v == v);"), &["--property", "unreach-call"]);
    assert!(said.starts_with("UNKNOWN(the behaviour is undefined: read of "), "{said}");
}
