import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite struct SpawnTests {
    static let backends = ProcessFixture.backends

    private func write(_ text: String, _ name: String, mode: Int, _ device: ProcessFixture) throws
        -> String
    {
        let path = "\(device.directory)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func failure(_ path: String, _ device: ProcessFixture) throws -> SpawnError? {
        switch try device.spawn(device.request(device.nextKey(), path, [])) {
        case .success: nil
        case .failure(let error): error
        }
    }

    @Test(
        "Why an executable can't be started is said", .behaviour("reliability P9"),
        arguments: backends)
    func failures(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let cases = [
            ("missing", nil, 0, ENOENT),
            ("interpreterless", "#!/nowhere/at/all\n", 0o755, ENOENT),
            ("garbage", "\u{1}\u{2}garbage", 0o755, ENOEXEC),
            ("plain", "#!/bin/sh\n", 0o644, EACCES),
        ]
        for (name, text, mode, errno) in cases {
            let path =
                try text.map { try write($0, name, mode: mode, device) } ?? "/nowhere/\(name)"
            let error = try failure(path, device)
            #expect(error == SpawnError(.execute, errno: errno), "\(name)")
        }
        var request = try device.request(device.nextKey(), "/bin/true", [])
        request.directory = "/nowhere"
        #expect(try device.spawn(request) == .failure(SpawnError(.directory, errno: ENOENT)))
        // Nothing is left of them.
        #expect(device.processes.observe(recorded: [:]).isEmpty)
    }

    @Test(
        "An executable that somebody has open for writing is started once that is over, if it is soon",
        .behaviour("reliability P9"), arguments: backends)
    func busy(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let path = try write("#!/bin/sh\nexit 0\n", "busy", mode: 0o755, device)
        let file = open(path, O_WRONLY | O_CLOEXEC)
        #expect(try failure(path, device) == SpawnError(.execute, errno: ETXTBSY))
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { close(file) }
        _ = try device.start(path, [])
    }

    @Test(
        "An app inherits no descriptor, and its environment is what was built for it",
        arguments: backends)
    func inheritance(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)  // Without close-on-exec.
        defer { for end in ends { close(end) } }
        let (key, pid) = try device.start("/bin/sleep", ["1000"])
        // The kernel lets us go on a moment before it has closed what exec closes.
        let links = {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").sorted()
        }
        #expect(device.wait { (try? links()) == ["0", "1", "2"] })
        #expect(device.wait { !ProcessTable.environment(of: pid).isEmpty })
        let link = { (fd: Int) in
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(fd)")
        }
        #expect(try link(0) == "/dev/null")
        #expect(try link(1).hasSuffix("/output") && link(2) == link(1))
        #expect(
            ProcessTable.environment(of: pid)
                == (device.configuration.markers(of: key) + ["PATH=/usr/bin:/bin"]).map { $0[...] })
        let status = try #require(ProcFile.read("/proc/\(pid)/status"))
        for line in [
            "SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000", "NoNewPrivs:\t1",
            "Umask:\t0077",
        ] {
            #expect(status.contains(line))
        }
        #expect(try #require(ProcessStatus(pid: pid)).session == pid)
        let limits = try #require(ProcFile.read("/proc/\(pid)/limits"))
        #expect(limits.contains(/Max core file size +0 +0/))
    }

    @Test(
        "A program of the user's own session may do all that its user may", arguments: backends)
    func unlimited(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        var request = try device.request(device.nextKey(), "/bin/cat", ["/proc/self/status"])
        request.isUnlimited = true
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        let own = try #require(ProcFile.read("/proc/self/status")).split(separator: "\n")
        for field in ["NoNewPrivs:", "Seccomp:", "Umask:"] {
            let line = try #require(own.first { $0.hasPrefix(field) })
            #expect(device.output.contains("\(line)\n"))
        }
    }

    @Test("A script runs under its interpreter, with its arguments", arguments: backends)
    func scripts(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let path = try write("#!/bin/sh\necho \"$1|$2\"; pwd -P", "script", mode: 0o755, device)
        let (key, _) = try device.start(path, ["a b", "ü"])
        #expect(device.wait { device.exits[key] != nil })
        let directory = try #require(realpath(device.directory, nil).map { String(cString: $0) })
        #expect(device.output == "a b|ü\n\(directory)\n")
    }

    @Test(
        "An app with a user of its own runs as that user",
        .enabled(if: geteuid() == 0, "only root can start processes of other users"),
        arguments: backends)
    func users(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        chmod(device.directory, 0o755)
        var request = try device.request(device.nextKey(), "/usr/bin/id", [])
        request.user = .init(uid: 64_123, gid: 64_124)
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        #expect(device.output == "uid=64123 gid=64124 groups=64124\n")
    }

    @Test(
        "What an app in a group makes may be written by the group, and read by nobody else",
        .enabled(if: geteuid() == 0, "only root can start processes of other users"),
        arguments: backends)
    func groups(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        chmod(device.directory, 0o755)
        var request = try device.request(device.nextKey(), "/bin/sh", ["-c", "id -G; umask"])
        request.user = .init(uid: 64_123, gid: 64_124, groups: [64_125])
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        #expect(device.output == "64124 64125\n0007\n")
    }
}
