#pragma once

#include <stddef.h>
#include <sys/types.h>

// One end of a new pseudo-terminal, close-on-exec and not blocking, and in `path` where the other is; or -errno.
int ql_new_terminal(char *path, size_t size);
// The two numbers of a device.
unsigned ql_major(dev_t device);
unsigned ql_minor(dev_t device);
