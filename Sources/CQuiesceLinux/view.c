#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// sys/mount.h and linux/mount.h can't both be included with glibc before 2.37.
#define SLAVE_OF_ALL (1UL << 19 | 1UL << 14)  // MS_SLAVE, MS_REC
#define NO_SUID 2UL
#define NO_DEVICES 4UL
#define NO_PROGRAMS 8UL
#define DETACHED 2  // MNT_DETACH

// Of this process alone until it is pivoted to. Every daemon has a /proc, and reads nothing there
// meanwhile: it is the child's own namespace.
#define BASE "/proc"
// Nothing of a view is named so.
#define OLD "/.old"
// Folders, links and the places of files: a page each at most.
#define ROOT_OPTIONS "mode=755,size=4m"

static int mount(const char *kind, const char *target, unsigned long flags, const char *options) {
    return (int)syscall(SYS_mount, kind, target, kind, flags, options);
}

static int write_file(const char *path, const char *text) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
    if (file < 0) return -1;
    size_t length = strlen(text);
    ssize_t written = syscall(SYS_write, file, text, length);
    syscall(SYS_close, file);
    if (written == (ssize_t)length) return 0;
    if (written >= 0) errno = EIO;
    return -1;
}

// The folders on the way to `target`.
static int make_way(const char *target) {
    char path[PATH_MAX];
    size_t length = strlen(target);
    if (length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (size_t at = 0; at < length; at++) {
        if (at > 0 && target[at] == '/') {
            path[at] = 0;
            if (syscall(SYS_mkdirat, AT_FDCWD, path, 0755) < 0 && errno != EEXIST) return -1;
        }
        path[at] = target[at];
    }
    return 0;
}

static int make_folder(const char *target) {
    if (make_way(target) < 0) return -1;
    return syscall(SYS_mkdirat, AT_FDCWD, target, 0755) < 0 && errno != EEXIST ? -1 : 0;
}

static int make_file(const char *target) {
    if (make_way(target) < 0) return -1;
    int file = (int)syscall(SYS_openat, AT_FDCWD, target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    if (file < 0) return errno == EEXIST ? 0 : -1;
    syscall(SYS_close, file);
    return 0;
}

static int set_attributes(int place, unsigned flags, uint64_t attributes) {
    struct mount_attr wanted = {.attr_set = attributes};
    return (int)syscall(SYS_mount_setattr, place, "", flags | AT_EMPTY_PATH, &wanted, sizeof wanted);
}

static int allow(int ruleset, const struct ql_view_entry *entry, int place) {
    if (ruleset < 0 || entry->rights == 0) return 0;
    int answer = ql_landlock_allow(ruleset, entry->rights, place);
    if (answer < 0) errno = -answer;
    return answer < 0 ? -1 : 0;
}

// A rule for what this process has made, which the daemon can't open.
static int allow_made(int ruleset, const struct ql_view_entry *entry) {
    if (ruleset < 0 || entry->rights == 0) return 0;
    int place = (int)syscall(SYS_openat, AT_FDCWD, entry->target, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
    if (place < 0) return -1;
    int answer = allow(ruleset, entry, place);
    syscall(SYS_close, place);
    return answer;
}

// The old root's `entry->source` at the same place.
static int bind(const struct ql_view_entry *entry, int old, int ruleset) {
    int place = (int)syscall(
        SYS_open_tree, old, entry->source + 1,
        OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_SYMLINK_NOFOLLOW);
    if (place < 0) return errno == ENOENT && !entry->needed ? 0 : -1;
    uint64_t attributes = MOUNT_ATTR_NOSUID;
    if (entry->kind != QL_VIEW_DEVICE) attributes |= MOUNT_ATTR_NODEV;
    if (entry->kind == QL_VIEW_READ) attributes |= MOUNT_ATTR_RDONLY;
    struct statx status;
    int answer = -1;
    if (set_attributes(place, AT_RECURSIVE, attributes) == 0 &&
        syscall(SYS_statx, place, "", AT_EMPTY_PATH, STATX_TYPE, &status) == 0 &&
        ((status.stx_mode & S_IFMT) == S_IFDIR ? make_folder(entry->target) : make_file(entry->target)) == 0 &&
        syscall(SYS_move_mount, place, "", AT_FDCWD, entry->target, MOVE_MOUNT_F_EMPTY_PATH) == 0)
        answer = allow(ruleset, entry, place);
    int error = errno;
    syscall(SYS_close, place);
    errno = error;
    return answer;
}

static int make(const struct ql_view_entry *entry, int old, int ruleset) {
    switch (entry->kind) {
    case QL_VIEW_READ:
    case QL_VIEW_WRITE:
    case QL_VIEW_DEVICE:
        return bind(entry, old, ruleset);
    case QL_VIEW_MEMORY:
        if (make_folder(entry->target) < 0 ||
            mount("tmpfs", entry->target, NO_SUID | NO_DEVICES, entry->source) < 0)
            return -1;
        return allow_made(ruleset, entry);
    case QL_VIEW_EMPTY:
        if (mount("tmpfs", entry->target, NO_SUID | NO_DEVICES | 1 /* MS_RDONLY */, "size=4k") == 0) return 0;
        return errno == ENOENT ? 0 : -1;
    case QL_VIEW_TERMINALS:
        if (make_folder(entry->target) < 0 ||
            mount("devpts", entry->target, NO_SUID | NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=620") < 0)
            return -1;
        return allow_made(ruleset, entry);
    case QL_VIEW_LINK:
        if (make_way(entry->target) < 0) return -1;
        if (syscall(SYS_symlinkat, entry->source, AT_FDCWD, entry->target) == 0) return 0;
        // A folder that is in the view has it already.
        return errno == EEXIST ? 0 : -1;
    }
    errno = EINVAL;
    return -1;
}

// As bubblewrap does it: an empty root, the old one within it, what is wanted of that, and the old one
// let go. Raw system calls alone: the daemon's memory is the child's.
int ql_view_enter(const struct ql_view *view, int ruleset) {
    // The number of the user stays: files, sockets and signals say who it is.
    if (view->uid_map &&
        (write_file("/proc/self/setgroups", "deny") < 0 || write_file("/proc/self/uid_map", view->uid_map) < 0 ||
         write_file("/proc/self/gid_map", view->gid_map) < 0))
        return -1;
    syscall(SYS_umask, 022);

    // Nothing that is mounted here is seen outside.
    if (syscall(SYS_mount, NULL, "/", NULL, SLAVE_OF_ALL, NULL) < 0 ||
        mount("tmpfs", BASE, NO_SUID | NO_DEVICES, ROOT_OPTIONS) < 0 || syscall(SYS_chdir, BASE) < 0 ||
        syscall(SYS_mkdirat, AT_FDCWD, &OLD[1], 0700) < 0 || syscall(SYS_pivot_root, ".", &OLD[1]) < 0 ||
        syscall(SYS_chdir, "/") < 0)
        return -1;
    int old = (int)syscall(SYS_openat, AT_FDCWD, OLD, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (old < 0) return -1;
    for (int n = 0; n < view->count; n++)
        if (make(&view->entries[n], old, ruleset) < 0) return -1;
    syscall(SYS_close, old);
    if (syscall(SYS_umount2, OLD, DETACHED) < 0 || syscall(SYS_unlinkat, AT_FDCWD, OLD, AT_REMOVEDIR) < 0) return -1;

    int root = (int)syscall(SYS_openat, AT_FDCWD, "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (root < 0) return -1;
    int answer = set_attributes(root, 0, MOUNT_ATTR_RDONLY);
    syscall(SYS_close, root);
    return answer;
}
