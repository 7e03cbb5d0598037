// A view of the file system of a process's own. See view.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum ql_view_kind {
    QL_VIEW_READ,       // `source` and all that is mounted in it, to be read and executed
    QL_VIEW_WRITE,      // the same, to be written, too
    QL_VIEW_DEVICE,     // the same, with its devices
    QL_VIEW_MEMORY,     // an empty folder in memory; `source` has the options of its tmpfs
    QL_VIEW_EMPTY,      // an empty folder that can't be written, where there is one
    QL_VIEW_TERMINALS,  // terminals of its own
    QL_VIEW_LINK,       // a symbolic link to `source`
};

struct ql_view_entry {
    enum ql_view_kind kind;
    bool needed;         // or left out where there is no `source`
    const char *source;  // absolute and without links, where it is a path
    const char *target;  // absolute
    uint64_t rights;     // Landlock's, in the process's ruleset; 0: no rule is added
};

struct ql_view {
    const struct ql_view_entry *entries;  // whatever lies in another comes after it
    int count;
    const char *uid_map;  // of the user namespace that the view takes; NULL: root needs none
    const char *gid_map;
};
