/* Arithmetic on char and short is arithmetic on int. What does not fit is lost in the conversion back, which is no overflow:
 * the result of a conversion is up to the implementation, and here it wraps. */
extern short __VERIFIER_nondet_short(void);

int main(void)
{
    signed char c = 127;
    short s = 32767, t = __VERIFIER_nondet_short(), u;

    c = c + 1;
    c++;
    --c;
    c -= 100;
    s += 1;
    s++;
    s *= 2;
    u = t * t;
    u = -t;
    return c + s + u == 1;
}
