#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <errno.h>
#include <limits.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void numbers(const char *s)
{
    char *end;
    errno = 0;
    long a = strtol(s, &end, 0);
    printf("[%s] %ld %ld %d", s, a, (long)(end - s), errno);
    errno = 0;
    unsigned long b = strtoul(s, &end, 10);
    printf(" %lu %ld %d", b, (long)(end - s), errno);
    errno = 0;
    long long c = strtoll(s, &end, 16);
    printf(" %lld %ld %d", c, (long)(end - s), errno);
    errno = 0;
    unsigned long long d = strtoull(s, &end, 8);
    printf(" %llu %ld %d", d, (long)(end - s), errno);
    printf(" %d %ld\n", atoi(s), atol(s));
}

int main(void)
{
    char a[40], b[40];
    memset(a, 'x', sizeof a);
    a[39] = 0;
    printf("%s %zu %zu\n", a, strlen(a), strnlen(a, 5));
    strcpy(b, "hello");
    strcat(b, ", world");
    strncat(b, "!!!!", 2);
    puts(b);
    printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("", ""), sign(strcmp("ab", "a")));
    printf("%d %d %d\n", sign(strncmp("abc", "abd", 2)), sign(strncmp("abc", "abd", 3)), sign(strcasecmp("HeLLo", "hEllO")));
    printf("%d %d\n", sign(strncasecmp("HELp", "helq", 3)), sign(strncasecmp("HELp", "helq", 4)));
    printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("a\0b", "a\0b", 3));
    printf("%s %s %s\n", strchr(b, 'o'), strrchr(b, 'o'), strchr(b, 'z') ? "z" : "no z");
    printf("%s %s\n", strstr(b, "wor"), strstr(b, "xyz") ? "xyz" : "no xyz");
    printf("%zu %zu %s\n", strspn(b, "hel"), strcspn(b, " ,"), strpbrk(b, "!w"));
    printf("%d %d\n", (int)((char *)memchr(b, 'w', 12) - b), memchr(b, 'w', 3) == NULL);
    printf("%d\n", (int)((char *)memrchr(b, 'l', 12) - b));
    memmove(b + 2, b, 6);
    printf("%s\n", b);
    memmove(b, b + 2, 6);
    printf("%s\n", b);
    memcpy(a, "0123456789abcdef0123", 21);
    printf("%s %s\n", a, (char *)mempcpy(a, "XY", 2));
    strncpy(a, "ab", 6);
    printf("%d %d %c\n", a[2], a[5], a[6]);
    printf("%s\n", stpcpy(a, "stop") - 2);
    char text[] = " one,two;;three ";
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;"))
        printf("<%s>", t);
    printf("\n");
    char more[] = "a::b:c";
    char *rest = more, *item;
    while ((item = strsep(&rest, ":")))
        printf("<%s>", item);
    printf("\n");
    char *copy = strdup("copied"), *part = strndup("copied", 3);
    printf("%s %s\n", copy, part);
    copy = realloc(copy, 100);
    strcat(copy, " and grown");
    printf("%s\n", copy);
    free(copy);
    free(part);
    const char *samples[] = { "0", "42", "  -17x", "+8", "0x1F", "017", "0x", "9223372036854775807", "9223372036854775808",
                              "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "", "abc", "-1" };
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++)
        numbers(samples[i]);
    int v[] = { 5, -3, 9, 0, 2, 2, 100, -50 };
    qsort(v, 8, sizeof *v, compare);
    for (int i = 0; i < 8; i++)
        printf("%d ", v[i]);
    int key = 9, missing = 7;
    printf("%ld %d\n", (long)((int *)bsearch(&key, v, 8, sizeof *v, compare) - v), bsearch(&missing, v, 8, sizeof *v, compare) == NULL);
    unsigned classes = 0;
    for (int c = -1; c < 256; c++)
        classes = classes * 31 + !!isalnum(c) + 2 * !!isalpha(c) + 4 * !!isblank(c) + 8 * !!iscntrl(c) + 16 * !!isdigit(c)
                  + 32 * !!isgraph(c) + 64 * !!islower(c) + 128 * !!isprint(c) + 256 * !!ispunct(c) + 512 * !!isspace(c)
                  + 1024 * !!isupper(c) + 2048 * !!isxdigit(c) + 4096 * tolower(c) + 8192 * toupper(c);
    printf("%u\n", classes);
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(7LL));
    div_t q = div(-7, 2);
    ldiv_t l = ldiv(100, 7);
    printf("%d %d %ld %ld\n", q.quot, q.rem, l.quot, l.rem);
    printf("%d %d %d\n", ffs(0), ffs(40), ffsll(1LL << 40));
    unsigned *z = calloc(3, sizeof *z);
    printf("%u %u %u\n", z[0], z[1], z[2]);
    printf("%d\n", calloc((size_t)-1 / 2, 4) == NULL);
    void *aligned;
    printf("%d", posix_memalign(&aligned, 64, 10));
    printf(" %d\n", (int)((unsigned long)aligned % 64));
    printf("%d\n", posix_memalign(&aligned, 3, 10));
    fputs("fputs\n", stdout);
    fputc('c', stdout);
    putchar('\n');
    fwrite("written\n", 1, 8, stdout);
    fprintf(stdout, "%5d|%-5s|%05.1f\n", 42, "ab", 3.14159);
    bzero(v, sizeof v);
    printf("%d\n", v[7]);
    return 3;
}
