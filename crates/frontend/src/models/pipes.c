// Pipes, pairs of sockets and event counters: what threads of one program use to wake each other. Their contents are kept
// exactly, and reading waits as it should.

//@ __raddle_pipe_new __raddle_pipe_close __raddle_pipe_read __raddle_pipe_write __raddle_pipe_ready __raddle_count_read __raddle_count_write __raddle_wait_for_change
// What is in pipes. Linux takes 65536 bytes before a writer waits, and 4096 at least; here it is 128, and more is not modelled.
// Who finds nothing waits at a semaphore until something has changed: one for each pipe, and the last for those who wait for
// several. Event counters use the same places.
int *__errno_location(void);
void __raddle_unsupported(const char *);
void __raddle_inexact(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int sem_init(void *, int, unsigned int);
int sem_wait(void *);
int __raddle_sem_timedwait(void *);
int sem_post(void *);
static _Atomic unsigned char bytes[6][128];
static _Atomic int count[6];
static _Atomic unsigned long long counter[6];
static _Atomic int readers[6];
static _Atomic int writers[6];
static _Atomic int waiting[7];
static _Atomic int has_semaphore[7];
static unsigned long semaphores[7][4];

int __raddle_pipe_new(void)
{
    int p = 0;
    __VERIFIER_atomic_begin();
    while (p < 6 && (readers[p] || writers[p]))
        p++;
    if (p == 6)
        __raddle_unsupported("a seventh pipe");
    readers[p] = 1;
    writers[p] = 1;
    __VERIFIER_atomic_end();
    return p + 1;
}

// Inside of an atomic section.
static void wake(int place)
{
    while (waiting[place] > 0) {
        waiting[place]--;
        sem_post(semaphores[place]);
    }
}

static void wait_at(int place)
{
    if (!has_semaphore[place]) {
        sem_init(semaphores[place], 0, 0);
        has_semaphore[place] = 1;
    }
    waiting[place]++;
}

void __raddle_pipe_close(int input, int output, int is_socket)
{
    int i;
    __VERIFIER_atomic_begin();
    if (input) {
        readers[input - 1]--;
        if (is_socket && count[input - 1])
            __raddle_inexact("a socket that is closed with data that nobody has read");
    }
    if (output)
        writers[output - 1]--;
    if (input && !readers[input - 1]) {
        for (i = 0; i < count[input - 1]; i++)
            bytes[input - 1][i] = 0;
        count[input - 1] = 0;
        counter[input - 1] = 0;
        wake(input - 1);
    }
    if (output && !writers[output - 1])
        wake(output - 1);
    wake(6);
    __VERIFIER_atomic_end();
}

long __raddle_pipe_read(int pipe, char *data, unsigned long size, int at_once, int keep)
{
    int p = pipe - 1;
    unsigned char taken[128];
    int n;
    int i;
    if (size == 0)
        return 0;
    for (;;) {
        __VERIFIER_atomic_begin();
        n = count[p];
        if (n || !writers[p])
            break;
        if (at_once) {
            __VERIFIER_atomic_end();
            *__errno_location() = EAGAIN;
            return -1;
        }
        wait_at(p);
        __VERIFIER_atomic_end();
        sem_wait(semaphores[p]);
    }
    if ((unsigned long)n > size)
        n = (int)size;
    for (i = 0; i < n; i++)
        taken[i] = bytes[p][i];
    if (!keep) {
        for (; i < count[p]; i++)
            bytes[p][i - n] = bytes[p][i];
        for (i = count[p] - n; i < count[p]; i++)
            bytes[p][i] = 0;
        count[p] -= n;
    }
    __VERIFIER_atomic_end();
    for (i = 0; i < n; i++)
        data[i] = (char)taken[i];
    return n;
}

// -2: nobody can read it.
long __raddle_pipe_write(int pipe, const char *data, unsigned long size)
{
    int p = pipe - 1;
    unsigned char given[128];
    int i;
    if (size > 128)
        __raddle_unsupported("more than 128 bytes in a pipe");
    for (i = 0; i < (int)size; i++)
        given[i] = (unsigned char)data[i];
    __VERIFIER_atomic_begin();
    if (!readers[p]) {
        __VERIFIER_atomic_end();
        return -2;
    }
    if (count[p] + (int)size > 128)
        __raddle_unsupported("more than 128 bytes in a pipe");
    for (i = 0; i < (int)size; i++)
        bytes[p][count[p] + i] = given[i];
    count[p] += (int)size;
    if (size) {
        wake(p);
        wake(6);
    }
    __VERIFIER_atomic_end();
    return (long)size;
}

// An event counter is read whole, or one at a time, and is waited for while it is zero.
unsigned long long __raddle_count_read(int pipe, int one, int at_once)
{
    int p = pipe - 1;
    unsigned long long value;
    for (;;) {
        __VERIFIER_atomic_begin();
        value = counter[p];
        if (value)
            break;
        if (at_once) {
            __VERIFIER_atomic_end();
            return 0;
        }
        wait_at(p);
        __VERIFIER_atomic_end();
        sem_wait(semaphores[p]);
    }
    if (one)
        value = 1;
    counter[p] -= value;
    wake(p);
    wake(6);
    __VERIFIER_atomic_end();
    return value;
}

// Whether it was added. The largest value is one less than all ones.
int __raddle_count_write(int pipe, unsigned long long value, int at_once)
{
    int p = pipe - 1;
    for (;;) {
        __VERIFIER_atomic_begin();
        if (counter[p] <= 0xfffffffffffffffeull - value)
            break;
        if (at_once) {
            __VERIFIER_atomic_end();
            return 0;
        }
        wait_at(p);
        __VERIFIER_atomic_end();
        sem_wait(semaphores[p]);
    }
    counter[p] += value;
    if (value) {
        wake(p);
        wake(6);
    }
    __VERIFIER_atomic_end();
    return 1;
}

// What `poll` finds, whatever was asked for.
int __raddle_pipe_ready(int kind, int input, int output)
{
    int found = 0;
    __VERIFIER_atomic_begin();
    if (kind == 8) {
        found = (counter[input - 1] ? 1 : 0) | (counter[input - 1] < 0xfffffffffffffffeull ? 4 : 0);
    } else if (kind == 6) {
        int closed = !writers[input - 1];
        int half = !output;
        found = count[input - 1] || closed ? 0x41 : 0;
        found |= 0x304 | (closed ? 0x2000 : 0);
        if (closed && (half || !readers[output - 1]))
            found |= 0x10;
    } else {
        if (input)
            found |= (count[input - 1] ? 0x41 : 0) | (writers[input - 1] ? 0 : 0x10);
        if (output)
            found |= 0x104 | (readers[output - 1] ? 0 : 8);
    }
    __VERIFIER_atomic_end();
    return found;
}

// Waits for a change of any pipe; begins in an atomic section, which it ends. Whether the time was up.
int __raddle_wait_for_change(int limited)
{
    int result = 0;
    wait_at(6);
    __VERIFIER_atomic_end();
    if (limited) {
        result = __raddle_sem_timedwait(semaphores[6]);
        // Who is no longer waiting must not be woken.
        if (result) {
            __VERIFIER_atomic_begin();
            if (waiting[6] > 0)
                waiting[6]--;
            else
                sem_wait(semaphores[6]);
            __VERIFIER_atomic_end();
        }
    } else {
        sem_wait(semaphores[6]);
    }
    return result != 0;
}

//@ __raddle_broken_pipe
// Nobody can read what is written: SIGPIPE, and EPIPE if that does not end the program. Always -1.
void __raddle_send(int);
int *__errno_location(void);

long __raddle_broken_pipe(int silent)
{
    if (!silent)
        __raddle_send(13);
    *__errno_location() = EPIPE;
    return -1;
}

//@ pipe pipe2
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_pipe_new(void);
int __raddle_new_pipe_descriptor(int, int, int, int);
int __raddle_descriptor_flag(int, int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__errno_location(void);

int pipe2(int *ends, int flags)
{
    int first;
    int second;
    int number;
    if (flags & ~02004000) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EMFILE, ENFILE);
        return -1;
    }
    __VERIFIER_atomic_begin();
    number = __raddle_pipe_new();
    first = __raddle_new_pipe_descriptor(4, flags & 04000, number, 0);
    second = __raddle_new_pipe_descriptor(5, flags & 04000 | 1, 0, number);
    __VERIFIER_atomic_end();
    if (flags & 02000000) {
        __raddle_descriptor_flag(first, 1);
        __raddle_descriptor_flag(second, 1);
    }
    ends[0] = first;
    ends[1] = second;
    return 0;
}

