//! The types of expressions, asked with `_Generic` and checked by the system compiler too.

use std::io::Write;
use std::process::{Command, Stdio};

use raddle_program::DataModel;

use super::type_units;

const PRELUDE: &str = "\
typedef unsigned char uc; typedef struct s { int a:5; unsigned b:32; unsigned c:31; uc d; const int e; int arr[3]; } S;
enum small { SA, SB }; enum neg { NA = -1 };
char ch; short sh; unsigned short us; int i; unsigned u; long l; unsigned long ul; long long ll; unsigned long long ull;
float f; double d; long double ld; _Bool b; int *ip; const int *cip; void *vp; const void *cvp; char *cp; int arr[4];
volatile int vi; const int ci = 1; _Atomic int ai; S st, *sp; int fn(int); int (*fp)(int); enum small es; enum neg en; int mat[2][3];
";

/// An expression and its type.
const TYPES: &[(&str, &str)] = &[
    ("ch + ch", "int"),
    ("us + us", "int"),
    ("u + i", "unsigned"),
    ("l + i", "long"),
    ("ull + ll", "unsigned long long"),
    ("ull + f", "float"),
    ("f + d", "double"),
    ("ld * i", "long double"),
    ("b + b", "int"),
    ("+ch", "int"),
    ("-u", "unsigned"),
    ("~us", "int"),
    ("!d", "int"),
    ("ch << l", "int"),
    ("l << ch", "long"),
    ("u << ull", "unsigned"),
    ("i < l", "int"),
    ("i && d", "int"),
    ("st.a + 0", "int"),
    ("+st.b", "unsigned"),
    ("+st.c", "int"),
    ("+st.d", "int"),
    ("st.d", "unsigned char"),
    ("+es", "unsigned"),
    ("+en", "int"),
    ("SA", "int"),
    ("ip + 1", "int *"),
    ("1 + ip", "int *"),
    ("ip - ip", "__PTRDIFF_TYPE__"),
    ("sizeof i", "__SIZE_TYPE__"),
    ("&arr", "int (*)[4]"),
    ("arr + 0", "int *"),
    ("&arr[1]", "int *"),
    ("mat + 0", "int (*)[3]"),
    ("mat[0] + 0", "int *"),
    ("&mat", "int (*)[2][3]"),
    ("fn", "int (*)(int)"),
    ("&fn", "int (*)(int)"),
    ("*fn", "int (*)(int)"),
    ("fn(1)", "int"),
    ("fp(1)", "int"),
    ("&vi", "volatile int *"),
    ("&ci", "const int *"),
    ("&ai", "_Atomic int *"),
    ("vi", "int"),
    ("ai", "int"),
    ("&st.e", "const int *"),
    ("st.arr", "int *"),
    ("sp->arr + 1", "int *"),
    ("(i ? ip : 0)", "int *"),
    ("(i ? ip : vp)", "void *"),
    ("(i ? ip : cip)", "const int *"),
    ("(i ? cip : vp)", "const void *"),
    ("(i ? ch : sh)", "int"),
    ("(i ? us : l)", "long"),
    ("(i ? 0 : ip)", "int *"),
    ("(i, ch)", "char"),
    ("(ch = 3)", "char"),
    ("ch++", "char"),
    ("(us += 1)", "unsigned short"),
    ("(f *= 2)", "float"),
    ("ip++", "int *"),
    ("1", "int"),
    ("1u", "unsigned"),
    ("1l", "long"),
    ("1ull", "unsigned long long"),
    ("0x7fffffff", "int"),
    ("0xffffffff", "unsigned"),
    ("0x7fffffffffffffffll", "long long"),
    ("'a'", "int"),
    ("1.0", "double"),
    ("1.0f", "float"),
    ("1.0L", "long double"),
    ("\"abc\"", "char *"),
    ("__func__", "const char *"),
    ("(char)1", "char"),
    ("(void *)0", "void *"),
    ("({ ch; })", "char"),
    ("({ arr; })", "int *"),
    ("(typeof(vi))1", "int"),
    ("__builtin_expect(ch, 1)", "long"),
    ("__sync_fetch_and_add(&l, 1)", "long"),
    ("__sync_bool_compare_and_swap(&l, 1, 2)", "_Bool"),
    ("__sync_val_compare_and_swap(&sh, 1, 2)", "short"),
    ("__atomic_load_n(&ip, 5)", "int *"),
    ("__atomic_fetch_add(&ai, 1, 5)", "int"),
    ("__atomic_compare_exchange_n(&i, &arr[0], 1, 0, 5, 5)", "_Bool"),
    ("__builtin_popcountll(1)", "int"),
    ("__builtin_classify_type(f)", "int"),
    ("__builtin_bswap64(1)", "unsigned long long"),
    ("__builtin_memcpy(vp, vp, 1)", "void *"),
    ("__builtin_strlen(cp)", "__SIZE_TYPE__"),
    ("__builtin_huge_val()", "double"),
    ("__builtin_fabsf(f)", "float"),
    ("__builtin_add_overflow(i, i, &l)", "_Bool"),
    ("(S){ 1 }.d", "unsigned char"),
    ("i ?: l", "long"),
];

fn text(model: DataModel) -> String {
    let (size, difference) = match model {
        DataModel::Ilp32 => ("unsigned", "int"),
        DataModel::Lp64 => ("unsigned long", "long"),
    };
    let mut text = format!("{PRELUDE}void test(void) {{\n");
    for (e, ty) in TYPES {
        // `uint64_t` is `unsigned long` on LP64.
        let ty = if e.contains("bswap64") && model == DataModel::Lp64 { "unsigned long" } else { ty };
        let ty = ty.replace("__SIZE_TYPE__", size).replace("__PTRDIFF_TYPE__", difference);
        let quoted = e.replace('"', "'");
        text.push_str(&format!("_Static_assert(_Generic(({e}), {ty}: 1, default: 0), \"{quoted} is {ty}\");\n"));
    }
    text + "}\n"
}

fn check_types(model: DataModel, flag: &str) {
    let text = text(model);
    if let Err(errors) = type_units(&[(&text, false)], model) {
        panic!("{errors:#?}");
    }
    let mut compiler = Command::new("cc")
        .args([flag, "-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cc is installed");
    compiler.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("cc reads");
    let output = compiler.wait_with_output().expect("cc ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn expressions_have_the_types_gcc_gives_them() {
    check_types(DataModel::Lp64, "-m64");
    check_types(DataModel::Ilp32, "-m32");
}
