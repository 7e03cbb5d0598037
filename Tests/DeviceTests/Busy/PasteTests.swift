import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Programs whose selection is pasted under X11",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(
        if: XServer.isInstalled && access("/usr/bin/xclip", X_OK) == 0,
        "Xvfb or xclip isn't installed"))
struct PasteTests {
    private static let app = "local.Copy"

    @Test(
        "A frozen one answers who pastes, and is frozen again; by a new daemon, too",
        .behaviour("Y5", "S8", "reliability P8"))
    func paste() throws {
        try withDevice { device in
            let scratch = try ScratchDirectory()
            let server = try XServer(in: scratch.path)
            defer { server.end() }
            let copied = scratch.path + "/copied"
            try Data("a word".utf8).write(to: URL(fileURLWithPath: copied))
            let environment = server.environment.map { "\($0.key)=\($0.value)" }
            let tool = try LiveDevice.start(
                ["/usr/bin/env"] + environment
                    + [BuiltProducts.path("quiesce"), "run", "--name", "Copy", "--thaw", "never"]
                    + ["--", "xclip", "-quiet", "-selection", "clipboard", "-i", copied],
                home: device.home)
            defer { tool.process.terminate() }
            func paste() throws -> String {
                let process = try SpawnedProcess(
                    ["timeout", "5", "xclip", "-o", "-selection", "clipboard"],
                    environment: server.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 },
                    talks: (input: false, output: true))
                defer { process.end() }
                var text = [UInt8](repeating: 0, count: 100)
                let length = read(process.output, &text, text.count)
                return String(decoding: text.prefix(max(0, length)), as: UTF8.self)
            }
            try waitUntil("what it has copied") { try paste() == "a word" }
            try device.perform(.home)
            try device.wait(Self.app, "suspended")
            for succession in [nil, LiveDevice.Succession.killed] {
                if let succession { try device.succeed(succession) }
                let frozen = try device.mark()
                // A new daemon hears of requests once its record has begun.
                try waitUntil("its thaw") {
                    guard try paste() == "a word" else { return false }
                    return try device.log(Self.app).contains {
                        $0.seq > frozen && $0.reason == "wokenForCall"
                    }
                }
                let pasted = try device.mark()
                try device.wait(for: "its freeze", app: Self.app, after: pasted) {
                    $0.to == "suspended"
                }
            }
        }
    }
}
