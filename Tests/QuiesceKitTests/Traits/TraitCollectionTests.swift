import Foundation
import QuiesceWire
import Testing

@testable import QuiesceKit

/// The traits of screens, views and controllers, and who hears of their changes.
@MainActor @Suite struct TraitCollectionTests {
    @Test("Every device is a light phone; its size classes are by the points that it has")
    func screen() {
        Stage.play { stage in
            let traits = UIScreen.main.traitCollection
            #expect(traits.userInterfaceIdiom == .phone && traits.userInterfaceStyle == .light)
            #expect(traits.horizontalSizeClass == .compact && traits.verticalSizeClass == .regular)
            #expect(traits.displayScale == 2 && traits.preferredContentSizeCategory == .large)
            for view in [UIView(), stage.window()] { #expect(view.traitCollection == traits) }
            #expect(UIViewController().traitCollection == traits)
            #expect(stage.application.scenes.scene?.traitCollection == traits)
        }
        for (size, horizontal, vertical) in [
            ("390x844", UIUserInterfaceSizeClass.compact, UIUserInterfaceSizeClass.regular),
            ("844x390", .compact, .compact), ("926x428", .regular, .compact),
            ("768x1024", .regular, .regular), ("320x480", .compact, .regular),
        ] {
            let sides = size.split(separator: "x").compactMap { Double($0) }
            let traits = UITraitCollection(
                size: CGSize(width: sides[0], height: sides[1]), scale: 3)
            #expect(traits.horizontalSizeClass == horizontal, "\(size)")
            #expect(traits.verticalSizeClass == vertical, "\(size)")
        }
    }

    @Test("A style is that of the nearest view, controller or window that says one")
    func nearest() {
        Stage.play { stage in
            let controller = UIViewController()
            let window = stage.window(controller)
            let (outer, inner) = (UIView(), UIView())
            controller.view.addSubview(outer)
            outer.addSubview(inner)
            window.overrideUserInterfaceStyle = .dark
            #expect(inner.traitCollection.userInterfaceStyle == .dark)
            #expect(controller.traitCollection.userInterfaceStyle == .dark)
            controller.overrideUserInterfaceStyle = .light
            #expect(inner.traitCollection.userInterfaceStyle == .light)
            #expect(controller.traitCollection.userInterfaceStyle == .light)
            #expect(controller.view.traitCollection.userInterfaceStyle == .light)
            #expect(window.traitCollection.userInterfaceStyle == .dark)
            outer.overrideUserInterfaceStyle = .dark
            #expect(inner.traitCollection.userInterfaceStyle == .dark)
            outer.overrideUserInterfaceStyle = .unspecified
            #expect(inner.traitCollection.userInterfaceStyle == .light)
        }
    }

    @Test(
        "Who lies below a style that changes hears of it once, from outside in, with the one before"
    )
    func told() {
        Stage.play { stage in
            let diary = Diary()
            let controller = Hearer(diary)
            let window = stage.window(controller)
            let (outer, inner) = (Watcher("outer", diary), Watcher("inner", diary))
            outer.addSubview(inner)
            controller.view.addSubview(outer)
            #expect(diary.news() == [])
            window.overrideUserInterfaceStyle = .dark
            let all = ["controller 1>2", "outer 1>2", "inner 1>2"]
            #expect(diary.news() == all)
            window.overrideUserInterfaceStyle = .dark
            #expect(diary.news() == [])
            // It is light around it then.
            outer.removeFromSuperview()
            UIView().addSubview(outer)
            #expect(diary.news() == ["outer 2>1", "inner 2>1"])
            controller.view.addSubview(outer)
            #expect(diary.news() == ["outer 1>2", "inner 1>2"])
            controller.overrideUserInterfaceStyle = .light
            #expect(diary.news() == ["controller 2>1", "outer 2>1", "inner 2>1"])
        }
    }

    @Test("A rotation tells controllers of the room that they will have, then of that they had")
    func rotation() {
        Stage.play { stage in
            let diary = Diary()
            let controller = Hearer(diary)
            _ = stage.window(controller)
            controller.view.addSubview(Watcher("view", diary))
            stage.turn()
            controller.overrideUserInterfaceStyle = .dark
            #expect(diary.news() == ["controller 1>2", "view 1>2"])
            stage.hold("landscapeLeft")
            #expect(
                diary.news() == [
                    "will be compact 2", "size", "controller regular>compact 2",
                    "view regular>compact 2",
                ])
            stage.hold("faceUp")
            #expect(diary.news() == [])
        }
    }

