// Starting a program that stays when the one that started it has gone.
#pragma once

#include <spawn.h>
#include <sys/types.h>

// Starts `path` in a session of its own, in the folder /, with default signals, standard input and
// output on /dev/null, standard error on `error_fd`, and no other descriptor. Returns its pid or
// -errno.
pid_t ql_spawn_detached(const char *path, char *const arguments[], char *const environment[], int error_fd);

// Becomes another program. It gets the environment and the descriptors that aren't marked close-on-exec: those that this
// one was started with. Returns -errno if it can't.
int ql_become(const char *path, char *const arguments[]);

// What posix_spawn starts with these has no descriptor from `first` on. Returns 0 or an errno.
int ql_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
