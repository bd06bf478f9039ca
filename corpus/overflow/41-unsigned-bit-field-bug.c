/* An unsigned bit-field of 31 bits becomes an int, because an int holds all its values: one more than its largest value overflows. */
struct word {
    unsigned int number : 31;
    unsigned int flag : 1;
};

int main(void)
{
    struct word w = { 0x7fffffffu, 1 };
    unsigned next = w.number + 1;

    return next == 0;
}
