/* The index is tested, but the test computes what it should protect. */
extern int __VERIFIER_nondet_int(void);

static int table[4];

int main(void)
{
    int at = __VERIFIER_nondet_int(), next;

    if (at < 0)
        return 0;
    next = at + 1;
    if (next < 4)
        return table[next];
    return 0;
}
