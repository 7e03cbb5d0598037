import CCurl
import CQuiesceLinux
import Glibc
import QuiesceAgent

/// One endless answer of an ntfy server, with the connection that it comes by. Belongs to the
/// loop's thread.
final class NtfyStream: Exchange {
    /// Readable when there is something to do.
    let epoll: Int32
    private let multi: Multi
    private let easy = Easy()
    private let take: (UnsafeRawBufferPointer) -> Bool
    private let ended: (String) -> Void
    private var refusal: [UInt8] = []
    private var isClosed = false

    /// - Parameters:
    ///   - take: false ends the request.
    ///   - ended: with one line about why.
    init(
        _ url: String, token: String?, take: @escaping (UnsafeRawBufferPointer) -> Bool,
        ended: @escaping (String) -> Void
    ) {
        self.take = take
        self.ended = ended
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        multi = Multi(epoll: epoll, connections: 1)
        easy.reset(for: self)
        easy.set(CURLOPT_URL, url)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_CONNECTTIMEOUT, Limits.connectSeconds)
        easy.set(CURLOPT_TCP_KEEPALIVE, true)
        let proof = token.map { ["Authorization: Bearer \($0)"] } ?? []
        easy.set(lines: ["Accept: application/x-ndjson", "User-Agent: Quiesce"] + proof)
        multi.add(easy)
    }

    var deadline: UInt64? { isClosed ? nil : multi.deadline }

    func work() {
        var events = [epoll_event](repeating: epoll_event(), count: 8)
        let count = isClosed ? 0 : epoll_wait(epoll, &events, Int32(events.count), 0)
        for event in events.prefix(Int(max(count, 0))) where !isClosed {
            multi.ready(event.data.fd, event.events)
        }
        guard !isClosed else { return }
        multi.timeIsUp()
        while multi.startNext() {}
        guard let (_, result) = multi.nextEnded() else { return }
        let status = easy.long(CURLINFO_RESPONSE_CODE)
        let words = easy.message
        close()
        if result == CURLE_OK || result == CURLE_WRITE_ERROR, status != 200, status != 0 {
            let text = String(decoding: refusal.prefix(200), as: UTF8.self)
            return ended("it refused with status \(status) \(text)")
        }
        guard result != CURLE_OK else { return ended("it closed the connection") }
        ended(words.isEmpty ? String(cString: curl_easy_strerror(result)) : words)
    }

    /// Nothing more is heard of it. Not from within `take`.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        multi.remove(easy)
        multi.close()
        Glibc.close(epoll)
    }

    deinit { close() }

    // MARK: What libcurl says

    func took(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        if easy.long(CURLINFO_RESPONSE_CODE) == 200 { return take(piece) ? count : 0 }
        guard refusal.count + count <= Limits.ntfyRefusalBytes else { return 0 }
        refusal += piece
        return count
    }

    func tookHead(_ line: UnsafeRawBufferPointer) -> Int { line.count }
}
