import ExampleSupport
import Foundation

// A random animal, transferred in the background: when the user pulls the picture down, and at each
// background fetch. It may arrive while the app is suspended, or has been ended: then it is woken, or
// launched, for it. Its pictures come from `Examples/Server/serve`.
#if canImport(UIKit)
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
        let server = options.text("--server") ?? "http://127.0.0.1:8008"
        let controller = PictureViewController()
        // The session is made in each launch: what happened meanwhile is told to it.
        let pictures = PictureDownloads(server: server) { [unowned controller] picture in
            controller.show(picture)
        }
        controller.refresh = { pictures.refresh { result in print("refreshed: \(result)") } }
        self.pictures = pictures
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = .white
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        controller.show(pictures.last)
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        guard let pictures else { return completionHandler(.failed) }
        pictures.refresh(completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        print("events of \(identifier)")
        pictures?.finishedEvents = completionHandler
    }
}
