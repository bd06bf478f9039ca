/* A long long is not without end either: 21 factorial does not fit into 64 bits. */
int main(void)
{
    long long product = 1;

    for (int i = 2; i <= 21; i++)
        product = product * i;
    return product == 0;
}
