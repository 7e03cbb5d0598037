import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("A passcode on a device") struct PasscodeTests {
    @Test(
        "After a restart of the device nothing is launched before the first unlock; then it goes on",
        .behaviour("U3", "P3"))
    func firstUnlock() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.perform(.passcode(.setPasscode("nœud 12", old: nil)))
            try device.perform(.reboot)
            #expect(try device.status().locked)
            try device.perform(.fetch(.sendFetch(app: app)))
            #expect(try device.ps(app).state == "notRunning")
            let waits = try device.why(app).pending.map(\.sentence)
            #expect(waits.contains { $0.contains("waits for the first unlock") }, "\(waits)")
            #expect(
                try device.call(.open(app: app, arguments: [])).refusal?.reason == "deviceLocked")
            // The daemon's own end changes nothing about it.
            device.killDaemon()
            try device.start()
            #expect(try device.ps(app).state == "notRunning")
            try device.perform(.passcode(.unlockWith(passcode: "nœud 12")))
            try device.wait(for: "the launch", app: app) { $0.reason == "launched" }
            try device.wait(app, toPrint: "performFetch background")
        }
    }

    @Test(
        "Five wrong passcodes, and none is tried for a minute, whoever restarts the daemon",
        .behaviour("P3"))
    func wrong() throws {
        try withDevice { device in
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.perform(.lock)
            for _ in 0..<4 {
                let refusal = try device.call(.passcode(.unlockWith(passcode: "4321"))).refusal
                #expect(refusal?.reason == "wrongPasscode" && refusal?.rule == "P3")
            }
            device.killDaemon()
            try device.start()
            #expect(
                try device.call(.passcode(.unlockWith(passcode: "4321"))).refusal?.reason
                    == "wrongPasscode")
            #expect(try device.status().wrongPasscodes == 5)
            let refusal = try #require(
                try device.call(.passcode(.unlockWith(passcode: "1234"))).refusal)
            #expect(refusal.reason == "passcodeDelayed")
            #expect(refusal.message.contains("wait"))
            device.killDaemon()
            try device.start()
            #expect(
                try device.call(.passcode(.unlockWith(passcode: "1234"))).refusal?.reason
                    == "passcodeDelayed")
        }
    }

    @Test("The passcode is changed and cleared by whoever knows it", .behaviour("P3"))
    func changes() throws {
        try withDevice { device in
            #expect(
                try device.call(.passcode(.clearPasscode(old: "1234"))).refusal?.reason
                    == "noPasscode")
            for bad in ["", "123", String(repeating: "x", count: 129)] {
                #expect(
                    try device.call(.passcode(.setPasscode(bad, old: nil))).refusal?.reason
                        == "malformed")
            }
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            #expect(
                try device.call(.passcode(.setPasscode("5678", old: nil))).refusal?.reason
                    == "passcodeRequired")
            #expect(
                try device.call(.passcode(.setPasscode("5678", old: "1111"))).refusal?.reason
                    == "wrongPasscode")
            try device.perform(.passcode(.setPasscode("5678", old: "1234")))
            try device.perform(.lock)
            #expect(
                try device.call(.passcode(.setPasscode("9999", old: "5678"))).refusal?.reason
                    == "deviceLocked"
            )
            #expect(
                try device.call(.passcode(.unlockWith(passcode: "1234"))).refusal?.reason
                    == "wrongPasscode")
            try device.perform(.passcode(.unlockWith(passcode: "5678")))
            try device.perform(.passcode(.clearPasscode(old: "5678")))
            try device.perform(.lock)
            try device.perform(.unlock)
        }
    }

    @Test(
        "On the command line it is typed or piped, never an argument, and nothing keeps it",
        .behaviour("P3", "D1"))
    func commandLine() throws {
        try withDevice { device in
            let passcode = "correct horse 4711"
            let set = try device.quiesce("passcode", "set", "--stdin", input: passcode + "\n")
            #expect(set.code == 0, "\(set)")
            #expect(try device.quiesce("passcode", "set", passcode).code == 64)
            try device.perform(.lock)
            let wrong = try device.quiesce("unlock", "--stdin", input: "wrong horse\n")
            #expect(wrong.code == 1)
            #expect(wrong.error.hasPrefix("quiesce: the passcode is wrong (1 wrong in a row)"))
            #expect(wrong.error.split(separator: "\n").count == 1)
            #expect(try device.quiesce("unlock", "--stdin", input: passcode + "\n").code == 0)
            let status = try device.quiesce("passcode", "status", "--json").object()
            #expect(status["passcode"] as? Bool == true && status["locked"] as? Bool == false)
            #expect(status["wrongPasscodes"] as? Int == 0)

            let files = try FileManager.default.subpathsOfDirectory(atPath: device.home)
            for file in files {
                let bytes = FileManager.default.contents(atPath: device.home + "/" + file) ?? Data()
                for word in [passcode, "wrong horse"] {
                    #expect(bytes.range(of: Data(word.utf8)) == nil, "\(file)")
                }
            }
            #expect(!device.daemonLog.contains(passcode))
        }
    }
}
