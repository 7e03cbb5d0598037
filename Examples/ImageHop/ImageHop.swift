import ExampleSupport
import Foundation

// A bunny hops. It does nothing for the background: it is suspended there, goes on hopping where
// it was when the user comes back, and asks whether it slept (S6).
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class ImageHop: UIResponder, UIApplicationDelegate {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var hops = 0
        var alert: String?
    }

    var window: UIWindow?
    private let meadow = MeadowScreen()
    private let state = StateFile()
    private var screen = Screen() {
        didSet {
            meadow.hops = screen.hops
            state.save(screen)
        }
    }
    private let interval: Double
    private var timer: Timer?

    required init() {
        let options = Options(usage: "ImageHop [--interval SECONDS]", values: ["--interval"])
        interval = options.number("--interval", atLeast: 0.001) ?? 0.5
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = meadow
        window.makeKeyAndVisible()
        self.window = window
        timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { @Sendable _ in
            MainActor.assumeIsolated { self.hop() }
        }
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        showAlert(title: "Yawn!", message: "Was I asleep?", button: "Welcome Back")
    }

    private func hop() {
        screen.hops += 1
        print("hop \(screen.hops)")
    }

    private func showAlert(title: String, message: String, button: String) {
        UIAlertView(
            title: title, message: message, delegate: nil, cancelButtonTitle: button
        ).show()
        screen.alert = title
        print("[ \(title) ] \(message)  ( \(button) )")
    }
}
