import Foundation
import Glibc
import Testing

/// A push gateway for tests, by `Tests/PushHarness/fake_gateway.py`: it keeps what isn't
/// acknowledged.
public final class FakeGateway {
    /// An event that the gateway reports.
    public struct Event: Decodable, Sendable {
        public var event: String
        public var url: String?
        public var certificate: String?
        public var device: String?
        public var token: String?
        public var topic: String?
        public var sequence: UInt64?
        public var sequences: [UInt64]?
        public var reason: String?
        /// The greatest sequence that the device said it has.
        public var last: UInt64?
    }

    public let url: String
    /// The file with what its certificate is checked against.
    public let certificate: String
    private let process: SpawnedProcess
    private var unread = Data()
    private var events: [Event] = []
    /// The acknowledged ones, in the order in which they were.
    public private(set) var acknowledged: [UInt64] = []

    public init() throws {
        let script = BuiltProducts.package.appendingPathComponent(
            "Tests/PushHarness/fake_gateway.py"
        ).path
        process = try SpawnedProcess(
            ["/usr/bin/env", "python3", "-B", script], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: true, output: true))
        let listening = try Self.read(process, &unread)
        url = try #require(listening.url)
        certificate = try #require(listening.certificate)
    }

    deinit {
        // It removes its folder, then ends itself.
        process.closeInput()
        process.wait()
    }

    /// - Returns: the push's sequence.
    @discardableResult
    public func push(_ payload: String, to token: String, _ more: [String: Any] = [:]) throws
        -> UInt64
    {
        try tell(["do": "push", "token": token, "payload": payload].merging(more) { $1 })
        return try #require(try next("accepted").sequence)
    }

    /// All connections end.
    public func drop() throws { try tell(["do": "drop"]) }
    /// Says that line to the device.
    public func say(_ line: String) throws { try tell(["do": "raw", "line": line]) }
    /// Answers everything with that status from now on; nil: as it should.
    public func refuse(_ status: Int?) throws {
        try tell(["do": "refuse", "status": status ?? NSNull()])
    }
    /// Sends again, on the same line, what isn't acknowledged.
    public func sendAgain() throws { try tell(["do": "again"]) }

    /// The next event of that name; others before it are passed over. A minute of silence fails the
    /// test.
    public func next(_ name: String) throws -> Event {
        while true {
            while !events.isEmpty {
                let event = events.removeFirst()
                if event.event == name { return event }
            }
            try readMore()
        }
    }

    /// Waits until that many are acknowledged.
    public func awaitAcknowledged(_ count: Int) throws {
        while Set(acknowledged).count < count { try readMore() }
    }

    private func readMore() throws {
        let event = try Self.read(process, &unread)
        if let sequences = event.sequences { acknowledged += sequences }
        events.append(event)
    }

    private func tell(_ order: [String: Any]) throws {
        let line = try JSONSerialization.data(withJSONObject: order) + Data("\n".utf8)
        let sent = line.withUnsafeBytes { write(process.input, $0.baseAddress, $0.count) }
        try #require(sent == line.count)
    }

    private static func read(_ process: SpawnedProcess, _ unread: inout Data) throws -> Event {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[..<end])
                unread = Data(unread[(end + 1)...])
                return try JSONDecoder().decode(Event.self, from: line)
            }
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "the gateway says something")
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(process.output, &bytes, bytes.count)
            try #require(count > 0, "the gateway lives")
            unread += bytes[..<count]
        }
    }
}
