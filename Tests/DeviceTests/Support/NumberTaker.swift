import Foundation
import Glibc
import TestSupport

/// A process of somebody else's that the kernel has given the number of one that is gone.
final class NumberTaker {
    /// Why the kernel doesn't let the caller choose a number (`clone3`, `set_tid`); nil: it does.
    static let refusal: String? = {
        do {
            let process = try SpawnedProcess(
                ["true"], environment: ["PATH": "/usr/bin:/bin"],
                talks: (input: false, output: false))
            process.wait()
            // It is free again.
            _ = try NumberTaker(process.pid)
            return nil
        } catch {
            return "\(error)"
        }
    }()

    private let helper: SpawnedProcess
    private let number: pid_t

    /// Waits until the number is free.
    init(_ number: pid_t) throws {
        self.number = number
        helper = try SpawnedProcess(
            ["/usr/bin/python3", "-c", Self.script, "\(number)"],
            environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: true, output: true))
        var buffer = [UInt8](repeating: 0, count: 200)
        let count = recv(helper.output, &buffer, buffer.count, 0)
        guard count > 0, buffer[0] == UInt8(ascii: "t") else {
            throw LiveDevice.Failure(
                description: "nobody has the number \(number): "
                    + String(decoding: buffer[..<max(0, count)], as: UTF8.self))
        }
    }

    /// It sleeps in the kernel as it did at first: neither stopped nor frozen nor gone.
    var isUntouched: Bool {
        let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        let cgroup = try? String(contentsOfFile: "/proc/\(number)/cgroup", encoding: .utf8)
        return stat?.contains(" (sleep) S ") == true && cgroup?.contains("quiesce-") == false
    }

    private static let script = """
        import ctypes, errno, os, signal, sys, time
        arguments = (ctypes.c_uint64 * 11)()
        number = ctypes.c_int32(int(sys.argv[1]))
        arguments[4] = signal.SIGCHLD
        arguments[8], arguments[9] = ctypes.addressof(number), 1
        libc, end = ctypes.CDLL(None, use_errno=True), time.monotonic() + 60
        while True:
            pid = libc.syscall(435, ctypes.byref(arguments), ctypes.sizeof(arguments))  # clone3
            if pid == 0:
                os.execvp("sleep", ["sleep", "1000"])
            if pid > 0 or ctypes.get_errno() != errno.EEXIST or time.monotonic() > end:
                break
            time.sleep(0.01)  # Nobody tells when a number is free.
        if pid < 0:
            sys.exit(print(os.strerror(ctypes.get_errno()).upper(), flush=True))
        while open(f"/proc/{pid}/comm").read() != "sleep\\n":
            time.sleep(0.001)
        print("taken", flush=True)
        sys.stdin.read()
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        """

    deinit {
        helper.closeInput()
        helper.wait()
    }
}
