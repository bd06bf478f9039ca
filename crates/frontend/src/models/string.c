// string.h and strings.h.

//@ memcpy
void __raddle_copy(void *, const void *, unsigned long);

void *memcpy(void *to, const void *from, unsigned long bytes)
{
    __raddle_copy(to, from, bytes);
    return to;
}

//@ __memcpy_chk
// The functions with `_chk` end the program if the object, which has `room` bytes, is too small.
void abort(void);
void __raddle_copy(void *, const void *, unsigned long);

void *__memcpy_chk(void *to, const void *from, unsigned long bytes, unsigned long room)
{
    if (bytes > room)
        abort();
    __raddle_copy(to, from, bytes);
    return to;
}

//@ mempcpy
void __raddle_copy(void *, const void *, unsigned long);

void *mempcpy(void *to, const void *from, unsigned long bytes)
{
    __raddle_copy(to, from, bytes);
    return (char *)to + bytes;
}

//@ memmove
void __raddle_copy(void *, const void *, unsigned long);

void *memmove(void *to, const void *from, unsigned long bytes)
{
    unsigned long d = (unsigned long)to;
    unsigned long s = (unsigned long)from;
    if (d + bytes <= s || s + bytes <= d) {
        __raddle_copy(to, from, bytes);
    } else if (d <= s) {
        // Also onto itself: a library writes there even though nothing changes.
        unsigned long i;
        for (i = 0; i < bytes; i++)
            ((char *)to)[i] = ((const char *)from)[i];
    } else {
        while (bytes) {
            bytes--;
            ((char *)to)[bytes] = ((const char *)from)[bytes];
        }
    }
    return to;
}

//@ __memmove_chk
void abort(void);
void *memmove(void *, const void *, unsigned long);

void *__memmove_chk(void *to, const void *from, unsigned long bytes, unsigned long room)
{
    if (bytes > room)
        abort();
    return memmove(to, from, bytes);
}

//@ memset
// Byte by byte, eight in a round for speed.
void *memset(void *at, int value, unsigned long bytes)
{
    unsigned char *d = at;
    unsigned char c = (unsigned char)value;
    while (bytes >= 8) {
        d[0] = c;
        d[1] = c;
        d[2] = c;
        d[3] = c;
        d[4] = c;
        d[5] = c;
        d[6] = c;
        d[7] = c;
        d += 8;
        bytes -= 8;
    }
    while (bytes) {
        *d++ = c;
        bytes--;
    }
    return at;
}

//@ sequential memset
void *memset(void *at, int value, unsigned long bytes)
{
    unsigned char *d = at;
    unsigned long word = (unsigned char)value * ((unsigned long)-1 / 255);
    while (bytes >= sizeof(unsigned long)) {
        *(unsigned long *)d = word;
        d += sizeof(unsigned long);
        bytes -= sizeof(unsigned long);
    }
    while (bytes) {
        *d++ = (unsigned char)value;
        bytes--;
    }
    return at;
}

//@ __memset_chk
void abort(void);
void *memset(void *, int, unsigned long);

void *__memset_chk(void *at, int value, unsigned long bytes, unsigned long room)
{
    if (bytes > room)
        abort();
    return memset(at, value, bytes);
}

//@ __raddle_order
// The result of a comparison: any number of the given sign.
unsigned __raddle_nondet_unsigned_below(unsigned long);

int __raddle_order(int sign)
{
    if (sign == 0)
        return 0;
    if (sign < 0)
        return -1 - (int)__raddle_nondet_unsigned_below(0x80000000ul);
    return 1 + (int)__raddle_nondet_unsigned_below(0x7ffffffful);
}

//@ memcmp
// All bytes are read, as a library may do.
int __raddle_order(int);

int memcmp(const void *left, const void *right, unsigned long bytes)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    int sign = 0;
    while (bytes) {
        unsigned char x = *a++;
        unsigned char y = *b++;
        if (sign == 0 && x != y)
            sign = x < y ? -1 : 1;
        bytes--;
    }
    return __raddle_order(sign);
}

//@ strcmp
int __raddle_order(int);

int strcmp(const char *a, const char *b)
{
    for (;;) {
        unsigned char x = *a++;
        unsigned char y = *b++;
        if (x != y)
            return __raddle_order(x < y ? -1 : 1);
        if (!x)
            return 0;
    }
}

//@ strncmp
int __raddle_order(int);

int strncmp(const char *a, const char *b, unsigned long bytes)
{
    while (bytes) {
        unsigned char x = *a++;
        unsigned char y = *b++;
        if (x != y)
            return __raddle_order(x < y ? -1 : 1);
        if (!x)
            return 0;
        bytes--;
    }
    return 0;
}

//@ strcasecmp
int tolower(int);
int __raddle_order(int);

int strcasecmp(const char *a, const char *b)
{
    for (;;) {
        int x = tolower((unsigned char)*a++);
        int y = tolower((unsigned char)*b++);
        if (x != y)
            return __raddle_order(x - y);
        if (!x)
            return 0;
    }
}

