import Foundation
import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The state directory")
struct StateDirectoryTests {
    let scratch: ScratchDirectory
    var home: String { scratch.file("device") }

    init() throws { scratch = try ScratchDirectory() }

    func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("A missing home is made, with what it holds, closed to others")
    func made() throws {
        let nested = scratch.file("a/b/device")
        let directory = try StateDirectory(path: nested)
        #expect(mode(nested) == 0o711)
        for folder in StateDirectory.Folder.allCases {
            #expect(mode(directory.path(of: folder)) == 0o700)
            #expect(fcntl(directory.descriptor(of: folder), F_GETFD) == FD_CLOEXEC)
        }
        #expect(mode("\(nested)/daemon.lock") == 0o600)
        #expect(directory.deviceID.count == 8)
    }

    @Test("The device keeps its id, and a lost one isn't made up again")
    func deviceID() throws {
        let first = try StateDirectory(path: home).deviceID
        #expect(try StateDirectory(path: home).deviceID == first)
        #expect(try StateDirectory(path: scratch.file("other")).deviceID != first)
        for wrong in ["", "1234567", "123456789", "ABCDEF01", "../../xx"] {
            try Data(wrong.utf8).write(to: URL(fileURLWithPath: "\(home)/device-id"))
            refused("device-id")
        }
    }

    @Test("What the daemon opened up stays open")
    func openedUp() throws {
        let directory = try StateDirectory(path: home)
        #expect(chmod(directory.path(of: .containers), 0o711) == 0)
        let again = directory.path(of: .containers)
        withExtendedLifetime(directory) {}
        #expect(mode(again) == 0o711)
    }

    @Test("A second daemon is told who runs, at once", .behaviour("reliability D8"))
    func secondDaemon() throws {
        do {
            let first = try StateDirectory(path: home)
            let error = #expect(throws: AlreadyRunning.self) { try StateDirectory(path: home) }
            #expect(error?.pid == getpid())
            #expect(error?.description.contains("\n") == false)
            #expect(first.path == home)
        }
        // The lock went with the first; its file stays.
        #expect(access("\(home)/daemon.lock", F_OK) == 0)
        _ = try StateDirectory(path: home)
    }

