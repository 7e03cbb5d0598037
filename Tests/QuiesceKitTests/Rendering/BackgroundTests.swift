import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The drawing of an app in the background, and the snapshots and caches that are kept for it.
@MainActor @Suite struct BackgroundTests {
    @Test("What changes in the background is drawn once, when the app comes back", .behaviour("Q3"))
    func background() {
        final class Drawing: UIView {
            var drawn = 0
            override func draw(_ rect: CGRect) { drawn += 1 }
        }
        Stage.play { stage in
            let view = Drawing()
            stage.window().addSubview(view)
            stage.turn()
            #expect(view.drawn == 1)
            stage.leave()
            let before = stage.scenes.count
            for part in 1...10 {
                view.backgroundColor = UIColor(white: CGFloat(part) / 10, alpha: 1)
                view.setNeedsDisplay()
            }
            #expect(view.drawn == 1)
            stage.comeBack()
            stage.turn()
            #expect(view.drawn == 2)
            #expect(stage.scenes.count == before + 1)
        }
    }

    @Test(
        "The last scene before the background shows what didEnterBackground left to be seen",
        .behaviour("P2"))
    func snapshot() {
        final class Hiding: UIResponder, UIApplicationDelegate {
            let secret = UILabel()
            func applicationDidEnterBackground(_ application: UIApplication) {
                secret.isHidden = true
            }
            func applicationWillEnterForeground(_ application: UIApplication) {
                secret.isHidden = false
            }
        }
        Stage.play { stage in
            let delegate = Hiding()
            stage.application.delegate = delegate
            delegate.secret.text = "secret"
            stage.window().addSubview(delegate.secret)
            stage.turn()
            #expect(stage.scenes.last?.texts == ["secret"])
            stage.leave()
            #expect(stage.scenes.last?.texts == [])
            stage.comeBack()
            stage.turn()
            #expect(stage.scenes.last?.texts == ["secret"])
        }
    }

    @Test(
        "An app that is launched into the background shows no window until it is opened",
        .behaviour("S4"))
    func launchedIntoTheBackground() {
        Stage.play(launchedInto: .background) { stage in
            let controller = Appearing()
            _ = stage.window(controller)
            #expect(controller.isViewLoaded)
            stage.turn()
            #expect(controller.appearances == 0)
            #expect(stage.scenes == [])
            stage.comeBack()
            stage.turn()
            #expect(controller.appearances == 1)
            #expect(stage.scenes.count == 1)
        }
    }

    @Test(
        "Where the last scene is too big the snapshot is empty, not what was shown before",
        .behaviour("P2"), arguments: TooBig.allCases)
    func tooBigForASnapshot(_ what: TooBig) {
        Stage.play { stage in
            let window = stage.window()
            let secret = UILabel()
            secret.text = "secret"
            window.addSubview(secret)
            stage.turn()
            #expect(stage.scenes.last?.texts == ["secret"])
            secret.isHidden = true
            window.addSubview(what.view)
            stage.leave()
            #expect(stage.scenes.count == 2)
            #expect(stage.scenes.last?.texts == [])
        }
    }

    @Test(
        "Cached pictures are looked for anew after the background, or when memory runs short",
        .behaviour("M3", "M2"))
    func imageCache() throws {
        try Stage.play { stage in
            let name = "cached-\(UInt64.random(in: 0 ... .max)).png"
            let path = Bundle.main.bundlePath + "/" + name
            for forget in [stage.leave, { stage.application.perform(.memoryWarning) }] {
                #expect(FileManager.default.createFile(atPath: path, contents: Data()))
                #expect(UIImage(named: name)?.path == name)
                #expect(UIImage(named: String(name.dropLast(4)))?.path == name)
                try FileManager.default.removeItem(atPath: path)
                #expect(UIImage(named: name) != nil)
                forget()
                #expect(UIImage(named: name) == nil)
            }
            #expect(UIImage(contentsOfFile: "../\(name)") == nil)
            #expect(UIImage(contentsOfFile: "/etc/passwd") == nil)
        }
    }
}

@MainActor private final class Appearing: UIViewController {
    var appearances = 0
    override func viewDidAppear(_ animated: Bool) { appearances += 1 }
}
