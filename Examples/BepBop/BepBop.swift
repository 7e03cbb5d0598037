import ExampleSupport
import Foundation

// A random animal, transferred in the background: when the user pulls the picture down, and at each
// background fetch. It may arrive while the app is suspended, or has been ended: then it is woken,
// or launched, for it. Its icon counts the pictures that fetches have brought since the user
// looked. They come from `Examples/Server/serve`.
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
    import QuiesceKitNetworking
#endif

@main final class BepBop: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let options = Options(
        usage: "BepBop [--server URL]", values: ["--server"], arguments: lastArguments())
    private var pictures: PictureDownloads?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.setMinimumBackgroundFetchInterval(
            UIApplication.backgroundFetchIntervalMinimum)
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: .badge, categories: nil))
        let server = options.text("--server") ?? "http://127.0.0.1:8008"
        let controller = PictureViewController()
        // The session is made in each launch: what happened meanwhile is told to it.
        let pictures = PictureDownloads(server: server) { [unowned controller] picture in
            controller.show(picture)
        }
        controller.refresh = {
            pictures.refresh(as: .pull) { result in print("refreshed: \(result)") }
        }
        pictures.fetched = {
            // The user sees it as it is.
            guard application.applicationState != .active else { return }
            application.applicationIconBadgeNumber += 1
            print("badge \(application.applicationIconBadgeNumber)")
        }
        self.pictures = pictures
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        controller.show(pictures.last)
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        if application.applicationIconBadgeNumber > 0 { application.applicationIconBadgeNumber = 0 }
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        guard let pictures else { return completionHandler(.failed) }
        pictures.refresh(as: .fetch, completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        print("events of \(identifier)")
        pictures?.finishedEvents = completionHandler
    }
}
