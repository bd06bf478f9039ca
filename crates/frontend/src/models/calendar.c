// Calendar time as text and back: `mktime`, `timegm`, `strftime`, `asctime`, `ctime`. The texts are those of the "C" locale.
//
// The time zone is not known: some number of seconds east of Greenwich, which a program that sets TZ to UTC knows. Zones that
// change their offset in summer are among what a proof holds for; a counterexample has one offset for all times.

//@ __raddle_zone
// Seconds east of Greenwich, and in *summer whether that is summer time. Everybody who asks reads TZ in the environment.
char *__raddle_own_variable(const char *);
long __raddle_zone_offset(void);
int __raddle_zone_summer(void);
void __raddle_inexact(const char *);

long __raddle_zone(int *summer)
{
    const char *name = __raddle_own_variable("TZ");
    *summer = 0;
    if (name) {
        char a = name[0], b = a ? name[1] : 0, c = b ? name[2] : 0, d = c ? name[3] : 0;
        int greenwich = a == 'U' && b == 'T' && c == 'C' || a == 'G' && b == 'M' && c == 'T';
        if (!a || greenwich && (!d || d == '0' && !name[4]))
            return 0;
        __raddle_inexact("a time zone that the program has set");
    }
    *summer = __raddle_zone_summer();
    return __raddle_zone_offset();
}

//@ __raddle_seconds
// The time of a date whose fields may be out of their ranges, at Greenwich. Days are counted from March, in eras of 400 years (H. Hinnant).
long long __raddle_seconds(const int *fields)
{
    long long months = 12 * (long long)fields[5] + fields[4];
    long long year = months >= 0 ? months / 12 : -((11 - months) / 12);
    long long month = months - 12 * year;
    year += 1900 - (month < 2);
    long long era = (year >= 0 ? year : year - 399) / 400;
    long long of_era = year - 400 * era;
    long long day = (153 * (month + (month > 1 ? -2 : 10)) + 2) / 5;
    long long days = 146097 * era + 365 * of_era + of_era / 4 - of_era / 100 + day - 719468 + fields[3] - 1;
    return 86400 * days + 3600 * (long long)fields[2] + 60 * (long long)fields[1] + fields[0];
}

//@ timegm
long long __raddle_seconds(const int *);
void *__raddle_calendar(long, void *);
void __raddle_errno_of_system_file(void);
int *__errno_location(void);

long timegm(void *date)
{
    __raddle_errno_of_system_file();
    long long seconds = __raddle_seconds(date);
    if (seconds != (long)seconds) {
        *__errno_location() = EOVERFLOW;
        return -1;
    }
    return __raddle_calendar((long)seconds, date) ? (long)seconds : -1;
}

//@ mktime
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};
long long __raddle_seconds(const int *);
long __raddle_zone(int *);
long __raddle_zone_offset(void);
void __raddle_inexact(const char *);
_Bool __raddle_nondet_bool(void);
void *__raddle_calendar(long, void *);
void __raddle_errno_of_system_file(void);
int *__errno_location(void);

long mktime(struct calendar *date)
{
    const char *name;
    int summer;
    int asked = date->summer;
    long offset = __raddle_zone(&summer);
    long moved = 0;
    long long local = __raddle_seconds((const int *)date);
    long long seconds = local - offset;
    __raddle_errno_of_system_file();
    // A date in summer that was asked for as one in winter, and one that the change to summer time leaves out.
    if (offset || summer || asked > 0)
        if (!__raddle_nondet_bool()) {
            __raddle_inexact("a date that a time zone with summer time moves");
            moved = __raddle_zone_offset();
        }
    if (seconds != (long)seconds) {
        *__errno_location() = EOVERFLOW;
        return -1;
    }
    if (!__raddle_calendar((long)(local + moved), date))
        return -1;
    date->summer = summer;
    date->offset = offset + moved;
    date->zone = name;
    return (long)seconds;
}

//@ tzset
char *__raddle_own_variable(const char *);
void __raddle_errno_of_system_file(void);

void tzset(void)
{
    __raddle_errno_of_system_file();
    __raddle_own_variable("TZ");
}

//@ asctime_r
// As glibc prints it: the names of days and months that do not exist are `???`.
int sprintf(char *, const char *, ...);
int *__errno_location(void);

char *asctime_r(const int *date, char *text)
{
    static const char names[] = "SunMonTueWedThuFriSatJanFebMarAprMayJunJulAugSepOctNovDec";
    int day = date[6], month = date[4];
    int year = date[5];
    if (year > 2147483647 - 1900) {
        *__errno_location() = EOVERFLOW;
        return 0;
    }
    int written = sprintf(text, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day < 0 || day > 6 ? "???" : names + 3 * day,
                          month < 0 || month > 11 ? "???" : names + 21 + 3 * month, date[3], date[2], date[1], date[0], 1900 + year);
    (void)written;
    return text;
}

//@ asctime ctime
char *asctime_r(const void *, char *);
int *__errno_location(void);
void *localtime(const long *);
int sprintf(char *, const char *, ...);
// glibc has room for every date here; two calls at the same time race for it.
static char result[114];

