// Sorting, searching and random numbers.

//@ qsort_r
// By insertion. Elements that compare equal may come in any order, so an element may stop at, or pass, one that equals it and is not the same
// bytes. At the end every byte is written, as a library may do even if nothing moves.
_Bool __raddle_nondet_bool(void);
void __raddle_assuming(const char *);

void qsort_r(void *base, unsigned long count, unsigned long size,
             int (*compare)(const void *, const void *, void *), void *more)
{
    char *bytes = base;
    unsigned long i;
    __raddle_assuming("which elements `qsort` and `bsearch` compare, and how often, makes no difference");
    for (i = 1; i < count; i++) {
        unsigned long at = i;
        while (at > 0) {
            char *item = bytes + at * size;
            unsigned long k;
            int order = compare(item - size, item, more);
            if (order < 0)
                break;
            if (order == 0) {
                for (k = 0; k < size && item[k] == item[k - size]; k++)
                    ;
                if (k == size || !__raddle_nondet_bool())
                    break;
            }
            for (k = 0; k < size; k++) {
                char c = item[k];
                item[k] = item[k - size];
                item[k - size] = c;
            }
            at--;
        }
    }
    if (count > 1)
        for (i = 0; i < count * size; i++)
            bytes[i] = bytes[i];
}

//@ qsort
_Bool __raddle_nondet_bool(void);
void __raddle_assuming(const char *);

void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))
{
    char *bytes = base;
    unsigned long i;
    __raddle_assuming("which elements `qsort` and `bsearch` compare, and how often, makes no difference");
    for (i = 1; i < count; i++) {
        unsigned long at = i;
        while (at > 0) {
            char *item = bytes + at * size;
            unsigned long k;
            int order = compare(item - size, item);
            if (order < 0)
                break;
            if (order == 0) {
                for (k = 0; k < size && item[k] == item[k - size]; k++)
                    ;
                if (k == size || !__raddle_nondet_bool())
                    break;
            }
            for (k = 0; k < size; k++) {
                char c = item[k];
                item[k] = item[k - size];
                item[k - size] = c;
            }
            at--;
        }
    }
    // A library may write all of it even if nothing moves.
    if (count > 1)
        for (i = 0; i < count * size; i++)
            bytes[i] = bytes[i];
}

//@ bsearch
// Of several elements that equal the key any one may be found.
_Bool __raddle_nondet_bool(void);
void __raddle_assuming(const char *);

