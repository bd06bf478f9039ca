// time.h and sys/time.h: any time within the contract.

//@ time
unsigned long __raddle_nondet_below(unsigned long);

long time(long *result)
{
    long now = (long)__raddle_nondet_below(0x7ffffffful);
    if (result)
        *result = now;
    return now;
}

//@ difftime
double difftime(long end, long start)
{
    return (double)end - (double)start;
}

//@ gettimeofday
unsigned long __raddle_nondet_below(unsigned long);

int gettimeofday(long *result, void *zone)
{
    if (result) {
        result[0] = (long)__raddle_nondet_below(0x7ffffffful);
        result[1] = (long)__raddle_nondet_below(1000000);
    }
    return 0;
}

//@ clock_gettime
unsigned long __raddle_nondet_below(unsigned long);

int clock_gettime(int clock, long *result)
{
    result[0] = (long)__raddle_nondet_below(0x7ffffffful);
    result[1] = (long)__raddle_nondet_below(1000000000);
    return 0;
}

//@ clock_getres
unsigned long __raddle_nondet_below(unsigned long);

int clock_getres(int clock, long *result)
{
    if (result) {
        result[0] = 0;
        result[1] = 1 + (long)__raddle_nondet_below(999999999);
    }
    return 0;
}

//@ timespec_get
unsigned long __raddle_nondet_below(unsigned long);

int timespec_get(long *result, int base)
{
    result[0] = (long)__raddle_nondet_below(0x7ffffffful);
    result[1] = (long)__raddle_nondet_below(1000000000);
    return base;
}
