/* What recipes tell what they see with, natively and in programs for Raddle. `see` and `done` differ between the two. */
#include <errno.h>

static void see(long long value);
static void done(void);

/* A number. */
#define SEE(value) see((long long)(value))
/* The sign of a number. */
#define SEE_SIGN(value) do { long long sign_ = (value); see((sign_ > 0) - (sign_ < 0)); } while (0)
/* The result of a call, and errno. */
#define CALL(call) do { errno = 0; long long result_ = (long long)(call); int error_ = errno; see(result_); see(error_); } while (0)
/* errno after a call without a result, or whose result nobody wants. */
#define VOID(call) do { errno = 0; (void)(call); see(errno); } while (0)
/* Whether a call gives a null pointer, and errno. */
#define POINTER(call) do { errno = 0; const void *result_ = (const void *)(call); int error_ = errno; see(result_ == 0); see(error_); } while (0)
/* Where a call's result points to in an object (-1: nowhere), and errno. */
#define PLACE(call, in) do { errno = 0; const char *result_ = (const char *)(call); int error_ = errno; \
        see(result_ ? result_ - (const char *)(in) : -1); see(error_); } while (0)
/* A floating-point result, and errno. */
#define DOUBLE(call) do { errno = 0; double result_ = (call); int error_ = errno; see_double(result_); see(error_); } while (0)
#define EXTENDED(call) do { errno = 0; long double result_ = (call); int error_ = errno; see_extended(result_); see(error_); } while (0)
/* The end of the recipe, if it is not the end of its text. */
#define DONE() done()

static void see_bytes(const void *at, unsigned long count)
{
    for (unsigned long i = 0; i < count; i++)
        see(((const unsigned char *)at)[i]);
}

static void see_text(const char *text)
{
    if (!text)
        see(-1);
    else
        do
            see(*(const unsigned char *)text);
        while (*text++);
}

static void see_double(double value)
{
    union { double value; long long bits; } both;
    both.value = value;
    see(both.bits);
}

static void see_extended(long double value)
{
    union { long double value; struct { long long low; unsigned short high; } bits; } both;
    both.value = value;
    see(both.bits.low);
    see(both.bits.high);
}
