import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The responders that receive motion and remote control events.
@MainActor @Suite(.behaviour("H2")) struct FirstResponderTests {
    @Test("Shaking and a headset's buttons come to the first responder, and up from there")
    func toFirstResponder() {
        Stage.play { stage in
            let diary = Diary()
            let controller = Listener(diary, "controller")
            _ = stage.window(controller)
            let view = Field()
            controller.view.addSubview(view)
            #expect(view.becomeFirstResponder())
            #expect(view.isFirstResponder)
            stage.application.perform(.input(.shake))
            stage.application.perform(.input(.remoteControl(.nextTrack)))
            #expect(
                diary.news() == [
                    "controller began motionShake", "controller ended motionShake",
                    "controller remoteControlNextTrack",
                ])
        }
    }

    @Test("Without a first responder they come to the key window, and through it to the delegate")
    func toKeyWindow() {
        final class Delegate: UIResponder, UIApplicationDelegate {
            var shakes = 0
            override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
                shakes += 1
            }
        }
        Stage.play { stage in
            let delegate = Delegate()
            stage.application.delegate = delegate
            _ = stage.window()
            stage.application.perform(.input(.shake))
            #expect(delegate.shakes == 1)
        }
    }

    @Test("A responder that can't become the first isn't, and one that won't resign stays")
    func refusals() {
        final class Stubborn: UIView {
            override var canBecomeFirstResponder: Bool { true }
            override var canResignFirstResponder: Bool { false }
        }
        Stage.play { stage in
            let window = stage.window()
            #expect(!UIView().becomeFirstResponder())
            let (stubborn, field) = (Stubborn(), Field())
            window.addSubview(stubborn)
            window.addSubview(field)
            #expect(stubborn.becomeFirstResponder())
            #expect(!field.becomeFirstResponder())
            #expect(!stubborn.resignFirstResponder())
            #expect(stubborn.isFirstResponder)
            stubborn.removeFromSuperview()
            #expect(!stubborn.isFirstResponder)
            #expect(field.becomeFirstResponder())
        }
    }

    @Test("An inactive app hears of motion still, one in the background doesn't", .behaviour("S13"))
    func inactive() {
        Stage.play { stage in
            let diary = Diary()
            let controller = Listener(diary, "app")
            _ = stage.window(controller)
            #expect(controller.becomeFirstResponder())
            stage.application.perform(.willResignActive)
            stage.application.perform(.input(.shake))
            #expect(diary.news() == ["app began motionShake", "app ended motionShake"])
            stage.application.perform(.didEnterBackground(deadline: nil))
            stage.application.perform(.input(.shake))
            #expect(diary.news() == [])
        }
    }
}

@MainActor private final class Field: UIView {
    override var canBecomeFirstResponder: Bool { true }
}

@MainActor private final class Listener: UIViewController {
    private var diary: Diary?
    private var name = ""

    convenience init(_ diary: Diary, _ name: String) {
        self.init()
        (self.diary, self.name) = (diary, name)
    }

    override var canBecomeFirstResponder: Bool { true }

    override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        diary?.write("\(name) began \(motion)")
    }
    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        diary?.write("\(name) ended \(motion)")
    }
    override func remoteControlReceived(with event: UIEvent?) {
        if let event { diary?.write("\(name) \(event.subtype)") }
    }
}
