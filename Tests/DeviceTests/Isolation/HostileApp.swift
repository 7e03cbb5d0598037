import CQuiesceLinux
import Foundation
import Glibc
import TestSupport
import Testing

/// A hostile app's attempts, and whatever of others it tries them on.
final class HostileApp {
    /// Files that others on the machine have left open to everybody, or to their own user.
    let folder: String
    private let suffix = UUID().uuidString.prefix(8).lowercased()
    private let memory: CInt
    private let abstract: CInt
    private let session: CInt
    private let terminal: CInt
    private let terminalName: String
    private let shared: String

    init(_ device: LiveDevice) throws {
        folder = device.scratch + "/others"
        shared = "/dev/shm/quiesce-\(suffix)"
        for name in ["", "/ssh", "/run-user", "/tmp"] {
            try FileManager.default.createDirectory(
                atPath: folder + name, withIntermediateDirectories: true)
        }
        // As a private key is: its user's alone, who may be the app's.
        chmod(folder + "/ssh", 0o700)
        for (file, mode) in [
            ("\(folder)/ssh/id_test", 0o600), ("\(folder)/tmp/open", 0o666), (shared, 0o666),
        ] {
            try Data("secret".utf8).write(to: URL(fileURLWithPath: file))
            chmod(file, mode_t(mode))
        }
        memory = shmget(IPC_PRIVATE, 4096, Int32(0o1000 | 0o666))
        let abstract = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let own = "quiesce-\(suffix)"
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes[0] = 0
            bytes[1...].copyBytes(from: own.utf8)
        }
        let size = socklen_t(
            MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + 1 + own.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(abstract, $0, size) }
        }
        listen(abstract, 8)
        self.abstract = abstract
        session = ql_listen(folder + "/run-user/bus", 0o666, 8)
        var name = [CChar](repeating: 0, count: 64)
        terminal = ql_new_terminal(&name, name.count)
        terminalName = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(terminalName, 0o666)
        try #require(memory >= 0 && bound == 0 && session >= 0 && terminal >= 0)
    }

    deinit {
        for descriptor in [abstract, session, terminal] { close(descriptor) }
        shmctl(memory, IPC_RMID, nil)
        unlink(shared)
    }

    /// Its arguments.
    ///
    /// - Parameter victim: another app's id and process.
    func arguments(_ device: LiveDevice, victim: String, _ pid: Int) -> [String] {
        [
            folder, shared, "quiesce-\(suffix)", "\(memory)", terminalName, device.home, victim,
            "\(pid)", "\(device.daemonPID)",
        ]
    }

    /// Attempts of a program that isn't apart that nobody refuses, whoever it is: a refusal is the
    /// cage's.
    static let openToAll: Set<String> = [
        "another's file in /tmp", "change another's file in /tmp", "another's file in /dev/shm",
        "another's System V memory", "another's abstract socket", "another's terminal",
        "a socket of the session", "list /tmp", "list the device's home's folder",
    ]
    /// Attempts that a program of the daemon's user may make, besides.
    static let openToUser: Set<String> = [
        "a private key", "chmod a private key", "the control socket",
        "another's container", "write into another's container", "another's bundle",
        "change another's bundle", "the daemon's log folder", "the daemon's store",
        "chmod the daemon's store", "signal the daemon",
        "signal another app", "limits of the daemon", "limits of another app",
        "nice of the daemon", "nice of another app", "scheduler of the daemon",
        "scheduler of another app", "processors of the daemon", "processors of another app",
    ]

    /// Prints each attempt that wasn't refused, and `done`. What would harm is tried in a way that
    /// changes nothing.
    static let script = #"""
        #!/usr/bin/python3 -B
        import ctypes, os, resource, signal, socket, sys, time
        sys.stdout.reconfigure(line_buffering=True)
        folder, shared, abstract, memory, terminal, home, victim, victim_pid, daemon = sys.argv[1:]
        libc = ctypes.CDLL(None, use_errno=True)
        libc.shmat.restype = ctypes.c_void_p

        def attempt(name, action):
            try:
                action()
                print("NOT REFUSED:", name)
            except (OSError, ValueError):
                pass

        def call(function, *arguments):
            answer = function(*arguments)
            if answer in (-1, ctypes.c_void_p(-1).value):
                raise OSError(ctypes.get_errno(), "refused")
            return answer

        def read(path):
            with open(path, "rb") as file:
                file.read(1)

        def append(path):
            with open(path, "ab"):
                pass

        def write(path, text):
            with open(path, "wb", buffering=0) as file:
                file.write(text)

        def connect(address, kind=socket.SOCK_STREAM):
            with socket.socket(socket.AF_UNIX, kind) as link:
                link.connect(address)

        def new(path):
            with open(path, "x"):
                pass
            os.unlink(path)

        # What others of the machine have.
        attempt("a private key", lambda: read(folder + "/ssh/id_test"))
        attempt("chmod a private key", lambda: os.chmod(folder + "/ssh/id_test", 0o600))
        attempt("another's file in /tmp", lambda: read(folder + "/tmp/open"))
        attempt("change another's file in /tmp", lambda: append(folder + "/tmp/open"))
        attempt("another's file in /dev/shm", lambda: read(shared))
        attempt("another's System V memory", lambda: call(libc.shmat, int(memory), None, 0))
        attempt("another's abstract socket", lambda: connect("\0" + abstract))
        attempt("another's terminal", lambda: write(terminal, b"hello"))
        attempt("a socket of the session", lambda: connect(folder + "/run-user/bus", socket.SOCK_SEQPACKET))
        attempt("list /tmp", lambda: os.listdir(folder))
        attempt("list the device's home's folder", lambda: os.stat(os.path.dirname(home) + "/others"))
        for path in "/root", "/home", "/run/user", "/run/dbus", "/boot", "/srv":
            attempt("list " + path, lambda: os.listdir(path))

        # The device's.
        container = f"{home}/containers/{victim}"
        bundle = f"{home}/bundles/{victim}"
        attempt("the control socket", lambda: connect(home + "/control.sock", socket.SOCK_SEQPACKET))
        attempt("another's container", lambda: os.listdir(container))
        attempt("write into another's container", lambda: new(container + "/hostile"))
        attempt("another's bundle", lambda: read(bundle + "/Info.plist"))
        attempt("change another's bundle", lambda: new(bundle + "/hostile"))
        attempt("the daemon's log folder", lambda: os.listdir(home + "/output"))
        attempt("the daemon's store", lambda: read(home + "/store.sqlite"))
        attempt("chmod the daemon's store", lambda: os.chmod(home + "/store.sqlite", 0o600))
        attempt("the daemon's keys", lambda: os.listdir(home + "/protection"))
        attempt("replace the apps' socket", lambda: os.rename(home + "/sockets/app.sock", home + "/sockets/x"))
        attempt("its own bundle", lambda: new(home + "/bundles/org.quiesce.tests.Hostile/hostile"))

        # Processes.
        class Io(ctypes.Structure):
            _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

        for name, text in ("the daemon", daemon), ("another app", victim_pid):
            pid = int(text)
            for file in "mem", "environ", "maps", "stack", "io":
                attempt(f"{file} of {name}", lambda: read(f"/proc/{pid}/{file}"))
            for link in "cwd", "root", "exe":
                attempt(f"{link} of {name}", lambda: os.readlink(f"/proc/{pid}/{link}"))
            attempt(f"a file of {name}", lambda: os.readlink(f"/proc/{pid}/fd/0"))
            attempt(f"through the root of {name}", lambda: os.listdir(f"/proc/{pid}/root/"))
            attempt(f"badness of {name}", lambda: write(f"/proc/{pid}/oom_score_adj", b"1000"))
            attempt(f"signal {name}", lambda: os.kill(pid, 0))
            attempt(f"continue {name}", lambda: os.kill(pid, signal.SIGCONT))
            attempt(f"limits of {name}", lambda: resource.prlimit(
                pid, resource.RLIMIT_NOFILE, resource.prlimit(pid, resource.RLIMIT_NOFILE)))
            attempt(f"nice of {name}", lambda: os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid)))
            attempt(f"scheduler of {name}", lambda: os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0)))
            attempt(f"processors of {name}", lambda: os.sched_setaffinity(pid, os.sched_getaffinity(pid)))
            attempt(f"trace {name}", lambda: call(libc.ptrace, 0x4206, pid, None, None))
            byte = ctypes.create_string_buffer(1)
            local, remote = Io(ctypes.addressof(byte), 1), Io(0x400000, 1)
            answer = libc.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
            if answer >= 0 or ctypes.get_errno() not in (1, 3):
                print(f"NOT REFUSED: read memory of {name}", ctypes.get_errno())
            attempt(f"a descriptor of {name}", lambda: call(
                libc.syscall, 438, os.pidfd_open(pid), 0, 0))
            with open(f"/proc/{pid}/cgroup") as file:
                groups = [line.split(":", 2)[2].strip() for line in file]
            for mount in "/sys/fs/cgroup", "/sys/fs/cgroup/unified":
                for file in "cgroup.procs", "cgroup.freeze", "cgroup.kill", "cgroup.events":
                    attempt(f"{file} of {name}", lambda: append(mount + groups[-1] + "/" + file)
                            if file != "cgroup.events" else read(mount + groups[-1] + "/" + file))

        # More than it has.
        for name, flag in {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000,
                           "ipc": 0x8000000, "uts": 0x4000000, "cgroup": 0x2000000, "time": 0x80}.items():
            child = os.fork()
            if not child:
                attempt(f"a new {name} namespace", lambda: call(libc.unshare, flag | 0x10000000))
                attempt(f"a new {name} namespace alone", lambda: call(libc.unshare, flag))
                os._exit(0)
            os.waitpid(child, 0)
        attempt("enter a namespace", lambda: call(libc.setns, os.open("/proc/self/ns/mnt", os.O_RDONLY), 0))
        attempt("mount", lambda: call(libc.mount, b"tmpfs", b"/tmp", b"tmpfs", 0, None))
        attempt("unmount", lambda: call(libc.umount2, b"/tmp", 2))
        attempt("chroot", lambda: os.chroot("/tmp"))
        attempt("root's number", lambda: os.setuid(0))
        attempt("root's group", lambda: os.setgid(0))
        attempt("other groups", lambda: os.setgroups([0]))
        attempt("a better priority", lambda: os.nice(-5))
        attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
        attempt("never to be killed", lambda: write("/proc/self/oom_score_adj", b"-1000"))
        attempt("the kernel's keys", lambda: call(libc.syscall, 250 if os.uname().machine == "x86_64" else 219, 0, -3, 1))
        attempt("the kernel's settings", lambda: append("/proc/sys/kernel/core_pattern"))
        attempt("the machine's programs", lambda: new("/usr/hostile"))
        attempt("the root folder", lambda: new("/hostile"))
        attempt("the machine's settings", lambda: append("/etc/passwd"))
        print("done")
        time.sleep(1000)
        """#
}
