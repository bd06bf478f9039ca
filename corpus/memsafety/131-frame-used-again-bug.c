/* The address of a local variable has come out of a function that has returned. When it is used another call may have put its own
 * variables there: that does not bring the old one back. */
static int *kept;

static void keep(int number)
{
    int local = number;

    kept = &local;
}

static int use(int number)
{
    int other = number, *mine = &other;

    *kept = 5;
    return *mine;
}

int main(void)
{
    keep(1);
    return use(2);
}
