/* A pointer from outside is stored through a null pointer of the program's own. */
extern char **environ;

static char **copy;

int main(void)
{
    *copy = (char *)environ;
    return 0;
}
