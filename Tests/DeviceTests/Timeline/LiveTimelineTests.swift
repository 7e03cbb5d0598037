import Foundation
import TestSupport
import Testing

@Suite("The timeline of a live device") struct LiveTimelineTests {
    @Test("It has each line of the log, live as well as stopped, and a trace if that is asked for")
    func live() throws {
        try withDevice { device in
            let recorder = try device.installRecorder()
            try device.open(recorder)
            try device.wait(recorder, "active")
            _ = try device.quiesce("home")
            try device.wait(recorder, "suspended")
            let scratch = try ScratchDirectory()
            let (page, log) = (scratch.file("day.html"), scratch.file("log"))

            let written = try device.quiesce(
                "timeline", "--live", "-o", page, "--trace", scratch.file("trace.json"))
            #expect(written.code == 0, "\(written.error)")
            let trace = try Data(contentsOf: URL(fileURLWithPath: scratch.file("trace.json")))
            let events = try #require(JSONSerialization.jsonObject(with: trace) as? [[String: Any]])
            #expect(events.contains { $0["name"] as? String == "suspended" })

            let lines = try device.quiesce("log", "--journal", "\(device.home)/journal")
            try Data(lines.out.utf8).write(to: URL(fileURLWithPath: log))
            try Self.expectLines(of: log, on: page)

            #expect(try device.down() == 0)
            let refused = try device.quiesce("timeline", "--live", "-o", page)
            #expect(refused.code == 69, "\(refused.error)")
            let stopped = try device.quiesce("timeline", "-o", page)
            #expect(stopped.code == 0, "\(stopped.error)")
            try Self.expectLines(of: log, on: page)
        }
    }

    private static func expectLines(of log: String, on page: String) throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/Python/timeline.py").path
        let run = try LiveDevice.run(
            ["/usr/bin/python3", "-B", script, "--page", page, "--log", log], home: "/nowhere")
        #expect(run.code == 0, "\(run.error)\(run.out)")
    }
}
