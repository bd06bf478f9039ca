/* The twin of the ILP32 program: under LP64 unsigned long has 64 bits, so a flag at
 * bit 35 survives and the error call is unreachable. */
extern void reach_error(void);

#define FLAG_LOW  (1ULL << 3)
#define FLAG_HIGH (1ULL << 35)

static unsigned long flags;

static void set(unsigned long long f) { flags |= f; }
static int is_set(unsigned long long f) { return (flags & f) != 0; }

int main(void)
{
    set(FLAG_LOW);
    if (!is_set(FLAG_LOW))
        return 1;
    set(FLAG_HIGH);
    if (!is_set(FLAG_HIGH))
        reach_error();
    return 0;
}
