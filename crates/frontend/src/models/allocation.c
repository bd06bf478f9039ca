// Allocation beyond malloc and calloc.

//@ realloc
void *malloc(unsigned long);
void free(void *);
unsigned long __raddle_block_size(void *);
void __raddle_copy(void *, const void *, unsigned long);

void *realloc(void *old, unsigned long size)
{
    unsigned long kept;
    void *block;
    if (!old)
        return malloc(size);
    if (!size) {
        free(old);
        return 0;
    }
    block = malloc(size);
    if (!block)
        return 0;
    kept = __raddle_block_size(old);
    __raddle_copy(block, old, kept < size ? kept : size);
    free(old);
    return block;
}

//@ reallocarray
void *realloc(void *, unsigned long);
int *__errno_location(void);

void *reallocarray(void *old, unsigned long count, unsigned long size)
{
    if (size && count > (unsigned long)-1 / size) {
        *__errno_location() = 12;
        return 0;
    }
    return realloc(old, count * size);
}

//@ posix_memalign
void *aligned_alloc(unsigned long, unsigned long);

int posix_memalign(void **result, unsigned long align, unsigned long size)
{
    void *block;
    if (!align || align % sizeof(void *) || align & (align - 1))
        return 22;
    block = aligned_alloc(align, size);
    if (!block)
        return 12;
    *result = block;
    return 0;
}

//@ valloc
void *aligned_alloc(unsigned long, unsigned long);

void *valloc(unsigned long size)
{
    return aligned_alloc(4096, size);
}

//@ strdup
void *malloc(unsigned long);
unsigned long strlen(const char *);
void __raddle_copy(void *, const void *, unsigned long);

char *strdup(const char *s)
{
    unsigned long size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy)
        __raddle_copy(copy, s, size);
    return copy;
}

//@ __strdup
char *strdup(const char *);

char *__strdup(const char *s)
{
    return strdup(s);
}

//@ strndup
void *malloc(unsigned long);
unsigned long strnlen(const char *, unsigned long);
void __raddle_copy(void *, const void *, unsigned long);

char *strndup(const char *s, unsigned long limit)
{
    unsigned long length = strnlen(s, limit);
    char *copy = malloc(length + 1);
    if (copy) {
        __raddle_copy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}
