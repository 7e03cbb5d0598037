// Opening files without following what an app may have planted.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// O_PATH, which Swift's Glibc module lacks.
extern const int QL_O_PATH;

// Opens `path` below `directory`: no symlink anywhere in it, nothing above `directory`, no
// /proc magic link. Close-on-exec. Returns a descriptor, or -errno: -ELOOP for a symlink, -EXDEV
// for a path that leads out.
int ql_open_beneath(int directory, const char *path, int flags, mode_t mode);
// Opens again, with `flags`, the very file that `fd` (which may be O_PATH) is open on, whatever its
// name leads to by now. Needs /proc. Close-on-exec.
int ql_reopen(int fd, int flags);
// Copies up to `count` bytes between the current positions of two files, in the kernel, sharing
// blocks where the file system can. Returns how many were copied, 0 at the end, -errno.
ssize_t ql_copy_range(int from, int to, size_t count);
// Swaps an entry of each directory in one step. Returns 0 or -errno: -ENOENT when one isn't there.
int ql_exchange(int from, const char *one, int to, const char *other);
// Renames, unless the new name is taken. Returns 0 or -errno: -EEXIST.
int ql_rename_new(int from, const char *name, int to, const char *new_name);
// Writes everything of the file system that `fd` lies on to the disk (syncfs). Returns 0 or -errno.
int ql_sync_file_system(int fd);
// Begins to write a file's pages to the disk, and doesn't wait for it. Returns 0 or -errno.
int ql_start_sync(int fd);
// Writes a file's pages to the disk and waits for them; neither its metadata nor the disk's own cache
// are safe by that. Returns 0 or -errno.
int ql_finish_sync(int fd);
// Whether `fd` lies on ext4 that has a journal, as the kernel says in /sys/fs/ext4.
bool ql_has_ext4_journal(int fd);
// Sets `length` bytes of a file aside on the disk; the file is that long afterwards. Returns 0 or -errno.
int ql_set_aside(int fd, off_t length);
// O_DIRECT, which Swift's Glibc module lacks.
extern const int QL_O_DIRECT;
