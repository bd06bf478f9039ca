/* A _Bool that is counted up stays true, and counted down becomes the other one. Comparisons and ! are 0 or 1, so that arithmetic with them is small. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    _Bool yes = 1;
    int x = __VERIFIER_nondet_int();

    yes += 1;
    yes -= 1;
    yes -= 1;
    return -(x > 3) + !x - -yes == 5;
}