char *asctime(const void *date)
{
    return asctime_r(date, result);
}

char *ctime(const long *time)
{
    void *date = localtime(time);
    // Then `asctime` is given no date.
    if (!date)
        *__errno_location() = EINVAL;
    return date ? asctime_r(date, result) : 0;
}

//@ ctime_r
char *asctime_r(const void *, char *);
int *__errno_location(void);
void *localtime_r(const long *, void *);

char *ctime_r(const long *time, char *text)
{
    long date[8];
    if (!localtime_r(time, date)) {
        *__errno_location() = EINVAL;
        return 0;
    }
    return asctime_r(date, text);
}

//@ __raddle_iso_week
// The week of ISO 8601 and, in *year, the year that it belongs to: the week with the year's first Thursday is the first.
static int days_of(int year)
{
    return 365 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

static int week_days(int yearday, int weekday)
{
    int shift = (yearday - weekday + 382) % 7;
    return yearday - shift + 3;
}

int __raddle_iso_week(int yearday, int weekday, int *year)
{
    int days = week_days(yearday, weekday);
    if (days < 0) {
        *year -= 1;
        days = week_days(yearday + days_of(*year), weekday);
    } else {
        int next = week_days(yearday - days_of(*year), weekday);
        if (next >= 0) {
            *year += 1;
            days = next;
        }
    }
    return days / 7 + 1;
}

//@ strftime
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};
char *__raddle_own_variable(const char *);
int __raddle_iso_week(int, int, int *);
void __raddle_errno_of_system_file(void);
void __raddle_unsupported(const char *);

static const char *const days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[12] = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
                                       "October", "November", "December"};

// Where the next byte goes, and how many there is room for; `full` when there was none.
struct output {
    char *at;
    unsigned long room;
    unsigned long written;
    int full;
};

static void put(struct output *out, char c)
{
    if (out->written + 1 >= out->room) {
        out->full = 1;
        return;
    }
    out->at[out->written] = c;
    out->written++;
}

static void put_text(struct output *out, const char *text, int most)
{
    int i;
    for (i = 0; i != most && text[i]; i++)
        put(out, text[i]);
}

// Two digits without looking at the value.
static void put_two(struct output *out, int value, char pad)
{
    if (value < 0 || value > 99)
        __raddle_unsupported("`strftime` of a number that is outside of its range");
    put(out, pad == '0' || value > 9 ? (char)('0' + value / 10) : pad);
    put(out, (char)('0' + value % 10));
}

static void put_number(struct output *out, long value, int digits)
{
    char text[20];
    int count = 0;
    if (value < 0) {
        put(out, '-');
        value = -value;
    }
    do {
        text[count] = (char)('0' + value % 10);
        count++;
        value /= 10;
    } while (value || count < digits);
    while (count > 0) {
        count--;
        put(out, text[count]);
    }
}

static int floor_mod(int value, int by)
{
    return value % by < 0 ? value % by + by : value % by;
}

static int of_twelve(int hour)
{
    return floor_mod(hour + 11, 12) + 1;
}

static void convert(struct output *, const char *, const struct calendar *);

