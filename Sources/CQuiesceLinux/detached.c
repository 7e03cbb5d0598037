#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

pid_t ql_spawn_detached(const char *path, char *const arguments[], char *const environment[], int error_fd) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int rc = posix_spawn_file_actions_init(&actions);
    if (rc != 0) return -rc;
    rc = posix_spawnattr_init(&attributes);
    if (rc != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -rc;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    pid_t pid = -1;
    // Standard error first: it may itself be descriptor 0 or 1, where a parent closed those.
    if ((rc = posix_spawn_file_actions_adddup2(&actions, error_fd, STDERR_FILENO)) == 0 &&
        (rc = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) == 0 &&
        (rc = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)) == 0 &&
        (rc = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)) == 0 &&
        (rc = posix_spawn_file_actions_addchdir_np(&actions, "/")) == 0 &&
        (rc = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (rc = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (rc = posix_spawnattr_setflags(
             &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0)
        rc = posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return rc == 0 ? pid : -rc;
}

int ql_become(const char *path, char *const arguments[]) {
    // Nothing else is closed: whoever started this process may wait for the end of a descriptor, as Foundation's Process does.
    execv(path, arguments);
    return -errno;
}

int ql_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
