/* A file is opened in every round and closed in the same round exactly if another round is to follow.
 * What must be found: at the end of a round the file is open exactly if `done` is what it was at its beginning. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static _Bool is_open;

static void open_file(void)
{
    if (is_open)
        reach_error();
    is_open = 1;
}

static void close_file(void)
{
    if (!is_open)
        reach_error();
    is_open = 0;
}

int main(void)
{
    unsigned done = (unsigned)__VERIFIER_nondet_int();
    unsigned before;

    do {
        open_file();
        before = done;
        if (__VERIFIER_nondet_int()) {
            close_file();
            done++;
        }
    } while (before != done);
    close_file();
    return 0;
}
