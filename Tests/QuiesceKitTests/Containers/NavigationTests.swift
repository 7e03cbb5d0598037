import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Writes down what it is told.
@MainActor private final class Telling: UIViewController {
    private let diary: Diary
    private let name: String

    init(_ diary: Diary, _ name: String) {
        (self.diary, self.name) = (diary, name)
        super.init(nibName: nil, bundle: nil)
        title = name
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() { diary.write("\(name) loaded") }
    override func viewWillAppear(_ animated: Bool) { diary.write("\(name) will appear") }
    override func viewDidAppear(_ animated: Bool) { diary.write("\(name) appeared") }
    override func viewWillDisappear(_ animated: Bool) { diary.write("\(name) will disappear") }
    override func viewDidDisappear(_ animated: Bool) { diary.write("\(name) disappeared") }
    override func willMove(toParent parent: UIViewController?) {
        diary.write("\(name) moves \(parent == nil ? "out" : "in")")
    }
    override func didMove(toParent parent: UIViewController?) {
        diary.write("\(name) moved \(parent == nil ? "out" : "in")")
    }
    override func didReceiveMemoryWarning() { diary.write("\(name) warned") }
}

/// Controllers that show one of several.
@MainActor @Suite(.behaviour("H2")) struct NavigationTests {
    private let diary = Diary()

    private func labels(_ view: UIView) -> [String] {
        guard !view.isHidden else { return [] }
        return [(view as? UILabel)?.text].compactMap(\.self) + view.subviews.flatMap(labels)
    }

    @Test("A controller that is pushed appears as the one below it disappears, and back")
    func appearance() {
        Stage.play { stage in
            let (first, second) = (Telling(diary, "a"), Telling(diary, "b"))
            let navigation = UINavigationController(rootViewController: first)
            #expect(diary.news() == ["a moves in", "a moved in"])
            _ = stage.window(navigation)
            stage.turn()
            #expect(diary.news() == ["a loaded", "a will appear", "a appeared"])
            navigation.pushViewController(second, animated: true)
            #expect(
                diary.news() == [
                    "b moves in", "b loaded", "a will disappear", "b will appear", "a disappeared",
                    "b appeared", "b moved in",
                ])
            #expect(second.navigationController === navigation)
            #expect(first.view.window == nil && second.view.window != nil)
            #expect(navigation.popViewController(animated: true) === second)
            #expect(
                diary.news() == [
                    "b moves out", "b will disappear", "a will appear", "b disappeared",
                    "a appeared", "b moved out",
                ])
            #expect(second.navigationController == nil)
            #expect(navigation.popViewController(animated: true) == nil)
        }
    }

    @Test("The bar shows the title and the way back, which a tap takes")
    func bar() {
        Stage.play { stage in
            let navigation = UINavigationController(rootViewController: Telling(diary, "Inbox"))
            _ = stage.window(navigation)
            stage.turn()
            #expect(labels(navigation.navigationBar) == ["Inbox"])
            #expect(navigation.navigationBar.frame == rect(0, 0, 320, 64))
            let letter = Telling(diary, "Letter")
            var pressed = ""
            letter.navigationItem.rightBarButtonItem = UIBarButtonItem(
                systemItem: .reply, primaryAction: UIAction { _ in pressed = "reply" })
            navigation.pushViewController(letter, animated: true)
            stage.turn()
            #expect(Set(labels(navigation.navigationBar)) == ["Letter", "‹ Inbox", "Reply"])
            stage.tap(290, 42)
            #expect(pressed == "reply")
            letter.title = "A rather long title"
            stage.turn()
            // Too long for the middle, but not for the space beside the button back.
            letter.navigationItem.rightBarButtonItem = nil
            stage.turn()
            #expect(labels(navigation.navigationBar).contains("A rather long title"))
            stage.tap(30, 42)
            stage.turn()
            #expect(labels(navigation.navigationBar) == ["Inbox"])
        }
    }

    @Test("A bar button calls a method of its target, unless it is disabled")
    func target() {
        final class Editing: UIViewController {
            var edits = 0
            func edit() { edits += 1 }
        }
        Stage.play { stage in
            let controller = Editing()
            let item = UIBarButtonItem(
                title: "Edit", style: .plain, target: controller, action: Editing.edit)
            controller.navigationItem.leftBarButtonItem = item
            _ = stage.window(UINavigationController(rootViewController: controller))
            stage.turn()
            stage.tap(30, 42)
            item.isEnabled = false
            stage.tap(30, 42)
            #expect(controller.edits == 1)
        }
    }

    @Test("The safe area is below the bar, and below the status bar when the bar is hidden")
    func safeArea() {
        Stage.play { stage in
            let controller = UIViewController()
            let navigation = UINavigationController(rootViewController: controller)
            let view = UIView.placed(in: controller.view)
            NSLayoutConstraint.activate([
                view.topAnchor.constraint(
                    equalTo: controller.view.safeAreaLayoutGuide.topAnchor),
                view.leftAnchor.constraint(equalTo: controller.view.leftAnchor),
                view.widthAnchor.constraint(equalToConstant: 10),
                view.heightAnchor.constraint(equalToConstant: 10),
            ])
            _ = stage.window(navigation)
            stage.turn()
            #expect(view.frame.minY == 64)
            navigation.setNavigationBarHidden(true, animated: false)
            stage.turn()
            #expect(view.frame.minY == 20)
        }
    }

    @Test("One goes back to the first, or to any, or has another row set")
    func rows() {
        let controllers = (0..<4).map { _ in UIViewController() }
        let navigation = UINavigationController(rootViewController: controllers[0])
        for controller in controllers[1...] {
            navigation.pushViewController(controller, animated: false)
        }
        #expect(
            navigation.popToViewController(controllers[2], animated: false) == [controllers[3]])
        #expect(navigation.popToViewController(controllers[3], animated: false) == nil)
        #expect(
            navigation.popToRootViewController(animated: false) == [controllers[1], controllers[2]]
        )
        navigation.pushViewController(controllers[0], animated: false)
        #expect(navigation.viewControllers == [controllers[0]])
        navigation.viewControllers = [controllers[3], controllers[1]]
        #expect(controllers[0].parent == nil && controllers[1].parent === navigation)
        #expect(navigation.topViewController === controllers[1])
    }

    @Test("The delegate hears which controller is shown")
    func delegate() {
        final class Listener: UINavigationControllerDelegate {
            let diary = Diary()
            func navigationController(
                _ navigationController: UINavigationController,
                willShow viewController: UIViewController, animated: Bool
            ) { diary.write("will show \(viewController.title ?? "")") }
            func navigationController(
                _ navigationController: UINavigationController,
                didShow viewController: UIViewController, animated: Bool
            ) { diary.write("shows \(viewController.title ?? "")") }
        }
        Stage.play { stage in
            let listener = Listener()
            let navigation = UINavigationController(rootViewController: Telling(diary, "a"))
            navigation.delegate = listener
            _ = stage.window(navigation)
            stage.turn()
            navigation.pushViewController(Telling(diary, "b"), animated: false)
            #expect(listener.diary.news() == ["will show a", "shows a", "will show b", "shows b"])
        }
    }

    @Test("A child whose view is added appears at once, or with its parent, and leaves as it")
    func children() {
        Stage.play { stage in
            let (parent, early, late) = (
                Telling(diary, "p"), Telling(diary, "a"), Telling(diary, "b")
            )
            @MainActor func add(_ child: Telling) {
                parent.addChild(child)
                parent.view.addSubview(child.view)
                child.didMove(toParent: parent)
            }
            add(early)
            _ = stage.window(parent)
            stage.turn()
            #expect(
                diary.news() == [
                    "a moves in", "p loaded", "a loaded", "a moved in", "p will appear",
                    "a will appear", "p appeared", "a appeared",
                ])
            add(late)
            #expect(
                diary.news() == [
                    "b moves in", "b loaded", "b will appear", "b appeared", "b moved in",
                ])
            late.willMove(toParent: nil)
            late.view.removeFromSuperview()
            late.removeFromParent()
            #expect(
                diary.news() == ["b moves out", "b will disappear", "b disappeared", "b moved out"])
            #expect(parent.children == [early])
            stage.application.perform(.memoryWarning)
            #expect(diary.news() == ["p warned", "a warned"])
            parent.present(UIViewController(), animated: false)
            #expect(
                diary.news() == [
                    "p will disappear", "a will disappear", "p disappeared", "a disappeared",
                ])
        }
    }

    @Test("A child presents for the controller that fills the window, and dismisses too")
    func presenting() {
        Stage.play { stage in
            let child = UIViewController()
            let navigation = UINavigationController(rootViewController: child)
            let window = stage.window(navigation)
            stage.turn()
            let inner = UIViewController()
            let sheet = UINavigationController(rootViewController: inner)
            child.present(sheet, animated: true)
            #expect(window.stack.all == [navigation, sheet])
            #expect(child.presentedViewController === sheet)
            #expect(inner.presentingViewController === navigation)
            inner.dismiss(animated: true)
            #expect(window.stack.all == [navigation])
        }
    }

    @Test("Tabs are chosen by touch, if the delegate lets them")
    func tabs() {
        final class Judge: UITabBarControllerDelegate {
            var chosen: [UIViewController] = []
            func tabBarController(
                _ tabBarController: UITabBarController,
                shouldSelect viewController: UIViewController
            ) -> Bool { viewController.title != "c" }
            func tabBarController(
                _ tabBarController: UITabBarController,
                didSelect viewController: UIViewController
            ) { chosen.append(viewController) }
        }
        Stage.play { stage in
            let (judge, tabs) = (Judge(), UITabBarController())
            let controllers = ["a", "b", "c"].map { Telling(diary, $0) }
            tabs.viewControllers = controllers
            tabs.delegate = judge
            _ = stage.window(tabs)
            stage.turn()
            let bottom = Double(UIScreen.main.bounds.height)
            #expect(labels(tabs.tabBar) == ["a", "b", "c"])
            #expect(controllers[0].view.safeAreaInsets.bottom == 49)
            _ = diary.news()
            stage.tap(160, bottom - 20)
            #expect(
                diary.news() == [
                    "b loaded", "a will disappear", "b will appear", "a disappeared", "b appeared",
                ])
            stage.tap(300, bottom - 20)
            #expect(tabs.selectedViewController === controllers[1])
            #expect(judge.chosen == [controllers[1]])
        }
    }
}
