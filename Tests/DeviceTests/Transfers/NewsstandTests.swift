import Foundation
import TestSupport
import Testing

/// Issues of a magazine, which a push announces to an app that nobody has opened.
@Suite("Newsstand on a device", .behaviour("K1")) struct NewsstandTests {
    /// The app's fate while the system downloads.
    enum Fate: String, CaseIterable { case sleeps, isGone }

    private struct Outcome {
        /// The lines that the app printed from the end of the download on.
        var lines: [String]
        /// The pages in its container.
        var pages: [Data?]
    }

    /// Has the push begin a download, which is held up until the app has met its fate.
    ///
    /// - Parameter path: what the server is asked for.
    private func announce(_ path: String, _ fate: Fate) throws -> Outcome {
        let server = try WebServer()
        try Data("all of May".utf8).write(to: URL(fileURLWithPath: server.folder.file("may")))
        return try withDevice { device in
            // A download that is begun in the background waits for both.
            try device.perform(.sendEvent(["network", "wifi"]))
            try device.perform(.sendEvent(["battery", "0.9", "charging"]))
            let app = try device.install(
                "TransferTestApp", id: "org.quiesce.tests.Magazine",
                ["UIBackgroundModes": ["newsstand-content"]])
            let url = server.url(path)
            let payload = #"{"aps":{"content-available":1},"issue":"May","url":"\#(url)"}"#
            try device.perform(.push(.sendPush(app: app, payload: payload)))
            try device.wait(app, "suspended")
            let begun = try device.lines(app)
            #expect(
                begun == [
                    "launched background", "push May", "issue May none", "asset of May downloading",
                ])
            try device.waitForTransfer { $0.state == "running" }
            #expect(try device.ps(app).state == "suspended")
            if fate == .isGone {
                try device.perform(.memory(.purge(bytes: 1 << 50, dryRun: false)))
                try device.wait(app, "notRunning")
            }
            let mark = try device.mark()
            try server.openGate()
            try device.wait(for: "its end", app: app, after: mark) { $0.to == "suspended" }
            // Woken or launched, as it had to be, and never shown.
            #expect(try device.ps(app).launch == (fate == .isGone ? 2 : 1))
            #expect(try device.log(app).allSatisfy { $0.to != "active" })
            var lines = try device.lines(app)
            if fate == .sleeps { lines.removeFirst(begun.count) }
            let folder = "\(device.home)/containers/\(app)/Library/Newsstand"
            let pages = try FileManager.default.subpathsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix("/page") }
            return Outcome(
                lines: lines,
                pages: pages.map { FileManager.default.contents(atPath: "\(folder)/\($0)") })
        }
    }

    @Test(
        "A push has the download begun; when it is done, the app is woken or launched, with the file in its container",
        arguments: Fate.allCases)
    func download(fate: Fate) throws {
        let outcome = try announce("held/may", fate)
        #expect(
            outcome.lines == (fate == .isGone ? ["launched background"] : []) + [
                "asset wrote 10 10 10", "asset cover: all of May", "issue May is complete",
            ])
        #expect(outcome.pages == [Data("all of May".utf8)])
    }

    @Test(
        "A server's refusal, or nonsense from it, is told in the same way, and leaves no file",
        arguments: ["held/absent", "nonsense/may"], Fate.allCases)
    func failure(path: String, fate: Fate) throws {
        let outcome = try announce(path, fate)
        #expect(outcome.lines.last == "asset failed -1011")
        #expect(!outcome.lines.contains { $0.hasSuffix("is complete") })
        #expect(outcome.pages == [])
    }
}
