import Foundation
import QuiesceKit

// Commands of the tests of the responder chain.
extension Recorder {
    /// `responders`: shows a view `left` and a view `right`, of a controller; all of them say what
    /// they hear, and pass it on. `first NAME`: that view becomes the first responder.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyResponders(_ words: [Substring]) -> Bool {
        guard words.first == "responders" || words.first == "first" else { return false }
        let name = words.count > 1 ? String(words[1]) : ""
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                if name.isEmpty { stage.show() } else { stage.makeFirst(name) }
            }
        }
        return true
    }
}

@MainActor private let stage = ResponderStage()

@MainActor private final class ResponderStage {
    private let window = UIWindow()
    private let controller = TalkingController()
    private let views = ["left": TalkingView(), "right": TalkingView()]

    func show() {
        window.rootViewController = controller
        for (name, x) in [("left", 20.0), ("right", 180.0)] {
            guard let view = views[name] else { continue }
            view.name = name
            view.frame = CGRect(x: x, y: 40, width: 100, height: 100)
            controller.view.addSubview(view)
        }
        window.makeKeyAndVisible()
        say("shown")
    }

    func makeFirst(_ name: String) {
        say("first \(name) \(views[name]?.becomeFirstResponder() == true)")
    }
}

@MainActor private final class TalkingView: UIView {
    var name = ""
    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        say("\(name) hears a touch")
        super.touchesBegan(touches, with: event)
    }
    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        say("\(name) hears a shake")
        super.motionEnded(motion, with: event)
    }
    override func remoteControlReceived(with event: UIEvent?) {
        say("\(name) hears a key")
        super.remoteControlReceived(with: event)
    }
}

@MainActor private final class TalkingController: UIViewController {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        say("controller hears a touch")
    }
    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        say("controller hears a shake")
    }
    override func remoteControlReceived(with event: UIEvent?) { say("controller hears a key") }
}
