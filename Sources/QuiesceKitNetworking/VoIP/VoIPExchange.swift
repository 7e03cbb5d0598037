import CCurl
import CQuiesceLinux
import Dispatch
import Foundation
import FoundationNetworking
import Glibc
import QuiesceAgent
import QuiesceKit
import QuiesceWire

/// One request marked for VoIP, and its response, by libcurl, as Foundation's requests. Its socket
/// is kept from when it is connected until the exchange is over.
// Everything in it happens on one serial queue, the session's: there it is made, begun and ended,
// and there its source and its timers run.
final class VoIPExchange: Exchange, @unchecked Sendable {
    enum News {
        case response(HTTPURLResponse)
        case data(Data)
        case finished
        case failed(URLError)
    }

    private let queue: DispatchQueue
    private let epoll: Int32
    private let multi: Multi
    private let easy = Easy()
    private let sockets = Sockets(
        isConnected: { OwnSockets.keep($0) }, close: { OwnSockets.close($0) })
    private let source: any DispatchSourceRead
    private let url: URL?
    /// nil once it is over.
    private var tell: ((News) -> Void)?
    private var head = ResponseHead()
    private var hasResponse = false
    /// nil: each piece is told.
    private var body: Data?

    /// - Parameter collects: the body is told as a whole.
    init(_ request: URLRequest, collects: Bool, on queue: DispatchQueue) {
        self.queue = queue
        url = request.url
        body = collects ? Data() : nil
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        multi = Multi(epoll: epoll, connections: 1)
        source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
        prepare(request)
    }

    func begin(_ tell: @escaping (News) -> Void) {
        self.tell = tell
        source.setEventHandler { self.work() }
        source.setCancelHandler { [epoll] in close(epoll) }
        source.activate()
        multi.add(easy)
        _ = multi.startNext()
        takeEnded()
        awaitDeadline()
    }

    /// Ends the connection. Nothing more is told.
    func end() {
        guard tell != nil else { return }
        tell = nil
        multi.remove(easy)
        multi.close()
        source.cancel()
    }

    private func work() {
        guard tell != nil else { return }
        OwnSockets.read {
            var events = [epoll_event](repeating: epoll_event(), count: 4)
            let count = epoll_wait(epoll, &events, Int32(events.count), 0)
            for event in events.prefix(Int(max(count, 0))) where tell != nil {
                multi.ready(event.data.fd, event.events)
                takeEnded()
            }
            guard tell != nil else { return }
            multi.timeIsUp()
            takeEnded()
        }
        awaitDeadline()
    }

    /// Only a connection that is being made has one.
    private func awaitDeadline() {
        guard tell != nil, let deadline = multi.deadline else { return }
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) { [weak self] in
            self?.work()
        }
    }

    private func takeEnded() {
        guard let tell, let (_, result) = multi.nextEnded() else { return }
        let failure =
            result != CURLE_OK
            ? URLError(result, easy.message, url) : hasResponse ? nil : URLError(.badServerResponse)
        end()
        if let failure { return tell(.failed(failure)) }
        if let body, !body.isEmpty { tell(.data(body)) }
        tell(.finished)
    }

    // MARK: The request

    private func prepare(_ request: URLRequest) {
        easy.reset(for: self)
        easy.set(sockets)
        easy.set(CURLOPT_URL, request.url?.absoluteString)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, true)
        easy.set(CURLOPT_MAXREDIRS, 20)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        // A server that sends its visitors on has its connection closed, and wakes nobody.
        easy.set(CURLOPT_FORBID_REUSE, true)
        // All that libcurl knows.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        easy.set(CURLOPT_USERAGENT, ProcessInfo.processInfo.processName)
        easy.set(
            CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, min(request.timeoutInterval, 86_400) * 1_000)))
        setMethod(request.httpMethod ?? "GET", request.httpBody)
        easy.set(
            lines: (request.allHTTPHeaderFields ?? [:]).map { name, value in
                value.isEmpty ? "\(name);" : "\(name): \(value)"
            })
    }

    private func setMethod(_ method: String, _ body: Data?) {
        let isPost = method == "POST" || body != nil
        if isPost { (body ?? Data()).withUnsafeBytes { easy.set(body: $0) } }
        switch method {
        case "HEAD": easy.set(CURLOPT_NOBODY, true)
        case isPost ? "POST" : "GET": break
        case _: easy.set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    // MARK: The response

    func tookHead(_ line: UnsafeRawBufferPointer) -> Int {
        // Lines after the body are no head.
        guard !hasResponse, head.take(line), !head.isFollowed else { return line.count }
        let address = easy.string(CURLINFO_EFFECTIVE_URL) ?? ""
        guard let response = head.response(from: address).urlResponse else { return 0 }
        hasResponse = true
        tell?(.response(response))
        return line.count
    }

    func took(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        if body == nil { tell?(.data(Data(piece))) } else { body?.append(contentsOf: piece) }
        return count
    }
}
