/// The part of a decision that is about fetches and background tasks.
// derive: cases
public enum FetchDetail: Sendable, Hashable {
    /// nil: never.
    case interval(Interval?)
    case planned(FetchReason)
    /// Fetches so far on this day, and how many there may be.
    case budget(used: Int, of: Int)
    case request(BackgroundTaskKind, identifier: String)

    var words: String {
        switch self {
        case .interval(let interval): interval?.spoken ?? "never"
        case .planned(let reason): reason.words
        case .budget(let used, let most): "\(used) of \(most)"
        case .request(let kind, let identifier): "\(kind.rawValue) \(identifier)"
        }
    }
}
