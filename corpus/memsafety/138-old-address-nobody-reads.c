/* Each round has its own variable, and a pointer to it that nobody reads in the next round before it is set again. The address of a
 * variable that is gone may stay where it is as long as nobody uses it. */
int main(void)
{
    int a[4] = { 0 };
    int *p = 0;
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        int x = i;
        p = &x;
        sum += *p;
    }
    return a[sum];
}
