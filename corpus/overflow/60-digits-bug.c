/* A number is read digit by digit without a test whether it fits. */
int main(void)
{
    const char *text = "2147483648";
    int number = 0;

    while (*text)
        number = number * 10 + (*text++ - '0');
    return number == 0;
}
