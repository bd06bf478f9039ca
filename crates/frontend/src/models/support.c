// What lowering itself calls, and state the library keeps.

//@ __raddle_copy
// Byte by byte from the first to the last: another thread may see any part of the copy. Eight in a round, for speed.
void __raddle_copy(void *to, const void *from, unsigned long bytes)
{
    char *d = to;
    const char *s = from;
    while (bytes >= 8) {
        d[0] = s[0];
        d[1] = s[1];
        d[2] = s[2];
        d[3] = s[3];
        d[4] = s[4];
        d[5] = s[5];
        d[6] = s[6];
        d[7] = s[7];
        d += 8;
        s += 8;
        bytes -= 8;
    }
    while (bytes) {
        *d++ = *s++;
        bytes--;
    }
}

//@ sequential __raddle_copy
void __raddle_copy(void *to, const void *from, unsigned long bytes)
{
    char *d = to;
    const char *s = from;
    while (bytes >= sizeof(unsigned long)) {
        *(unsigned long *)d = *(const unsigned long *)s;
        d += sizeof(unsigned long);
        s += sizeof(unsigned long);
        bytes -= sizeof(unsigned long);
    }
    while (bytes) {
        *d++ = *s++;
        bytes--;
    }
}

//@ __raddle_zero
// In words: what it clears is a new object, which no other thread knows yet.
void __raddle_zero(void *at, unsigned long bytes)
{
    char *d = at;
    while (bytes >= sizeof(unsigned long)) {
        *(unsigned long *)d = 0;
        d += sizeof(unsigned long);
        bytes -= sizeof(unsigned long);
    }
    while (bytes) {
        *d++ = 0;
        bytes--;
    }
}

//@ __raddle_read_text
void __raddle_read_text(const char *text)
{
    while (*text)
        text++;
}

//@ __raddle_read
// In words, as far as they fit: reading a part of an address would look at where objects lie (A6). That the loads are
// volatile keeps them, though nobody uses the values.
void __raddle_read(const void *at, unsigned long bytes)
{
    const char *s = at;
    while (bytes >= sizeof(unsigned long)) {
        (void)*(const volatile unsigned long *)s;
        s += sizeof(unsigned long);
        bytes -= sizeof(unsigned long);
    }
    while (bytes) {
        (void)*(const volatile char *)s;
        s++;
        bytes--;
    }
}

//@ __raddle_write_any
char __raddle_nondet_char(void);

void __raddle_write_any(void *at, unsigned long bytes)
{
    char *d = at;
    while (bytes) {
        *d++ = __raddle_nondet_char();
        bytes--;
    }
}

//@ __raddle_errno_of_system_file
// The library reads a file of the system on its way, and gets along without it.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int *__errno_location(void);

void __raddle_errno_of_system_file(void)
{
    if (__raddle_nondet_bool())
        *__errno_location() = __raddle_one_of(EACCES, EMFILE, ENFILE, ENOENT, ENOMEM);
}

//@ __errno_location
static __thread int errno_value;

int *__errno_location(void)
{
    return &errno_value;
}

//@ atexit __raddle_run_exit_handlers
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_unsupported(const char *);
static void (*_Atomic exit_handlers[32])(void);
static _Atomic int exit_handler_count;

int atexit(void (*handler)(void))
{
    // Undefined: the C library gives up here.
    if (!handler)
        handler();
    __VERIFIER_atomic_begin();
    if (exit_handler_count == 32)
        __raddle_unsupported("a 33rd exit handler");
    exit_handlers[exit_handler_count] = handler;
    exit_handler_count++;
    __VERIFIER_atomic_end();
    return 0;
}

void __raddle_run_exit_handlers(void)
{
    void (*handler)(void);
    do {
        handler = 0;
        __VERIFIER_atomic_begin();
        if (exit_handler_count > 0) {
            exit_handler_count--;
            handler = exit_handlers[exit_handler_count];
        }
        __VERIFIER_atomic_end();
        if (handler)
            handler();
    } while (handler);
}

//@ __VERIFIER_nondet_memory
char __raddle_nondet_char(void);

void __VERIFIER_nondet_memory(void *at, unsigned long bytes)
{
    char *d = at;
    while (bytes) {
        *d++ = __raddle_nondet_char();
        bytes--;
    }
}

//@ __raddle_long_up_to
// Any number from 0 to a limit that is not negative.
long __raddle_nondet_long(void);
void __VERIFIER_assume(int);

long __raddle_long_up_to(long limit)
{
    long value;
    if (limit == 0)
        return 0;
    value = __raddle_nondet_long();
    __VERIFIER_assume(value >= 0 && value <= limit);
    return value;
}
