import ExampleSupport
import Foundation

// Greets the noun it is given. It has no business in the background: its Info.plist opts out
// (UIApplicationExitsOnSuspend), so it exits when it is left and starts fresh each time (O1).
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class HelloNoun: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let state = StateFile()
    private let options = Options(usage: "HelloNoun [--noun NOUN]", values: ["--noun"])
    private var greetings = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        greetings += 1
        let noun = options.text("--noun") ?? "world"
        print("Hello, \(noun)!")
        let screen = GreetingScreen()
        screen.noun = noun
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        state.save(["greetings": greetings])
        return true
    }

    func applicationWillTerminate(_ application: UIApplication) {
        print("Goodbye")
    }
}
