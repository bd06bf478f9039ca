// The locks of streams. Every function on a stream locks it; only a program that locks streams itself, or that uses functions without
// the lock, can tell, and only there lowering puts `__raddle_stream_enter` and `__raddle_stream_leave` around the others.

//@ flockfile funlockfile ftrylockfile __raddle_stream_enter __raddle_stream_leave __raddle_stream_unlocked
// The lock belongs to a thread, which may take it several times. Bytes of the stream: 32 owner, 40 depth, 48 mutex.
unsigned long pthread_self(void);
int pthread_equal(unsigned long, unsigned long);
int pthread_mutex_lock(void *);
int pthread_mutex_trylock(void *);
int pthread_mutex_unlock(void *);
void __raddle_unsupported(const char *);

static int is_mine(void *stream)
{
    return ((_Atomic int *)stream)[10] && pthread_equal(*(_Atomic unsigned long *)((char *)stream + 32), pthread_self());
}

void flockfile(void *stream)
{
    if (!is_mine(stream)) {
        pthread_mutex_lock((char *)stream + 48);
        *(_Atomic unsigned long *)((char *)stream + 32) = pthread_self();
    }
    ((_Atomic int *)stream)[10]++;
}

int ftrylockfile(void *stream)
{
    if (!is_mine(stream)) {
        if (pthread_mutex_trylock((char *)stream + 48))
            return EBUSY;
        *(_Atomic unsigned long *)((char *)stream + 32) = pthread_self();
    }
    ((_Atomic int *)stream)[10]++;
    return 0;
}

void funlockfile(void *stream)
{
    if (!is_mine(stream))
        __raddle_unsupported("unlocking a stream that the thread has not locked");
    ((_Atomic int *)stream)[10]--;
    if (!((_Atomic int *)stream)[10]) {
        *(_Atomic unsigned long *)((char *)stream + 32) = 0;
        pthread_mutex_unlock((char *)stream + 48);
    }
}

void __raddle_stream_unlocked(void *stream, int writes)
{
    if (writes)
        ((int *)stream)[5] = 0;
    else
        (void)((volatile int *)stream)[5];
}

void __raddle_stream_enter(void *stream, int writes)
{
    if (!stream)
        __raddle_unsupported("all streams at once, in a program that locks streams,");
    flockfile(stream);
    __raddle_stream_unlocked(stream, writes);
}

void __raddle_stream_leave(void *stream)
{
    funlockfile(stream);
}

//@ clearerr_unlocked
void __raddle_stream_unlocked(void *, int);
void clearerr(void *);

void clearerr_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    clearerr(stream);
}

//@ fflush_unlocked
void __raddle_stream_unlocked(void *, int);
int fflush(void *);

int fflush_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fflush(stream);
}

//@ fread_unlocked
void __raddle_stream_unlocked(void *, int);
unsigned long fread(void *, unsigned long, unsigned long, void *);

unsigned long fread_unlocked(void *data, unsigned long size, unsigned long count, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fread(data, size, count, stream);
}

//@ fgets_unlocked
void __raddle_stream_unlocked(void *, int);
char *fgets(char *, int, void *);

char *fgets_unlocked(char *line, int size, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fgets(line, size, stream);
}

//@ fileno_unlocked
void __raddle_stream_unlocked(void *, int);
int fileno(void *);

int fileno_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 0);
    return fileno(stream);
}
