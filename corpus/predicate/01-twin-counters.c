/* Two counters go up together, for as long as the environment likes.
 * What must be found: both are equal whenever the loop begins again; their values do not matter. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned sent = 0;
    unsigned logged = 0;

    while (__VERIFIER_nondet_int()) {
        sent++;
        logged++;
    }
    if (sent != logged)
        reach_error();
    return 0;
}
