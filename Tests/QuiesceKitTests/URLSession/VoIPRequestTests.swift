import Foundation
import Glibc
import QuiesceURLSession
import TestSupport
import Testing

/// Requests that are marked for VoIP, with a server of the test's own on loopback. The test's
/// process has no app, so that nothing is kept.
@Suite("Requests marked for VoIP", .behaviour("V7"), .timeLimit(.minutes(1)))
struct VoIPRequestTests {
    private enum Event: Equatable {
        case response(Int)
        case data(String)
        case end(Int)
    }

    /// A session's delegate, whose calls are a stream.
    private final class Ear: NSObject, URLSessionDataDelegate {
        let events: AsyncStream<Event>
        private let heard: AsyncStream<Event>.Continuation

        override init() {
            (events, heard) = AsyncStream.makeStream(of: Event.self)
            super.init()
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            heard.yield(.response((response as? HTTPURLResponse)?.statusCode ?? 0))
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) { heard.yield(.data(String(decoding: data, as: UTF8.self))) }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            heard.yield(.end((error as? URLError)?.errorCode ?? 0))
        }
    }

    // Its connection is its queue's, where it may wait without holding up other tests.
    private final class Server: @unchecked Sendable {
        let port: UInt16
        private let listener: Int32
        private let queue = DispatchQueue(label: "server")
        private var connection: Int32 = -1

        init() {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, size)
                    _ = getsockname(listener, $0, &size)
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            self.listener = listener
        }

        deinit {
            Glibc.close(listener)
            close()
        }

        func listens() { listen(listener, 4) }

        /// Takes the next connection.
        ///
        /// - Returns: the request, once it ends with `end`.
        func hear(to end: String = "\r\n\r\n") async -> String {
            await onQueue {
                self.close()
                self.connection = accept(self.listener, nil, nil)
                var heard = ""
                while !heard.hasSuffix(end), let more = self.receive() { heard += more }
                return heard
            }
        }

        /// nil: the other end has hung up.
        func next() async -> String? { await onQueue { self.receive() } }

        func say(_ text: String) async {
            await onQueue {
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        send(self.connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard sent > 0 else { return }
                    rest = rest.dropFirst(sent)
                }
            }
        }

        func hangUp() async { await onQueue { self.close() } }

        private func onQueue<Value: Sendable>(
            _ body: @escaping @Sendable () -> Value
        ) async -> Value {
            await withCheckedContinuation { done in
                queue.async { done.resume(returning: body()) }
            }
        }

        private func receive() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(connection, &buffer, buffer.count, 0)
            return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
        }

        private func close() {
            if connection >= 0 { Glibc.close(connection) }
            connection = -1
        }
    }

    private let server = Server()

    private func request(_ path: String = "/") throws -> URLRequest {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
        var request = URLRequest(url: url)
        request.networkServiceType = .voip
        return request
    }

    /// A request that is under way.
    private final class Call {
        let task: URLSessionDataTask
        private var events: AsyncStream<Event>.Iterator

        init(_ request: URLRequest) {
            let ear = Ear()
            events = ear.events.makeAsyncIterator()
            let session = URLSession(configuration: .default, delegate: ear, delegateQueue: nil)
            task = session.dataTask(with: request)
            task.resume()
            session.finishTasksAndInvalidate()
        }

        func next() async -> Event? { await events.next() }
    }

    @Test("The delegate gets the answer while it is open, piece by piece")
    func pieces() async throws {
        server.listens()
        let call = Call(try request("/calls"))
        // Foundation's own gives libcurl's version there.
        let heard = await server.hear()
        #expect(heard.hasPrefix("GET /calls HTTP/1.1\r\n") && !heard.contains("curl/"))
        await server.say("HTTP/1.1 200 OK\r\nX-Line: 1\r\nx-line: 2\r\n\r\n")
        #expect(await call.next() == .response(200))
        let response = try #require(call.task.response as? HTTPURLResponse)
        #expect(response.value(forHTTPHeaderField: "X-Line") == "1, 2")
        for piece in ["one", "two"] {
            await server.say(piece)
            #expect(await call.next() == .data(piece))
        }
        await server.hangUp()
        #expect(await call.next() == .end(0))
    }

    @Test(
        "Whoever awaits the answer gets all of it, whether the session has a delegate or not",
        arguments: [false, true])
    func whole(hasDelegate: Bool) async throws {
        server.listens()
        let session = URLSession(
            configuration: .ephemeral, delegate: hasDelegate ? Ear() : nil, delegateQueue: nil)
        let request = try request()
        async let answer = session.data(for: request)
        _ = await server.hear()
        let long = String(repeating: "a long answer ", count: 20_000)
        await server.say("HTTP/1.1 200 OK\r\nContent-Length: \(long.utf8.count)\r\n\r\n\(long)")
        let (data, response) = try await answer
        #expect(String(decoding: data, as: UTF8.self) == long)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        session.invalidateAndCancel()
    }

    @Test("Method, fields and body go to the server")
    func body() async throws {
        server.listens()
        var request = try request()
        request.httpMethod = "PUT"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("I am here\0.".utf8)
        let call = Call(request)
        let heard = await server.hear(to: ".")
        #expect(heard.hasPrefix("PUT / HTTP/1.1\r\n"))
        #expect(heard.contains("Content-Type: text/plain\r\n"))
        #expect(heard.hasSuffix("\r\n\r\nI am here\0."))
        await server.say("HTTP/1.1 204 No Content\r\n\r\n")
        #expect(await call.next() == .response(204))
        #expect(await call.next() == .end(0))
    }

    @Test("Another address that the server names is asked")
    func redirect() async throws {
        let other = Server()
        server.listens()
        other.listens()
        let call = Call(try request())
        _ = await server.hear()
        await server.say(
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(other.port)/there\r\n"
                + "Content-Length: 0\r\n\r\n")
        #expect(await server.next() == nil)
        #expect(await other.hear().hasPrefix("GET /there "))
        await other.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(await call.next() == .response(200))
        #expect(await call.next() == .end(0))
        #expect(call.task.response?.url?.path == "/there")
    }

    @Test("A request that is cancelled ends with that error, and its connection is closed")
    func cancel() async throws {
        server.listens()
        let call = Call(try request())
        _ = await server.hear()
        await server.say("HTTP/1.1 200 OK\r\n\r\n")
        #expect(await call.next() == .response(200))
        call.task.cancel()
        #expect(await call.next() == .end(URLError.cancelled.rawValue))
        #expect(await server.next() == nil)
    }

    @Test(
        "A port where nobody listens, a name that nobody knows, and an answer that breaks off are errors"
    )
    func errors() async throws {
        let refused = Call(try request())
        #expect(await refused.next() == .end(URLError.cannotConnectToHost.rawValue))
        var unknown = try request()
        unknown.url = URL(string: "http://256.0.0.1.invalid/")
        let lost = Call(unknown)
        #expect(await lost.next() == .end(URLError.cannotFindHost.rawValue))
        server.listens()
        let broken = Call(try request())
        _ = await server.hear()
        await server.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
        #expect(await broken.next() == .response(200))
        await server.hangUp()
        #expect(await broken.next() == .end(URLError.networkConnectionLost.rawValue))
    }

    @Test("A marked download is Foundation's")
    func download() async throws {
        server.listens()
        let session = URLSession(configuration: .default)
        let request = try request()
        async let answer = session.download(for: request)
        #expect(await server.hear().contains("curl/"))
        await server.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfile")
        let (file, _) = try await answer
        #expect(try String(contentsOf: file, encoding: .utf8) == "file")
        try FileManager.default.removeItem(at: file)
        session.invalidateAndCancel()
    }
}
