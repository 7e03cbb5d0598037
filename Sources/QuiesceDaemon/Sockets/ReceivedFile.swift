import QuiesceLinux

/// A descriptor that came with a message, closed with the last that holds it.
final class ReceivedFile: Sendable {
    let descriptor: OwnedDescriptor
    init(_ descriptor: CInt) { self.descriptor = OwnedDescriptor(descriptor) }
}
