// Streams in memory: `fmemopen` for reading, `open_memstream`. Their contents are kept exactly.

//@ __raddle_memory_get __raddle_memory_put __raddle_memory_flush __raddle_memory_seek __raddle_memory_tell
// What a stream in memory has from byte 96 on. What one that is written makes is told to the program when it is flushed.
struct memory {
    char *data;
    unsigned long position, length, room;
    char **where;
    unsigned long *size;
};
void *malloc(unsigned long);
void free(void *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int __raddle_memory_get(void *stream)
{
    struct memory *memory = (struct memory *)((char *)stream + 96);
    if (memory->position >= memory->length) {
        ((_Atomic int *)stream)[0] = 1;
        return -1;
    }
    return (unsigned char)memory->data[memory->position++];
}

// Whether there was no memory for it.
int __raddle_memory_put(void *stream, const char *data, unsigned long count)
{
    struct memory *memory = (struct memory *)((char *)stream + 96);
    unsigned long i;
    if (memory->length + count + 1 > memory->room) {
        unsigned long room = 2 * memory->room + count + 1;
        char *larger = malloc(room);
        if (!larger) {
            ((_Atomic int *)stream)[1] = 1;
            *__errno_location() = ENOMEM;
            return 1;
        }
        for (i = 0; i < memory->length; i++)
            larger[i] = memory->data[i];
        free(memory->data);
        memory->data = larger;
        memory->room = room;
    }
    for (i = 0; i < count; i++)
        memory->data[memory->length++] = data[i];
    memory->data[memory->length] = 0;
    return 0;
}

int __raddle_memory_flush(void *stream)
{
    struct memory *memory = (struct memory *)((char *)stream + 96);
    if (memory->where) {
        *memory->where = memory->data;
        *memory->size = memory->length;
    }
    return 0;
}

int __raddle_memory_seek(void *stream, long offset, int whence)
{
    struct memory *memory = (struct memory *)((char *)stream + 96);
    _Atomic int *indicators = stream;
    long from = whence == 0 ? 0 : whence == 1 ? (long)memory->position - (indicators[2] > 0) : (long)memory->length;
    if (memory->where)
        __raddle_unsupported("another position in a stream that grows in memory");
    if (whence < 0 || whence > 2 || from + offset < 0 || (unsigned long)(from + offset) > memory->room) {
        *__errno_location() = EINVAL;
        return -1;
    }
    memory->position = (unsigned long)(from + offset);
    indicators[0] = 0;
    indicators[2] = 0;
    return 0;
}

long __raddle_memory_tell(void *stream)
{
    struct memory *memory = (struct memory *)((char *)stream + 96);
    if (memory->where)
        return (long)memory->length;
    return (long)memory->position - (((_Atomic int *)stream)[2] > 0);
}

//@ __raddle_memory_vprintf
int vasprintf(char **, const char *, __builtin_va_list);
int __raddle_memory_put(void *, const char *, unsigned long);
void free(void *);

int __raddle_memory_vprintf(void *stream, const char *format, __builtin_va_list list)
{
    char *text;
    int printed = vasprintf(&text, format, list);
    if (printed < 0)
        return -1;
    if (__raddle_memory_put(stream, text, (unsigned long)printed))
        printed = -1;
    free(text);
    return printed;
}

//@ fmemopen open_memstream __raddle_stream_printf
struct memory {
    char *data;
    unsigned long position, length, room;
    char **where;
    unsigned long *size;
};
void *malloc(unsigned long);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
void __raddle_unsupported(const char *);
int vfprintf(void *, const char *, __builtin_va_list);
int *__errno_location(void);

// A stream ends at the first zero byte of its memory, or where that ends.
void *fmemopen(void *data, unsigned long size, const char *mode)
{
    char *stream;
    struct memory *memory;
    unsigned long length = 0;
    __raddle_read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        *__errno_location() = EINVAL;
        return 0;
    }
    if (!data || mode[0] != 'r' || mode[1] == '+' || mode[1] && mode[2] == '+')
        __raddle_unsupported("`fmemopen` for writing");
    stream = __raddle_new_stream(-1, 3);
    if (!stream)
        return 0;
    while (length < size && ((char *)data)[length])
        length++;
    memory = (struct memory *)(stream + 96);
    memory->data = data;
    memory->position = 0;
    memory->length = length;
    memory->room = size;
    memory->where = 0;
    memory->size = 0;
    return stream;
}

void *open_memstream(char **where, unsigned long *size)
{
    char *stream;
    struct memory *memory;
    if (!where || !size) {
        *__errno_location() = EINVAL;
        return 0;
    }
    stream = __raddle_new_stream(-1, 4);
    if (!stream)
        return 0;
    memory = (struct memory *)(stream + 96);
    memory->data = malloc(64);
    memory->position = 0;
    memory->length = 0;
    memory->room = 64;
    memory->where = where;
    memory->size = size;
    if (!memory->data)
        return 0;
    memory->data[0] = 0;
    *where = memory->data;
    *size = 0;
    return stream;
}

// `fprintf` in programs that have streams in memory.
int __raddle_stream_printf(void *stream, const char *format, ...)
{
    int printed;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    printed = vfprintf(stream, format, list);
    __builtin_va_end(list);
    return printed;
}
