/* The nondeterministic inputs of all types stay within the ranges of their types; what
 * an assumption says about them can be relied on afterwards. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int b = __VERIFIER_nondet_bool();
    int c = __VERIFIER_nondet_char();
    int uc = __VERIFIER_nondet_uchar();
    int s = __VERIFIER_nondet_short();
    int us = __VERIFIER_nondet_ushort();
    int i = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();

    assert(b == 0 || b == 1);
    assert(c >= -128 && c <= 127);
    assert(uc >= 0 && uc <= 255);
    assert(s >= -32768 && s <= 32767);
    assert(us >= 0 && us <= 65535);
    assert((long)i >= -2147483648L && (long)i <= 2147483647L);
    assert((unsigned long)u <= 4294967295ul);

    __VERIFIER_assume(i > 10 && i < 20);
    assert(2 * i > 20 && 2 * i < 40);
    __VERIFIER_assume(l == -5 && ul > 3);
    assert(l < 0 && ul - 3 > 0);
    return 0;
}
