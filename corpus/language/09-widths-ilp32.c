/* The same questions under ILP32 (i386 Linux): long and pointers have 32 bits, long
 * long 64, and -1L < 1u is false since unsigned int no longer fits in long.
 * No headers, so that the program means the same on any host. */
extern void reach_error(void);

#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

typedef __SIZE_TYPE__ my_size;

int main(void)
{
    long l = 0x7FFFFFFF;
    unsigned long ul = 0;
    long long ll = l;

    CHECK(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
    CHECK(sizeof(long) == 4 && sizeof(long long) == 8);
    CHECK(sizeof(void *) == 4 && sizeof(int (*)(void)) == 4);
    CHECK(sizeof(my_size) == 4);
    CHECK(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 12);

    CHECK(sizeof(2147483647) == 4);
    CHECK(sizeof(2147483648) == 8);             /* long long */
    CHECK(sizeof(0x80000000) == 4);
    CHECK(sizeof(1L) == 4 && sizeof(1LL) == 8);

    ul--;
    CHECK(ul == 4294967295u);
    CHECK(ul + 1 == 0);
    ll++;
    CHECK(ll == 2147483648LL);
    CHECK((long)ll == -2147483647L - 1);
    CHECK(!(-1L < 1u));                         /* both become unsigned long */
    CHECK(-1LL < 1u);
    CHECK((unsigned long long)(unsigned long)-1L == 4294967295ULL);
    CHECK((unsigned long long)-1L == 18446744073709551615ULL);
    CHECK((my_size)-1 == 0xFFFFFFFF);
    CHECK(ll * 4 == 8589934592LL);
    return 0;
}
