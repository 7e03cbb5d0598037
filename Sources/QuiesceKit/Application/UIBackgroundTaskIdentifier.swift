/// Names one background task of this process (T1).
public struct UIBackgroundTaskIdentifier: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The answer to a refused request, and the id of no task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
