import Foundation

/// A hosted program that runs is started again, in its own app. `quiesce run` says so by an
/// activity, and `quiesce-host` does it.
public struct SecondStart: Sendable, Hashable {
    /// The activity's type, which the bundle of `quiesce run` declares.
    public static let activity = "org.quiesce.start"
    /// Set for the script that starts the program: the arguments are other ones.
    public static let variable = "QUIESCE_SECOND_START"
    private static let key = "arguments"

    public var arguments: [String]

    public init(arguments: [String]) { self.arguments = arguments }

    /// The activity's user info; nil: some argument isn't UTF-8.
    public var userInfo: String? {
        (try? JSONSerialization.data(withJSONObject: [Self.key: arguments])).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// - Returns: nil: this is none.
    public init?(userInfo: [AnyHashable: Any]?) {
        guard let arguments = userInfo?[Self.key] as? [String] else { return nil }
        self.init(arguments: arguments)
    }
}
