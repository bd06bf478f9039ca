// Reading characters, lines and bytes from streams (see `streams.c` for what a stream keeps).

//@ fgetc
void __raddle_inexact(const char *);
int __raddle_refuses(void *, int);
int __raddle_is_standard_stream(const void *);
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_memory_get(void *);
long __raddle_long_up_to(long);
int __raddle_reading_fails(void *);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__errno_location(void);

// Looks at what is known of the contents: whether all of the output has arrived, or only a part of what came last.
static int look(_Atomic int *indicators, _Atomic long *numbers)
{
    int known = indicators[6];
    if ((known & 6) == 6 && !__raddle_nondet_bool()) {
        if (known & 32) {
            __raddle_inexact("what is in a file after output that failed");
            known = known & ~2 | 64;
        } else {
            numbers[1] = numbers[2] + __raddle_long_up_to(numbers[1] - numbers[2]);
        }
    }
    if (known & 2) {
        known &= ~36;
        numbers[2] = numbers[1];
    }
    indicators[6] = known;
    return known;
}

static int next(void *stream)
{
    _Atomic int *indicators = stream;
    _Atomic long *numbers = (_Atomic long *)((char *)stream + 96);
    int pushed = indicators[2];
    int known = 0;
    if (pushed == -8) {
        __raddle_inexact("input that goes on after an error");
        indicators[2] = 0;
    } else if (pushed) {
        indicators[2] = 0;
        if (pushed > 0)
            return pushed - 1;
        if (pushed == -1 || pushed == -5)
            __raddle_inexact("a character that did not match a format");
        pushed = pushed == -2 ? 0 : pushed == -3 ? 1 : pushed == -6 ? 2 : 3;
        known = __raddle_int_between(0, 255);
        __VERIFIER_assume(pushed == 3 || (pushed == 0 ? known < '0' || known > '9' : (known == ' ' || known >= 9 && known <= 13) == (pushed == 1)));
        return known;
    }
    if (indicators[0] || __raddle_refuses(stream, 2))
        return -1;
    if (!__raddle_is_standard_stream(stream)) {
        if (indicators[7] == 2) {
            indicators[1] = 1;
            *__errno_location() = EISDIR;
            return -1;
        }
        known = look(indicators, numbers);
        if (known & 2) {
            if (__raddle_nondet_bool())
                return __raddle_reading_fails(stream);
            if (numbers[0] < numbers[1])
                return ((_Atomic unsigned char *)stream)[128 + numbers[0]++];
            indicators[0] = 1;
            return -1;
        }
        if (known & 64)
            __raddle_inexact("what a temporary file contains");
    }
    if (__raddle_nondet_bool()) {
        if (known & 1)
            numbers[0]++;
        return __raddle_int_between(0, 255);
    }
    if (__raddle_nondet_bool())
        return __raddle_reading_fails(stream);
    indicators[0] = 1;
    return -1;
}

int fgetc(void *stream)
{
    int c;
    // The memory that a stream reads belongs to the program, which may use it at the same time.
    if (((int *)stream)[4] == 3 && !((_Atomic int *)stream)[2])
        return ((_Atomic int *)stream)[0] ? -1 : __raddle_memory_get(stream);
    __VERIFIER_atomic_begin();
    c = next(stream);
    __VERIFIER_atomic_end();
    return c;
}

//@ getc
int fgetc(void *);

int getc(void *stream)
{
    return fgetc(stream);
}

//@ getc_unlocked
void __raddle_stream_unlocked(void *, int);
int fgetc(void *);

int getc_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fgetc(stream);
}

//@ fgetc_unlocked
void __raddle_stream_unlocked(void *, int);
int fgetc(void *);

int fgetc_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fgetc(stream);
}

//@ getchar
int fgetc(void *);
void *__raddle_stdin(void);

int getchar(void)
{
    return fgetc(__raddle_stdin());
}

//@ getchar_unlocked
int getc_unlocked(void *);
void *__raddle_stdin(void);

int getchar_unlocked(void)
{
    return getc_unlocked(__raddle_stdin());
}

//@ ungetc
void __raddle_unsupported(const char *);

int ungetc(int c, void *stream)
{
    _Atomic int *indicators = stream;
    if (c == -1)
        return -1;
    if (indicators[2])
        __raddle_unsupported("a second character that is pushed back");
    indicators[2] = (unsigned char)c + 1;
    indicators[0] = 0;
    return (unsigned char)c;
}

//@ fgets
int fgetc(void *);

char *fgets(char *line, int size, void *stream)
{
    int i = 0;
    if (size <= 0)
        return 0;
    while (i < size - 1) {
        int c = fgetc(stream);
        if (c == -1) {
            // An error leaves the buffer in any state; the end after some characters does not.
            if (i == 0 || !((_Atomic int *)stream)[0])
                return 0;
            break;
        }
        line[i++] = (char)c;
        if (c == '\n')
            break;
    }
    line[i] = 0;
    return line;
}

//@ fread
int fgetc(void *);

unsigned long fread(void *data, unsigned long size, unsigned long count, void *stream)
{
    char *p = data;
    unsigned long i;
    unsigned long j;
    if (size == 0)
        return 0;
    for (i = 0; i < count; i++)
        for (j = 0; j < size; j++) {
            int c = fgetc(stream);
            if (c == -1)
                return i;
            *p++ = (char)c;
        }
    return count;
}

//@ getdelim
int fgetc(void *);
void *malloc(unsigned long);
void free(void *);
int *__errno_location(void);

long getdelim(char **line, unsigned long *size, int delimiter, void *stream)
{
    unsigned long i = 0;
    if (!line || !size) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (!*line || *size == 0) {
        *size = 120;
        free(*line);
        *line = malloc(120);
        if (!*line)
            return -1;
    }
    for (;;) {
        int c = fgetc(stream);
        if (c == -1) {
            if (i == 0 || !((_Atomic int *)stream)[0])
                return -1;
            break;
        }
        if (i + 1 >= *size) {
            char *larger = malloc(2 * *size + 1);
            unsigned long j;
            if (!larger)
                return -1;
            for (j = 0; j < i; j++)
                larger[j] = (*line)[j];
            free(*line);
            *line = larger;
            *size = 2 * *size;
        }
        (*line)[i++] = (char)c;
        if (c == delimiter)
            break;
    }
    (*line)[i] = 0;
    return (long)i;
}

//@ getline
long getdelim(char **, unsigned long *, int, void *);

long getline(char **line, unsigned long *size, void *stream)
{
    return getdelim(line, size, '\n', stream);
}
