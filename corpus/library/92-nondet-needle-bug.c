/* One single value of a 32-bit input reaches the error: it has to be derived from the
 * comparison, not found by trying values.  FALSE for input 123456789. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int unlock(unsigned code)
{
    if (code < 100000000u)
        return 0;
    code -= 100000000u;
    return code == 23456789u;
}

int main(void)
{
    if (unlock(__VERIFIER_nondet_uint()))
        reach_error();
    return 0;
}
