/// What a completion handler was called with (F5).
public enum WakeResult: String, Sendable, Hashable, Codable, CaseIterable {
    case newData, noData, failed
}
