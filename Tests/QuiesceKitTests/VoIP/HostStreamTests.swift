import CQuiesceLinux
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// `Stream.getStreamsToHost`, with a server of the test's own on loopback.
@Suite("Streams to a host", .behaviour("V7")) @MainActor struct HostStreamTests {
    /// A stream's delegate, which records the events that the delegate hears on the main queue.
    @MainActor private final class Ear: StreamDelegate {
        private var heard: Set<Stream.Event.RawValue> = []
        private var waiting:
            [(event: Stream.Event.RawValue, goesOn: CheckedContinuation<Void, Never>)] = []

        nonisolated func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
            let event = eventCode.rawValue
            MainActor.assumeIsolated {
                heard.insert(event)
                let (due, others) = (
                    waiting.filter { $0.event == event }, waiting.filter { $0.event != event }
                )
                waiting = others
                for waiter in due { waiter.goesOn.resume() }
            }
        }

        func hears(_ event: Stream.Event) async {
            guard !heard.contains(event.rawValue) else { return }
            await withCheckedContinuation { waiting.append((event.rawValue, $0)) }
        }
    }

    private final class Server {
        private let listener: Int32
        let port: Int
        private var connection: Int32 = -1

        init() {
            // A process of another test must not hold the connection when it is closed here.
            listener = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, size)
                    _ = getsockname(listener, $0, &size)
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit {
            close(listener)
            hangUp()
        }

        func listens() { listen(listener, 1) }
        func answer() {
            connection = ql_accept(listener)
            _ = fcntl(connection, F_SETFL, 0)  // Who reads waits.
        }
        func say(_ text: String) { send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

        func hear() -> String {
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = recv(connection, &buffer, buffer.count, 0)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }

        func hangUp(rudely: Bool = false) {
            guard connection >= 0 else { return }
            var linger = linger(l_onoff: rudely ? 1 : 0, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout<Glibc.linger>.size))
            close(connection)
            connection = -1
        }
    }

    /// A pair that is opened.
    @MainActor private final class Pair {
        let input: InputStream
        let output: OutputStream
        let ear = Ear()

        init(to host: String, _ port: Int) throws {
            var (input, output): (InputStream?, OutputStream?) = (nil, nil)
            Stream.getStreamsToHost(
                withName: host, port: port, inputStream: &input, outputStream: &output)
            self.input = try #require(input)
            self.output = try #require(output)
            self.input.delegate = ear
            for stream in [self.input as Stream, self.output] {
                stream.schedule(in: .main, forMode: .default)
                stream.open()
            }
        }
    }

    private func read(_ input: InputStream) -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = input.read(&bytes, maxLength: bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test("They connect, carry bytes both ways, and tell of the end", .timeLimit(.minutes(10)))
    func talks() async throws {
        let server = Server()
        server.listens()
        let pair = try Pair(to: "localhost", server.port)
        let (input, output) = (pair.input, pair.output)
        await pair.ear.hears(.openCompleted)
        server.answer()
        #expect(input.streamStatus == .open)
        #expect(output.write(Array("hello".utf8), maxLength: 5) == 5)
        #expect(server.hear() == "hello")
        server.say("who is it")
        await pair.ear.hears(.hasBytesAvailable)
        #expect(read(input) == "who is it")
        server.hangUp()
        await pair.ear.hears(.endEncountered)
        #expect(input.streamStatus == .atEnd)
        #expect(input.streamError == nil)
    }

    @Test("A reset is an error, of both", .timeLimit(.minutes(10)))
    func reset() async throws {
        let server = Server()
        server.listens()
        let pair = try Pair(to: "127.0.0.1", server.port)
        await pair.ear.hears(.openCompleted)
        server.answer()
        server.hangUp(rudely: true)
        await pair.ear.hears(.errorOccurred)
        #expect((pair.input.streamError as? POSIXError)?.code == .ECONNRESET)
        #expect(pair.output.streamStatus == .error)
        #expect(pair.output.write([1], maxLength: 1) == -1)
    }

    @Test(
        "A port where nobody listens, and a host that nobody knows, are errors",
        .timeLimit(.minutes(10)))
    func unreachable() async throws {
        let server = Server()
        let refused = try Pair(to: "127.0.0.1", server.port)
        await refused.ear.hears(.errorOccurred)
        #expect((refused.input.streamError as? POSIXError)?.code == .ECONNREFUSED)
        for (host, port) in [("256.0.0.1.invalid", 80), ("127.0.0.1", 0), ("127.0.0.1", 65_537)] {
            let unknown = try Pair(to: host, port)
            await unknown.ear.hears(.errorOccurred)
            let error = try #require(unknown.input.streamError as NSError?)
            #expect(error.localizedDescription.contains(host))
        }
    }

    @Test("The service type is a property of both; no other is taken")
    func properties() throws {
        var (input, output): (InputStream?, OutputStream?) = (nil, nil)
        Stream.getStreamsToHost(
            withName: "localhost", port: 9, inputStream: &input, outputStream: &output)
        let found = (try #require(input), try #require(output))
        #expect(found.0.property(forKey: .networkServiceType) == nil)
        #expect(
            found.0.setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType))
        #expect(
            found.1.property(forKey: .networkServiceType) as? String
                == StreamNetworkServiceTypeValue.voIP.rawValue)
        #expect(
            found.1.setProperty(
                StreamNetworkServiceTypeValue.video.rawValue, forKey: .networkServiceType))
        #expect(!found.0.setProperty("level", forKey: .socketSecurityLevelKey))
        #expect(!found.0.setProperty(nil, forKey: .networkServiceType))
    }
}
