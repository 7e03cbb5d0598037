#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

const int QL_O_PATH = O_PATH;

int ql_open_beneath(int directory, const char *path, int flags, mode_t mode) {
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC),
        .mode = (flags & (O_CREAT | O_TMPFILE)) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    long rc;
    // EAGAIN: something was renamed meanwhile, and the kernel couldn't be sure of the path.
    do rc = syscall(SYS_openat2, directory, path, &how, sizeof how);
    while (rc < 0 && (errno == EINTR || errno == EAGAIN));
    return rc < 0 ? -errno : (int)rc;
}

int ql_reopen(int fd, int flags) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int rc;
    do rc = open(path, flags | O_CLOEXEC);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : rc;
}

ssize_t ql_copy_range(int from, int to, size_t count) {
    ssize_t rc;
    do rc = copy_file_range(from, NULL, to, NULL, count, 0);
    while (rc < 0 && errno == EINTR);
    if (rc >= 0) return rc;
    if (errno != EXDEV && errno != EINVAL && errno != EOPNOTSUPP && errno != ENOSYS) return -errno;
    do rc = sendfile(to, from, NULL, count);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : rc;
}

int ql_exchange(int directory, const char *one, const char *other) {
    return renameat2(directory, one, directory, other, RENAME_EXCHANGE) < 0 ? -errno : 0;
}

int ql_rename_new(int from, const char *name, int to, const char *new_name) {
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE) < 0 ? -errno : 0;
}

int ql_sync_file_system(int fd) { return syncfs(fd) < 0 ? -errno : 0; }

const int QL_O_DIRECT = O_DIRECT;

int ql_start_sync(int fd) { return sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE) < 0 ? -errno : 0; }

int ql_set_aside(int fd, off_t length) {
    int rc;
    do rc = fallocate(fd, 0, 0, length);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : 0;
}
