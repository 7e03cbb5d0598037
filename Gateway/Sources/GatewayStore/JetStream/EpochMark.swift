/// The highest base that a gateway ever numbered by, kept where no NATS server can lose it: an
/// epoch that all else has forgotten isn't begun again.
public struct EpochMark: Sendable {
    /// Zero if there is none.
    var read: @Sendable () throws -> Int64
    /// Returns once it is on disk.
    var write: @Sendable (Int64) throws -> Void

    public init(
        read: @escaping @Sendable () throws -> Int64,
        write: @escaping @Sendable (Int64) throws -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// For who stores no pushes.
    public static var none: EpochMark { EpochMark(read: { 0 }, write: { _ in }) }
}
