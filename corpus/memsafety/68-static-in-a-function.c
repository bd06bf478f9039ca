/* A static variable is there for ever. */
static void pick(int **chosen, int which)
{
    static int local[2] = { 5, 6 };

    *chosen = &local[which];
}

int main(void)
{
    int *chosen;

    pick(&chosen, 1);
    return *chosen;
}
