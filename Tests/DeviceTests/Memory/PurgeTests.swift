import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Memory on a device") struct PurgeTests {
    @Test(
        "Of five suspended apps the two largest go, in that order, and are what --dry-run had said",
        .behaviour("M1", "W2", "W4"), arguments: Freezer.available)
    func twoLargest(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            var apps: [String] = []
            for megabytes in [20, 140, 60, 100, 40] {
                let app = try device.install(
                    "KitTestApp", id: "org.quiesce.tests.Holds\(megabytes)MB",
                    ["CFBundleName": "Holds\(megabytes)MB"])
                apps.append(app)
                try device.open(app, "--hold", "\(megabytes)")
                try device.wait(app, toPrint: "held \(megabytes)")
                try device.perform(.home)
                try device.wait(app, "suspended")
            }
            let dryRun = try device.purge(200_000_000, dryRun: true)
            #expect(dryRun.map(\.id) == [apps[1], apps[3]])
            #expect(dryRun.allSatisfy { $0.rule == "M1" && $0.state == "suspended" })
            #expect(try device.ps().allSatisfy { $0.state == "suspended" })
            let pids = try [1, 3].map { try device.pid(apps[$0]) }
            #expect(try device.purge(200_000_000).map(\.id) == dryRun.map(\.id))
            for pid in pids { try device.waitUntilGone(pid) }
            for index in [1, 3] {
                try device.wait(apps[index], "notRunning")
                #expect(try !device.lines(apps[index]).contains { $0.hasPrefix("willTerminate") })
                try device.expectWhy(apps[index], "memoryPressure", "M1", "it was purged")
            }
            for index in [0, 2, 4] { #expect(try device.ps(apps[index]).state == "suspended") }
        }
    }

    @Test(
        "An app that is purged while it fetches is launched again, and given the fetch again",
        .behaviour("W6", "M2"))
    func purgedInWake() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.wake(app, for: "fetch")
            try device.wait(app, toPrint: "performFetch background")
            let mark = try device.mark()
            #expect(try device.purge(nil).map(\.id) == [app])
            try device.wait(for: "its end", app: app, after: mark) { $0.to == "notRunning" }
            try device.wait(for: "its next launch", app: app, after: mark) {
                $0.reason == "launched"
            }
            try device.wait(app, toPrint: "performFetch background")
            #expect(try device.ps(app).launch == 2)
            #expect(try device.log(app).last { $0.to == "notRunning" }?.reason == "memoryPressure")
        }
    }

    @Test("A memory warning reaches the running app", .behaviour("M2", "D1"))
    func warning() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["memory-warning"]))
            try device.wait(app, toPrint: "notification didReceiveMemoryWarning")
            #expect(try device.lines(app).contains("memoryWarning active"))
        }
    }
}

extension LiveDevice {
    func purge(_ bytes: UInt64?, dryRun: Bool = false) throws -> [PurgeRow] {
        try perform(.memory(.purge(bytes: bytes, dryRun: dryRun))).items.map {
            try PurgeRow.read(Array($0.utf8))
        }
    }
}
