/* A mark says which of the members is in use, and the bytes of a union may be looked at one by one. */
union value { long number; int *pointer; unsigned char bytes[8]; };

struct marked { int is_pointer; union value value; };

static int get(struct marked *m)
{
    return m->is_pointer ? *m->value.pointer : m->value.bytes[0];
}

int main(void)
{
    int target = 4;
    struct marked a = { .is_pointer = 1, .value.pointer = &target }, b = { .is_pointer = 0, .value.number = 4 };

    return get(&a) != get(&b);
}
