/// The part of a decision that is about notifications, or about the clock that they fire by.
// derive: cases
public enum NotificationDetail: Sendable, Hashable {
    /// With the name that its app gave it.
    case about(NotificationID, String)
    /// `late`: by how much, where that is worth saying; `skipped`: how many that were due before
    /// are silent for it.
    case fired(NotificationID, String, late: Interval?, skipped: Int64)
    case badge(Int32)
    case presents(NotificationTypes)
    case alertStyle(AlertStyle)
    case clock(WallTime)
    /// With the name that its app gave it, and the action's.
    case answered(NotificationID, String, action: String)
    case categories([String])

    var words: String {
        switch self {
        case .about(let id, let name): return "notification \(id) \"\(name)\""
        case .fired(let id, let name, let late, let skipped):
            var words = "notification \(id) \"\(name)\""
            if let late { words += ", \(late.spoken) late" }
            if skipped > 0 { words += ", for \(skipped) before it as well" }
            return words
        case .badge(let badge): return "badge \(badge)"
        case .presents(let types): return types.words.isEmpty ? "nothing" : listed(types.words)
        case .alertStyle(let style): return style.words
        case .answered(let id, let name, let action):
            return "notification \(id) \"\(name)\" with \"\(action)\""
        case .categories(let names):
            return names.isEmpty ? "no categories" : "the categories \(listed(names))"
        case .clock(let clock): return "\(UTCOffsets.utc.wall(at: clock)) UTC"
        }
    }
}
