import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The interface turns with the device.
@MainActor @Suite struct RotationTests {
    @Test(
        "A root controller starts in portrait and is turned before it is displayed",
        .behaviour("H4"))
    func launchInLandscape() {
        Stage.play(held: "landscapeLeft") { stage in
            let controller = Turning()
            let window = stage.window(controller)
            #expect(controller.sizes == [CGSize(width: 320, height: 568)])
            stage.turn()
            #expect(
                controller.diary.news() == [
                    "to 568", "alongside 568", "completed", "will appear 568",
                ])
            #expect(window.frame == CGRect(x: 0, y: 0, width: 568, height: 320))
            #expect(stage.scenes.count == 1)
            #expect(stage.scenes.last?.size == .init(width: 568, height: 320))
            #expect(stage.scenes.last?.orientation == "landscapeRight")
        }
    }

    @Test(
        "A rotation resizes the root controller's view, and a flat device turns nothing",
        .behaviour("H4", "Q4"))
    func rotation() {
        Stage.play { stage in
            let controller = Turning()
            _ = stage.window(controller)
            stage.turn()
            _ = controller.diary.news()
            stage.hold("landscapeRight")
            #expect(controller.diary.news() == ["to 568", "alongside 568", "completed"])
            #expect(controller.view.frame.size == CGSize(width: 568, height: 320))
            #expect(UIScreen.main.bounds.width == 568)
            #expect(stage.application.statusBarOrientation == .landscapeLeft)
            stage.hold("faceUp")
            #expect(controller.diary.news() == [])
            stage.hold("portrait")
            #expect(controller.diary.news() == ["to 320", "alongside 320", "completed"])
        }
    }

    @Test("A controller that doesn't take an orientation isn't turned to it", .behaviour("H4"))
    func refused() {
        Stage.play { stage in
            let controller = Turning()
            _ = stage.window(controller)
            controller.takes = .portrait
            stage.hold("landscapeLeft")
            #expect(UIScreen.main.bounds.width == 320)
            controller.takes = .all
            controller.turns = false
            stage.hold("landscapeRight")
            #expect(UIScreen.main.bounds.width == 320)
            controller.turns = true
            stage.hold("portraitUpsideDown")
            #expect(stage.application.statusBarOrientation == .portraitUpsideDown)
            #expect(UIScreen.main.bounds.width == 320)
        }
    }

    @Test(
        "Where the app's delegate doesn't take an orientation nothing is turned", .behaviour("H4"))
    func delegate() {
        Stage.play { stage in
            let delegate = Upright()
            stage.application.delegate = delegate
            let window = stage.window(Turning())
            stage.turn()
            stage.hold("landscapeLeft")
            #expect(UIScreen.main.bounds.width == 320)
            #expect(delegate.asked === window)
            delegate.takes = .all
            stage.hold("landscapeRight")
            #expect(UIScreen.main.bounds.width == 568)
        }
    }

    @Test("An alert is turned as the controller is that it covers", .behaviour("H4"))
    func alert() {
        Stage.play { stage in
            let controller = Turning()
            controller.takes = .portrait
            _ = stage.window(controller)
            let alert = UIAlertController(title: "A", message: nil, preferredStyle: .alert)
            controller.present(alert, animated: false)
            stage.turn()
            stage.hold("landscapeLeft")
            #expect(UIScreen.main.bounds.width == 320)
            controller.takes = .all
            stage.hold("landscapeRight")
            #expect(alert.view.frame.width == 568)
        }
    }
}

@MainActor private final class Upright: UIApplicationDelegate {
    var takes = UIInterfaceOrientationMask.portrait
    weak var asked: UIWindow?

    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
        asked = window
        return takes
    }
}

@MainActor private final class Turning: UIViewController {
    let diary = Diary()
    var takes = UIInterfaceOrientationMask.allButUpsideDown
    var turns = true
    /// The size of the view each time it was loaded.
    var sizes: [CGSize] = []

    override var shouldAutorotate: Bool { turns }
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { takes }
    override func viewDidLoad() { sizes.append(view.frame.size) }
    override func viewWillAppear(_ animated: Bool) {
        diary.write("will appear \(Int(view.frame.width))")
    }
    override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        diary.write("to \(Int(size.width))")
        coordinator.animate { [unowned self] _ in
            diary.write("alongside \(Int(view.frame.width))")
        } completion: { [unowned self] _ in
            diary.write("completed")
        }
    }
}
