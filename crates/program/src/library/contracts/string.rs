//! Text and memory: string.h and strings.h.
//!
//! A region `text(to)` that is written ends with the zero byte that the function writes. Where a count limits a text,
//! no more bytes than that are touched. A function that compares or searches may stop where the answer is known, but
//! `memcmp`, which reads all bytes.

use crate::library::contract::{Contract, bytes, text};

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    // Copying memory.
    Contract::of("void *memcpy(void *to, const void *from, unsigned long bytes)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void *__memcpy_chk(void *to, const void *from, unsigned long bytes, unsigned long room)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void *mempcpy(void *to, const void *from, unsigned long bytes)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void *memmove(void *to, const void *from, unsigned long bytes)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void *__memmove_chk(void *to, const void *from, unsigned long bytes, unsigned long room)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void bcopy(const void *from, void *to, unsigned long bytes)").nothing()
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void *memccpy(void *to, const void *from, int value, unsigned long bytes)")
        .reads(&[bytes("from", "bytes")]).writes(&[bytes("to", "bytes")]),
    Contract::of("void swab(const void *from, void *to, long bytes)").nothing()
        .reads(&[bytes("from", "bytes > 0 ? bytes / 2 * 2 : 0")]).writes(&[bytes("to", "bytes > 0 ? bytes / 2 * 2 : 0")]),
    // Filling memory.
    Contract::of("void *memset(void *at, int value, unsigned long bytes)").writes(&[bytes("at", "bytes")]),
    Contract::of("void *__memset_chk(void *at, int value, unsigned long bytes, unsigned long room)")
        .writes(&[bytes("at", "bytes")]),
    Contract::of("void bzero(void *at, unsigned long bytes)").writes(&[bytes("at", "bytes")]).nothing(),
    Contract::of("void explicit_bzero(void *at, unsigned long bytes)").writes(&[bytes("at", "bytes")]).nothing(),
    Contract::of("void *memfrob(void *at, unsigned long bytes)").reads(&[bytes("at", "bytes")]).writes(&[bytes("at", "bytes")]),
    // Comparing and searching memory.
    Contract::of("int memcmp(const void *left, const void *right, unsigned long bytes)")
        .reads(&[bytes("left", "bytes"), bytes("right", "bytes")]),
    Contract::of("int bcmp(const void *left, const void *right, unsigned long bytes)")
        .reads(&[bytes("left", "bytes"), bytes("right", "bytes")]),
    Contract::of("void *memchr(const void *at, int value, unsigned long bytes)").reads(&[bytes("at", "bytes")]),
    Contract::of("void *memrchr(const void *at, int value, unsigned long bytes)").reads(&[bytes("at", "bytes")]),
    Contract::of("void *rawmemchr(const void *at, int value)")
        .reads(&[bytes("at", "(char *)rawmemchr(at, value) - (char *)at + 1")]),
    Contract::of("void *memmem(const void *at, unsigned long bytes, const void *word, unsigned long length)")
        .reads(&[bytes("at", "bytes"), bytes("word", "length")]),
    // Copying text.
    Contract::of("char *strcpy(char *to, const char *from)").reads(&[text("from")]).writes(&[text("to")]),
    Contract::of("char *__strcpy_chk(char *to, const char *from, unsigned long room)").reads(&[text("from")]).writes(&[text("to")]),
    Contract::of("char *stpcpy(char *to, const char *from)").reads(&[text("from")]).writes(&[text("to")]),
    Contract::of("char *strncpy(char *to, const char *from, unsigned long bytes)")
        .reads(&[text("from")]).writes(&[bytes("to", "bytes")]),
    Contract::of("char *__strncpy_chk(char *to, const char *from, unsigned long bytes, unsigned long room)")
        .reads(&[text("from")]).writes(&[bytes("to", "bytes")]),
    Contract::of("char *stpncpy(char *to, const char *from, unsigned long bytes)")
        .reads(&[text("from")]).writes(&[bytes("to", "bytes")]),
    Contract::of("unsigned long strlcpy(char *to, const char *from, unsigned long room)")
        .reads(&[text("from")]).writes(&[text("to")]),
    Contract::of("char *strcat(char *to, const char *from)").reads(&[text("to"), text("from")]).writes(&[text("to")]),
    Contract::of("char *__strcat_chk(char *to, const char *from, unsigned long room)")
        .reads(&[text("to"), text("from")]).writes(&[text("to")]),
    Contract::of("char *strncat(char *to, const char *from, unsigned long bytes)")
        .reads(&[text("to"), text("from")]).writes(&[text("to")]),
    Contract::of("unsigned long strlcat(char *to, const char *from, unsigned long room)")
        .reads(&[text("to"), text("from")]).writes(&[text("to")]),
    Contract::of("unsigned long strxfrm(char *to, const char *from, unsigned long room)")
        .reads(&[text("from")]).writes(&[bytes("to", "room")]).assumes("the locale is \"C\""),
    Contract::of("char *strdup(const char *s)").reads(&[text("s")]).fails("0", &["ENOMEM"]).assumes("allocation succeeds (A5)"),
    Contract::of("char *__strdup(const char *s)").reads(&[text("s")]).fails("0", &["ENOMEM"]).assumes("allocation succeeds (A5)"),
    Contract::of("char *strndup(const char *s, unsigned long limit)").reads(&[text("s")]).fails("0", &["ENOMEM"])
        .assumes("allocation succeeds (A5)"),
    // Comparing text.
    Contract::of("int strcmp(const char *a, const char *b)").reads(&[text("a"), text("b")]),
    Contract::of("int strncmp(const char *a, const char *b, unsigned long bytes)").reads(&[text("a"), text("b")]),
    Contract::of("int strcasecmp(const char *a, const char *b)").reads(&[text("a"), text("b")]).assumes("the locale is \"C\""),
    Contract::of("int strncasecmp(const char *a, const char *b, unsigned long bytes)").reads(&[text("a"), text("b")])
        .assumes("the locale is \"C\""),
    Contract::of("int strcoll(const char *a, const char *b)").reads(&[text("a"), text("b")]).assumes("the locale is \"C\""),
    // Searching text.
    Contract::of("unsigned long strlen(const char *s)").reads(&[text("s")]),
    Contract::of("unsigned long strnlen(const char *s, unsigned long limit)").reads(&[text("s")]),
    Contract::of("char *strchr(const char *s, int value)").reads(&[text("s")]),
    Contract::of("char *index(const char *s, int value)").reads(&[text("s")]),
    Contract::of("char *strchrnul(const char *s, int value)").reads(&[text("s")]),
    Contract::of("char *strrchr(const char *s, int value)").reads(&[text("s")]),
    Contract::of("char *rindex(const char *s, int value)").reads(&[text("s")]),
    Contract::of("char *strstr(const char *s, const char *word)").reads(&[text("s"), text("word")]),
    Contract::of("char *strcasestr(const char *s, const char *word)").reads(&[text("s"), text("word")])
        .assumes("the locale is \"C\""),
    Contract::of("unsigned long strspn(const char *s, const char *accepted)").reads(&[text("s"), text("accepted")]),
    Contract::of("unsigned long strcspn(const char *s, const char *rejected)").reads(&[text("s"), text("rejected")]),
    Contract::of("char *strpbrk(const char *s, const char *accepted)").reads(&[text("s"), text("accepted")]),
    // Taking text apart. What `rest` points to is read and written as `s` is.
    Contract::of("char *strtok(char *s, const char *separators)").reads(&[text("s"), text("separators")]).writes(&[text("s")]),
    Contract::of("char *strtok_r(char *s, const char *separators, char **rest)")
        .reads(&[text("s"), text("separators"), bytes("rest", "s ? 0 : sizeof(char *)")])
        .writes(&[text("s"), bytes("rest", "sizeof(char *)")]),
    Contract::of("char *strsep(char **rest, const char *separators)")
        .reads(&[bytes("rest", "sizeof(char *)"), text("separators")]).writes(&[bytes("rest", "sizeof(char *)")]),
    // Texts of numbers.
    Contract::of("char *strerror(int number)"),
    Contract::of("char *strerror_r(int number, char *buffer, unsigned long room)").writes(&[text("buffer")]),
    Contract::of("int __xpg_strerror_r(int number, char *buffer, unsigned long room)").writes(&[text("buffer")])
        .status(&["EINVAL", "ERANGE"]),
    Contract::of("char *strsignal(int number)"),
    // Bits.
    Contract::of("int ffs(int value)"),
    Contract::of("int ffsl(long value)"),
    Contract::of("int ffsll(long long value)"),
];
