import Foundation
import TestSupport
import Testing

@Suite("A device in metrics") struct MetricsTests {
    /// Values by their names with labels.
    private func metrics(_ device: LiveDevice) throws -> [String: Double] {
        let lines = try device.quiesce("metrics").out.split(separator: "\n")
        var values: [String: Double] = [:]
        var families: Set<Substring> = []
        var described: Substring?
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# HELP ") {
                #expect(words.count == 4 && families.insert(words[2]).inserted, "\(line)")
                described = words[2]
            } else if line.hasPrefix("# TYPE ") {
                #expect(
                    words[2] == described && ["gauge", "counter"].contains(words[3]), "\(line)")
                #expect((words[3] == "counter") == words[2].hasSuffix("_total"), "\(line)")
            } else {
                let value = try #require(words.last.flatMap { Double($0) }, "\(line)")
                #expect(words.count == 2 && words[0].prefix { $0 != "{" } == described!, "\(line)")
                #expect(values.updateValue(value, forKey: String(words[0])) == nil, "\(line)")
            }
        }
        return values
    }

    @Test("Apps are counted by state, and each has its memory and its background tasks")
    func apps() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "background")
            let found = try metrics(device)
            #expect(found[#"quiesce_apps{state="background"}"#] == 1)
            #expect(found[#"quiesce_apps{state="suspended"}"#] == 0)
            #expect(found["quiesce_app_background_tasks{app=\"\(app)\"}"] == 1)
            #expect(try #require(found["quiesce_app_memory_bytes{app=\"\(app)\"}"]) > 100_000)
            #expect(found[#"quiesce_notifications{state="scheduled"}"#] == 0)
            #expect(found["quiesce_locked"] == 0)
            #expect(found.keys.contains { $0.hasPrefix("quiesce_device_info{version=") })
            try device.perform(.lock)
            try device.perform(.sendEvent(["low-power", "on"]))
            let later = try metrics(device)
            #expect(later["quiesce_locked"] == 1 && later["quiesce_low_power_mode"] == 1)
        }
    }

    @Test("Without a daemon nothing is said on standard output") func noDaemon() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let done = try device.quiesce("metrics")
        #expect(done.code == 69 && done.out.isEmpty)
    }
}
