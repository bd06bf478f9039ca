/* Shifts of constants, which a compiler computes itself: the highest bit of an unsigned number, and the highest but one of a
 * signed number. Both fit. */
int main(void)
{
    unsigned high = 1u << 31;
    int next = 1 << 30;

    return high == (unsigned)next;
}
