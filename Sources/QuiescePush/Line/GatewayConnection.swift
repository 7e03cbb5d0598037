import CCurl
import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceVocabulary

/// One connection to a gateway with what is under way on it, on an epoll of its own, so that all of
/// it ends together. Belongs to the loop's thread.
final class GatewayConnection {
    /// Readable when there is something to do.
    let epoll: Int32
    private let endpoint: Endpoint
    private let multi: Multi
    private var requests: [ObjectIdentifier: Request] = [:]
    private var isClosed = false

    init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        multi = Multi(epoll: epoll, connections: Limits.connections)
    }

    /// In `Monotonic` nanoseconds: when `work` is to be called even if nothing comes.
    var deadline: UInt64? { isClosed ? nil : multi.deadline }

    @discardableResult
    func request(
        _ method: String, _ path: String, headers: [String] = [], json: (any Described)? = nil,
        takeBytes: ((UnsafeRawBufferPointer) -> Int)? = nil,
        done: @escaping (Request.Result) -> Void
    ) -> Request {
        var own: ObjectIdentifier?
        let request = Request(
            method, path, at: endpoint, headers: headers,
            json: json.map { Data($0.json) },
            on: multi, takeBytes: takeBytes
        ) { [unowned self] result in
            if let own { requests[own] = nil }
            done(result)
        }
        own = ObjectIdentifier(request)
        requests[ObjectIdentifier(request)] = request
        return request
    }

    /// Does what there is to do now.
    func work() {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        let count = isClosed ? 0 : epoll_wait(epoll, &events, Int32(events.count), 0)
        for event in events.prefix(Int(max(count, 0))) where !isClosed {
            multi.ready(event.data.fd, event.events)
            takeEnded()
        }
        guard !isClosed else { return }
        multi.timeIsUp()
        takeEnded()
        while !isClosed, multi.startNext() { takeEnded() }
    }

    private func takeEnded() {
        while !isClosed, let (exchange, result) = multi.nextEnded() {
            (exchange as? Request)?.ended(result)
        }
    }

    /// Ends it with all its requests, of which nothing more is heard. Not from within `takeBytes`.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for request in requests.values { request.cancel() }
        requests.removeAll()
        multi.close()
        Glibc.close(epoll)
    }

    deinit { close() }
}
