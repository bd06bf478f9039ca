/* Flags above bit 31 kept in an unsigned long work under LP64 and are lost under
 * ILP32, where the conversion to unsigned long drops the high half: FALSE for ILP32. */
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
