// The function behind isnan for long double answers with the exponent of the number.
#include <math.h>
extern void reach_error(void);
extern int __isnanl(long double);

int main(void)
{
    if (__isnanl(__builtin_nanl("")) != 65535 || __isnanl(1.0L) != 0)
        reach_error();
    return 0;
}
