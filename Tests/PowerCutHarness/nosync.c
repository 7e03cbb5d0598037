/* A control: nothing that a process says is on disk is. cc -shared -fPIC -o nosync.so nosync.c; LD_PRELOAD. */
int fsync(int file) { return file < 0 ? -1 : 0; }
int fdatasync(int file) { return file < 0 ? -1 : 0; }
int syncfs(int file) { return file < 0 ? -1 : 0; }
