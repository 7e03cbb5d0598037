import Foundation

/// The controllers of one window, the root and those that were presented over it: whose views are
/// in the window, and who of them has appeared.
@MainActor final class ControllerStack {
    weak var window: UIWindow?
    var root: UIViewController? {
        didSet {
            guard root !== oldValue else { return }
            update()
        }
    }
    /// The window has been on the screen. A window of an app in the background isn't (S4).
    private(set) var isDisplayed = false
    /// Those whose views are in the window, back to front.
    private var placed: [UIViewController] = []
    private var appeared: [UIViewController] = []

    /// Back to front.
    var all: [UIViewController] {
        root.map { Array(sequence(first: $0, next: \.presented)) } ?? []
    }

    var top: UIViewController? { all.last }

    /// The frontmost that fills the screen, and those that are shown over it.
    private var visible: [UIViewController] {
        guard window?.isHidden == false else { return [] }
        let all = all
        return Array(all[(all.lastIndex { !$0.isShownOverOthers } ?? all.startIndex)...])
    }

    /// The window is on the screen from now on.
    func display() {
        guard !isDisplayed else { return }
        isDisplayed = true
        update()
    }

    /// Has the views in the window that are to be seen, and tells the controllers.
    func update() {
        let visible = visible
        let entering = isDisplayed ? visible.filter { !appeared.holds($0) } : []
        let leaving = appeared.filter { !visible.holds($0) }
        appeared = appeared.filter { visible.holds($0) } + entering
        for controller in leaving.reversed() {
            controller.beginAppearanceTransition(false, animated: false)
        }
        for controller in entering {
            controller.beginAppearanceTransition(true, animated: false)
        }
        place(visible)
        for controller in leaving.reversed() + entering { controller.endAppearanceTransition() }
    }

    /// Gives each controller's view the window's space, less what a higher status bar takes of the
    /// screen (S9).
    func layout() {
        guard let window else { return }
        var space = window.bounds
        if let app = UIApplication.running, window.frame == UIScreen.main.bounds {
            let taken = min(max(0, app.statusBarFrame.maxY - 20), space.height)
            space.origin.y += taken
            space.size.height -= taken
        }
        for controller in placed { controller.view.frame = space }
    }

    private func place(_ visible: [UIViewController]) {
        for controller in placed where !visible.holds(controller) {
            controller.view.removeFromSuperview()
        }
        placed = visible
        guard let window else { return }
        for controller in visible {
            guard let view = controller.view, view.superview !== window else { continue }
            if controller === visible.first {
                window.insertSubview(view, at: 0)
            } else {
                window.addSubview(view)
            }
        }
        layout()
    }
}

extension [UIViewController] {
    fileprivate func holds(_ controller: UIViewController) -> Bool {
        contains { $0 === controller }
    }
}
