#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int show(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

static int put(char *to, size_t room, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int n = vsnprintf(to, room, format, list);
    va_end(list);
    n += vfprintf(stdout, format, again);
    va_end(again);
    return n;
}

static void rounding(double x)
{
    printf("%g: %g %g %g %g %g %g %d\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x), floor(x) < 0);
}

static void bye(void) { printf("bye\n"); }
static void first(void) { printf("first registered\n"); }

int main(void)
{
    char buffer[16];
    printf("%d\n", show("%d %5.2f %s %c %ld %llx %p %%\n", 42, 3.14159, "text", 'c', -7L, 255ULL, (void *)0));
    printf("%d\n", show("%*d|%-*d|%.*f\n", 6, 42, 6, 42, 3, 2.5));
    printf("%d\n", show("%zu %hhd %hu %Lf\n", (size_t)9, 300, 70000, 1.5L));
    int n = put(buffer, sizeof buffer, "%s and %d more\n", "a long text", 12345);
    printf("%d [%s]\n", n, buffer);
    double samples[] = { 0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 2.4999, 1e15 + 0.5, 4503599627370497.0, -1e300, 3.7, -3.2 };
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++)
        rounding(samples[i]);
    printf("%.17g %.17g %.17g %.17g %.17g\n", sqrt(2.0), sqrt(1e-310), sqrt(0.1), sqrt(123456789.0), sqrt(4.0));
    printf("%.9g %.9g\n", sqrtf(2.0f), sqrtf(0.3f));
    printf("%.17g %.17g %.17g %.17g\n", fmod(5.5, 2.1), fmod(-1e17, 3.0), fmod(1e-310, 3e-311), fmod(7, 7));
    printf("%g %g %g %g\n", fmin(1, 2), fmax(1, 2), copysign(3, -0.0), fmax(NAN, 4));
    printf("%d %d %d\n", isnan(NAN) != 0, isinf(INFINITY) != 0, isfinite(1.0) != 0);
    printf("%ld %ld\n", lround(2.5), lround(-2.5));
    atexit(first);
    atexit(bye);
    exit(0);
}