int pipe(int *ends)
{
    return pipe2(ends, 0);
}

//@ eventfd
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_pipe_new(void);
int __raddle_new_pipe_descriptor(int, int, int, int);
int __raddle_descriptor_flag(int, int);
int __raddle_count_write(int, unsigned long long, int);
int *__errno_location(void);

int eventfd(unsigned int initial, int flags)
{
    int number;
    int fd;
    if (flags & ~02004001) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EMFILE, ENFILE, ENODEV, ENOMEM);
        return -1;
    }
    number = __raddle_pipe_new();
    // Bit 30 is for a counter that is read one at a time; no flag of a file is there.
    fd = __raddle_new_pipe_descriptor(8, flags & 04000 | 2 | (flags & 1) << 30, number, number);
    __raddle_descriptor_flag(fd, flags >> 19 & 1);
    __raddle_count_write(number, initial, 1);
    return fd;
}

//@ eventfd_read
long read(int, void *, unsigned long);

int eventfd_read(int fd, unsigned long long *value)
{
    return read(fd, value, 8) == 8 ? 0 : -1;
}

//@ eventfd_write
long write(int, const void *, unsigned long);

int eventfd_write(int fd, unsigned long long value)
{
    return write(fd, &value, 8) == 8 ? 0 : -1;
}
