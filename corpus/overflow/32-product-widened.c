/* One operand is widened first, and the product is computed in long long. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int days = __VERIFIER_nondet_int();
    long long seconds;

    if (days < 0 || days > 30000)
        return 0;
    seconds = (long long)days * 24 * 60 * 60;
    return seconds == 86400;
}
