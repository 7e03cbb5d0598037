/// How much of a logged value others may read.
public struct OSLogPrivacy: Sendable, Hashable {
    /// How a value that is kept back is shown.
    public enum Mask: Sendable, Hashable {
        /// A number that is the same for the same value, in this process.
        case hash
        case none
    }

    enum Kind: Sendable, Hashable { case automatic, open, kept }
    let kind: Kind
    let mask: Mask

    /// Numbers are shown, texts and objects are kept back.
    public static var auto: OSLogPrivacy { auto(mask: .none) }
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open, mask: .none) }
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .kept, mask: .none) }
    public static var sensitive: OSLogPrivacy { .private }

    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(kind: .automatic, mask: mask)
    }
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(kind: .kept, mask: mask)
    }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .private(mask: mask) }

    /// - Parameter isNumber: it is shown where nobody says otherwise.
    func shown(_ text: String, isNumber: Bool) -> String {
        let isKept =
            switch kind {
            case .automatic: !isNumber
            case .open: false
            case .kept: true
            }
        guard isKept, !LogOutput.showsPrivateValues else { return text }
        return mask == .hash ? "<mask.hash: '\(text.hashValue)'>" : "<private>"
    }
}
