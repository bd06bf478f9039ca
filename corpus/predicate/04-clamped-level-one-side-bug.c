/* As its right twin, but what is added is only tested from above: a negative amount brings the level below nought. */
#include <assert.h>

#define LIMIT 1000000000

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int level = 0;

    while (1) {
        int more = __VERIFIER_nondet_int();
        if (more < -LIMIT || more > LIMIT)
            continue;
        level += more;
        if (level > LIMIT)
            level = LIMIT;
        assert(level >= 0 && level <= LIMIT);
    }
}
