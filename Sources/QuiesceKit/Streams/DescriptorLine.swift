import CQuiesceLinux
import Foundation
import Glibc
import Synchronization

/// A terminal or a connected socket that two streams share, one for each direction. From any
/// thread.
final class DescriptorLine: Sendable {
    private struct State {
        /// -1: not there yet, or any more.
        var descriptor: Int32 = -1
        var isOver = false
        /// Why it is over; nil: it was ended, or came to its end.
        var reason: (any Error)?
        var openStreams = 0
        /// Called when what comes has been read.
        var whenRead: (@Sendable () -> Void)?
        /// Blocks to call when the descriptor comes, and when the line ends: a block of each
        /// stream.
        var followers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    /// Called once, when it is over, with the descriptor, which it closes; -1: none has come.
    private let ended: @Sendable (Int32) -> Void

    init(ended: @escaping @Sendable (Int32) -> Void) { self.ended = ended }

    deinit { close() }

    var isOpen: Bool { state.withLock { $0.descriptor >= 0 } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var reason: (any Error)? { state.withLock { $0.reason } }

    func follow(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.followers.append(block) }
    }

    /// The descriptor has come.
    ///
    /// - Returns: false where there is one already, or it is of no use any more: it is the
    ///   caller's.
    func opened(_ descriptor: Int32) -> Bool {
        let followers = state.withLock { state -> [@Sendable () -> Void]? in
            guard !state.isOver, state.descriptor < 0 else { return nil }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            state.descriptor = descriptor
            return state.followers
        }
        guard let followers else { return false }
        for follower in followers { follower() }
        return true
    }

    /// - Parameter reason: why it was refused or taken away; nil: it is at its end.
    func end(because reason: (any Error)?) { finish(reason) }

    /// The app is done with it.
    func close() { finish(nil) }

    private func finish(_ reason: (any Error)?) {
        let before = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            defer {
                state.isOver = true
                state.reason = reason
                state.descriptor = -1
                state.whenRead = nil
                state.followers = []
            }
            return state
        }
        guard let before else { return }
        ended(before.descriptor)
        for follower in before.followers { follower() }
        before.whenRead?()
    }

    // MARK: Streams

    func streamOpened() { state.withLock { $0.openStreams += 1 } }

    /// With the last one it is over.
    func streamClosed() {
        let isLast = state.withLock { state in
            state.openStreams -= 1
            return state.openStreams == 0
        }
        if isLast { close() }
    }

    /// Another descriptor of the same, to wait on; nil: there is none.
    func descriptorToWaitOn() -> Int32? {
        state.withLock { state in
            guard state.descriptor >= 0,
                case let copy = fcntl(state.descriptor, F_DUPFD_CLOEXEC, 0),
                copy >= 0
            else { return nil }
            return copy
        }
    }

    // MARK: Bytes

    /// How many can be read now.
    var available: Int { state.withLock { Self.available($0.descriptor) } }

    /// Is over, if the other end is gone: a cable was pulled out, a connection ended or reset.
    ///
    /// - Returns: false: it is there.
    func endIfHungUp() -> Bool {
        let how = state.withLock { $0.descriptor >= 0 ? ql_hung_up($0.descriptor) : 0 }
        guard how >= 0 else { return false }
        finish(Self.error(how))
        return true
    }

    private static func error(_ code: Int32) -> (any Error)? {
        POSIXErrorCode(rawValue: code).map { POSIXError($0) }
    }

    private static func available(_ descriptor: Int32) -> Int {
        guard descriptor >= 0 else { return 0 }
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// As read(2), but that it waits for the first byte.
    ///
    /// - Returns: 0 at the end, -1 where there is nothing to read from yet, or no more.
    func read(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            guard let waiting = descriptorToWaitOn() else { return isOver ? 0 : -1 }
            defer { Glibc.close(waiting) }
            let got = Glibc.read(waiting, buffer, count)
            if got > 0 {
                noteRead()
                return got
            }
            if got < 0, errno == EINTR { continue }
            if got < 0, errno == EAGAIN {
                var entry = pollfd(fd: waiting, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, -1)
                continue
            }
            // The other end is gone: EIO of a pseudo-terminal, nothing of a cable that was pulled.
            let reason = got < 0 && errno != EIO ? Self.error(errno) : nil
            finish(reason)
            return reason == nil ? 0 : -1
        }
    }

    /// As write(2), but that it waits for room.
    func write(_ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        while true {
            guard let waiting = descriptorToWaitOn() else { return -1 }
            defer { Glibc.close(waiting) }
            var put = send(waiting, buffer, count, Int32(MSG_NOSIGNAL))
            if put < 0, errno == ENOTSOCK { put = Glibc.write(waiting, buffer, count) }
            if put >= 0 { return put }
            if errno == EINTR { continue }
            if errno == EAGAIN {
                var entry = pollfd(fd: waiting, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
                continue
            }
            finish(errno == EIO ? nil : Self.error(errno))
            return -1
        }
    }

    // MARK: A wake-up

    /// Calls `block` once everything that has come is read, or the session is over.
    func whenRead(_ block: @escaping @Sendable () -> Void) {
        let before = state.withLock { state in
            defer { state.whenRead = block }
            return state.whenRead
        }
        before?()
        noteRead()
    }

    /// The app doesn't read.
    func stopWaiting() {
        let block = state.withLock { state in
            defer { state.whenRead = nil }
            return state.whenRead
        }
        block?()
    }

    private func noteRead() {
        let block = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.whenRead != nil, Self.available(state.descriptor) == 0 else { return nil }
            defer { state.whenRead = nil }
            return state.whenRead
        }
        block?()
    }
}
