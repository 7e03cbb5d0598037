import Foundation
import TestSupport
import Testing

@Suite("Hosted programs that are thawed by schedule, on a device") struct ThawTests {
    /// A shell script that counts ten times a second.
    private func install(_ device: LiveDevice, _ keys: [String: Any] = [:]) throws -> String {
        let app = try device.install(
            script: "#!/bin/sh\nwhile :; do echo tick; sleep 0.1; done\n",
            id: "org.quiesce.tests.ticks",
            ["QuiesceHosted": true].merging(keys) { $1 })
        _ = try device.quiesce("open", app)
        try device.wait(app, toPrint: "tick")
        try device.wait(app, "active")
        return app
    }

    private func thawed(_ device: LiveDevice, _ app: String, after mark: UInt64) throws {
        try device.wait(for: "its thaw", app: app, after: mark) { $0.reason == "wokenForThaw" }
        try device.wait(for: "its end", app: app, after: mark) { $0.reason == "timeIsOver" }
    }

    @Test(
        "One counts while its schedule thaws it, and stands still in between",
        .behaviour("Y1", "S8"), arguments: Freezer.available)
    func counts(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try install(device, ["QuiesceThaw": "every 5s for 1s"])
            let left = try device.mark()
            try device.perform(.home)
            try device.wait(for: "its freeze", app: app, after: left) { $0.to == "suspended" }
            let before = try device.lines(app).count
            let frozen = try device.mark()
            try thawed(device, app, after: frozen)
            try device.wait(for: "its sleep", app: app, after: frozen) { $0.to == "suspended" }
            #expect(try device.lines(app).count > before)
            let thaw = try #require(
                device.log(app).last { $0.reason == "wokenForThaw" && $0.kind == "transition" })
            let sleep = try #require(
                device.log(app).first { $0.seq > left && $0.to == "suspended" })
            #expect(try device.seconds(from: sleep, to: thaw) >= 4.99)
            // Nothing ends it for not knowing of wake-ups, and it is thawed again.
            try thawed(device, app, after: try device.mark())
        }
    }

    @Test(
        "The user's schedule is kept by a daemon that is killed; `never` stops it, and why says so",
        .behaviour("Y1", "U4", "D2", "reliability D1"))
    func chosen() throws {
        try withDevice { device in
            let app = try install(device)
            let none = try device.quiesce("thaw")
            #expect(none.out.contains("No program has a schedule"))
            let set = try device.quiesce("thaw", app, "every", "6s", "for", "0.5s")
            #expect(set.out.contains("is thawed every 6s for 0.5s"), "\(set.out)\(set.error)")
            let mark = try device.mark()
            try device.perform(.home)
            try device.wait(app, "suspended")
            device.killDaemon()
            try device.start()
            try thawed(device, app, after: mark)
            #expect(try device.quiesce("thaw", "ticks").out.contains("every 6s for 0.5s  user"))
            _ = try device.quiesce("thaw", app, "never")
            try device.wait(app, "suspended")
            let why = try device.quiesce("why", app, "--not", "thaw")
            #expect(why.out.contains("the user has stopped its schedule"), "\(why.out)")
            let rows = try device.quiesce("thaw", "--json").out
            #expect(rows.contains("\"allowed\":false"), "\(rows)")
        }
    }

    @Test(
        "An app of iOS, a schedule that isn't possible and an unknown app are refused",
        .behaviour("Y1"))
    func refused() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            for (arguments, code, words) in [
                ([app, "every", "10m", "for", "20s"], 1, "only a hosted program"),
                ([app, "every", "1s", "for", "20s"], 64, "asleep for 5s to 7d"),
                (["org.example.nobody", "every", "10m", "for", "20s"], 1, "no app of that id"),
            ] {
                let run = try LiveDevice.run(
                    [BuiltProducts.path("quiesce"), "thaw"] + arguments, home: device.home)
                #expect(run.code == code && run.error.contains(words), "\(run.error)")
            }
        }
    }
}
