import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Replaying a device") struct ReplayTests {
    /// Short, so that a kill needs no patience.
    private static let profile = """
        base = "ios8"
        name = "short"
        backgroundAllowanceSeconds = 1.5
        expirationWarningSeconds = 0.5
        """

    @Test(
        "Every decision of a device with a killed daemon comes out the same, in every process",
        .behaviour("D2", "reliability D1"))
    func wholeLife() throws {
        try withDevice(profile: Self.profile) { device in
            let counter = try device.install(example: "SlowCount")
            let sinner = try device.install(example: "Misbehaving")
            try device.open(counter, "--count", "20", "--interval", "0.02")
            try device.wait(counter, "active")
            try device.perform(.home)
            try device.wait(counter, "suspended")
            device.killDaemon()
            try device.start()
            try device.open(sinner)
            try device.wait(sinner, "active")
            try device.perform(.home)
            try device.wait(sinner, "suspended")
            let mark = try device.mark()
            try device.wake(sinner, for: "fetch")
            try device.wait(for: "the end of it", app: sinner, after: mark) { $0.to == "suspended" }
            try device.perform(.quit(app: sinner))
            try device.wait(sinner, "notRunning")
            try device.open(sinner, "--never-end-task")
            try device.wait(sinner, "active")
            try device.perform(.home)
            try device.wait(for: "kill", app: sinner) { $0.reason == "backgroundTaskExpired" }
            try device.wait(sinner, "notRunning")

            // A device that runs can be replayed as well.
            #expect(try device.quiesce("replay").code == 0)
            try device.down()
            let whole = try device.quiesce("replay", device.home + "/journal", "--json")
            let found = try whole.object()
            #expect(whole.code == 0 && whole.error.isEmpty, "\(whole)")
            #expect(found["same"] as? Bool == true, "\(whole.out)")
            #expect(found["restarts"] as? Int == 2 && found["segments"] as? Int == 2)
            #expect(found["comparedStates"] as? Int == 1)
            // All but the last of each daemon.
            let events = try #require(found["events"] as? Int)
            #expect(found["comparedEvents"] as? Int == events - 2)

            let again = try LiveDevice.run(
                [
                    "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", BuiltProducts.path("quiesce"),
                    "replay", "--json",
                ], home: device.home)
            #expect(again.code == 0)
            #expect(try again.object()["hash"] as? String == found["hash"] as? String)

            let other = try device.quiesce("replay", "--profile", "ios4")
            #expect(other.code == 0)
            #expect(
                other.out.contains("wokenForFetch") && other.out.contains("modeUnknownToProfile"))
        }
    }

    @Test("A journal that was tampered with is told from one that comes out the same")
    func tampered() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            try device.open(app, "--count", "1")
            try device.wait(app, "active")
            try device.down()
            let path = device.home + "/journal/00000001.jsonl"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            // An app that was never opened could not have been launched.
            try text.replacing(#"{"open":"#, with: #"{"home":"#).write(
                toFile: path, atomically: true, encoding: .utf8)
            let broken = try device.quiesce("replay", path)
            #expect(broken.code == 1)
            #expect(broken.out.contains("Different: ") || broken.out.contains("damaged: "))
            let missing = try device.quiesce("replay", device.home + "/nothing")
            #expect(missing.code == 64 && missing.error.contains("nothing"))
            #expect(try device.quiesce("replay", "--profile", "ios99").code == 78)
        }
    }
}
