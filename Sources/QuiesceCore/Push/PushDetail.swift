/// The part of a decision that is about a push.
// derive: cases
public enum PushDetail: Sendable, Hashable {
    case about(PushID)
    /// nil: until the device is awake anyway.
    case held(PushID, until: Instant?)
    case merged(PushID, into: PushID)

    var words: String {
        switch self {
        case .about(let id): "push \(id)"
        case .held(let id, let until):
            "push \(id), until " + (until == nil ? "the device is awake" : "it may have another")
        case .merged(let id, let newer): "push \(id) by push \(newer)"
        }
    }
}
