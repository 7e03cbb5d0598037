import ExampleSupport
import Foundation

// A queue of large downloads that can wait for Wi-Fi and power (X4): the app needn't run for any of
// it, and is woken, or launched, when all are there. Its episodes come from
// `Examples/Server/serve`. What broke off for good goes on from what there is of it, when the app
// is opened again.
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
    import QuiesceKitNetworking
#endif

@main final class PodcastBox: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let options = Options(
        usage: "PodcastBox [--server URL] [--episodes N] [--bytes N] [--now]", flags: ["--now"],
        values: ["--server", "--episodes", "--bytes"], arguments: lastArguments())
    private var queue: EpisodeQueue?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let list = EpisodeListController()
        let queue = EpisodeQueue(
            server: options.text("--server") ?? "http://127.0.0.1:8008",
            bytes: options.integer("--bytes", atLeast: 1) ?? 50_000_000,
            isDiscretionary: !options.has("--now")
        ) { [unowned list] in list.show($0) }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = list
        window.makeKeyAndVisible()
        self.window = window
        queue.fill(options.integer("--episodes", atLeast: 0) ?? 5)
        self.queue = queue
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        queue?.finishedEvents = completionHandler
    }
}
