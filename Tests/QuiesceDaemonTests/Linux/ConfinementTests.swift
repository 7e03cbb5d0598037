import CQuiesceLinux
import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Limits, priorities and processors of processes of the same user, which Landlock doesn't see.
@Suite(
    "Apps of the daemon's own user",
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
