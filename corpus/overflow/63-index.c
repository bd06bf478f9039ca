/* The test subtracts from the size instead. */
extern int __VERIFIER_nondet_int(void);

static int table[4];

int main(void)
{
    int at = __VERIFIER_nondet_int();

    if (at < 0)
        return 0;
    if (at < 4 - 1)
        return table[at + 1];
    return 0;
}
