#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

int ql_memory_file(const char *name) {
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return fd < 0 ? -errno : fd;
}

int ql_seal(int fd) { return fcntl(fd, F_ADD_SEALS, SEALS) < 0 ? -errno : 0; }

bool ql_is_sealed(int fd) {
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & SEALS) == SEALS;
}
