import QuiesceKit

/// An app that writes down what happens to it. Its pages outlive a launch, as a global does.
@MainActor final class Diary: UIResponder, UIApplicationDelegate {
    static var pages: [String] = []
    static var onEntry: [String: @MainActor () -> Void] = [:]

    static func clear() {
        pages = []
        onEntry = [:]
    }

    private func write(_ line: String) {
        Self.pages.append(line)
        Self.onEntry[line]?()
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        write("willFinishLaunching \(application.applicationState)")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        write("didFinishLaunching \(application.applicationState)")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { write("didBecomeActive") }
    func applicationWillResignActive(_ application: UIApplication) { write("willResignActive") }
    func applicationDidEnterBackground(_ application: UIApplication) { write("didEnterBackground") }
    func applicationWillEnterForeground(_ application: UIApplication) {
        write("willEnterForeground")
    }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        write("didReceiveMemoryWarning")
    }
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        write("protectedDataWillBecomeUnavailable")
    }
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        write("protectedDataDidBecomeAvailable")
    }
    func applicationWillTerminate(_ application: UIApplication) { write("willTerminate") }
}
