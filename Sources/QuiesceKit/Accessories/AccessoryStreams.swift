import Dispatch
import Foundation
import Synchronization

/// What both streams of a session do alike: status, schedule, and events on the main thread, one at a time and the next only once the app has
/// read or written. From any thread.
final class AccessoryStreamState: Sendable {
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

    let line: AccessoryLine
    private let state = Mutex(State())
    private let makeSource: @Sendable (Int32) -> Waiting
    private let ready: Stream.Event
    let owner = StreamOwner()

    init(
        _ line: AccessoryLine, ready: Stream.Event,
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

    var error: (any Error)? {
        line.reason.map {
            NSError(
                domain: "QuiesceAccessoryErrorDomain", code: 1,
                userInfo: [NSLocalizedDescriptionKey: $0])
        }
    }

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
            return line.isHungUp ? line.end(because: nil) : wait()
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
// The stream is set once, by its initializer, before anybody else has the state; after that it is only read, and a weak reference may be read by
// several threads.
final class StreamOwner: @unchecked Sendable {
    weak var stream: Stream?
}

/// What an accessory sends. Its events come on the main thread, whichever run loop it is scheduled in.
final class AccessoryInputStream: InputStream {
    private let state: AccessoryStreamState

    init(_ line: AccessoryLine) {
        state = AccessoryStreamState(line, ready: .hasBytesAvailable) {
            Waiting(source: DispatchSource.makeReadSource(fileDescriptor: $0, queue: .main))
        }
        super.init(data: Data())
        state.owner.stream = self
    }

    /// Says that there are bytes, at once.
    func offer() { state.offer() }

    override func open() { state.open() }
    override func close() { state.close() }
    override var streamStatus: Stream.Status { state.status }
    override var streamError: (any Error)? { state.error }
    override var hasBytesAvailable: Bool { state.line.available > 0 }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        guard state.status != .notOpen, state.status != .closed else { return -1 }
        let count = state.line.read(buffer, len)
        state.taken()
        return count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { nil }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        false
    }
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(true)
    }
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(false)
    }
}

/// What an accessory is sent. Likewise.
final class AccessoryOutputStream: OutputStream {
    private let state: AccessoryStreamState

    init(_ line: AccessoryLine) {
        state = AccessoryStreamState(line, ready: .hasSpaceAvailable) {
            Waiting(source: DispatchSource.makeWriteSource(fileDescriptor: $0, queue: .main))
        }
        super.init(toMemory: ())
        state.owner.stream = self
    }

    /// One with no accessory: it can't be opened, and is at its end.
    required init(toMemory: ()) {
        let line = AccessoryLine {}
        line.close()
        state = AccessoryStreamState(line, ready: .hasSpaceAvailable) {
            Waiting(source: DispatchSource.makeWriteSource(fileDescriptor: $0, queue: .main))
        }
        super.init(toMemory: ())
    }

    override func open() { state.open() }
    override func close() { state.close() }
    override var streamStatus: Stream.Status { state.status }
    override var streamError: (any Error)? { state.error }
    override var hasSpaceAvailable: Bool { state.status == .open }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        guard state.status != .notOpen, state.status != .closed else { return -1 }
        let count = state.line.write(buffer, len)
        state.taken()
        return count
    }

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { nil }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        false
    }
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(true)
    }
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(false)
    }
}
