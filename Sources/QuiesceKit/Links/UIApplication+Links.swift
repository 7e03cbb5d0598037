import Foundation

// Opening other apps, and being opened.
extension UIApplication {
    /// The keys of the options that come with a URL that the app is to open.
    public struct OpenURLOptionsKey: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The id of the app that asked for it, a `String`; absent where none did.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// A property list beside the URL. No app sends one.
        public static let annotation = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        /// Whether a file is to be changed where it is: `false`.
        public static let openInPlace = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// How a URL is to be opened.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `true`: only by another app that has declared the URL's domain, and by no app that has
        /// declared its scheme.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// A URL of the app's settings. It is opened if an app has declared the scheme `app-settings`.
    nonisolated public static let openSettingsURLString = "app-settings:"
    /// A URL of the app's settings for notifications. It is opened if an app has declared the
    /// scheme `app-settings`.
    nonisolated public static let openNotificationSettingsURLString = "app-settings:notifications"

    /// Brings the app to the front that has declared the URL's domain under
    /// `com.apple.developer.associated-domains`, or else its scheme under `CFBundleURLTypes`, the
    /// first that was installed. Only an app in front may: it is left then (S5). A page of the
    /// app's own domain isn't opened by itself, as on iOS.
    ///
    /// - Parameter completion: whether it is opened, on the main thread.
    @preconcurrency public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        room(AppLinks.self).open(
            url, universalLinksOnly: options[.universalLinksOnly] as? Bool == true, completion)
    }

    /// As the method with a completion handler.
    ///
    /// - Returns: whether it is opened.
    @discardableResult
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            open(url, options: options) { continuation.resume(returning: $0) }
        }
    }

    /// Opens it.
    ///
    /// - Returns: whether an app has declared its scheme.
    @available(*, deprecated, renamed: "open(_:options:completionHandler:)")
    @discardableResult
    public func openURL(_ url: URL) -> Bool {
        guard canOpenURL(url) else { return false }
        open(url)
        return true
    }

    /// Whether an installed app has declared its scheme or its domain, as the app was last told.
    /// Info.plist needs no `LSApplicationQueriesSchemes`.
    public func canOpenURL(_ url: URL) -> Bool { room(AppLinks.self).canOpen(url) }

    /// The app's quick actions beside those of its Info.plist, kept over launches.
    /// `quiesce open --shortcut` chooses one.
    public var shortcutItems: [UIApplicationShortcutItem]? {
        get { ShortcutStore.current?.read() }
        set { ShortcutStore.current?.write(newValue ?? []) }
    }
}

extension UIApplicationDelegate {
    /// Calls the method of iOS 4.2.
    public func application(
        _ app: UIApplication, open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        application(
            app, open: url, sourceApplication: options[.sourceApplication] as? String,
            annotation: options[.annotation] ?? [String: String]())
    }

    /// Calls the method of iOS 2.
    public func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool { self.application(application, handleOpen: url) }

    /// Doesn't open it.
    public func application(_ application: UIApplication, handleOpen url: URL) -> Bool { false }

    /// Awaits the method without a completion handler.
    public func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        Task.immediate {
            completionHandler(
                await self.application(application, performActionFor: shortcutItem))
        }
    }

    /// Doesn't do it.
    @MainActor public func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem
    ) async -> Bool { false }
}

extension UISceneDelegate {
    /// Does nothing.
    // The name is UIKit's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

extension UIWindowSceneDelegate {
    /// Awaits the method without a completion handler.
    public func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        Task.immediate {
            completionHandler(
                await self.windowScene(windowScene, performActionFor: shortcutItem))
        }
    }

    /// Doesn't do it.
    @MainActor public func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem
    ) async -> Bool { false }
}
