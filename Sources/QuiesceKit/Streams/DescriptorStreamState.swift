import Dispatch
import Foundation
import Synchronization

/// The state and behaviour that both streams of a line have alike: status, schedule, and events on
/// the main thread, one at a time and the next only once the app has read or written. From any
/// thread.
final class DescriptorStreamState: Sendable {
    private struct State {
        var isOpened = false
        var isClosed = false
        var isScheduled = false
        /// The app was told that it is open.
        var saidOpen = false
        var saidEnd = false
        /// Waits for bytes, or for room; nil: the app was told of some, and hasn't taken them.
        var source: Waiting?
    }

    let line: DescriptorLine
    private let state = Mutex(State())
    private let makeSource: @Sendable (Int32) -> Waiting
    private let ready: Stream.Event
    let owner = StreamOwner()

    init(
        _ line: DescriptorLine, ready: Stream.Event,
        source: @escaping @Sendable (Int32) -> Waiting
    ) {
        self.line = line
        self.ready = ready
        makeSource = source
        line.follow { [weak self] in
            DispatchQueue.main.async { self?.goOn() }
        }
    }

    var status: Stream.Status {
        let (isOpened, isClosed) = state.withLock { ($0.isOpened, $0.isClosed) }
        if isClosed { return .closed }
        if !isOpened { return .notOpen }
        if line.isOver { return line.reason == nil ? .atEnd : .error }
        return line.isOpen ? .open : .opening
    }

    var error: (any Error)? { line.reason }

    func open() {
        let isFirst = state.withLock { state in
            defer { state.isOpened = true }
            return !state.isOpened && !state.isClosed
        }
        guard isFirst else { return }
        line.streamOpened()
        DispatchQueue.main.async { self.goOn() }
    }

    func close() {
        let (wasOpen, source) = state.withLock { state in
            defer {
                state.isClosed = true
                state.source = nil
            }
            return (state.isOpened && !state.isClosed, state.source)
        }
        source?.cancel()
        if wasOpen { line.streamClosed() }
    }

    func schedule(_ isScheduled: Bool) {
        let source = state.withLock { state in
            state.isScheduled = isScheduled
            guard !isScheduled, let source = state.source else {
                return nil as Waiting?
            }
            state.source = nil
            return source
        }
        source?.cancel()
        if isScheduled { DispatchQueue.main.async { self.goOn() } }
    }

    /// The app has read or written: it is told of the next.
    func taken() { wait() }

    /// Says what there is to say. On the main thread.
    func goOn() {
        guard hears else { return }
        if line.isOpen {
            let isNew = state.withLock { state in
                defer { state.saidOpen = true }
                return !state.saidOpen
            }
            if isNew { say(.openCompleted) }
            wait()
        } else if line.isOver {
            let isNew = state.withLock { state in
                defer { state.saidEnd = true }
                return !state.saidEnd
            }
            if isNew { say(line.reason == nil ? .endEncountered : .errorOccurred) }
        }
    }

    /// Says now that there are bytes, or room, without waiting for it. On the main thread.
    func offer() {
        let source = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
        // The app may have read already, when it ran again.
        guard hears, line.available > 0 else { return wait() }
        say(ready)
    }

    private var hears: Bool {
        state.withLock { $0.isOpened && !$0.isClosed && $0.isScheduled }
    }

    private func say(_ event: Stream.Event) {
        guard let stream = owner.stream else { return }
        stream.delegate?.stream(stream, handle: event)
    }

    private func wait() {
        guard hears, state.withLock({ $0.source == nil }),
            let descriptor = line.descriptorToWaitOn()
        else { return }
        let source = makeSource(descriptor)
        source.source.setCancelHandler { Foundation.close(descriptor) }
        source.source.setEventHandler { [weak self] in self?.fired() }
        let isFirst = state.withLock { state in
            guard state.source == nil, !state.isClosed else { return false }
            state.source = source
            return true
        }
        source.source.resume()
        if !isFirst { source.cancel() }
    }

    /// Once, until the app has read or written.
    private func fired() {
        let source = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        guard let source else { return }
        source.cancel()
        guard hears else { return }
        if ready == .hasBytesAvailable, line.available == 0 {
            // Somebody else has read, or the other end is gone.
            if !line.endIfHungUp() { wait() }
            return
        }
        say(ready)
    }
}

/// Waits for bytes, or for room.
// A constant, and Dispatch lets its sources be used from any thread.
struct Waiting: @unchecked Sendable {
    let source: any DispatchSourceProtocol

    func cancel() { source.cancel() }
}

/// The stream of which a state is.
// The stream is set once, by its initializer, before anybody else has the state; after that it is
// only read, and a weak reference may be read by several threads.
final class StreamOwner: @unchecked Sendable {
    weak var stream: Stream?
}
