/* The number is written over the pointer, and the pointer is used. */
union value { long number; int *pointer; };

int main(void)
{
    int target = 4;
    union value value;

    value.pointer = &target;
    value.number = 16;
    return *value.pointer;
}
