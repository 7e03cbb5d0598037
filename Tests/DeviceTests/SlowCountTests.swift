import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite struct SlowCountTests {
    @Test(
        "SlowCount goes on counting under its task, is frozen when it ends, and goes on at the next number",
        .behaviour("S5", "S6", "S8", "T2", "T6", "M4"))
    func wholeTour() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            try device.open(app, "--count", "30", "--interval", "0.02")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let row = try device.ps(app)
            #expect(row.reason == "idle")
            #expect(row.tasks == 0)
            let reasons = try device.log(app).map(\.reason)
            #expect(reasons.contains("taskEnded"))
            let pid = try #require(row.pid)
            let ticks = try #require(device.cpuTicks(pid))
            #expect(try device.output(app).contains("30"))
            #expect(device.cpuTicks(pid) == ticks)
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.ps(app).pid == row.pid)
            #expect(try device.ps(app).launch == 1)
        }
    }
}
