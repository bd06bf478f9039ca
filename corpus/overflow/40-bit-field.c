/* A bit-field narrower than int is an int in every computation; what does not fit is lost when it is stored. */
struct packed {
    signed int small : 4;
    unsigned int count : 3;
};

int main(void)
{
    struct packed p = { 7, 7 };

    p.small++;
    p.small = p.small - 1;
    p.small += 7;
    p.count++;
    p.count -= 1;
    return p.small + p.count == 1;
}
