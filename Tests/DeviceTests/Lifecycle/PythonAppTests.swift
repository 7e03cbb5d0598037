import Foundation
import TestSupport
import Testing

@Suite("The Python app on a device") struct PythonAppTests {
    @Test(
        "An app in another language lives through the whole cycle",
        .behaviour("S2", "S3", "S5", "S6", "S8", "T1", "T2", "T6", "F2", "F5", "W3"),
        arguments: Freezer.available)
    func wholeCycle(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let bundle = BuiltProducts.package.appendingPathComponent(
                "Examples/Python/PythonApp.app")
            #expect(try device.install(bundle).refusal == nil)
            let app = "org.quiesce.examples.PythonApp"
            try device.open(app)
            try device.wait(app, toPrint: "did become active")
            let pid = try device.pid(app)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let ticks = try #require(device.cpuTicks(pid))
            #expect(
                try device.lines(app) == [
                    "did finish launching inactive", "did become active", "will resign active",
                    "did enter background: task 1", "saved, with time left: True",
                ])
            let mark = try device.mark()
            #expect(device.cpuTicks(pid) == ticks)
            try device.wake(app, for: "fetch")
            try device.wait(for: "fetch", app: app, after: mark) { $0.to == "suspended" }
            #expect(try device.lines(app).last == "perform fetch")
            try device.open(app)
            try device.wait(app, toPrint: "did become active", times: 2)
            #expect(
                try device.lines(app).suffix(2) == ["will enter foreground", "did become active"])
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            // No task can be begun in willTerminate.
            #expect(try device.lines(app).last == "will terminate: task None")
            try device.waitUntilGone(pid)
            #expect(try device.ps(app).launch == 1)
            #expect(
                try device.log(app).map(\.reason).filter { $0.hasPrefix("task") } == [
                    "taskBegan", "taskEnded",
                ])
        }
    }

    @Test("It is launched in the background for a fetch")
    func launchedForFetch() throws {
        try withDevice { device in
            let bundle = BuiltProducts.package.appendingPathComponent(
                "Examples/Python/PythonApp.app")
            #expect(try device.install(bundle).refusal == nil)
            let app = "org.quiesce.examples.PythonApp"
            try device.wake(app, for: "fetch")
            try device.wait(app, "suspended")
            #expect(
                try device.lines(app) == ["did finish launching background", "perform fetch"])
        }
    }
}
