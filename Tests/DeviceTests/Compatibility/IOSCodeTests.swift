import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Code as it is written for iOS, on a device") struct IOSCodeTests {
    @Test(
        "A suspended app is woken for a push and a task by methods that await and handlers that aren't Sendable",
        .behaviour("R2", "R5", "T1"))
    func woken() throws {
        try withDevice { device in
            let refresh = "org.quiesce.tests.ios.refresh"
            let app = try device.install(
                "IOSTestApp", id: "org.quiesce.tests.ios",
                [
                    "UIBackgroundModes": ["fetch", "remote-notification"],
                    "BGTaskSchedulerPermittedIdentifiers": [refresh],
                ])
            try device.open(app)
            try device.wait(app, toPrint: "launched")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            // The activity is on a thread of its own.
            #expect(
                try Set(device.lines(app).suffix(4)) == [
                    "activity false", "saving true", "refresh submitted", "saved",
                ])

            let mark = try device.mark()
            try device.wake(app, for: "push")
            let end = try device.wait(for: "the end of it", app: app, after: mark) {
                $0.kind == "wake" && $0.reason.hasPrefix("completed")
            }
            #expect(end.reason == "completedNewData")
            #expect(try device.lines(app).suffix(2) == ["push none", "push handled main"])

            try device.perform(.fetch(.sendTask(app: app, identifier: refresh)))
            try device.wait(app, toPrint: "refresh 1")
            try device.wait(app, "suspended")
        }
    }
}
