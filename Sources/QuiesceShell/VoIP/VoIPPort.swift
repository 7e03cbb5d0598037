import QuiesceCore

/// Duplicates of apps' sockets, which outlive nobody: at first there are none. It reports by
/// `Device.traffic(_:of:isOver:)`.
package struct VoIPPort {
    /// Reports the first socket of the process in which something waits, also from before, once,
    /// and then watches none of them; or watches none.
    package var watch: (ProcessKey, _ isOn: Bool) -> Void
    /// Closes the duplicate of one.
    package var close: (ProcessKey, _ descriptor: Int32) -> Void
    /// Closes all duplicates of the process's.
    package var release: (ProcessKey) -> Void
    /// Takes duplicates of these from the process itself, and says of which it has none.
    package var recover: (ProcessKey, [KeptSocket]) -> [Int32]

    package init(
        watch: @escaping (ProcessKey, Bool) -> Void = { _, _ in },
        close: @escaping (ProcessKey, Int32) -> Void = { _, _ in },
        release: @escaping (ProcessKey) -> Void = { _ in },
        recover: @escaping (ProcessKey, [KeptSocket]) -> [Int32] = { $1.map(\.descriptor) }
    ) {
        self.watch = watch
        self.close = close
        self.release = release
        self.recover = recover
    }
}
