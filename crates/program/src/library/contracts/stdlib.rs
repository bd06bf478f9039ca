//! stdlib.h, with what is like it: inttypes.h, alloca.h, malloc.h, search.h, and the order of bytes in arpa/inet.h.
//!
//! A comparison function may read and write what it likes; what is named here is what the library function touches by
//! itself.

use crate::library::contract::{Contract, bytes, text};

/// The assumption about memory.
const A5: &str = "allocation succeeds (A5)";
/// What a text may not say if it is to be a number.
const NUMBER: &[&str] = &["EINVAL", "ERANGE"];
const RANGE: &[&str] = &["ERANGE"];
const INT_MAX: i128 = i32::MAX as i128;
const INT_MIN: i128 = i32::MIN as i128;

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    // Memory. Of an old block no more is read than it has.
    Contract::of("void *malloc(unsigned long size)").fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *calloc(unsigned long count, unsigned long size)").fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *realloc(void *old, unsigned long size)")
        .reads(&[bytes("old", "size")])
        .fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *reallocarray(void *old, unsigned long count, unsigned long size)")
        .reads(&[bytes("old", "count * size")])
        .fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *aligned_alloc(unsigned long align, unsigned long size)").fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *memalign(unsigned long align, unsigned long size)").fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("void *valloc(unsigned long size)").fails("0", &["ENOMEM"]).assumes(A5),
    Contract::of("int posix_memalign(void **result, unsigned long align, unsigned long size)")
        .writes(&[bytes("result", "sizeof(void *)")]).status(&["EINVAL", "ENOMEM"]).assumes(A5),
    Contract::of("void free(void *block)").nothing(),
    Contract::of("void cfree(void *block)").nothing(),
    Contract::of("void *alloca(unsigned long size)").assumes(A5),
    Contract::of("void *__builtin_alloca(unsigned long size)").assumes(A5),
    // The end of the program.
    // The environment.
    // The array that the functions which change it write and `getenv` reads is no region: it is nobody's argument.
    Contract::of("char *getenv(const char *name)").reads(&[text("name")]),
    Contract::of("char *secure_getenv(const char *name)").reads(&[text("name")]),
    Contract::of("int setenv(const char *name, const char *value, int replace)").reads(&[text("name"), text("value")])
        .fails("-1", &["EINVAL", "ENOMEM"]).assumes(A5),
    Contract::of("int putenv(char *text)").reads(&[text("text")]).fails("-1", &["ENOMEM"]).assumes(A5),
    Contract::of("int unsetenv(const char *name)").reads(&[text("name")]).fails("-1", &["EINVAL"]),
    Contract::of("int clearenv(void)"),
    // Numbers in text.
    Contract::of("int atoi(const char *s)").reads(&[text("s")]).fails("(int)LONG_MIN or (int)LONG_MAX", RANGE),
    Contract::of("long atol(const char *s)").reads(&[text("s")]).fails("LONG_MIN or LONG_MAX", RANGE),
    Contract::of("long long atoll(const char *s)").reads(&[text("s")]).fails("LLONG_MIN or LLONG_MAX", RANGE),
    Contract::of("double atof(const char *s)").reads(&[text("s")]).fails("HUGE_VAL, -HUGE_VAL or a tiny number", RANGE),
    Contract::of("long strtol(const char *s, char **end, int base)").reads(&[text("s")]).writes(&[bytes("end", "sizeof(char *)")])
        .fails("0, LONG_MIN or LONG_MAX", NUMBER),
    Contract::of("long long strtoll(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, LLONG_MIN or LLONG_MAX", NUMBER),
    Contract::of("long long strtoq(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, LLONG_MIN or LLONG_MAX", NUMBER),
    Contract::of("long long strtoimax(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, INTMAX_MIN or INTMAX_MAX", NUMBER),
    Contract::of("unsigned long strtoul(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or ULONG_MAX", NUMBER),
    Contract::of("unsigned long long strtoull(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or ULLONG_MAX", NUMBER),
    Contract::of("unsigned long long strtouq(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or ULLONG_MAX", NUMBER),
    Contract::of("unsigned long long strtoumax(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or UINTMAX_MAX", NUMBER),
    Contract::of("long __isoc23_strtol(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, LONG_MIN or LONG_MAX", NUMBER),
    Contract::of("long long __isoc23_strtoll(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, LLONG_MIN or LLONG_MAX", NUMBER),
    Contract::of("long long __isoc23_strtoimax(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0, INTMAX_MIN or INTMAX_MAX", NUMBER),
    Contract::of("unsigned long __isoc23_strtoul(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or ULONG_MAX", NUMBER),
    Contract::of("unsigned long long __isoc23_strtoull(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or ULLONG_MAX", NUMBER),
    Contract::of("unsigned long long __isoc23_strtoumax(const char *s, char **end, int base)").reads(&[text("s")])
        .writes(&[bytes("end", "sizeof(char *)")]).fails("0 or UINTMAX_MAX", NUMBER),
    Contract::of("double strtod(const char *s, char **end)").reads(&[text("s")]).writes(&[bytes("end", "sizeof(char *)")])
        .fails("HUGE_VAL, -HUGE_VAL or a tiny number", RANGE),
    Contract::of("float strtof(const char *s, char **end)").reads(&[text("s")]).writes(&[bytes("end", "sizeof(char *)")])
        .fails("HUGE_VALF, -HUGE_VALF or a tiny number", RANGE),
    Contract::of("long double strtold(const char *s, char **end)").reads(&[text("s")]).writes(&[bytes("end", "sizeof(char *)")])
        .fails("HUGE_VALL, -HUGE_VALL or a tiny number", RANGE),
    // Integers.
    Contract::of("int abs(int value)"),
    Contract::of("long labs(long value)"),
    Contract::of("long long llabs(long long value)"),
    Contract::of("long long imaxabs(long long value)"),
    Contract::of("div_t div(int a, int b)"),
    Contract::of("ldiv_t ldiv(long a, long b)"),
    Contract::of("lldiv_t lldiv(long long a, long long b)"),
    Contract::of("imaxdiv_t imaxdiv(long long a, long long b)"),
    Contract::of("unsigned int htonl(unsigned int value)"),
    Contract::of("unsigned short htons(unsigned short value)"),
    Contract::of("unsigned int ntohl(unsigned int value)"),
    Contract::of("unsigned short ntohs(unsigned short value)"),
    // Sorting and searching.
    Contract::of("void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))")
        .reads(&[bytes("base", "count > 1 ? count * size : 0")]).writes(&[bytes("base", "count > 1 ? count * size : 0")]).nothing()
        .assumes("the comparison function does not count its calls"),
    Contract::of("void qsort_r(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *, void *), void *more)")
        .reads(&[bytes("base", "count > 1 ? count * size : 0")]).writes(&[bytes("base", "count > 1 ? count * size : 0")]).nothing()
        .assumes("the comparison function does not count its calls"),
    Contract::of("void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))")
        .assumes("the comparison function does not count its calls"),
    Contract::of("void *lfind(const void *key, const void *base, unsigned long *count, unsigned long size, int (*compare)(const void *, const void *))")
        .reads(&[bytes("count", "sizeof(unsigned long)")]),
    // If nothing is found, the key is put behind the last element.
    Contract::of("void *lsearch(const void *key, void *base, unsigned long *count, unsigned long size, int (*compare)(const void *, const void *))")
        .reads(&[bytes("key", "size"), bytes("count", "sizeof(unsigned long)")])
        .writes(&[bytes("base", "(*count + 1) * size"), bytes("count", "sizeof(unsigned long)")]),
    // Lists of elements that begin with two pointers, to the next and to the previous one.
    Contract::of("void insque(void *element, void *previous)")
        .reads(&[bytes("previous", "previous ? sizeof(void *) : 0")])
        .writes(&[bytes("element", "2 * sizeof(void *)"), bytes("previous", "previous ? sizeof(void *) : 0")]).nothing(),
    Contract::of("void remque(void *element)").reads(&[bytes("element", "2 * sizeof(void *)")]).nothing(),
    // Random numbers.
    Contract::of("int rand(void)").returns(&[(0, INT_MAX)]),
    Contract::of("int rand_r(unsigned int *seed)").reads(&[bytes("seed", "sizeof(unsigned int)")])
        .writes(&[bytes("seed", "sizeof(unsigned int)")]),
    Contract::of("void srand(unsigned int seed)").nothing(),
    Contract::of("long random(void)").returns(&[(0, INT_MAX)]),
    Contract::of("void srandom(unsigned int seed)").nothing(),
    Contract::of("double drand48(void)"),
    Contract::of("long lrand48(void)").returns(&[(0, INT_MAX)]),
    Contract::of("long mrand48(void)").returns(&[(INT_MIN, INT_MAX)]),
    Contract::of("void srand48(long seed)").nothing(),
    Contract::of("unsigned int arc4random(void)").returns(&[(0, u32::MAX as i128)]),
    Contract::of("unsigned int arc4random_uniform(unsigned int limit)"),
];
