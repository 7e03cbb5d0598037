// Included by CQuiesceLinux.h.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// --- Other processes' descriptors ----------------------------------------------------------

// A duplicate, close-on-exec, of descriptor `fd` of the process `pid`, or -errno.
int ql_take_descriptor(pid_t pid, int fd);
// Lets nothing more in through a socket, or everything again. 0 or -errno.
int ql_shut_in(int socket, bool shut);
