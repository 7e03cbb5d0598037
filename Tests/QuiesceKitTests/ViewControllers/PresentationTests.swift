import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// The calls that view controllers receive, and the controllers that they present.
@MainActor @Suite(.behaviour("H2")) struct PresentationTests {
    @Test("A view is loaded when it is first asked for, and appears when it is displayed")
    func lifeCycle() {
        Stage.play { stage in
            let diary = Diary()
            let controller = Telling(diary, "a")
            #expect(!controller.isViewLoaded)
            let window = stage.window(controller)
            #expect(diary.news() == ["a loaded"])
            stage.turn()
            #expect(diary.news() == ["a will appear", "a appeared"])
            // Leaving the app isn't disappearing, as on iOS.
            stage.leave()
            stage.comeBack()
            stage.turn()
            #expect(diary.news() == [])
            window.isHidden = true
            #expect(diary.news() == ["a will disappear", "a disappeared"])
        }
    }

    @Test("One that fills the screen makes the other disappear, until it is dismissed")
    func fullScreen() {
        Stage.play { stage in
            let diary = Diary()
            let (first, second) = (Telling(diary, "a"), Telling(diary, "b"))
            _ = stage.window(first)
            stage.turn()
            _ = diary.news()
            first.present(second, animated: false) { diary.write("presented") }
            #expect(
                diary.news() == [
                    "a will disappear", "b loaded", "b will appear", "a disappeared", "b appeared",
                    "presented",
                ])
            #expect(first.view.window == nil)
            #expect(second.next === first)
            second.dismiss(animated: false) { diary.write("dismissed") }
            #expect(
                diary.news() == [
                    "b will disappear", "a will appear", "b disappeared", "a appeared",
                    "dismissed",
                ])
            #expect(first.presentedViewController == nil)
            #expect(second.presentingViewController == nil)
        }
    }

    @Test("Dismissing takes away all that is above, and presenting again shows only the one")
    func dismissAll() {
        Stage.play { stage in
            let (first, second, third) = (
                UIViewController(), UIViewController(), UIViewController()
            )
            let window = stage.window(first)
            first.present(second, animated: false)
            second.present(third, animated: false)
            #expect(window.stack.top === third)
            first.dismiss(animated: false)
            #expect(window.stack.all == [first])
            first.present(second, animated: false)
            #expect(window.stack.all == [first, second])
        }
    }

    @Test("Presenting from nowhere, twice, or what is there already is refused")
    func refused() {
        Stage.play { stage in
            let (root, other) = (UIViewController(), UIViewController())
            root.present(other, animated: false)
            #expect(root.presentedViewController == nil)
            _ = stage.window(root)
            root.present(root, animated: false)
            #expect(root.presentedViewController == nil)
            root.present(other, animated: false)
            root.present(UIViewController(), animated: false)
            #expect(root.presentedViewController === other)
        }
    }

    @Test("Every controller of a window is warned when memory runs short", .behaviour("M2"))
    func memoryWarning() {
        Stage.play { stage in
            let diary = Diary()
            let root = Telling(diary, "a")
            _ = stage.window(root)
            root.present(Telling(diary, "b"), animated: false)
            _ = diary.news()
            stage.application.perform(.memoryWarning)
            #expect(diary.news() == ["a warned", "b warned"])
        }
    }

    @Test("Another root controller takes the first one's place")
    func otherRoot() {
        Stage.play { stage in
            let diary = Diary()
            let window = stage.window(Telling(diary, "a"))
            stage.turn()
            _ = diary.news()
            window.rootViewController = Telling(diary, "b")
            #expect(
                diary.news() == [
                    "a will disappear", "b loaded", "b will appear", "a disappeared", "b appeared",
                ])
            #expect(window.subviews == [window.rootViewController?.view])
        }
    }
}

@MainActor private final class Telling: UIViewController {
    private var diary: Diary?
    private var name = ""

    convenience init(_ diary: Diary, _ name: String) {
        self.init()
        (self.diary, self.name) = (diary, name)
    }

    override func viewDidLoad() { diary?.write("\(name) loaded") }
    override func viewWillAppear(_ animated: Bool) { diary?.write("\(name) will appear") }
    override func viewDidAppear(_ animated: Bool) { diary?.write("\(name) appeared") }
    override func viewWillDisappear(_ animated: Bool) { diary?.write("\(name) will disappear") }
    override func didReceiveMemoryWarning() { diary?.write("\(name) warned") }
    override func viewDidDisappear(_ animated: Bool) { diary?.write("\(name) disappeared") }
}
