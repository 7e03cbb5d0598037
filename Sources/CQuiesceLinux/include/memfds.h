// Files in memory that are handed to another process for good.
#pragma once

#include <stdbool.h>

// A close-on-exec file in memory that can be sealed, or -errno. `name` is for /proc alone.
int ql_memory_file(const char *name);
// Nobody can change the file's bytes or its length any more, whoever holds it. 0 or -errno.
int ql_seal(int fd);
// Whether it is a file in memory that is sealed so.
bool ql_is_sealed(int fd);
