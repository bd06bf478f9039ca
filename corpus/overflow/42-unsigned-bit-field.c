/* An unsigned bit-field of 32 bits stays unsigned, and so wraps. */
struct word {
    unsigned int number : 32;
    unsigned int flag : 1;
};

int main(void)
{
    struct word w = { 0xffffffffu, 1 };
    unsigned next = w.number + 1;

    w.number++;
    return next + w.number != 0;
}
