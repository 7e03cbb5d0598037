import CQuiesceLinux
import Foundation

/// Starts the app and runs its main loop; it never returns.
///
/// - Parameters:
///   - principalClassName: The name of a `UIApplication` subclass, as `NSStringFromClass` gives it;
///     nil for `UIApplication` itself.
///   - delegateClassName: The name of the delegate's class, likewise; nil for none.
/// - Returns: Never. A process that Quiesce didn't start exits with status 78.
// The name is UIKit's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@preconcurrency @MainActor public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    var application = UIApplication.self
    if let principalClassName {
        guard let named = NSClassFromString(principalClassName) as? UIApplication.Type else {
            fatalError("\(principalClassName) names no UIApplication class")
        }
        application = named
    }
    var delegate: (any UIApplicationDelegate.Type)?
    if let delegateClassName {
        delegate = NSClassFromString(delegateClassName) as? any UIApplicationDelegate.Type
        if delegate == nil { fatalError("\(delegateClassName) names no UIApplicationDelegate") }
    }
    run(application, delegate: delegate)
}

extension UIApplicationDelegate {
    /// The entry point that `@main` calls.
    public static func main() {
        run(UIApplication.self, delegate: Self.self)
    }
}

@MainActor private func run(
    _ application: UIApplication.Type, delegate: (any UIApplicationDelegate.Type)?
) -> Never {
    guard let socket = getenv("QUIESCE_SOCKET") else {
        note("not started by Quiesce: run `quiesce open ID`")
        exit(EX_CONFIG)
    }
    // Output goes to a file, where it should appear when it is written.
    ql_buffer_stdout_by_line()
    let running = UIApplication.start(application) { delegate?.init() }
    MainLoop(application: running, socketPath: String(cString: socket)).run()
}

extension UIApplication {
    /// Makes the app's objects: from here on there is a `shared` app. Nothing is called yet.
    package static func start(
        _ application: UIApplication.Type, delegate: () -> (any UIApplicationDelegate)?
    ) -> UIApplication {
        ql_networking_begins()
        let running = application.init()
        UIApplication.running = running
        running.delegate = delegate()
        return running
    }

    /// The same for an app under test, which has no Info.plist.
    ///
    /// - Parameter scene: its scene's delegate; nil: its delegate says whether it has scenes.
    package static func start(
        _ application: UIApplication.Type, scene: (any UISceneDelegate.Type)?,
        delegate: () -> (any UIApplicationDelegate)?
    ) -> UIApplication {
        // For this app alone: another one may be made in the process before the test ends.
        let before = SceneManifest.current
        defer { SceneManifest.current = before }
        SceneManifest.current = scene.map(SceneManifest.init)
        return start(application, delegate: delegate)
    }
}
