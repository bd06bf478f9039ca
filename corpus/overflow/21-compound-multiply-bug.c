/* Thirteen factorial does not fit into an int. */
int main(void)
{
    int product = 1;

    for (int i = 2; i <= 13; i++)
        product *= i;
    return product == 0;
}
