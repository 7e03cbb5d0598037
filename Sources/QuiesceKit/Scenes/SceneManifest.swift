import Foundation

/// Info.plist's word on an app's scenes, under `UIApplicationSceneManifest`.
struct SceneManifest {
    struct Configuration {
        var name: String?
        /// As Info.plist has them: with a module, with `$(PRODUCT_MODULE_NAME)` for it, or without
        /// any.
        var sceneClass: String?
        var delegateClass: String?
        /// In a test, whose app has no Info.plist.
        var delegate: (any UISceneDelegate.Type)?
        var interface: String?
    }

    private let configurations: [String: [Configuration]]

    /// The manifest of the app that is created next. One process has one for life, except in a
    /// test.
    @MainActor static var current = Bundle.main.object(
        forInfoDictionaryKey: "UIApplicationSceneManifest"
    ).flatMap(SceneManifest.init)

    /// - Returns: nil, if it is no manifest.
    init?(_ value: Any) {
        guard let manifest = value as? [String: Any] else { return nil }
        let roles = manifest["UISceneConfigurations"] as? [String: Any] ?? [:]
        configurations = roles.mapValues { role in
            (role as? [[String: Any]] ?? []).map { entry in
                Configuration(
                    name: entry["UISceneConfigurationName"] as? String,
                    sceneClass: entry["UISceneClassName"] as? String,
                    delegateClass: entry["UISceneDelegateClassName"] as? String,
                    interface: entry["UISceneStoryboardFile"] as? String)
            }
        }
    }

    /// The manifest of an app under test.
    init(delegate: any UISceneDelegate.Type) {
        configurations = [
            UISceneSession.Role.windowApplication.rawValue: [Configuration(delegate: delegate)]
        ]
    }

    func configuration(_ name: String?, _ role: UISceneSession.Role) -> Configuration? {
        let all = configurations[role.rawValue] ?? []
        guard let name else { return all.first }
        return all.first { $0.name == name }
    }

    /// The class of this name: of the app's own module, unless it names another. Where there is
    /// none, stderr says so.
    @MainActor static func classNamed(_ name: String) -> AnyClass? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        let isOwn = parts.count < 2 || parts[0].hasPrefix("$")
        let found: AnyClass? =
            isOwn
            ? NSClassFromString("\(ownModule).\(parts.last ?? "")")
                ?? NSClassFromString("QuiesceKit.\(name)")
            : NSClassFromString(name)
        if found == nil {
            note("Info.plist names a class for the app's scene that isn't there: \(name)")
        }
        return found
    }

    /// The module of the app's delegate; without one, the executable's name.
    @MainActor private static var ownModule: String {
        if let delegate = UIApplication.running?.delegate {
            return String(String(reflecting: type(of: delegate)).prefix { $0 != "." })
        }
        return ProcessInfo.processInfo.processName.replacingOccurrences(of: "-", with: "_")
    }
}
