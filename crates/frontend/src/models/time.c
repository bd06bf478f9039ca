// time.h and sys/time.h. A clock shows any time that Linux can count: from 0 to 9223372036 seconds (the year 2262), with 32
// bits to 2147483647. The clock of the calendar may be set back. Of all others it is looked at when a counterexample is
// replayed that they do not go back (`library::relation`); the search need not know it.

//@ time
unsigned long __raddle_nondet_below(unsigned long);

long time(long *result)
{
    long now = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    if (result)
        *result = now;
    return now;
}

//@ clock
unsigned long __raddle_nondet_below(unsigned long);

long clock(void)
{
    return (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036000000ull : 0x80000000ull) - 1;
}

//@ difftime
// The difference is rounded, not the times.
double difftime(long end, long start)
{
    if (end < start)
        return -(double)((unsigned long)start - (unsigned long)end);
    return (double)((unsigned long)end - (unsigned long)start);
}

//@ gettimeofday
long time(long *);
unsigned long __raddle_nondet_below(unsigned long);

int gettimeofday(long *result, int *zone)
{
    if (result) {
        result[0] = time(0);
        result[1] = (long)__raddle_nondet_below(1000000);
    }
    if (zone) {
        zone[0] = 0;
        zone[1] = 0;
    }
    return 0;
}

