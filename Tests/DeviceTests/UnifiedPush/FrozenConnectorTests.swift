import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "UnifiedPush to hosted programs",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(if: PushSession.canRun, PushSession.missing))
struct FrozenConnectorTests {
    private static let app = "local.Connector"
    private static let name = "org.example.Connector"

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    @Test(
        "A frozen one is thawed by its messages, gets all in order, and is frozen again",
        .behaviour("Y5"))
    func frozen() throws {
        try withDevice { device in
            let session = try PushSession()
            defer { session.end() }
            let ntfy = try FakeNtfy()
            try session.start(["--ntfy", ntfy.url])
            let tool = try LiveDevice.start(
                ["/usr/bin/env", "DBUS_SESSION_BUS_ADDRESS=\(session.address)"]
                    + [BuiltProducts.path("quiesce"), "run", "--name", "Connector", "--"]
                    + session.registering(Self.name), home: device.home)
            defer { tool.process.terminate() }
            let endpoint = try session.endpoint(of: Self.name)
            var sent: [String] = []
            /// - Returns: how long the first of them took to the connector, in milliseconds.
            func send(_ count: Int) throws -> Double {
                let batch = (0..<count).map { "message \(sent.count + $0)" }
                let before = sent.count
                sent += batch
                let start = Self.now()
                try ntfy.publish(batch, to: endpoint)
                try waitUntil("all messages") {
                    try session.messages(of: Self.name).count >= sent.count
                }
                let came = try session.heard(by: Self.name).filter { $0.message != nil }[before].at
                return Double(came - start) / 1e6
            }
            func freeze(after seq: UInt64) throws {
                try device.wait(for: "its freeze", app: Self.app, after: seq) {
                    $0.to == "suspended"
                }
            }

            let awake = try (0..<20).map { _ in try send(1) }.sorted()
            let left = try device.mark()
            try device.perform(.home)
            try freeze(after: left)
            var thawed: [Double] = []
            for count in [1, 1, 1, 1, 1_000] {
                let frozen = try device.mark()
                thawed.append(try send(count))
                let rows = try device.log(Self.app).filter { $0.seq > frozen }
                #expect(rows.contains { $0.reason == "wokenForCall" })
                try freeze(after: frozen)
            }
            #expect(try session.messages(of: Self.name) == sent)
            try waitUntil("its answers") {
                try session.status().registrations[0].handed == sent.count
            }
            func text(_ numbers: [Double]) -> String {
                numbers.map { String(format: "%.1f", $0) }.joined(separator: " ")
            }
            print("server to connector in ms: awake \(text(awake)); frozen \(text(thawed))")
        }
    }
}
