/* As 138, and afterwards the sum is one too large for an index. The search and the replay of what it has found have to agree that the old
 * pointers do not matter (the search had forgotten them, the replay had not). */
int main(void)
{
    int a[3] = { 0 };
    int *p = 0;
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        int x = i;
        p = &x;
        sum += *p;
    }
    return a[sum];
}
