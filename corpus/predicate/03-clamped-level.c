/* A level goes up by at most a milliard at a time and is cut at a milliard.
 * What must be found: the level is between nought and the limit in front of every round. */
#include <assert.h>

#define LIMIT 1000000000

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int level = 0;

    while (1) {
        int more = __VERIFIER_nondet_int();
        if (more < 0 || more > LIMIT)
            continue;
        level += more;
        if (level > LIMIT)
            level = LIMIT;
        assert(level >= 0 && level <= LIMIT);
    }
}
