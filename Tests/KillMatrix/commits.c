// Preloaded into a daemon, this counts its calls that change files or put them on the disk, over all threads together,
// and ends it with SIGKILL at the Nth of them. The product itself knows nothing of it.
//
// QUIESCE_COMMITS is a file of a page, which outlives the daemon: the count, and what the last call was. QUIESCE_DIE_AT
// is N; none: it only counts. QUIESCE_DIE_AFTER: the Nth call is carried out first.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct board {
    _Atomic unsigned long count, died;
    char what[256];
};

static struct board *board;
static unsigned long at;
static int after;

__attribute__((constructor)) static void begin(void) {
    // Neither apps nor agents.
    unsetenv("LD_PRELOAD");
    const char *path = getenv("QUIESCE_COMMITS"), *number = getenv("QUIESCE_DIE_AT");
    if (!path || strcmp(program_invocation_short_name, "quiesced")) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) abort();
    void *page = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) abort();
    at = number ? strtoul(number, NULL, 10) : 0;
    after = getenv("QUIESCE_DIE_AFTER") != NULL;
    board = page;
}

static void die(const char *call, const char *path, int fd) {
    if (atomic_fetch_add(&board->died, 1) == 0) {
        char link[64], name[200] = "";
        if (!path) {
            snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
            if (readlink(link, name, sizeof name - 1) > 0) path = name;
        }
        snprintf(board->what, sizeof board->what, "%s %s", call, path ? path : "");
    }
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int counts(int fd) {
    struct stat status;
    // What is said and sent isn't kept.
    return board && fd > 2 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/// Whether it is the one: then it is over now, or after the call.
static int reached(const char *call, const char *path, int fd) {
    int saved = errno;
    int is_it = atomic_fetch_add(&board->count, 1) + 1 == at;
    if (is_it && !after) die(call, path, fd);
    errno = saved;
    return is_it;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define OF_FILE(call, fd, carry_out) \
    int is_it = counts(fd) && reached(call, NULL, fd); \
    __typeof__(carry_out) result = carry_out; \
    if (is_it) die(call, NULL, fd); \
    return result
#define OF_PATH(call, path, carry_out) \
    int is_it = board && reached(call, path, -1); \
    __typeof__(carry_out) result = carry_out; \
    if (is_it) die(call, path, -1); \
    return result

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(write);
    OF_FILE("write", fd, real(fd, bytes, count));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    OF_FILE("writev", fd, real(fd, parts, count));
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    OF_FILE("pwrite", fd, real(fd, bytes, count, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    OF_FILE("pwrite", fd, real(fd, bytes, count, offset));
}

int ftruncate(int fd, off_t length) {
    REAL(ftruncate);
    OF_FILE("ftruncate", fd, real(fd, length));
}

int fdatasync(int fd) {
    REAL(fdatasync);
    OF_FILE("fdatasync", fd, real(fd));
}

int fsync(int fd) {
    REAL(fsync);
    int is_it = board && reached("fsync", NULL, fd);  // Of folders, too.
    int result = real(fd);
    if (is_it) die("fsync", NULL, fd);
    return result;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    OF_PATH("rename", to, real(from, to));
}

int renameat(int from, const char *old, int to, const char *new) {
    REAL(renameat);
    OF_PATH("rename", new, real(from, old, to, new));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    REAL(renameat2);
    OF_PATH("rename", new, real(from, old, to, new, flags));
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    OF_PATH("unlink", path, real(folder, path, flags));
}

int unlink(const char *path) {
    REAL(unlink);
    OF_PATH("unlink", path, real(path));
}
