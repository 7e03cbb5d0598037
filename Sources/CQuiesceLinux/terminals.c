#define _GNU_SOURCE
#include "include/terminals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int ql_new_terminal(char *path, size_t size) {
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    int error = grantpt(fd) != 0 || unlockpt(fd) != 0 ? errno : ptsname_r(fd, path, size);
    if (error == 0) return fd;
    close(fd);
    return -error;
}

unsigned ql_major(dev_t device) { return major(device); }

unsigned ql_minor(dev_t device) { return minor(device); }
