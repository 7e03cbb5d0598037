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

    @Test(
        "Too many views, too deep ones and too much text aren't sent; once there is less, it is",
        arguments: TooBig.allCases)
    func tooBig(_ what: TooBig) {
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
}

/// Views that exceed the limits of a scene.
enum TooBig: CaseIterable {
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

extension Scene {
    /// The texts that are to be seen, from back to front.
    var texts: [String] { root.texts }
}

extension Scene.Node {
    fileprivate var texts: [String] {
        [text?.string].compactMap { $0 } + (children ?? []).flatMap(\.texts)
    }
}
