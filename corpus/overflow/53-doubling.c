/* Powers of two up to 2 to the 30. */
int main(void)
{
    int power = 1;

    for (int i = 0; i < 30; i++)
        power = power + power;
    return power != 1 << 30;
}
