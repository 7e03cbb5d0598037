/// The result that a completion handler was called with (F5).
// derive: json
public enum WakeResult: String, Sendable, Hashable, CaseIterable {
    case newData, noData, failed
}