//@ strncasecmp
int tolower(int);
int __raddle_order(int);

int strncasecmp(const char *a, const char *b, unsigned long bytes)
{
    while (bytes) {
        int x = tolower((unsigned char)*a++);
        int y = tolower((unsigned char)*b++);
        if (x != y)
            return __raddle_order(x - y);
        if (!x)
            return 0;
        bytes--;
    }
    return 0;
}

//@ bcmp
int memcmp(const void *, const void *, unsigned long);

int bcmp(const void *left, const void *right, unsigned long bytes)
{
    return memcmp(left, right, bytes);
}

//@ memchr
void *memchr(const void *at, int value, unsigned long bytes)
{
    const unsigned char *p = at;
    while (bytes) {
        if (*p == (unsigned char)value)
            return (void *)p;
        p++;
        bytes--;
    }
    return 0;
}

//@ memrchr
void *memrchr(const void *at, int value, unsigned long bytes)
{
    const unsigned char *p = at;
    while (bytes) {
        bytes--;
        if (p[bytes] == (unsigned char)value)
            return (void *)(p + bytes);
    }
    return 0;
}

//@ memccpy
void *memccpy(void *to, const void *from, int value, unsigned long bytes)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    while (bytes) {
        unsigned char c = *s++;
        *d++ = c;
        if (c == (unsigned char)value)
            return d;
        bytes--;
    }
    return 0;
}

//@ bzero
void *memset(void *, int, unsigned long);

void bzero(void *at, unsigned long bytes)
{
    memset(at, 0, bytes);
}

//@ bcopy
void *memmove(void *, const void *, unsigned long);

void bcopy(const void *from, void *to, unsigned long bytes)
{
    memmove(to, from, bytes);
}

