/* The two indices of a ring buffer with eight slots run freely and wrap at the end of their type.
 * What must be found: their difference, not their values, is never more than eight. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct ring {
    unsigned head;
    unsigned tail;
};

static struct ring ring;

static unsigned used(const struct ring *r)
{
    return r->tail - r->head;
}

int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_int()) {
            if (used(&ring) < 8)
                ring.tail++;
        } else {
            if (used(&ring) > 0)
                ring.head++;
        }
        if (used(&ring) > 8)
            reach_error();
    }
}
