import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Protected files on a device") struct ProtectedFileTests {
    /// Short, so that a test waits for the end of the grace and not for ten seconds.
    private let profile = "protectedDataGraceSeconds = 0.3"
    private let secret = "the treasure lies below the third palm"

    private func withRecorder(_ body: (LiveDevice, String) throws -> Void) throws {
        try withDevice(profile: profile) { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "protect secret \(secret)", "begin 1")
            try device.wait(app, toPrint: "protected secret")
            try device.wait(app, toPrint: "task 1")
            try body(device, app)
        }
    }

    /// Locks, and waits until the keys are gone.
    private func lock(_ device: LiveDevice) throws {
        let mark = try device.mark()
        try device.perform(.lock)
        try device.wait(for: "the end of the grace", after: mark) {
            $0.reason == "protectedDataGone"
        }
    }

    @Test(
        "Locked, the app's read fails and the container shows nothing; unlocked, it reads again",
        .behaviour("P3"))
    func lockAndUnlock() throws {
        try withRecorder { device, app in
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.tell(app, "read secret", "available")
            try device.wait(app, toPrint: "read secret: \(secret)")
            try device.wait(app, toPrint: "available true")
            try lock(device)
            try device.wait(app, toPrint: "event protectedData false")
            try device.tell(app, "read secret", "protect new words", "available")
            try device.wait(app, toPrint: "read secret failed: unavailable")
            try device.wait(app, toPrint: "protect new failed: unavailable")
            try device.wait(app, toPrint: "available false")
            // As whoever runs the daemon, or root.
            let bytes = try #require(device.contained(app, "secret"))
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
            #expect(bytes.range(of: Data("third palm".utf8)) == nil)
            #expect(device.contained(app, "new") == nil)
            let refused = try device.log(app).filter { $0.kind == "refuse" }
            #expect(
                refused.map(\.reason) == ["protectedDataUnavailable", "protectedDataUnavailable"])
            #expect(refused.allSatisfy { $0.rule == "P3" })

            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.wait(app, toPrint: "event protectedData true")
            try device.tell(app, "read secret")
            try device.wait(app, toPrint: "read secret: \(secret)", times: 2)
        }
    }

    @Test(
        "An app that hears of the lock can still finish, on its main thread, too", .behaviour("P3"))
    func lastWords() throws {
        try withDevice(profile: "protectedDataGraceSeconds = 60") { device in
            let app = try device.installRecorder()
            try device.open(app, "--last-words", "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.perform(.lock)
            try device.wait(app, toPrint: "protected last")
            try device.wait(app, "suspended")
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            try device.tell(app, "read last")
            try device.wait(app, toPrint: "read last: last words")
        }
    }

    @Test(
        "Copied aside while locked, to another app, cut or changed, a file opens for nobody",
        .behaviour("P3"))
    func copies() throws {
        try withRecorder { device, app in
            let thief = try device.install("KitTestApp", id: "org.quiesce.tests.Thief")
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try lock(device)
            let bytes = try #require(device.contained(app, "secret"))
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.open(thief, "--fifo")
            try device.wait(thief, toPrint: "ready")
            try device.place(bytes, in: thief, "stolen")
            try device.tell(thief, "protect own words", "read stolen", "read own")
            try device.wait(thief, toPrint: "read stolen failed: anotherKey")
            try device.wait(thief, toPrint: "read own: words")
            try device.open(app)
            try device.place(bytes.prefix(bytes.count - 1), in: app, "cut")
            try device.place(Data("plain".utf8), in: app, "plain")
            try device.place(bytes, in: app, "moved")
            try device.tell(app, "read cut", "read plain", "read moved")
            try device.wait(app, toPrint: "read cut failed: damaged")
            try device.wait(app, toPrint: "read plain failed: notProtected")
            try device.wait(app, toPrint: "read moved: \(secret)")
        }
    }

    @Test("A storm of locks and unlocks ends with what it ends with", .behaviour("P3", "Q1"))
    func storm() throws {
        try withRecorder { device, app in
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            for _ in 0..<10 {
                try device.perform(.lock)
                try device.perform(.passcode(.unlockWith(passcode: "1234")))
            }
            try device.wait(app, "active")
            // Once it says so, it has heard of all that came before.
            try device.perform(.sendEvent(["orientation", "faceUp"]))
            try device.wait(app, toPrint: "event orientation faceUp")
            try device.tell(app, "read secret", "available")
            try device.wait(app, toPrint: "read secret: \(secret)")
            try device.wait(app, toPrint: "available true")
            try lock(device)
            try device.tell(app, "read secret")
            try device.wait(app, toPrint: "read secret failed: unavailable")
        }
    }

    @Test(
        "A daemon that is killed takes the keys with it: the next one is locked until the passcode comes",
        .behaviour("P3", "reliability D2"))
    func killed() throws {
        try withRecorder { device, app in
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            device.killDaemon()
            try device.start()
            let status = try device.status()
            #expect(status.locked && status.passcode == true && status.protectedData == false)
            try device.tell(app, "read secret")
            try device.wait(app, toPrint: "read secret failed: unavailable")
            #expect(try device.call(.unlock).refusal?.reason == "passcodeRequired")
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.tell(app, "read secret")
            try device.wait(app, toPrint: "read secret: \(secret)")
            // Without one, a new daemon finds its own key.
            try device.perform(.passcode(.clearPasscode(old: "1234")))
            device.killDaemon()
            try device.start()
            #expect(try device.status().locked == false)
            try device.tell(app, "read secret")
            try device.wait(app, toPrint: "read secret: \(secret)", times: 2)
        }
    }

    @Test(
        "Nobody but an app is given a key: not the user, not a process that pretends to be one",
        .behaviour("P3", "reliability A1"))
    func foreignProcesses() throws {
        try withRecorder { device, app in
            let code = """
                import os, socket, sys
                os.environ["QUIESCE_APP_ID"] = sys.argv[2]
                link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                link.settimeout(30)
                link.connect(sys.argv[1] + "/keys.sock")
                try:
                    link.send(b'{"type":"key","app":"' + sys.argv[2].encode() + b'"}')
                except OSError:
                    pass
                try:
                    answer = link.recv(65536)
                except ConnectionResetError:
                    answer = link.recv(65536)  # The reset is told first.
                print(answer.decode())
                """
            let (output, _) = try LiveDevice.command(
                ["/usr/bin/python3", "-c", code, device.home, app])
            #expect(output.contains("\"notAnApp\""), "\(output)")
            #expect(!output.contains("\"key\""))
        }
    }
}

extension LiveDevice {
    /// Puts a file into an app's container, as the app's own.
    func place(_ bytes: Data, in app: String, _ name: String) throws {
        let path = "\(home)/containers/\(app)/\(name)"
        try bytes.write(to: URL(fileURLWithPath: path))
        var status = stat()
        guard stat("\(home)/containers/\(app)", &status) == 0 else { return }
        chown(path, status.st_uid, status.st_gid)
    }
}
