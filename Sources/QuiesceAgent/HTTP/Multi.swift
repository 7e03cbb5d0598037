import CCurl
import CQuiesceLinux
import Glibc

/// libcurl's multi handle on an epoll of our own. Belongs to the loop's thread.
package final class Multi {
    private let handle: UnsafeMutableRawPointer
    private let epoll: Int32
    /// When libcurl wants to be called, in `Monotonic` nanoseconds.
    package private(set) var deadline: UInt64?
    private let connections: Int
    private var waiting: ArraySlice<Easy> = []
    private var free: [Easy] = []

    /// - Parameter connections: kept for the next request.
    package init(epoll: Int32, connections: Int) {
        self.connections = connections
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let handle = curl_multi_init() else { preconditionFailure("no memory for libcurl") }
        self.handle = handle
        self.epoll = epoll
        qc_multi_callbacks(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { _, socket, what, context, own in
                Unmanaged<Multi>.fromOpaque(context!).takeUnretainedValue()
                    .watch(socket, what, isNew: own == nil)
                return 0
            },
            { _, milliseconds, context in
                Unmanaged<Multi>.fromOpaque(context!).takeUnretainedValue()
                    .deadline =
                    milliseconds < 0
                    ? nil : Monotonic.now + UInt64(milliseconds) * 1_000_000
                return 0
            })
        qc_multi_set_long(handle, CURLMOPT_MAXCONNECTS, connections)
    }

    /// Closes all connections. The last that is done with it; no request is in its hands any more.
    package func close() {
        waiting.removeAll()
        free.removeAll()
        deadline = nil
        curl_multi_cleanup(handle)
    }

    private func watch(_ socket: Int32, _ what: Int32, isNew: Bool) {
        if what == CURL_POLL_REMOVE {
            _ = epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil)
            curl_multi_assign(handle, socket, nil)
            return
        }
        var event = epoll_event()
        if what & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        event.data.fd = socket
        if isNew || epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) < 0 {
            _ = epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event)
            // Anything but nil: this socket is known.
            curl_multi_assign(handle, socket, UnsafeMutableRawPointer(bitPattern: 1))
        }
    }

    /// Makes a request, at the next `startNext`.
    package func add(_ easy: Easy) { waiting.append(easy) }

    package func remove(_ easy: Easy) {
        if let index = waiting.firstIndex(where: { $0 === easy }) {
            waiting.remove(at: index)
        } else {
            curl_multi_remove_handle(handle, easy.handle)
        }
    }

    /// One alone: what has ended must be looked at before another request has its connection.
    ///
    /// - Returns: false: none waits.
    package func startNext() -> Bool {
        guard let easy = waiting.popFirst() else { return false }
        curl_multi_add_handle(handle, easy.handle)
        runTimers()
        return true
    }

    package func ready(_ socket: Int32, _ events: UInt32) {
        var mask: Int32 = 0
        if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 {
            mask |= CURL_CSELECT_IN
        }
        if events & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
        if events & EPOLLERR.rawValue != 0 { mask |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        curl_multi_socket_action(handle, socket, mask, &running)
    }

    package func timeIsUp() {
        if let deadline, Monotonic.now >= deadline { runTimers() }
    }

    private func runTimers() {
        deadline = nil
        var running: Int32 = 0
        curl_multi_socket_action(handle, CURL_SOCKET_TIMEOUT, 0, &running)
        if deadline != nil { return }
        // Called a moment too early, libcurl does nothing, and doesn't say the same time again.
        var milliseconds = -1
        curl_multi_timeout(handle, &milliseconds)
        if milliseconds >= 0 {
            deadline = Monotonic.now + UInt64(max(milliseconds, 1)) * 1_000_000
        }
    }

    /// The next transfer that ended.
    package func nextEnded() -> (exchange: any Exchange, result: CURLcode)? {
        var result = CURLE_OK
        guard let easy = qc_multi_ended(handle, &result), let own = qc_private(easy) else {
            return nil
        }
        return (Easy.exchange(of: own), result)
    }

    // Handles are used again: making one costs as much as a small request.

    package func takeEasy() -> Easy { free.popLast() ?? Easy() }

    package func giveEasy(_ easy: Easy) {
        // Cookies are this transfer's alone.
        easy.set(CURLOPT_COOKIELIST, "ALL")
        if free.count < connections { free.append(easy) }
    }
}
