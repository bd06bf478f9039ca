// Wide characters in the "C" locale: wchar.h, wctype.h. A wide character is an int; those above 127 have no class there and are no
// character of one byte.

//@ wcslen
unsigned long wcslen(const int *text)
{
    unsigned long length = 0;
    while (text[length])
        length++;
    return length;
}

//@ wcsnlen
unsigned long wcsnlen(const int *text, unsigned long most)
{
    unsigned long length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

//@ wcscpy
int *wcscpy(int *to, const int *from)
{
    unsigned long i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

//@ wcpcpy
int *wcpcpy(int *to, const int *from)
{
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

//@ wcsncpy
int *wcsncpy(int *to, const int *from, unsigned long count)
{
    unsigned long i = 0;
    for (; i < count && from[i]; i++)
        to[i] = from[i];
    for (; i < count; i++)
        to[i] = 0;
    return to;
}

//@ wcscat
int *wcscat(int *to, const int *from)
{
    int *end = to;
    while (*end)
        end++;
    while ((*end = *from)) {
        end++;
        from++;
    }
    return to;
}

//@ wcsncat
int *wcsncat(int *to, const int *from, unsigned long count)
{
    int *end = to;
    while (*end)
        end++;
    for (; count && *from; count--)
        *end++ = *from++;
    *end = 0;
    return to;
}

//@ wcscmp
// glibc returns -1, 0 or 1, but only the sign is fixed.
int __raddle_int_between(int, int);

int wcscmp(const int *a, const int *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b ? 0 : *a < *b ? __raddle_int_between(-2147483647 - 1, -1) : __raddle_int_between(1, 2147483647);
}

//@ wcscoll
int wcscmp(const int *, const int *);

int wcscoll(const int *a, const int *b)
{
    return wcscmp(a, b);
}

//@ wcsncmp
int __raddle_int_between(int, int);

int wcsncmp(const int *a, const int *b, unsigned long count)
{
    unsigned long i = 0;
    while (i < count && a[i] && a[i] == b[i])
        i++;
    if (i == count || a[i] == b[i])
        return 0;
    return a[i] < b[i] ? __raddle_int_between(-2147483647 - 1, -1) : __raddle_int_between(1, 2147483647);
}

//@ wmemcmp
int __raddle_int_between(int, int);

int wmemcmp(const int *a, const int *b, unsigned long count)
{
    unsigned long i = 0;
    while (i < count && a[i] == b[i])
        i++;
    if (i == count)
        return 0;
    return a[i] < b[i] ? __raddle_int_between(-2147483647 - 1, -1) : __raddle_int_between(1, 2147483647);
}

//@ wcschr
int *wcschr(const int *text, int c)
{
    while (*text != c)
        if (!*text++)
            return 0;
    return (int *)text;
}

//@ wcsrchr
int *wcsrchr(const int *text, int c)
{
    const int *found = 0;
    do
        if (*text == c)
            found = text;
    while (*text++);
    return (int *)found;
}

//@ wmemchr
int *wmemchr(const int *text, int c, unsigned long count)
{
    for (; count; count--, text++)
        if (*text == c)
            return (int *)text;
    return 0;
}

//@ wcsstr
int *wcsstr(const int *text, const int *part)
{
    for (;; text++) {
        unsigned long i = 0;
        while (part[i] && text[i] == part[i])
            i++;
        if (!part[i])
            return (int *)text;
        if (!*text)
            return 0;
    }
}

//@ wcsspn
unsigned long wcsspn(const int *text, const int *set)
{
    unsigned long length = 0;
    for (; text[length]; length++) {
        unsigned long i = 0;
        while (set[i] && set[i] != text[length])
            i++;
        if (!set[i])
            break;
    }
    return length;
}

//@ wcscspn
unsigned long wcscspn(const int *text, const int *set)
{
    unsigned long length = 0;
    for (; text[length]; length++) {
        unsigned long i = 0;
        while (set[i] && set[i] != text[length])
            i++;
        if (set[i])
            break;
    }
    return length;
}

//@ wcspbrk
unsigned long wcscspn(const int *, const int *);

int *wcspbrk(const int *text, const int *set)
{
    text += wcscspn(text, set);
    return *text ? (int *)text : 0;
}

//@ wcstok
unsigned long wcsspn(const int *, const int *);
unsigned long wcscspn(const int *, const int *);

int *wcstok(int *text, const int *set, int **rest)
{
    if (!text)
        text = *rest;
    if (!text)
        return 0;
    text += wcsspn(text, set);
    if (!*text) {
        *rest = 0;
        return 0;
    }
    int *end = text + wcscspn(text, set);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return text;
}

//@ wcsdup
unsigned long wcslen(const int *);
void *malloc(unsigned long);

int *wcsdup(const int *text)
{
    unsigned long length = wcslen(text);
    unsigned long i;
    int *copy = malloc(4 * (length + 1));
    for (i = 0; copy && i <= length; i++)
        copy[i] = text[i];
    return copy;
}

//@ wmemset
int *wmemset(int *to, int c, unsigned long count)
{
    unsigned long i;
    for (i = 0; i < count; i++)
        to[i] = c;
    return to;
}

//@ wmemcpy
int *wmemcpy(int *to, const int *from, unsigned long count)
{
    unsigned long i;
    for (i = 0; i < count; i++)
        to[i] = from[i];
    return to;
}

//@ wmemmove
void *memmove(void *, const void *, unsigned long);

int *wmemmove(int *to, const int *from, unsigned long count)
{
    return memmove(to, from, 4 * count);
}

//@ towupper
unsigned int towupper(unsigned int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

//@ towlower
unsigned int towlower(unsigned int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

//@ iswalpha
int isalpha(int);

int iswalpha(unsigned int c)
{
    return c < 128 ? isalpha((int)c) : 0;
}

//@ iswdigit
int isdigit(int);

int iswdigit(unsigned int c)
{
    return c < 128 ? isdigit((int)c) : 0;
}

//@ iswalnum
int isalnum(int);

int iswalnum(unsigned int c)
{
    return c < 128 ? isalnum((int)c) : 0;
}

//@ iswspace
int isspace(int);

int iswspace(unsigned int c)
{
    return c < 128 ? isspace((int)c) : 0;
}

//@ iswupper
int isupper(int);

int iswupper(unsigned int c)
{
    return c < 128 ? isupper((int)c) : 0;
}

//@ iswlower
int islower(int);

int iswlower(unsigned int c)
{
    return c < 128 ? islower((int)c) : 0;
}

//@ iswpunct
int ispunct(int);

int iswpunct(unsigned int c)
{
    return c < 128 ? ispunct((int)c) : 0;
}

//@ iswprint
int isprint(int);

int iswprint(unsigned int c)
{
    return c < 128 ? isprint((int)c) : 0;
}

//@ iswgraph
int isgraph(int);

int iswgraph(unsigned int c)
{
    return c < 128 ? isgraph((int)c) : 0;
}

//@ iswcntrl
int iscntrl(int);

int iswcntrl(unsigned int c)
{
    return c < 128 ? iscntrl((int)c) : 0;
}

//@ iswxdigit
int isxdigit(int);

int iswxdigit(unsigned int c)
{
    return c < 128 ? isxdigit((int)c) : 0;
}

//@ iswblank
int isblank(int);

int iswblank(unsigned int c)
{
    return c < 128 ? isblank((int)c) : 0;
}

//@ btowc
unsigned int btowc(int c)
{
    return c >= 0 && c < 128 ? (unsigned int)c : 0xffffffff;
}

//@ wctob
int wctob(unsigned int c)
{
    return c < 128 ? (int)c : -1;
}

//@ mbtowc
// In the "C" locale of glibc, characters of one byte are those below 128.
int *__errno_location(void);

int mbtowc(int *wide, const char *text, unsigned long most)
{
    if (!text)
        return 0;
    if (most == 0)
        return -1;
    if ((unsigned char)*text > 127) {
        *__errno_location() = EILSEQ;
        return -1;
    }
    if (wide)
        *wide = *text;
    return *text != 0;
}

//@ mblen
int mbtowc(int *, const char *, unsigned long);

int mblen(const char *text, unsigned long most)
{
    return mbtowc(0, text, most);
}

//@ wctomb
int *__errno_location(void);

int wctomb(char *text, int wide)
{
    if (!text)
        return 0;
    if (wide < 0 || wide > 127) {
        *__errno_location() = EILSEQ;
        return -1;
    }
    *text = (char)wide;
    return 1;
}

//@ mbrtowc
// There is no state between characters.
int *__errno_location(void);

unsigned long mbrtowc(int *wide, const char *text, unsigned long most, void *state)
{
    if (!text)
        return 0;
    if (most == 0)
        return (unsigned long)-2;
    if ((unsigned char)*text > 127) {
        *__errno_location() = EILSEQ;
        return (unsigned long)-1;
    }
    if (wide)
        *wide = *text;
    return *text != 0;
}

//@ mbrlen
unsigned long mbrtowc(int *, const char *, unsigned long, void *);

unsigned long mbrlen(const char *text, unsigned long most, void *state)
{
    return mbrtowc(0, text, most, state);
}

//@ wcrtomb
int *__errno_location(void);

unsigned long wcrtomb(char *text, int wide, void *state)
{
    if (!text)
        return 1;
    if (wide < 0 || wide > 127) {
        *__errno_location() = EILSEQ;
        return (unsigned long)-1;
    }
    *text = (char)wide;
    return 1;
}

//@ mbsinit
int mbsinit(const void *state)
{
    return !state || *(const int *)state == 0;
}

//@ mbstowcs
int *__errno_location(void);

unsigned long mbstowcs(int *wide, const char *text, unsigned long most)
{
    unsigned long i;
    for (i = 0; !wide || i < most; i++) {
        char c = text[i];
        if ((unsigned char)c > 127) {
            *__errno_location() = EILSEQ;
            return (unsigned long)-1;
        }
        if (wide)
            wide[i] = c;
        if (!c)
            return i;
    }
    return i;
}

//@ mbsrtowcs
int *__errno_location(void);

unsigned long mbsrtowcs(int *wide, const char **text, unsigned long most, void *state)
{
    const char *from = *text;
    unsigned long i;
    for (i = 0; !wide || i < most; i++) {
        char c = from[i];
        if ((unsigned char)c > 127) {
            if (wide)
                *text = from + i;
            *__errno_location() = EILSEQ;
            return (unsigned long)-1;
        }
        if (wide)
            wide[i] = c;
        if (!c) {
            if (wide)
                *text = 0;
            return i;
        }
    }
    *text = from + i;
    return i;
}

//@ wcstombs
int *__errno_location(void);

unsigned long wcstombs(char *text, const int *wide, unsigned long most)
{
    unsigned long i;
    for (i = 0; !text || i < most; i++) {
        int c = wide[i];
        if (c < 0 || c > 127) {
            *__errno_location() = EILSEQ;
            return (unsigned long)-1;
        }
        if (text)
            text[i] = (char)c;
        if (!c)
            return i;
    }
    return i;
}

//@ wcsrtombs
int *__errno_location(void);

unsigned long wcsrtombs(char *text, const int **wide, unsigned long most, void *state)
{
    const int *from = *wide;
    unsigned long i;
    for (i = 0; !text || i < most; i++) {
        int c = from[i];
        if (c < 0 || c > 127) {
            if (text)
                *wide = from + i;
            *__errno_location() = EILSEQ;
            return (unsigned long)-1;
        }
        if (text)
            text[i] = (char)c;
        if (!c) {
            if (text)
                *wide = 0;
            return i;
        }
    }
    *wide = from + i;
    return i;
}

//@ __raddle_narrow
// The part of a wide text that can belong to a number, as a text of bytes.
void __raddle_unsupported(const char *);

void __raddle_narrow(const int *wide, char *text)
{
    int i;
    for (i = 0; i < 79 && wide[i] > 0 && wide[i] < 128; i++)
        text[i] = (char)wide[i];
    if (i == 79)
        __raddle_unsupported("a number in a long wide text");
    text[i] = 0;
}

//@ wcstol
void __raddle_narrow(const int *, char *);
long strtol(const char *, char **, int);

long wcstol(const int *wide, int **end, int base)
{
    char text[80];
    char *stop = text;
    long value;
    __raddle_narrow(wide, text);
    value = strtol(text, &stop, base);
    if (end)
        *end = (int *)wide + (stop - text);
    return value;
}

//@ wcstoul
void __raddle_narrow(const int *, char *);
unsigned long strtoul(const char *, char **, int);

unsigned long wcstoul(const int *wide, int **end, int base)
{
    char text[80];
    char *stop = text;
    unsigned long value;
    __raddle_narrow(wide, text);
    value = strtoul(text, &stop, base);
    if (end)
        *end = (int *)wide + (stop - text);
    return value;
}

//@ wcstoll
void __raddle_narrow(const int *, char *);
long long strtoll(const char *, char **, int);

long long wcstoll(const int *wide, int **end, int base)
{
    char text[80];
    char *stop = text;
    long long value;
    __raddle_narrow(wide, text);
    value = strtoll(text, &stop, base);
    if (end)
        *end = (int *)wide + (stop - text);
    return value;
}

//@ wcstoull
void __raddle_narrow(const int *, char *);
unsigned long long strtoull(const char *, char **, int);

unsigned long long wcstoull(const int *wide, int **end, int base)
{
    char text[80];
    char *stop = text;
    unsigned long long value;
    __raddle_narrow(wide, text);
    value = strtoull(text, &stop, base);
    if (end)
        *end = (int *)wide + (stop - text);
    return value;
}

//@ wcstod
void __raddle_narrow(const int *, char *);
double strtod(const char *, char **);

double wcstod(const int *wide, int **end)
{
    char text[80];
    char *stop = text;
    double value;
    __raddle_narrow(wide, text);
    value = strtod(text, &stop);
    if (end)
        *end = (int *)wide + (stop - text);
    return value;
}

//@ localeconv
// Of the "C" locale: the decimal point is a point, everything else is empty or not known.
static char point[] = ".";
static char empty[] = "";
static struct {
    char *texts[10];
    char numbers[14];
} conventions;

void *localeconv(void)
{
    int i;
    conventions.texts[0] = point;
    for (i = 1; i < 10; i++)
        conventions.texts[i] = empty;
    for (i = 0; i < 14; i++)
        conventions.numbers[i] = 127;
    return &conventions;
}
