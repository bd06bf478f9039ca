//! The headers of the system go through the whole front end, in both data models.

use raddle_frontend::{Options, load};
use raddle_program::DataModel;

const HEADERS: &str = "pthread threads stdatomic semaphore stdio stdlib string math time unistd errno signal limits \
    stdint inttypes ctype sys/types sys/time sched assert setjmp locale wchar complex tgmath fenv netdb sys/socket \
    fcntl sys/stat sys/mman poll stdarg stdalign stdnoreturn stdbool sys/wait sys/epoll arpa/inet netinet/in dirent \
    dlfcn regex search sys/ioctl sys/resource sys/syscall linux/futex";

const PROGRAM: &str = "
atomic_int counter;
atomic_flag flag = ATOMIC_FLAG_INIT;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(int argc, char **argv) {
    int expected = 0;
    atomic_store(&counter, 1);
    atomic_compare_exchange_strong(&counter, &expected, 3);
    while (atomic_flag_test_and_set(&flag)) ;
    assert(atomic_load(&counter) == 1);
    errno = isalpha(argc) ? EINVAL : 0;
    printf(\"%s %\" PRIu64 \"\\n\", argv[0], (uint64_t)strlen(argv[0]));
    return atomic_fetch_add(&counter, 1);
}
";

#[test]
fn system_headers_load() {
    let mut text = String::from("#define _GNU_SOURCE 1\n");
    for header in HEADERS.split_whitespace() {
        text.push_str(&format!("#if __has_include(<{header}.h>)\n#include <{header}.h>\n#endif\n"));
    }
    text.push_str(PROGRAM);
    let file = std::env::temp_dir().join(format!("raddle-headers-test-{}.c", std::process::id()));
    std::fs::write(&file, text).unwrap();
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = Options { data_model, ..Options::default() };
        if let Err(error) = load(std::slice::from_ref(&file), &options) {
            let shown: Vec<String> = error
                .diagnostics
                .iter()
                .map(|d| format!("{:?}: {}", error.source.place(d.span).map(|p| p.to_string()), d.message))
                .collect();
            panic!("{data_model:?}: {}", shown.join("\n"));
        }
    }
    std::fs::remove_file(file).unwrap();
}
