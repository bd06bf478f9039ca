/* The product is stored in a long long, but it is computed in int: ten thousand days have 864,000,000 seconds, and thirty thousand have too many. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int days = __VERIFIER_nondet_int();
    long long seconds;

    if (days < 0 || days > 30000)
        return 0;
    seconds = days * 24 * 60 * 60;
    return seconds == 86400;
}
