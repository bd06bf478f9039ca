/* A linker may place the variable at any aligned address, this one included.  FALSE. */
extern void reach_error(void);

static int variable;

int main(void)
{
    if ((unsigned long)&variable == 0x804c028UL)
        reach_error();
    return 0;
}