//@ strlen
unsigned long strlen(const char *s)
{
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

//@ strnlen
unsigned long strnlen(const char *s, unsigned long limit)
{
    unsigned long n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

//@ strcpy
char *strcpy(char *to, const char *from)
{
    unsigned long i = 0;
    char c;
    do {
        c = from[i];
        to[i] = c;
        i++;
    } while (c);
    return to;
}

//@ __strcpy_chk
void abort(void);
unsigned long strlen(const char *);
char *strcpy(char *, const char *);

char *__strcpy_chk(char *to, const char *from, unsigned long room)
{
    if (strlen(from) >= room)
        abort();
    return strcpy(to, from);
}

//@ stpcpy
char *stpcpy(char *to, const char *from)
{
    for (;;) {
        char c = *from++;
        *to = c;
        if (!c)
            return to;
        to++;
    }
}

//@ strncpy
char *strncpy(char *to, const char *from, unsigned long bytes)
{
    unsigned long i = 0;
    while (i < bytes) {
        char c = from[i];
        to[i] = c;
        i++;
        if (!c)
            break;
    }
    while (i < bytes) {
        to[i] = 0;
        i++;
    }
    return to;
}

//@ __strncpy_chk
void abort(void);
char *strncpy(char *, const char *, unsigned long);

char *__strncpy_chk(char *to, const char *from, unsigned long bytes, unsigned long room)
{
    if (bytes > room)
        abort();
    return strncpy(to, from, bytes);
}

//@ strcat
unsigned long strlen(const char *);
char *strcpy(char *, const char *);

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

//@ __strcat_chk
void abort(void);
unsigned long strlen(const char *);
char *strcat(char *, const char *);

char *__strcat_chk(char *to, const char *from, unsigned long room)
{
    if (strlen(to) + strlen(from) >= room)
        abort();
    return strcat(to, from);
}

//@ strncat
unsigned long strlen(const char *);

char *strncat(char *to, const char *from, unsigned long bytes)
{
    char *d = to + strlen(to);
    while (bytes) {
        char c = *from++;
        if (!c)
            break;
        *d++ = c;
        bytes--;
    }
    *d = 0;
    return to;
}

//@ strcoll
int strcmp(const char *, const char *);

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

//@ strchr
char *strchr(const char *s, int value)
{
    for (;;) {
        char c = *s;
        if (c == (char)value)
            return (char *)s;
        if (!c)
            return 0;
        s++;
    }
}

//@ index
char *strchr(const char *, int);

char *index(const char *s, int value)
{
    return strchr(s, value);
}

//@ strchrnul
char *strchrnul(const char *s, int value)
{
    for (;;) {
        char c = *s;
        if (c == (char)value || !c)
            return (char *)s;
        s++;
    }
}

//@ strrchr
char *strrchr(const char *s, int value)
{
    const char *found = 0;
    for (;;) {
        char c = *s;
        if (c == (char)value)
            found = s;
        if (!c)
            return (char *)found;
        s++;
    }
}

//@ rindex
char *strrchr(const char *, int);

char *rindex(const char *s, int value)
{
    return strrchr(s, value);
}

//@ strstr
char *strstr(const char *text, const char *word)
{
    for (;;) {
        unsigned long i = 0;
        while (word[i] && text[i] == word[i])
            i++;
        if (!word[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}

//@ strspn
char *strchr(const char *, int);

unsigned long strspn(const char *s, const char *accepted)
{
    unsigned long n = 0;
    for (;;) {
        char c = s[n];
        if (!c || !strchr(accepted, c))
            return n;
        n++;
    }
}

//@ strcspn
char *strchr(const char *, int);

unsigned long strcspn(const char *s, const char *rejected)
{
    unsigned long n = 0;
    for (;;) {
        char c = s[n];
        if (!c || strchr(rejected, c))
            return n;
        n++;
    }
}

//@ strpbrk
unsigned long strcspn(const char *, const char *);

char *strpbrk(const char *s, const char *accepted)
{
    s += strcspn(s, accepted);
    return *s ? (char *)s : 0;
}

//@ strtok_r
unsigned long strspn(const char *, const char *);
unsigned long strcspn(const char *, const char *);

char *strtok_r(char *s, const char *separators, char **rest)
{
    char *end;
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    s += strspn(s, separators);
    if (!*s) {
        *rest = s;
        return 0;
    }
    end = s + strcspn(s, separators);
    if (*end) {
        *end = 0;
        end++;
    }
    *rest = end;
    return s;
}

//@ strtok
char *strtok_r(char *, const char *, char **);
static char *strtok_rest;

char *strtok(char *s, const char *separators)
{
    return strtok_r(s, separators, &strtok_rest);
}

//@ strsep
unsigned long strcspn(const char *, const char *);

char *strsep(char **rest, const char *separators)
{
    char *s = *rest;
    char *end;
    if (!s)
        return 0;
    end = s + strcspn(s, separators);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return s;
}

//@ ffs
int ffs(int value)
{
    return __builtin_ffs(value);
}

//@ ffsl
int ffsl(long value)
{
    return __builtin_ffsl(value);
}

//@ ffsll
int ffsll(long long value)
{
    return __builtin_ffsll(value);
}

//@ strcasestr
int tolower(int);

char *strcasestr(const char *text, const char *word)
{
    for (;;) {
        unsigned long i = 0;
        while (word[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (!word[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}

//@ memmem
void *memmem(const void *text, unsigned long bytes, const void *word, unsigned long length)
{
    const char *p = text;
    const char *w = word;
    while (bytes >= length) {
        unsigned long i = 0;
        while (i < length && p[i] == w[i])
            i++;
        if (i == length)
            return (void *)p;
        p++;
        bytes--;
    }
    return 0;
}

//@ strlcpy
unsigned long strlcpy(char *to, const char *from, unsigned long room)
{
    unsigned long i = 0;
    while (from[i]) {
        if (i + 1 < room)
            to[i] = from[i];
        i++;
    }
    if (room)
        to[i < room ? i : room - 1] = 0;
    return i;
}

//@ strlcat
unsigned long strlcat(char *to, const char *from, unsigned long room)
{
    unsigned long n = 0;
    unsigned long i = 0;
    while (n < room && to[n])
        n++;
    while (from[i]) {
        if (n + i + 1 < room)
            to[n + i] = from[i];
        i++;
    }
    if (n < room)
        to[n + i < room ? n + i : room - 1] = 0;
    return n + i;
}

//@ strxfrm
// In the C locale a text is its own key. If it does not fit, glibc fills the room without a zero byte at its end.
unsigned long strlen(const char *);
void __raddle_copy(void *, const void *, unsigned long);

unsigned long strxfrm(char *to, const char *from, unsigned long room)
{
    unsigned long length = strlen(from);
    __raddle_copy(to, from, length < room ? length + 1 : room);
    return length;
}

//@ stpncpy
char *stpncpy(char *to, const char *from, unsigned long bytes)
{
    unsigned long i = 0;
    unsigned long end;
    while (i < bytes && from[i]) {
        to[i] = from[i];
        i++;
    }
    end = i;
    while (i < bytes)
        to[i++] = 0;
    return to + end;
}

//@ rawmemchr
void *rawmemchr(const void *at, int value)
{
    const unsigned char *p = at;
    while (*p != (unsigned char)value)
        p++;
    return (void *)p;
}

//@ explicit_bzero
void *memset(void *, int, unsigned long);

void explicit_bzero(void *at, unsigned long bytes)
{
    memset(at, 0, bytes);
}

//@ memfrob
void *memfrob(void *at, unsigned long bytes)
{
    char *p = at;
    while (bytes) {
        *p++ ^= 42;
        bytes--;
    }
    return at;
}

//@ swab
void swab(const void *from, void *to, long bytes)
{
    const char *s = from;
    char *d = to;
    while (bytes > 1) {
        char a = s[0];
        char b = s[1];
        d[0] = b;
        d[1] = a;
        s += 2;
        d += 2;
        bytes -= 2;
    }
}
