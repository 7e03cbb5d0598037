import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// From the screen to the view under the finger, and on from there.
@MainActor @Suite(.behaviour("H2")) struct TouchTests {
    @Test("A touch goes to the frontmost view under it, and stays with it wherever it moves")
    func hitTesting() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window()
            let back = Box("back", diary, CGRect(x: 0, y: 0, width: 100, height: 100))
            let front = Box("front", diary, CGRect(x: 50, y: 50, width: 100, height: 100))
            window.rootViewController?.view.addSubview(back)
            window.rootViewController?.view.addSubview(front)
            stage.touch(.began, 75, 80)
            stage.touch(.moved, 10, 10)
            stage.touch(.ended, 300, 500)
            #expect(
                diary.news() == ["front began 25 30", "front moved -40 -40", "front ended 250 450"])
            stage.tap(10, 10)
            #expect(diary.news() == ["back began 10 10", "back ended 10 10"])
        }
    }

    @Test("Views that are hidden, transparent or not to be touched let a touch through")
    func letThrough() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window()
            let frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            let view = window.rootViewController?.view
            view?.addSubview(Box("back", diary, frame))
            for change: (UIView) -> Void in [
                { $0.isHidden = true }, { $0.alpha = 0 }, { $0.isUserInteractionEnabled = false },
            ] {
                let front = Box("front", diary, frame)
                change(front)
                view?.addSubview(front)
                stage.touch(.began, 1, 1)
                stage.touch(.cancelled, 1, 1)
                #expect(diary.news() == ["back began 1 1", "back cancelled 1 1"])
                front.removeFromSuperview()
            }
        }
    }

    @Test("What a view doesn't handle goes to its controller, the window, the app, the delegate")
    func chain() {
        final class Delegate: UIResponder, UIApplicationDelegate {}
        Stage.play { stage in
            let delegate = Delegate()
            stage.application.delegate = delegate
            let controller = UIViewController()
            let window = stage.window(controller)
            let inner = UIView()
            controller.view.addSubview(inner)
            let chain = Array(sequence(first: inner as UIResponder, next: \.next))
            #expect(
                chain == [inner, controller.view, controller, window, stage.application, delegate])
        }
    }

    @Test("A touch in a view that handles none comes to the controller, its superview's")
    func controllerHandles() {
        final class Controller: UIViewController {
            var began = 0
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began += 1 }
        }
        Stage.play { stage in
            let controller = Controller()
            _ = stage.window(controller)
            controller.view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9)))
            stage.tap(5, 5)
            #expect(controller.began == 1)
        }
    }

    @Test("A touch outside the screen is nobody's, nor is what follows it")
    func outside() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window()
            let box = Box("box", diary, UIScreen.main.bounds)
            window.rootViewController?.view.addSubview(box)
            stage.touch(.began, -1, 10)
            stage.touch(.moved, 10, 10)
            stage.touch(.ended, 10, 10)
            stage.tap(10_000, 10)
            stage.tap(.nan, 10)
            stage.touch(.ended, 10, 10)
            #expect(diary.news() == [])
        }
    }

    @Test(
        "An app that isn't active gets no touches; the one under way is cancelled first",
        .behaviour("S7", "S13"))
    func inactive() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window()
            window.rootViewController?.view.addSubview(Box("box", diary, UIScreen.main.bounds))
            stage.touch(.began, 1, 1)
            stage.application.perform(.willResignActive)
            stage.touch(.ended, 1, 1)
            stage.tap(1, 1)
            #expect(diary.news() == ["box began 1 1", "box cancelled 1 1"])
            stage.application.perform(.didBecomeActive)
            stage.tap(1, 1)
            #expect(diary.news() == ["box began 1 1", "box ended 1 1"])
        }
    }

    @Test("The application object gets each event first, and may keep it")
    func applicationFirst() {
        final class Application: UIApplication {
            var events: [UIEvent.EventType] = []
            override func sendEvent(_ event: UIEvent) { events.append(event.type) }
        }
        Stage.play(Application.self) { stage in
            let diary = Diary()
            let window = stage.window()
            window.rootViewController?.view.addSubview(Box("box", diary, UIScreen.main.bounds))
            stage.touch(.began, 1, 1)
            stage.application.perform(.input(.shake))
            stage.application.perform(.input(.remoteControl(.play)))
            let application = stage.application as? Application
            #expect(application?.events == [.touches, .motion, .remoteControl])
            #expect(diary.news() == [])
        }
    }

    @Test("An event that was queued before a touch is told before it", .behaviour("Q2"))
    func systemEventsFirst() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window()
            window.rootViewController?.view.addSubview(
                Box("box", diary, CGRect(x: 0, y: 0, width: 999, height: 999)))
            stage.leave()
            let observer = NotificationCenter.default.addObserver(
                forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
            ) { @Sendable _ in
                MainActor.assumeIsolated { diary.write("rotated") }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            // As an app is woken: what it missed, then that it is in front, then what the user
            // does.
            stage.hold("landscapeLeft")
            stage.comeBack()
            // There is nothing so far to the right in portrait.
            stage.tap(500, 10)
            #expect(diary.news() == ["rotated", "box began 500 10", "box ended 500 10"])
        }
    }
}

/// Writes down its touches, where they are in it.
@MainActor private final class Box: UIView {
    private let name: String
    private let diary: Diary

    init(_ name: String, _ diary: Diary, _ frame: CGRect) {
        (self.name, self.diary) = (name, diary)
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { fatalError("made with a name") }

    private func write(_ touches: Set<UITouch>, _ word: String) {
        for touch in touches {
            let point = touch.location(in: self)
            diary.write("\(name) \(word) \(Int(point.x)) \(Int(point.y))")
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        write(touches, "began")
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        write(touches, "moved")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        write(touches, "ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        write(touches, "cancelled")
    }
}