    @Test("A dead daemon's socket is replaced; nothing else is", .behaviour("reliability D8"))
    func staleSocket() throws {
        let directory = try StateDirectory(path: home)
        let path = "\(home)/\(StateDirectory.appSocketName)"
        try directory.removeStaleSocket(at: path)
        #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        try directory.removeStaleSocket(at: path)
        #expect(access(path, F_OK) != 0)
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: ConfigurationError.self) {
            try directory.removeStaleSocket(at: path)
        }
        #expect(access(path, F_OK) == 0)
    }

    // MARK: - Misconfigured (D9)

    /// Expects one line that names `what`, with the file in question.
    func refused(_ what: String, path: String? = nil, _ place: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: ConfigurationError.self, sourceLocation: place) {
            try StateDirectory(path: path ?? home)
        }
        let message = error?.message ?? ""
        #expect(
            message.contains(what) && !message.contains("\n"), "\(message)", sourceLocation: place)
    }

    @Test("A home that isn't a directory is refused", .behaviour("reliability D9"))
    func notADirectory() throws {
        try Data().write(to: URL(fileURLWithPath: home))
        refused("Not a directory")
        refused("Not a directory", path: "\(home)/below")
    }

    @Test(
        "A home or folder that others can write is refused", .behaviour("reliability D9"),
        arguments: [0o777, 0o731, 0o713] as [mode_t])
    func writable(mode: mode_t) throws {
        _ = try StateDirectory(path: home)
        #expect(chmod("\(home)/journal", mode) == 0)
        refused("chmod go-w \(home)/journal")
        #expect(chmod(home, mode) == 0)
        refused("chmod go-w \(home)")
    }

    @Test("A home that is readable by others is closed", .behaviour("reliability D9"))
    func readable() throws {
        #expect(mkdir(home, 0o755) == 0)
        _ = try StateDirectory(path: home)
        #expect(mode(home) == 0o711)
    }

    @Test(
        "What others could use, or the owner couldn't, has its mode again, and that is said",
        .behaviour("reliability D9"))
    func changedModes() throws {
        _ = try StateDirectory(path: home)
        for name in ["store.sqlite", "protection/device.key", "journal/1.jsonl"] {
            try Data().write(to: URL(fileURLWithPath: "\(home)/\(name)"))
            #expect(chmod("\(home)/\(name)", 0o666) == 0)
        }
        #expect(chmod("\(home)/device-id", 0) == 0)
        #expect(chmod("\(home)/daemon.lock", 0) == 0)
        #expect(chmod("\(home)/protection", 0o755) == 0)
        #expect(chmod("\(home)/stages", 0) == 0)
        #expect(chmod("\(home)/containers", 0o055) == 0)
        #expect(chmod(home, 0) == 0)
        do {
            let directory = try StateDirectory(path: home)
            #expect(
                directory.notes == [
                    "the modes of these had been changed, and were put right: store.sqlite, "
                        + "daemon.lock, device-id, journal/1.jsonl, protection, "
                        + "protection/device.key, stages"
                ])
        }
        for name in [
            "store.sqlite", "protection/device.key", "journal/1.jsonl", "device-id", "daemon.lock",
        ] {
            #expect(mode("\(home)/\(name)") == 0o600)
        }
        for name in ["protection", "stages"] { #expect(mode("\(home)/\(name)") == 0o700) }
        #expect(mode(home) == 0o711)
        #expect(try StateDirectory(path: home).notes == [])
    }

    @Test("A link in a folder's or file's place is refused", .behaviour("reliability D9"))
    func links() throws {
        _ = try StateDirectory(path: home)
        for name in ["journal", "daemon.lock", "device-id"] {
            #expect(rename("\(home)/\(name)", "\(home)/saved") == 0)
            #expect(symlink("saved", "\(home)/\(name)") == 0)
            refused(name)
            #expect(unlink("\(home)/\(name)") == 0)
            #expect(rename("\(home)/saved", "\(home)/\(name)") == 0)
        }
        _ = try StateDirectory(path: home)
    }

    @Test(
        "A path too long for a socket, or a relative one, is refused", .behaviour("reliability D9"))
    func paths() throws {
        let room = 107 - "/sockets/keys.sock".utf8.count
        let longest =
            scratch.path + "/" + String(repeating: "x", count: room - scratch.path.count - 1)
        _ = try StateDirectory(path: longest)
        refused("too long", path: longest + "x")
        refused("absolute", path: "device")
    }

    @Test(
        "Somebody else's home is refused", .behaviour("reliability D9"),
        .enabled(if: geteuid() == 0, "giving a directory away takes root"))
    func wrongOwner() throws {
        #expect(mkdir(home, 0o711) == 0)
        #expect(chown(home, 65_534, 65_534) == 0)
        refused("belongs to user 65534")
    }

    @Test(
        "A home that can't be made is refused", .behaviour("reliability D9"),
        .enabled(if: geteuid() != 0, "root may write anywhere"))
    func unwritable() throws {
        #expect(mkdir(home, 0o511) == 0)
        refused("Permission denied", path: "\(home)/below")
    }

    @Test(
        "A read-only file system is refused", .behaviour("reliability D9"),
        .enabled(if: geteuid() == 0, "mounting takes root"))
    func readOnly() throws {
        #expect(mkdir(home, 0o711) == 0)
        // A mount that only this child sees, and that goes with it.
        let script = "mount -t tmpfs -o ro,mode=0711 none \"$1\" || exit 99; shift; exec \"$@\""
        let run = try ProbeRun.run(
            wrapper: ["unshare", "-m", "sh", "-c", script, "sh", home], ["home", home])
        #expect(run.status == 78, "\(run)")
        #expect(run.lines.count == 1 && run.lines[0].contains("read-only"), "\(run)")
    }

    @Test("A home holds nothing but what it should, and is whole when opened again")
    func contents() throws {
        for _ in 0..<2 {
            _ = try StateDirectory(path: home)
            let names = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
            #expect(
                names == [
                    "bundles", "containers", "daemon.lock", "device-id", "gateway", "groups",
                    "journal", "output", "protection", "snapshots", "stages",
                ])
        }
    }
}
