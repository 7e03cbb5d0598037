/// The process of a program that ran before it became an app (`quiesce adopt`), by the kernel's
/// word: a number alone may come to mean another process.
// derive: json
public struct AdoptedProcess: Sendable, Hashable {
    public var pid: Int32
    /// In clock ticks since boot.
    public var startTime: UInt64

    public init(pid: Int32, startTime: UInt64) {
        self.pid = pid
        self.startTime = startTime
    }
}
