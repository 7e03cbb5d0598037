import Dispatch
import Foundation

/// The input stream of a line. Its events come on the main thread, whichever run loop it is
/// scheduled in.
class DescriptorInputStream: InputStream {
    let state: DescriptorStreamState

    init(_ line: DescriptorLine) {
        state = DescriptorStreamState(line, ready: .hasBytesAvailable) {
            Waiting(source: DispatchSource.makeReadSource(fileDescriptor: $0, queue: .main))
        }
        super.init(data: Data())
        state.owner.stream = self
    }

    /// Says that there are bytes, at once. On the main thread.
    func offer() { state.offer() }
    /// Says at once what there is to say. On the main thread.
    func goOn() { state.goOn() }

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

/// The output stream of a line. Its events come on the main thread, whichever run loop it is
/// scheduled in.
class DescriptorOutputStream: OutputStream {
    let state: DescriptorStreamState

    init(_ line: DescriptorLine) {
        state = DescriptorStreamState(line, ready: .hasSpaceAvailable) {
            Waiting(source: DispatchSource.makeWriteSource(fileDescriptor: $0, queue: .main))
        }
        super.init(toMemory: ())
        state.owner.stream = self
    }

    /// Says at once what there is to say. On the main thread.
    func goOn() { state.goOn() }

    /// One that leads nowhere: it can't be opened, and is at its end.
    required init(toMemory: ()) {
        let line = DescriptorLine { _ in }
        line.close()
        state = DescriptorStreamState(line, ready: .hasSpaceAvailable) {
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
