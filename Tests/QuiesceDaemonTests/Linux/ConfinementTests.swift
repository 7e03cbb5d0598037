import CQuiesceLinux
import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Limits, priorities and processors of processes of the same user, and namespaces: Landlock
/// doesn't see them.
@Suite(
    "Apps and the kernel's calls",
    .enabled(if: ql_has_seccomp(), "this kernel has no seccomp filters"))
struct ConfinementTests {
    /// `other` is a process of the same user. Each line of what it prints is an attempt that wasn't
    /// refused.
    private static let script = """
        import ctypes, os, resource, struct, subprocess, sys, threading
        other = int(sys.argv[1])
        libc = ctypes.CDLL(None, use_errno=True)
        numbers = {"x86_64": (314, 251, 141), "aarch64": (274, 30, 140)}[os.uname().machine]
        setattr_, ioprio, priority = numbers
        attributes = struct.pack("IIQiIQQQ", 48, os.SCHED_IDLE, 0, 0, 0, 0, 0, 0)

        def call(*arguments):
            if libc.syscall(*arguments) < 0:
                raise OSError(ctypes.get_errno(), "refused")

        def attempt(name, action):
            try:
                action()
                print(name)
            except PermissionError:
                pass

        idle = os.sched_param(0)
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        for name, process in ("other", other), ("own", 0):
            attempt(name + " limit", lambda: resource.prlimit(process, resource.RLIMIT_NOFILE, files))
            attempt(name + " nice", lambda: os.setpriority(os.PRIO_PROCESS, process, 19))
            attempt(name + " group", lambda: os.setpriority(os.PRIO_PGRP, process, 19))
            attempt(name + " CPU", lambda: os.sched_setaffinity(process, os.sched_getaffinity(0)))
            attempt(name + " scheduler", lambda: os.sched_setscheduler(process, os.SCHED_BATCH, idle))
            attempt(name + " attributes", lambda: call(setattr_, process, attributes, 0))
            attempt(name + " disk", lambda: call(ioprio, 1, process, (2 << 13) | 7))
            attempt(name + " group's disk", lambda: call(ioprio, 2, process, (2 << 13) | 7))
            attempt(name + " user", lambda: os.setpriority(os.PRIO_USER, os.getuid() * bool(process), 19))
            attempt(name + " user's disk", lambda: call(ioprio, 3, process, (2 << 13) | 7))
        attempt("read", lambda: resource.prlimit(other, resource.RLIMIT_NOFILE))
        attempt("high half", lambda: call(priority, 0, ctypes.c_long(other | 1 << 32), 19))
        """

    @Test(
        "An app changes its own limits and priorities, and nobody else's",
        .behaviour("reliability A1"), arguments: ProcessFixture.backends)
    func others(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (_, other) = try device.start("/bin/sleep", ["1000"])
        var request = try device.request(
            device.nextKey(), "/usr/bin/python3", ["-c", Self.script, "\(other)"])
        request.environment.append("PYTHONUNBUFFERED=1")
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        #expect(
            Set(device.output.split(separator: "\n"))
                == [
                    "own limit", "own nice", "own group", "own CPU", "own scheduler",
                    "own attributes", "own disk", "own group's disk", "read",
                ], "\(device.output)")
    }

    /// Each line is an attempt that wasn't refused, and `clone3 N` the error of that.
    private static let namespaces = """
        import ctypes, errno, os, sys
        libc = ctypes.CDLL(None, use_errno=True)
        x86 = os.uname().machine == "x86_64"
        clone, unshare, setns, keyctl, add_key, request_key = (
            (56, 272, 308, 250, 248, 249) if x86 else (220, 97, 268, 219, 217, 218))
        flags = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000,
                 "ipc": 0x8000000, "uts": 0x4000000, "cgroup": 0x2000000, "time": 0x80}

        def attempt(name, *arguments):
            answer = libc.syscall(*[ctypes.c_long(argument) for argument in arguments])
            if answer == 0 and arguments[0] == clone:
                os._exit(0)
            if answer >= 0 or ctypes.get_errno() != errno.EPERM:
                print(name, flush=True)

        attempt("unshare files", unshare, 0x400)
        for name, flag in flags.items():
            # As root of a namespace each of the others may be had.
            if not os.fork():
                attempt("unshare " + name, unshare, 0x10000000 | flag)
                os._exit(0)
            os.wait()
            if name != "time":
                attempt("clone " + name, clone, 0x10000000 | flag | 17, 0, 0, 0, 0)
                attempt("clone high " + name, clone, 1 << 32 | 0x10000000 | flag | 17, 0, 0, 0, 0)
        attempt("setns", setns, os.open("/proc/self/ns/uts", os.O_RDONLY), 0)
        attempt("keyctl", keyctl, 0, -3, 1)
        attempt("add_key", add_key, 0, 0, 0, 0, -3)
        attempt("request_key", request_key, 0, 0, 0, 0)
        libc.syscall(435, 0, 0)
        print("clone3", errno.errorcode[ctypes.get_errno()])
        """

    @Test(
        "An app makes and enters no namespaces, and has no keys of the kernel's",
        .behaviour("reliability A1"), arguments: [true, false])
    func namespaces(isConfined: Bool) throws {
        let device = try ProcessFixture(.signals)
        var request = try device.request(
            device.nextKey(), "/usr/bin/python3", ["-c", Self.namespaces])
        request.isUnlimited = !isConfined
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        let notRefused = Set(device.output.split(separator: "\n").map(String.init))
        if isConfined {
            #expect(notRefused == ["unshare files", "clone3 ENOSYS"])
        } else {
            // Without the filter the kernel knows them, whatever this user may have of them.
            #expect(
                notRefused.isSuperset(of: ["unshare files", "keyctl", "add_key", "clone3 EINVAL"]),
                "\(notRefused)")
        }
    }

    @Test(
        "Threads, processes and what they set of themselves work as ever",
        arguments: ProcessFixture.backends)
    func ordinary(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let script = """
            import concurrent.futures, multiprocessing, os, subprocess, threading
            with concurrent.futures.ThreadPoolExecutor(8) as threads:
                print(sum(threads.map(len, ["a"] * 100)))
            with multiprocessing.Pool(2) as processes:
                print(sum(processes.map(len, ["a"] * 100)))
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_OTHER, os.sched_param(0))
            print(subprocess.run(["nice", "-n", "5", "nice"], capture_output=True, text=True).stdout)
            print(subprocess.run(["sh", "-c", "ulimit -n 64 && ulimit -n"], capture_output=True,
                                 text=True).stdout)
            """
        let (key, _) = try device.start("/usr/bin/python3", ["-c", script])
        #expect(device.wait { device.exits[key] != nil })
        #expect(device.output.split(separator: "\n") == ["100", "100", "5", "64"])
    }
}
