#include "CAllocations.h"

#include <stddef.h>

// glibc's own, under the names that it keeps for those who replace the others.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t count;

uint64_t qb_allocations(void) { return count; }

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}
void *calloc(size_t items, size_t size) {
    count++;
    return __libc_calloc(items, size);
}
void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}
void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : 12 /* ENOMEM */;
}
