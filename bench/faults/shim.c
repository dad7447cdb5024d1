/* Preloaded shim around the durable calls on files whose name holds ".db": logs them, or lets one of them fail.

   dm_log(path): append a record of every call and of every acknowledgement written to descriptor 77.
   dm_arm(at, error, sticky, is_short): the call number `at` (from 1) fails with `error`; sticky: all later ones too;
   is_short: a write that fails has written its first half. dm_calls(): how many calls there were since, dm_syncs(): how many of them brought a file to the disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define ACK_DESCRIPTOR 77
typedef ssize_t (*put_call)(int, const void *, size_t, off_t);
typedef ssize_t (*write_call)(int, const void *, size_t);
typedef int (*sync_call)(int);
typedef int (*cut_call)(int, off_t);
typedef int (*unlink_call)(const char *);
typedef int (*link_call)(const char *, const char *);

#define REAL(type, name)                       \
    static type real;                          \
    if (!real) real = (type)dlsym(RTLD_NEXT, name)

static int log_descriptor = -1;
static long fail_at = 0, calls = 0, syncs = 0;
static int fail_with = EIO, fail_sticky = 0, fail_short = 0;

void dm_log(const char *path) {
    log_descriptor = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
}

void dm_arm(long at, int error, int sticky, int is_short) {
    fail_at = at;
    fail_with = error;
    fail_sticky = sticky;
    fail_short = is_short;
    calls = 0;
    syncs = 0;
}

long dm_calls(void) { return calls; }

long dm_syncs(void) { return syncs; }

/* op, name, second name, inode, offset, length, then the data */
static void record(char op, const char *name, const char *second, uint64_t inode, uint64_t offset, const void *data,
                   uint64_t length) {
    char head[256];
    if (log_descriptor < 0) return;
    memset(head, 0, sizeof head);
    head[0] = op;
    snprintf(head + 1, 110, "%s", name);
    snprintf(head + 112, 110, "%s", second);
    memcpy(head + 224, &inode, 8);
    memcpy(head + 232, &offset, 8);
    memcpy(head + 240, &length, 8);
    syscall(SYS_write, log_descriptor, head, sizeof head);
    if (data && length) syscall(SYS_write, log_descriptor, data, length);
}

static const char *base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int is_ours(const char *path) { return strstr(base(path), ".db") && !strstr(path, "-shm"); }

/* The name of a descriptor's file; "/" for a folder, NULL for a file that does not matter. */
static const char *name_of(int descriptor, uint64_t *inode) {
    static __thread char path[1024];
    struct stat about;
    char link[64];
    ssize_t length;
    if (fstat(descriptor, &about)) return NULL;
    *inode = about.st_ino;
    if (S_ISDIR(about.st_mode)) return "/";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return is_ours(path) ? base(path) : NULL;
}

static int fails(const char *name) {
    if (!name || name[0] == '/') return 0;
    calls++;
    return fail_at > 0 && (calls == fail_at || (fail_sticky && calls > fail_at));
}

static ssize_t put(int descriptor, const void *data, size_t length, off_t offset, put_call real) {
    uint64_t inode = 0;
    const char *name = name_of(descriptor, &inode);
    ssize_t written;
    if (fails(name)) {
        if (fail_short && length > 1) real(descriptor, data, length / 2, offset);
        errno = fail_with;
        return -1;
    }
    written = real(descriptor, data, length, offset);
    if (written > 0 && name) record('W', name, "", inode, offset, data, written);
    return written;
}

ssize_t pwrite64(int descriptor, const void *data, size_t length, off_t offset) {
    REAL(put_call, "pwrite64");
    return put(descriptor, data, length, offset, real);
}

ssize_t pwrite(int descriptor, const void *data, size_t length, off_t offset) {
    REAL(put_call, "pwrite");
    return put(descriptor, data, length, offset, real);
}

static int sync_with(int descriptor, sync_call real) {
    uint64_t inode = 0;
    const char *name = name_of(descriptor, &inode);
    int result;
    if (fails(name)) {
        errno = fail_with;
        return -1;
    }
    result = real(descriptor);
    if (name && name[0] != '/') __sync_fetch_and_add(&syncs, 1);
    if (!result && name) record(name[0] == '/' ? 'D' : 'S', name, "", inode, 0, NULL, 0);
    return result;
}

int fsync(int descriptor) {
    REAL(sync_call, "fsync");
    return sync_with(descriptor, real);
}

int fdatasync(int descriptor) {
    REAL(sync_call, "fdatasync");
    return sync_with(descriptor, real);
}

static int cut(int descriptor, off_t length, cut_call real) {
    uint64_t inode = 0;
    const char *name = name_of(descriptor, &inode);
    int result;
    if (fails(name)) {
        errno = fail_with;
        return -1;
    }
    result = real(descriptor, length);
    if (!result && name) record('T', name, "", inode, length, NULL, 0);
    return result;
}

int ftruncate64(int descriptor, off_t length) {
    REAL(cut_call, "ftruncate64");
    return cut(descriptor, length, real);
}

int ftruncate(int descriptor, off_t length) {
    REAL(cut_call, "ftruncate");
    return cut(descriptor, length, real);
}

int unlink(const char *path) {
    REAL(unlink_call, "unlink");
    int result = real(path);
    if (!result && is_ours(path)) record('U', base(path), "", 0, 0, NULL, 0);
    return result;
}

int link(const char *path, const char *target) {
    REAL(link_call, "link");
    int result = real(path, target);
    if (!result && is_ours(target)) record('L', base(path), base(target), 0, 0, NULL, 0);
    return result;
}

ssize_t write(int descriptor, const void *data, size_t length) {
    REAL(write_call, "write");
    if (descriptor == ACK_DESCRIPTOR && log_descriptor >= 0) {
        record('A', "", "", 0, 0, data, length);
        return length;
    }
    return real(descriptor, data, length);
}
