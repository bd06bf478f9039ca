/* A remainder by a number that is positive never overflows. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int slots = __VERIFIER_nondet_int();

    if (slots <= 0)
        return 0;
    return key % slots == 5;
}
