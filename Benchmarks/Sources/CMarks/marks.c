#define _GNU_SOURCE
#include "CMarks.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int64_t qb_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *map(int fd, size_t size, int protection) {
    // Populated: no page fault is to be measured.
    void *at = mmap(NULL, size, protection, MAP_SHARED | MAP_POPULATE, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

struct qb_marks *qb_marks_open(const char *path, uint64_t capacity) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return NULL;
    size_t size = sizeof(struct qb_marks) + capacity * sizeof(struct qb_mark);
    if (ftruncate(fd, (off_t)size) < 0) {
        close(fd);
        return NULL;
    }
    struct qb_marks *marks = map(fd, size, PROT_READ | PROT_WRITE);
    if (marks) marks->capacity = capacity;
    return marks;
}

const struct qb_marks *qb_marks_read(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    struct stat status;
    if (fstat(fd, &status) < 0) {
        close(fd);
        return NULL;
    }
    return map(fd, (size_t)status.st_size, PROT_READ);
}

uint64_t qb_marks_count(const struct qb_marks *marks) {
    return __atomic_load_n(&marks->count, __ATOMIC_ACQUIRE);
}

// A ring: entry `index` is kept until `capacity` more were written.
struct qb_mark qb_marks_at(const struct qb_marks *marks, uint64_t index) {
    return marks->entries[index % marks->capacity];
}

void qb_mark(struct qb_marks *marks, uint64_t step, int64_t time) {
    uint64_t count = marks->count;
    marks->entries[count % marks->capacity] = (struct qb_mark){.step = step, .time = time};
    __atomic_store_n(&marks->count, count + 1, __ATOMIC_RELEASE);
}
