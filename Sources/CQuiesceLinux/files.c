#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
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

int ql_exchange(int from, const char *one, int to, const char *other) {
    return renameat2(from, one, to, other, RENAME_EXCHANGE) < 0 ? -errno : 0;
}

int ql_rename_new(int from, const char *name, int to, const char *new_name) {
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE) < 0 ? -errno : 0;
}

int ql_sync_file_system(int fd) { return syncfs(fd) < 0 ? -errno : 0; }

const int QL_O_DIRECT = O_DIRECT;

int ql_start_sync(int fd) { return sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE) < 0 ? -errno : 0; }

int ql_finish_sync(int fd) {
    int flags = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    return sync_file_range(fd, 0, 0, flags) < 0 ? -errno : 0;
}

bool ql_has_ext4_journal(int fd) {
    struct statfs system;
    struct stat file;
    char path[64], link[512], task[512 + 64], first = 0;
    if (fstatfs(fd, &system) < 0 || system.f_type != EXT4_SUPER_MAGIC || fstat(fd, &file) < 0) return false;
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major(file.st_dev), minor(file.st_dev));
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length <= 0) return false;
    link[length] = 0;
    const char *name = strrchr(link, '/');
    snprintf(task, sizeof task, "/sys/fs/ext4/%s/journal_task", name ? name + 1 : link);
    int opened = open(task, O_RDONLY | O_CLOEXEC);
    if (opened < 0) return false;
    // The pid of the journal's thread, or "<none>".
    bool has = read(opened, &first, 1) == 1 && first >= '0' && first <= '9';
    close(opened);
    return has;
}

int ql_set_aside(int fd, off_t length) {
    int rc;
    do rc = fallocate(fd, 0, 0, length);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : 0;
}