//@ __raddle_clock_monotonic
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_monotonic(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ __raddle_clock_raw
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_raw(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ __raddle_clock_coarse
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_coarse(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ __raddle_clock_boot
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_boot(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ __raddle_clock_process
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_process(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ __raddle_clock_thread
unsigned long __raddle_nondet_below(unsigned long);

void __raddle_clock_thread(long *result)
{
    result[0] = (long)__raddle_nondet_below(sizeof(long) == 8 ? 9223372036ull : 0x7fffffffull);
    result[1] = (long)__raddle_nondet_below(1000000000);
}

//@ clock_gettime
long time(long *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_clock_monotonic(long *);
void __raddle_clock_raw(long *);
void __raddle_clock_coarse(long *);
void __raddle_clock_boot(long *);
void __raddle_clock_process(long *);
void __raddle_clock_thread(long *);
void __raddle_unsupported(const char *);
unsigned long __raddle_nondet_below(unsigned long);
int *__errno_location(void);

int clock_gettime(int clock, long *result)
{
    long now[2];
    if (clock < 0)
        __raddle_unsupported("clock_gettime with a clock of another process or thread");
    if (clock > 11 || clock == 10) {
        *__errno_location() = 22;
        return -1;
    }
    // A reading is two values, and those of two threads must not be mixed up.
    __VERIFIER_atomic_begin();
    switch (clock) {
    case 1:
        __raddle_clock_monotonic(now);
        break;
    case 2:
        __raddle_clock_process(now);
        break;
    case 3:
        __raddle_clock_thread(now);
        break;
    case 4:
        __raddle_clock_raw(now);
        break;
    case 6:
        __raddle_clock_coarse(now);
        break;
    case 7:
    case 9:
        __raddle_clock_boot(now);
        break;
    default:
        now[0] = time(0);
        now[1] = (long)__raddle_nondet_below(1000000000);
        break;
    }
    __VERIFIER_atomic_end();
    result[0] = now[0];
    result[1] = now[1];
    return 0;
}

//@ clock_getres
void __raddle_unsupported(const char *);
unsigned long __raddle_nondet_below(unsigned long);
int *__errno_location(void);

int clock_getres(int clock, long *result)
{
    if (clock < 0)
        __raddle_unsupported("clock_getres with a clock of another process or thread");
    if (clock > 11 || clock == 10) {
        *__errno_location() = 22;
        return -1;
    }
    if (result) {
        result[0] = 0;
        result[1] = 1 + (long)__raddle_nondet_below(999999999);
    }
    return 0;
}

//@ timespec_get
long time(long *);
unsigned long __raddle_nondet_below(unsigned long);

int timespec_get(long *result, int base)
{
    if (base != 1)
        return 0;
    result[0] = time(0);
    result[1] = (long)__raddle_nondet_below(1000000000);
    return base;
}

//@ nanosleep
void __raddle_yield(void);
int *__errno_location(void);

// No signal is delivered, so nothing is left over.
int nanosleep(const long *duration, long *left)
{
    long seconds = duration[0], nanoseconds = duration[1];
    if (seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999) {
        *__errno_location() = 22;
        return -1;
    }
    __raddle_yield();
    return 0;
}

//@ clock_nanosleep
void __raddle_yield(void);
void __raddle_unsupported(const char *);

int clock_nanosleep(int clock, int flags, const long *duration, long *left)
{
    if (clock < 0 || clock == 8 || clock == 9)
        __raddle_unsupported("clock_nanosleep with a clock that not everybody may use");
    if (clock == 4 || clock == 5 || clock == 6)
        return 95;
    if (clock == 3 || clock > 11 || clock == 10)
        return 22;
    long seconds = duration[0], nanoseconds = duration[1];
    if (seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999)
        return 22;
    __raddle_yield();
    return 0;
}

//@ __raddle_date
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

// The date of a count of seconds that an int can count the year of, without a branch or loop that depends on it (H. Hinnant,
// chrono-compatible low-level date algorithms): the year begins in March, and 400 years have 146097 days. All is counted from a
// multiple of 400 years before, so that nothing is negative; the remainders change no value, they only show how large one can be.
void __raddle_date(long long time, struct calendar *result)
{
    const long long eras = 5400000;
    unsigned long long seconds = (unsigned long long)(time + 86400 * (146097 * eras + 719468));
    unsigned long long days = seconds / 86400;
    unsigned rest = (unsigned)(seconds % 86400);
    unsigned of_era = (unsigned)(days % 146097);
    unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365 % 400;
    unsigned day = (of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100)) % 366;
    unsigned month = (5 * day + 2) / 153;
    unsigned wraps = month >= 10;
    long long year = (long long)(days / 146097 * 400) - 400 * eras + year_of_era + wraps;
    unsigned in_era = year_of_era + wraps;
    unsigned leap = (in_era % 4 == 0) & (in_era % 100 != 0) | (in_era % 400 == 0);
    result->second = (int)(rest % 60);
    result->minute = (int)(rest / 60 % 60);
    result->hour = (int)(rest / 3600);
    result->day = (int)((day - (153 * month + 2) / 5) % 31 + 1);
    result->month = (int)((month + 2) % 12);
    result->year = (int)(year - 1900);
    result->weekday = (int)((days + 3) % 7);
    result->yearday = (int)((day + 59 + leap - (365 + leap) * wraps) % 366);
    result->summer = 0;
    result->offset = 0;
    result->zone = "GMT";
}

//@ __raddle_calendar
// The date of any count of seconds; null if an int cannot count its year.
void __raddle_date(long long, void *);
int *__errno_location(void);

void *__raddle_calendar(long time, void *result)
{
    // The first and the last second of the years that an int can count.
    if (time > 67768036191676799ll || time < -67768040609740800ll) {
        *__errno_location() = EOVERFLOW;
        return 0;
    }
    __raddle_date(time, result);
    return result;
}

//@ gmtime_r
// Whoever asks for a date, reads the time zone.
void __raddle_errno_of_system_file(void);
void *__raddle_calendar(long, void *);

void *gmtime_r(const long *time, void *result)
{
    __raddle_errno_of_system_file();
    return __raddle_calendar(*time, result);
}

//@ __raddle_zone_offset
unsigned long __raddle_nondet_below(unsigned long);

// Seconds east of Greenwich, as far as TZ can say it. When a counterexample is replayed it must be the same at all times.
long __raddle_zone_offset(void)
{
    return (long)__raddle_nondet_below(179999) - 89999;
}

//@ __raddle_zone_summer
_Bool __raddle_nondet_bool(void);

int __raddle_zone_summer(void)
{
    return __raddle_nondet_bool();
}

//@ localtime_r
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};
void __raddle_errno_of_system_file(void);
long __raddle_zone(int *);
void __raddle_date(long long, void *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

void *localtime_r(const long *time, struct calendar *result)
{
    // What the zone is called is not known.
    const char *name;
    int summer;
    long offset = __raddle_zone(&summer);
    long now = *time;
    __raddle_errno_of_system_file();
    // The question is about one value that is not known, not about the sum of two.
    if (now > 67768036191500000ll || now < -67768040609500000ll) {
        if (now < 67768036191900000ll && now > -67768040609900000ll)
            __raddle_unsupported("local time at the end of the years that an int can count");
        *__errno_location() = EOVERFLOW;
        return 0;
    }
    __raddle_date((long long)now + offset, result);
    result->summer = summer;
    result->offset = offset;
    result->zone = name;
    return result;
}

//@ gmtime localtime
void *gmtime_r(const long *, void *);
void *localtime_r(const long *, void *);

// One object for both, which calls of two threads at the same time race for.
static struct {
    int fields[9];
    long offset;
    const char *zone;
} result;

void *gmtime(const long *time)
{
    return gmtime_r(time, &result);
}

void *localtime(const long *time)
{
    return localtime_r(time, &result);
}