    @Test("A scene's delegate hears of a rotation, with what was before")
    func scene() throws {
        final class Delegate: UIResponder, UIWindowSceneDelegate {
            var heard: [String] = []
            func windowScene(
                _ windowScene: UIWindowScene,
                didUpdate previousCoordinateSpace: any UICoordinateSpace,
                interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
                traitCollection previousTraitCollection: UITraitCollection
            ) {
                heard.append(
                    "\(previousCoordinateSpace.bounds.width) \(previousInterfaceOrientation.rawValue) \(previousTraitCollection.verticalSizeClass) \(windowScene.traitCollection.verticalSizeClass)"
                )
            }
        }
        try Stage.play { stage in
            let delegate = Delegate()
            try #require(stage.application.scenes.scene).delegate = delegate
            _ = stage.window()
            stage.turn()
            stage.hold("landscapeLeft")
            #expect(delegate.heard == ["320.0 1 regular compact"])
        }
    }

    @Test("A colour of several is drawn as the view's style says, and anew when that changes")
    func colors() throws {
        try Stage.play { stage in
            let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
            (label.text, label.textColor) = ("night", color)
            label.backgroundColor = color.withAlphaComponent(0.5)
            stage.window().addSubview(label)
            stage.turn()
            @MainActor func shown() throws -> [String?] {
                let node = try #require(stage.scenes.last?.root.children?.last)
                return [node.text?.color, node.background]
            }
            try #expect(shown() == ["#000000", "#00000080"])
            label.overrideUserInterfaceStyle = .dark
            stage.turn()
            try #expect(shown() == ["#FFFFFF", "#FFFFFF80"])
            #expect(
                color != .black
                    && color == UIColor { $0.userInterfaceStyle == .dark ? .white : .black })
            let dark = UITraitCollection(userInterfaceStyle: .dark)
            #expect(color.resolvedColor(with: dark) == .white)
            #expect(UIColor.systemBackground.resolvedColor(with: dark) == .black)
            #expect(UIColor.systemBackground.resolvedColor(with: UITraitCollection()) == .white)
            #expect(UIColor.systemRed.hex == "#FF3B30" && UIColor.separator.hex == "#3C3C434A")
        }
    }

    @Test("Of several collections the last that says a trait counts; a style is another appearance")
    func merged() {
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        let wide = UITraitCollection(horizontalSizeClass: .regular)
        let both = UITraitCollection(
            traitsFrom: [UITraitCollection(userInterfaceStyle: .light), dark, wide])
        #expect(both.userInterfaceStyle == .dark && both.horizontalSizeClass == .regular)
        #expect(both.verticalSizeClass == .unspecified && both.displayScale == 0)
        #expect(both == UITraitCollection(traitsFrom: [wide, dark]))
        #expect(!both.hasDifferentColorAppearance(comparedTo: dark))
        #expect(both.hasDifferentColorAppearance(comparedTo: wide))
        #expect(both.hasDifferentColorAppearance(comparedTo: nil))
    }
}

@MainActor private final class Watcher: UIView {
    private let name: String
    private let diary: Diary

    init(_ name: String, _ diary: Diary) {
        (self.name, self.diary) = (name, diary)
        super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { fatalError("made with a name") }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        diary.write(line(name, previousTraitCollection, traitCollection))
    }
}

@MainActor private final class Hearer: UIViewController {
    private let diary: Diary

    init(_ diary: Diary) {
        self.diary = diary
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { fatalError("made with a diary") }

    override func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        diary.write(
            "will be \(newCollection.verticalSizeClass) \(newCollection.userInterfaceStyle.rawValue)"
        )
    }
    override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) { diary.write("size") }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        diary.write(line("controller", previousTraitCollection, traitCollection))
    }
}

/// The traits that have changed.
@MainActor private func line(
    _ name: String, _ before: UITraitCollection?, _ now: UITraitCollection
) -> String {
    guard let before else { return "\(name) from nothing" }
    let style = now.userInterfaceStyle.rawValue
    return before.verticalSizeClass == now.verticalSizeClass
        ? "\(name) \(before.userInterfaceStyle.rawValue)>\(style)"
        : "\(name) \(before.verticalSizeClass)>\(now.verticalSizeClass) \(style)"
}
