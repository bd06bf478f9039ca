/* Minus the complement is one more, for all numbers but the largest: its complement is the smallest. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    return -~x == 8;
}
