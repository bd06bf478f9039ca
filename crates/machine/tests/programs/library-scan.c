#include <stdio.h>
#include <string.h>

int main(void)
{
    int a = -1, b = -1, n = -1;
    unsigned x = 0;
    long l = 0;
    long long ll = 0;
    short h = 0;
    char c = '-', word[20] = "", other[20] = "";
    n = sscanf("12 -34", "%d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = sscanf("0x1f 017 99", "%x %i %2d", &x, &a, &b);
    printf("%d %u %d %d\n", n, x, a, b);
    n = sscanf("  hello world!", "%s %4s%c", word, other, &c);
    printf("%d %s %s %c\n", n, word, other, c);
    n = sscanf("key=value", "key=%19s", word);
    printf("%d %s\n", n, word);
    n = sscanf("abc", "%d", &a);
    printf("%d\n", n);
    n = sscanf("", "%d", &a);
    printf("%d\n", n);
    n = sscanf("1234567", "%3d%*2d%d%n", &a, &b, &x);
    printf("%d %d %d %u\n", n, a, b, x);
    n = sscanf("-9000000000 70000 5", "%ld %hd %lld", &l, &h, &ll);
    printf("%d %ld %d %lld\n", n, l, h, ll);
    n = sscanf("50% off", "%d%% %s", &a, word);
    printf("%d %d %s\n", n, a, word);
    n = sscanf("x y", "%c%c%c", &c, word, other);
    printf("%d %c%c%c\n", n, c, word[0], other[0]);
    n = sscanf("7:8", "%d,%d", &a, &b);
    printf("%d %d\n", n, a);
    return 0;
}
