/* A negative value that is shifted to the left, first where nobody gets, then so far that the exact result, minus 2 to the power of 33, is not a value of
 * the type (C11 6.5.7p4). */
int main(void)
{
    int debt = -8, none = 0;

    if (none)
        debt <<= none;
    debt <<= 30;
    return debt;
}
