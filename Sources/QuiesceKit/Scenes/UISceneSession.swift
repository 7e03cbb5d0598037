import Foundation

/// One of an app's scenes, over launches: it is the same until the user removes the app from the
/// switcher (U1).
@preconcurrency @MainActor public final class UISceneSession {
    /// The purpose of a scene.
    public struct Role: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Shown on the device's screen, and touched there.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// Names the session in each launch.
    public let persistentIdentifier: String
    /// The purpose of its scene: `.windowApplication`.
    public let role: Role
    /// Its scene is, or will be, made of this.
    public internal(set) var configuration: UISceneConfiguration
    /// nil while none is connected.
    public internal(set) weak var scene: UIScene?

    /// The delegate's last answer to `stateRestorationActivity(for:)`, in an earlier launch, too
    /// (P1). nil, where the launch that had it ended before its scene was active.
    public var stateRestorationActivity: NSUserActivity?

    /// The app's own, a property list. It is kept when the scene enters the background, for later
    /// launches.
    public var userInfo: [String: Any]?

    init(_ configuration: UISceneConfiguration, identifier: String = UUID().uuidString) {
        persistentIdentifier = identifier
        role = configuration.role
        self.configuration = configuration
    }
}

extension UISceneSession: Hashable {
    /// Whether both are the same object.
    nonisolated public static func == (a: UISceneSession, b: UISceneSession) -> Bool { a === b }
    /// By its identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The classes that a scene is made of.
@preconcurrency @MainActor public final class UISceneConfiguration {
    /// As Info.plist has it, under `UISceneConfigurationName`.
    public let name: String?
    /// The purpose of the scene.
    public let role: UISceneSession.Role
    /// A subclass of `UIWindowScene`; nil: that itself.
    public var sceneClass: AnyClass?
    /// The class of the scene's delegate, a `UISceneDelegate`.
    public var delegateClass: AnyClass?
    /// The interface file that is loaded into the scene's window (H4).
    var interface: String?

    /// Takes from Info.plist the configuration with this name, or, without a name, of the first one
    /// of its role; an empty one where there is none. Its classes can be set.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        guard let found = UIApplication.running?.scenes.manifest?.configuration(name, sessionRole)
        else { return }
        sceneClass = found.sceneClass.flatMap(SceneManifest.classNamed)
        delegateClass = found.delegate ?? found.delegateClass.flatMap(SceneManifest.classNamed)
        interface = found.interface
    }

    /// By which an app's delegate is known that doesn't answer
    /// `application(_:configurationForConnecting:options:)`: nobody can ask a Swift object what it
    /// implements.
    static let notGiven = UISceneConfiguration(name: nil, sessionRole: .init(rawValue: ""))
}
