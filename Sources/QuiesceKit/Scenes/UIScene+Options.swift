import Foundation

extension UIScene {
    /// Why a scene is connected. Without a reason, all of it is empty: the user opened the app.
    @preconcurrency @MainActor public final class ConnectionOptions {
        /// URLs that the app is opened for.
        public internal(set) var urlContexts: Set<UIOpenURLContext> = []
        /// The activity that the user goes on with in the app.
        public internal(set) var userActivities: Set<NSUserActivity> = []
        /// The quick action that the user chose.
        public internal(set) var shortcutItem: UIApplicationShortcutItem?
        /// The notification that launched the app, and how the user answered it. The notification
        /// centre's delegate gets it, too.
        public internal(set) var notificationResponse: UNNotificationResponse?
        /// The type of an activity that is on its way from another device; none ever is.
        public let handoffUserActivityType: String? = nil
        /// The id of the app that asked for the scene.
        public internal(set) var sourceApplication: String?

        init() {}
    }

    /// How a URL is to be opened.
    @preconcurrency @MainActor public final class OpenURLOptions {
        /// The id of the app that asked for it; nil: none did.
        public let sourceApplication: String?
        /// A property list beside the URL.
        public let annotation: Any?
        /// Whether a file is to be copied before it is changed.
        public let openInPlace: Bool

        init(sourceApplication: String? = nil, annotation: Any? = nil, openInPlace: Bool = false) {
            self.sourceApplication = sourceApplication
            self.annotation = annotation
            self.openInPlace = openInPlace
        }
    }

    /// How a scene is to be activated.
    @preconcurrency @MainActor public final class ActivationRequestOptions {
        /// The scene that asks for it.
        public var requestingScene: UIScene?

        /// Nobody asks.
        public init() {}
    }
}

/// A URL that a scene is to open.
@preconcurrency @MainActor public final class UIOpenURLContext {
    /// The URL that is to be opened.
    public let url: URL
    /// How.
    public let options: UIScene.OpenURLOptions

    init(url: URL, options: UIScene.OpenURLOptions) {
        self.url = url
        self.options = options
    }
}

extension UIOpenURLContext: Hashable {
    /// Whether both are the same object.
    nonisolated public static func == (a: UIOpenURLContext, b: UIOpenURLContext) -> Bool { a === b }
    /// By its identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// How a scene is to be closed.
@preconcurrency @MainActor open class UISceneDestructionRequestOptions {
    /// As the system does it.
    public init() {}
}
