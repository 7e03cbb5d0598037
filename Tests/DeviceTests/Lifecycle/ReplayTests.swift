import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Replaying a device") struct ReplayTests {
    /// Short, so that a kill needs little patience, and long enough for an app that counts to
    /// twenty meanwhile, or ends its task when it expires.
    private static let profile = """
        base = "ios8"
        name = "short"
        backgroundAllowanceSeconds = 5
        expirationWarningSeconds = 3
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
            let running = try device.quiesce("replay")
            #expect(
                running.code == 0 && running.out.contains("nothing to be compared with"),
                "\(running)")
            try device.down()
            let whole = try device.quiesce("replay", device.home + "/journal", "--json")
            let found = try whole.object()
            #expect(whole.code == 0 && whole.error.isEmpty, "\(whole)")
            #expect(found["same"] as? Bool == true, "\(whole.out)")
            #expect(found["restarts"] as? Int == 2 && found["segments"] as? Int == 2)
            #expect(found["comparedStates"] as? Int == 1)
            // All but the last of the daemon that was killed.
            let events = try #require(found["events"] as? Int)
            #expect(found["comparedEvents"] as? Int == events - 1)
            #expect((found["unproved"] as? [Int])?.count == 1)

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

    @Test(
        "A journal with a rotation and a killed daemon replays to the same hash, again and again",
        .behaviour("D2", "reliability D1"))
    func rotated() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            // Launch arguments are what makes an event long.
            let long = String(repeating: "x", count: 32_000)
            for _ in 0..<1_000 where try device.segments().count < 2 {
                try device.open(app, long)
            }
            try device.perform(.home)
            try device.wait(app, "suspended")
            device.killDaemon()
            try device.start()
            try device.wake(app, for: "fetch")
            try device.down()
            let names = try device.segments()
            #expect(names.count == 3)

            let first = try device.quiesce("replay", "--json")
            let found = try first.object()
            #expect(first.code == 0 && found["same"] as? Bool == true, "\(first)")
            #expect(found["comparedStates"] as? Int == 2 && found["restarts"] as? Int == 2)
            let events = try #require(found["events"] as? Int)
            #expect(found["comparedEvents"] as? Int == events - 1)
            #expect(try device.quiesce("replay", "--json").out == first.out)

            // By itself, the segment that the rotation ended is proved to its end.
            let alone = try device.quiesce(
                "replay", "--json", "\(device.home)/journal/\(names[0])"
            ).object()
            #expect(
                alone["same"] as? Bool == true && (alone["unproved"] as? [Int])?.isEmpty == true)
        }
    }

    @Test("Payloads are in the journal of a device that was asked to keep them, and of no other")
    func payloads() throws {
        let payload = #"{"aps":{"content-available":1},"secret":"\"ü\""}"#
        for keeps in [false, true] {
            try withDevice(options: keeps ? ["--journal-payloads"] : []) { device in
                let app = try device.installRecorder()
                #expect(
                    try device.quiesce("send", "push", app, "-", input: payload).code == 0)
                try device.down()
                let files = try device.segments().map { "\(device.home)/journal/\($0)" }
                let text = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
                #expect(text.contains { $0.contains("secret") } == keeps)
                for path in files + [device.home + "/journal"] {
                    let mode = try FileManager.default.attributesOfItem(atPath: path)[
                        .posixPermissions]
                    #expect((mode as? Int).map { $0 & 0o077 } == 0, "\(path) is its owner's alone")
                }
                let replay = try device.quiesce("replay", "--payloads", "--json")
                #expect(replay.code == 0 && !replay.out.contains("difference"))
                let rows = try #require(try replay.object()["payloads"] as? [[String: Any]])
                #expect(rows.map { $0["payload"] as? String } == (keeps ? [payload] : []))
                #expect(rows.allSatisfy { $0["app"] as? String == app })
                let plain = try device.quiesce("replay", "--payloads").out
                #expect(plain.contains(payload) == keeps)
                #expect(plain.contains("keeps no payloads") != keeps)
            }
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
            #expect(missing.code == 1 && missing.error.contains("nothing"))
            #expect(try device.quiesce("replay", "--profile", "ios99").code == 78)
        }
    }
}

extension LiveDevice {
    /// The names of the journal's segments, the oldest first.
    fileprivate func segments() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home + "/journal")
            .filter { $0.hasSuffix(".jsonl") }.sorted()
    }
}