static void convert_one(struct output *out, char conversion, const struct calendar *date)
{
    int year = date->year;
    int hour = date->hour;
    switch (conversion) {
    case 'a':
    case 'A':
        put_text(out, date->weekday < 0 || date->weekday > 6 ? "?" : days[date->weekday], conversion == 'a' ? 3 : -1);
        return;
    case 'b':
    case 'h':
    case 'B':
        put_text(out, date->month < 0 || date->month > 11 ? "?" : months[date->month], conversion == 'B' ? -1 : 3);
        return;
    case 'c':
        convert(out, "%a %b %e %H:%M:%S %Y", date);
        return;
    case 'C':
        if (year < -1900)
            __raddle_unsupported("`strftime` of a year before the year 0");
        put_number(out, (1900l + year) / 100, 2);
        return;
    case 'd':
        put_two(out, date->day, '0');
        return;
    case 'D':
    case 'x':
        convert(out, "%m/%d/%y", date);
        return;
    case 'e':
        put_two(out, date->day, ' ');
        return;
    case 'F':
        if (year < -1900)
            __raddle_unsupported("`strftime` of a year before the year 0");
        convert(out, "%Y-%m-%d", date);
        return;
    case 'g':
    case 'G':
    case 'V': {
        int weeks_year = year + 1900;
        int week = __raddle_iso_week(date->yearday, date->weekday, &weeks_year);
        if (year > 1000000 || year < -1900)
            __raddle_unsupported("`strftime` of a year that is far away");
        if (conversion == 'V')
            put_two(out, week, '0');
        else if (conversion == 'g')
            put_two(out, floor_mod(weeks_year, 100), '0');
        else
            put_number(out, weeks_year, 1);
        return;
    }
    case 'H':
        put_two(out, hour, '0');
        return;
    case 'I':
        put_two(out, of_twelve(hour), '0');
        return;
    case 'j':
        if (date->yearday < 0 || date->yearday > 998)
            __raddle_unsupported("`strftime` of a number that is outside of its range");
        put(out, (char)('0' + (date->yearday + 1) / 100));
        put(out, (char)('0' + (date->yearday + 1) / 10 % 10));
        put(out, (char)('0' + (date->yearday + 1) % 10));
        return;
    case 'k':
        put_two(out, hour, ' ');
        return;
    case 'l':
        put_two(out, of_twelve(hour), ' ');
        return;
    case 'm':
        put_two(out, date->month + 1, '0');
        return;
    case 'M':
        put_two(out, date->minute, '0');
        return;
    case 'n':
        put(out, '\n');
        return;
    case 'p':
        put_text(out, hour > 11 ? "PM" : "AM", -1);
        return;
    case 'P':
        put_text(out, hour > 11 ? "pm" : "am", -1);
        return;
    case 'r':
        convert(out, "%I:%M:%S %p", date);
        return;
    case 'R':
        convert(out, "%H:%M", date);
        return;
    case 'S':
        put_two(out, date->second, '0');
        return;
    case 't':
        put(out, '\t');
        return;
    case 'T':
    case 'X':
        convert(out, "%H:%M:%S", date);
        return;
    case 'u':
        put_number(out, (date->weekday + 6) % 7 + 1, 1);
        return;
    case 'U':
        put_two(out, (date->yearday - date->weekday + 7) / 7, '0');
        return;
    case 'w':
        put_number(out, date->weekday, 1);
        return;
    case 'W':
        put_two(out, (date->yearday - (date->weekday + 6) % 7 + 7) / 7, '0');
        return;
    case 'y':
        put_two(out, floor_mod(year, 100), '0');
        return;
    case 'Y':
        if (year >= -900 && year < 8100) {
            // Four digits without looking at them.
            put(out, (char)('0' + (1900 + year) / 1000));
            put(out, (char)('0' + (1900 + year) / 100 % 10));
            put(out, (char)('0' + (1900 + year) / 10 % 10));
            put(out, (char)('0' + (1900 + year) % 10));
        } else {
            put_number(out, 1900l + year, 1);
        }
        return;
    case 'z': {
        long offset = date->offset;
        if (date->summer < 0)
            return;
        put(out, offset < 0 ? '-' : '+');
        offset = offset < 0 ? -offset : offset;
        put_number(out, offset / 3600 * 100 + offset / 60 % 60, 4);
        return;
    }
    case 'Z':
        __raddle_errno_of_system_file();
        if (date->summer >= 0 && date->zone)
            put_text(out, date->zone, -1);
        return;
    case '%':
        put(out, '%');
        return;
    default:
        __raddle_unsupported("this conversion of `strftime`");
    }
}

static void convert(struct output *out, const char *format, const struct calendar *date)
{
    for (; *format; format++) {
        if (*format != '%') {
            put(out, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        convert_one(out, *format, date);
    }
}

unsigned long strftime(char *text, unsigned long room, const char *format, const struct calendar *date)
{
    struct output out = {text, room, 0, 0};
    __raddle_own_variable("TZ");
    convert(&out, format, date);
    if (room && !out.full)
        text[out.written] = 0;
    return room && !out.full ? out.written : 0;
}

//@ timelocal
long mktime(void *);

long timelocal(void *date)
{
    return mktime(date);
}

//@ __raddle_ticks
// Hundredths of a second of some clock. When a counterexample is replayed they must never become less.
unsigned long __raddle_nondet_below(unsigned long);

long __raddle_ticks(void)
{
    return (long)__raddle_nondet_below(sizeof(long) == 8 ? 922337203600ull : 0x7fffffffull);
}

//@ times
long __raddle_ticks(void);
unsigned long __raddle_nondet_below(unsigned long);
void __raddle_inexact(const char *);
static _Atomic int told;

// How much processor time was used; a program that asks twice is told more than that it grows.
long times(long *result)
{
    int i;
    if (result) {
        for (i = 0; i < 4; i++)
            result[i] = (long)__raddle_nondet_below(0x7fffffff);
        if (told)
            __raddle_inexact("how the processor time that was used grows");
        told = 1;
    }
    return __raddle_ticks();
}

//@ getrusage
unsigned long __raddle_nondet_below(unsigned long);
void __raddle_inexact(const char *);
int *__errno_location(void);
static _Atomic int told;

// Two times, then 14 counters, of which Linux keeps 7 and leaves the others zero.
int getrusage(int who, long *result)
{
    int i;
    if (who != 0 && who != 1 && who != -1) {
        *__errno_location() = EINVAL;
        return -1;
    }
    for (i = 0; i < 4; i++)
        result[i] = i & 1 ? (long)__raddle_nondet_below(1000000) : (long)__raddle_nondet_below(0x7fffffff);
    for (i = 4; i < 18; i++)
        result[i] = i == 4 || i == 8 || i == 9 || i == 11 || i == 12 || i == 16 || i == 17 ? (long)__raddle_nondet_below(0x7fffffff) : 0;
    if (told)
        __raddle_inexact("how the resources that were used grow");
    told = 1;
    return 0;
}
