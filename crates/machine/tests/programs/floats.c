// Floating point in three formats, and conversions.
#include <float.h>
#include <stdio.h>

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    long double l = 0.1L;
    printf("%.10f %.20f %.25Lf\n", f, d, l);
    printf("%g %g %Lg\n", f * 3, d * 3, l * 3);
    printf("%d %d %d\n", f == d, (float)d == f, (double)l == d);
    printf("%e %E %.0e %g %G\n", 12345.6789, 1e-10, 5.5, 1e20, 1e-20);
    printf("[%10.3f] [%-10.2f] [%+f] [% f] [%010.1f]\n", 3.14159, 2.5, 1.0, 1.0, -7.25);
    printf("%a %a %La\n", 1.0, -0.1, 3.0L);
    printf("%f %f\n", DBL_MAX / 1e300, DBL_MIN * 1e300);
    printf("%d %d %u\n", (int)3.99, (int)-3.99, (unsigned)3e9);
    printf("%lld %llu\n", (long long)-1e18, (unsigned long long)1.5e19);
    printf("%.17g %.9g\n", (double)123456789012345678LL, (float)16777217);
    double zero = 0.0, inf = 1.0 / zero, nan = inf - inf;
    printf("%f %f %d %d %d\n", inf, -inf, nan == nan, nan < 1, nan != nan);
    printf("%g %g\n", -zero, 1 / -zero);
    long double sum = 0;
    for (int i = 1; i <= 100; i++) sum += 1.0L / i;
    printf("%.18Lf\n", sum);
    float acc = 0;
    for (int i = 0; i < 1000; i++) acc += 0.001f;
    printf("%.9g\n", acc);
    printf("%d %d\n", !d, d && f);
    int n = 7;
    n *= 1.5;
    n += 0.9f;
    printf("%d %f\n", n, n / 2 + n / 2.0);
    unsigned long big = 18446744073709551615ul;
    printf("%f %f %Lf\n", (float)big, (double)big, (long double)big);
    __int128 w = (__int128)1 << 90;
    printf("%g %g\n", (double)w, (double)-w);
    printf("%.3g %.3g %#g %#.0f\n", 0.00012345, 123456.0, 1.0, 2.0);
    return 0;
}
