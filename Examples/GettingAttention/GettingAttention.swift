import ExampleSupport
import Foundation

// Gets the user's attention: by an alert, when its button is pressed.
#if canImport(UIKit)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class GettingAttention: UIResponder, UIApplicationDelegate {
    /// What the screen shows.
    private struct Screen: Encodable {
        var alert: String?
        var answers = 0
    }

    var window: UIWindow?
    private let options = Options(usage: "GettingAttention")
    private let state = StateFile()
    private var screen = Screen() {
        didSet { state.save(screen) }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = .white
        let controller = UIViewController()
        let button = UIButton(
            frame: CGRect(x: 100, y: 200, width: 120, height: 44),
            primaryAction: UIAction(title: "Alert Me!") { [unowned self] _ in doAlert() })
        button.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        controller.view.addSubview(button)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        state.save(screen)
        return true
    }

    private func doAlert() {
        UIAlertView(
            title: "Alert Button Selected", message: "I need your attention NOW!",
            delegate: self, cancelButtonTitle: "Ok"
        ).show()
        screen.alert = "Alert Button Selected"
        print("[ Alert Button Selected ] I need your attention NOW!  ( Ok )")
    }
}

extension GettingAttention: UIAlertViewDelegate {
    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
        screen.alert = nil
        screen.answers += 1
    }
}
