/* The address of a local goes out through an argument, and the function returns. */
static void pick(int **chosen, int which)
{
    int local[2] = { 5, 6 };

    *chosen = &local[which];
}

int main(void)
{
    int *chosen;

    pick(&chosen, 1);
    return *chosen;
}
