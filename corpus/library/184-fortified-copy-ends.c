/* What the compiler makes of memcpy with _FORTIFY_SOURCE ends the program if the object is too small, here by its own
 * account: the error is never reached. */
extern void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);
extern char *__strcpy_chk(char *, const char *, unsigned long);
extern void reach_error(void);
static char from[8] = "1234567";
static char to[8];

int main(void)
{
    __strcpy_chk(to, from, 8);
    if (to[6] != '7')
        reach_error();
    __memcpy_chk(to, from, 8, 4);
    reach_error();
    return 0;
}
