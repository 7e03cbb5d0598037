// The steps that an app under measurement marks. Linking this library replaces recvmsg() in the app
// by one that marks when it returns a datagram to the main thread.
#pragma once

enum {
    QB_RECEIVED = 101,
    QB_FETCH = 102,  // the first instruction of each delegate method
    QB_LAUNCHED = 103,
    QB_FOREGROUND = 104,
    QB_ACTIVE = 105,
    QB_PUSH = 106,
    QB_LOCATED = 107,
    QB_READ = 108,  // bytes of a kept socket
};

// Marks go to `path` from here on.
void qb_app_open(const char *path);
void qb_app_mark(long step);
// Starts threads that sleep for ever, as many apps have.
void qb_app_idle_threads(int count);
