import Foundation
import Glibc
import Testing

/// An ntfy server, by `Tests/UnifiedPush/fake_ntfy.py`.
public final class FakeNtfy {
    public struct Event: Decodable {
        public var event: String
        public var url: String?
        public var topics: [String]?
        public var since: String?
    }

    public let url: String
    private let process: SpawnedProcess
    private var unread = Data()

    public init() throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/UnifiedPush/fake_ntfy.py")
        process = try SpawnedProcess(
            ["/usr/bin/python3", "-B", script.path], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: true, output: true))
        url = try #require(Self.read(process, &unread).url)
    }

    public func publish(_ bodies: [String], to endpoint: String) throws {
        let topic = try #require(URLComponents(string: endpoint)?.path.dropFirst())
        let coded = bodies.map { Data($0.utf8).base64EncodedString() }
        try tell(["do": "publish", "topic": String(topic), "bodies": coded])
        _ = try next("published")
    }

    /// All requests that follow topics end.
    public func drop() throws { try tell(["do": "drop"]) }
    public func refuse(_ status: Int?) throws {
        try tell(["do": "refuse", "status": status ?? NSNull()])
    }
    /// Sends the newest message first, and once more in its place.
    public func overtake() throws { try tell(["do": "overtake"]) }
    /// Gives no sign of life any more.
    public func silence() throws { try tell(["do": "silence"]) }

    /// The next request that follows those topics; others before it are passed over.
    public func awaitFollower(of count: Int) throws -> Event {
        while true {
            let event = try next("followed")
            if event.topics?.count == count { return event }
        }
    }

    private func next(_ name: String) throws -> Event {
        while true {
            let event = try Self.read(process, &unread)
            if event.event == name { return event }
        }
    }

    private func tell(_ order: [String: Any]) throws {
        let line = try JSONSerialization.data(withJSONObject: order) + Data("\n".utf8)
        try FileHandle(fileDescriptor: process.input).write(contentsOf: line)
    }

    private static func read(_ process: SpawnedProcess, _ unread: inout Data) throws -> Event {
        try JSONDecoder().decode(Event.self, from: process.readLine(&unread))
    }
}

extension SpawnedProcess {
    /// The next line of its output. A minute of silence fails the test.
    public func readLine(_ unread: inout Data) throws -> Data {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[..<end])
                unread = Data(unread[(end + 1)...])
                return line
            }
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "it says something")
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(output, &bytes, bytes.count)
            try #require(count > 0, "it lives")
            unread += bytes[..<count]
        }
    }
}
