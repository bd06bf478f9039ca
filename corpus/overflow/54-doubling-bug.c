/* One round too many: 2 to the 31 does not fit. */
int main(void)
{
    int power = 1;

    for (int i = 0; i <= 30; i++)
        power = power + power;
    return power == 0;
}
