#include "CQuiesceLinux.h"

#include <stdio.h>

// Exported by libdispatch for CoreFoundation's run loop, which every Foundation app links.
extern int _dispatch_get_main_queue_port_4CF(void) __attribute__((weak));

int ql_main_queue_descriptor(void) {
    return _dispatch_get_main_queue_port_4CF ? _dispatch_get_main_queue_port_4CF() : -1;
}

void ql_buffer_stdout_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// QuiesceKitNetworking's, in an app that links it.
extern void quiesce_networking_begins(void) __attribute__((weak));

void ql_networking_begins(void) {
    if (quiesce_networking_begins) quiesce_networking_begins();
}
