/* A position moves by two, forwards or backwards, round the whole range of unsigned numbers.
 * What must be found: the position is even, that is, its lowest bit is nought. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned position = 0;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            position += 2;
        else
            position -= 2;
    }
    if (position & 1)
        reach_error();
    return 0;
}
