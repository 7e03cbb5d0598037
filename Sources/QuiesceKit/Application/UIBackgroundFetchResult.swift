import QuiesceWire

/// The result of a wake-up (F5).
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// There was something new.
    case newData = 0
    /// There was nothing new.
    case noData = 1
    /// It couldn't be found out.
    case failed = 2

    var onTheWire: WakeResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}