void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size,
              int (*compare)(const void *, const void *))
{
    unsigned long low = 0;
    unsigned long high = count;
    __raddle_assuming("which elements `qsort` and `bsearch` compare, and how often, makes no difference");
    while (low < high) {
        unsigned long middle = low + (high - low) / 2;
        const char *item = (const char *)base + middle * size;
        int order = compare(key, item);
        if (order == 0) {
            unsigned long found = middle;
            while (found + 1 < high && compare(key, item + size) == 0 && __raddle_nondet_bool()) {
                found++;
                item += size;
            }
            while (found == middle && middle > low && compare(key, item - size) == 0 && __raddle_nondet_bool()) {
                found = --middle;
                item -= size;
            }
            return (void *)item;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

//@ lfind
void *lfind(const void *key, const void *base, unsigned long *count, unsigned long size,
            int (*compare)(const void *, const void *))
{
    unsigned long i;
    for (i = 0; i < *count; i++) {
        const char *item = (const char *)base + i * size;
        if (compare(key, item) == 0)
            return (void *)item;
    }
    return 0;
}

//@ lsearch
void *lfind(const void *, const void *, unsigned long *, unsigned long, int (*)(const void *, const void *));
void *memcpy(void *, const void *, unsigned long);

void *lsearch(const void *key, void *base, unsigned long *count, unsigned long size,
              int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    found = memcpy((char *)base + *count * size, key, size);
    ++*count;
    return found;
}

//@ insque
void insque(void *element, void *previous)
{
    void **links = element;
    if (!previous) {
        links[0] = 0;
        links[1] = 0;
        return;
    }
    void **next = *(void **)previous;
    *(void **)previous = element;
    if (next)
        next[1] = element;
    links[0] = next;
    links[1] = previous;
}

//@ remque
void remque(void *element)
{
    void **next = ((void **)element)[0];
    void **previous = ((void **)element)[1];
    if (next)
        next[1] = previous;
    if (previous)
        previous[0] = next;
}

//@ __raddle_seed
// A generator that is seeded with a number it was seeded with before has to repeat what it returned: that is not modelled.
void __raddle_unsupported(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

void __raddle_seed(unsigned seed, _Atomic unsigned *seeds, _Atomic int *count)
{
    int i;
    int known;
    __VERIFIER_atomic_begin();
    known = *count;
    if (known == 8)
        __raddle_unsupported("seeding random numbers more than eight times");
    for (i = 0; i < known; i++)
        if (seeds[i] == seed)
            __raddle_unsupported("seeding random numbers twice with the same number");
    seeds[known] = seed;
    *count = known + 1;
    __VERIFIER_atomic_end();
}

//@ rand random srand srandom
// Numbers that are drawn before the first seed are those of the seed 1; for glibc 0 is 1.
void __raddle_seed(unsigned, _Atomic unsigned *, _Atomic int *);
void __raddle_unsupported(const char *);
int __raddle_int_between(int, int);
static _Atomic unsigned random_seeds[8];
static _Atomic int random_seed_count;
static _Atomic int drawn_without_seed;

int rand(void)
{
    if (!drawn_without_seed && !random_seed_count)
        drawn_without_seed = 1;
    return __raddle_int_between(0, 0x7fffffff);
}

long random(void)
{
    return rand();
}

void srand(unsigned seed)
{
    if (!seed)
        seed = 1;
    if (drawn_without_seed && seed == 1)
        __raddle_unsupported("seeding random numbers with 1 after some were drawn");
    __raddle_seed(seed, random_seeds, &random_seed_count);
}

void srandom(unsigned seed)
{
    srand(seed);
}

//@ drand48 lrand48 mrand48 srand48
// glibc keeps the state of this generator without a lock: calls of two threads at the same time race for it. Its value is of no interest: any number is drawn.
unsigned long __raddle_nondet_below(unsigned long);
int __raddle_int_between(int, int);
void __raddle_seed(unsigned, _Atomic unsigned *, _Atomic int *);
static _Atomic unsigned random_seeds[8];
static _Atomic int random_seed_count;

static unsigned long long state_48;

// A multiple of 2^-48 below 1.
double drand48(void)
{
    double high = __raddle_nondet_below(0x1000000ul);
    double low = __raddle_nondet_below(0x1000000ul);
    state_48 = state_48;
    return (high * 16777216.0 + low) / 281474976710656.0;
}

long lrand48(void)
{
    state_48 = state_48;
    return __raddle_int_between(0, 0x7fffffff);
}

long mrand48(void)
{
    state_48 = state_48;
    return __raddle_int_between(-0x7fffffff - 1, 0x7fffffff);
}

void srand48(long seed)
{
    state_48 = 0;
    __raddle_seed((unsigned)seed, random_seeds, &random_seed_count);
}

//@ rand_r
// As glibc computes it.
int rand_r(unsigned int *seed)
{
    unsigned int next = *seed;
    int result;
    next = next * 1103515245u + 12345u;
    result = next / 65536u % 2048u;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ (int)(next / 65536u % 1024u);
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ (int)(next / 65536u % 1024u);
    *seed = next;
    return result;
}

//@ arc4random_uniform
unsigned __raddle_nondet_int(void);

unsigned arc4random_uniform(unsigned limit)
{
    unsigned n = __raddle_nondet_int();
    return limit ? n % limit : 0;
}
