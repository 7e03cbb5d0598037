import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The scene that is made of the views.
@MainActor @Suite(.behaviour("H2")) struct SceneTests {
    @Test("A scene is what is to be seen: frames, colours, texts, and nothing that is hidden")
    func scene() {
        Stage.play { stage in
            let controller = UIViewController()
            let window = stage.window(controller)
            window.backgroundColor = .white
            let label = UILabel(frame: CGRect(x: 10, y: 20, width: 100, height: 30))
            label.text = "Grüße"
            label.textColor = .red
            label.textAlignment = .center
            label.font = .systemFont(ofSize: 36)
            label.alpha = 0.5
            let hidden = UIView()
            hidden.isHidden = true
            hidden.addSubview(UILabel())
            controller.view.addSubview(label)
            controller.view.addSubview(hidden)
            stage.turn()
            let screen = Scene.Frame(x: 0, y: 0, width: 320, height: 568)
            let node = Scene.Node(
                frame: .init(x: 10, y: 20, width: 100, height: 30), alpha: 0.5,
                text: .init(string: "Grüße", size: 36, color: "#FF0000", alignment: "center"))
            #expect(
                stage.scenes == [
                    Scene(
                        size: .init(width: 320, height: 568),
                        root: .init(
                            frame: screen, background: "#FFFFFF",
                            children: [.init(frame: screen, children: [node])]))
                ])
        }
    }

    @Test(
        "However much changes in one turn, one scene is sent; none where all is as before",
        .behaviour("Q3"))
    func coalescing() {
        Stage.play { stage in
            let label = UILabel()
            stage.window().addSubview(label)
            for number in 0..<100 { label.text = "\(number)" }
            stage.turn()
            #expect(stage.scenes.count == 1)
            label.text = "other"
            label.text = "99"
            stage.turn()
            stage.turn()
            #expect(stage.scenes.count == 1)
            label.text = "100"
            stage.turn()
            #expect(stage.scenes.count == 2)
        }
    }

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
        "After a fetch the snapshot shows what the app shows then, if it has ever been in front",
        .behaviour("F7"), arguments: [MessageToApp.LaunchState.inactive, .background])
    func fetched(launchedInto state: MessageToApp.LaunchState) {
        final class Fetching: UIResponder, UIApplicationDelegate {
            let label = UILabel()
            func application(
                _ application: UIApplication,
                performFetchWithCompletionHandler completionHandler:
                    @escaping @Sendable (UIBackgroundFetchResult) -> Void
            ) {
                label.text = "fetched"
                completionHandler(.newData)
            }
        }
        Stage.play(launchedInto: state) { stage in
            let delegate = Fetching()
            stage.application.delegate = delegate
            stage.window().addSubview(delegate.label)
            if state == .inactive { stage.leave() }
            stage.application.perform(.performFetch(wake: 1))
            let wasInFront = state == .inactive
            #expect(stage.scenes.map(\.texts) == (wasInFront ? [[], ["fetched"]] : []))
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
        "Too many views, too deep ones and too much text aren't sent; once there is less, it is",
        arguments: TooBig.allCases)
    private func tooBig(_ what: TooBig) {
        Stage.play { stage in
            let window = stage.window()
            stage.turn()
            let extra = what.view
            window.addSubview(extra)
            stage.turn()
            #expect(stage.scenes.count == 1)
            extra.isHidden = true
            window.backgroundColor = .white
            stage.turn()
            #expect(stage.scenes.count == 2)
        }
    }

    @Test(
        "Where the last scene is too big the snapshot is empty, not what was shown before",
        .behaviour("P2"), arguments: TooBig.allCases)
    private func tooBigForASnapshot(_ what: TooBig) {
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

    @Test("A view that is never done with its layout costs a few passes, not the main loop")
    func endlessLayout() {
        final class Restless: UIView {
            var layouts = 0
            override func layoutSubviews() {
                layouts += 1
                setNeedsLayout()
            }
        }
        Stage.play { stage in
            let view = Restless()
            stage.window().addSubview(view)
            stage.turn()
            stage.turn()
            #expect((1...20).contains(view.layouts))
            #expect(stage.scenes.count == 1)
        }
    }

    @Test("Windows are shown by their level, and a hidden one isn't")
    func windows() {
        Stage.play { stage in
            let high = UIWindow()
            high.windowLevel = .alert
            high.isHidden = false
            let low = stage.window()
            #expect(stage.application.windows == [low, high])
            #expect(stage.application.keyWindow === low)
            stage.turn()
            #expect(stage.scenes.last?.root.children?.count == 2)
            high.isHidden = true
            #expect(stage.application.windows == [low])
            stage.turn()
            #expect(stage.scenes.last?.root.children?.count == 1)
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

/// What no scene holds.
private enum TooBig: CaseIterable {
    case views, depth, text

    @MainActor var view: UIView {
        let view = UIView()
        switch self {
        case .views:
            for _ in 0..<SceneLimits.nodes { view.addSubview(UIView()) }
        case .depth:
            var innermost = view
            for _ in 0..<SceneLimits.depth {
                let next = UIView()
                innermost.addSubview(next)
                innermost = next
            }
        case .text:
            let label = UILabel()
            label.text = String(repeating: "a", count: SceneLimits.bytes)
            view.addSubview(label)
        }
        return view
    }
}

@MainActor private final class Appearing: UIViewController {
    var appearances = 0
    override func viewDidAppear(_ animated: Bool) { appearances += 1 }
}

extension Scene {
    /// The texts that are to be seen, from back to front.
    var texts: [String] { root.texts }
}

extension Scene.Node {
    fileprivate var texts: [String] {
        [text?.string].compactMap { $0 } + (children ?? []).flatMap(\.texts)
    }
}
