import Foundation

// Controllers in controllers, and the calls about appearing.
extension UIViewController {
    enum Appearance { case gone, appearing, there, leaving }

    /// The navigation controller that it is in, at any depth.
    public var navigationController: UINavigationController? { around() }

    /// The tab bar controller that it is in, at any depth.
    public var tabBarController: UITabBarController? { around() }

    private func around<Container: UIViewController>() -> Container? {
        sequence(first: self, next: \.parent).dropFirst().lazy.compactMap { $0 as? Container }.first
    }

    /// It, or the controller around all that it is in.
    var outermost: UIViewController {
        var controller = self
        while let parent = controller.parent { controller = parent }
        return controller
    }

    /// It, and all in it.
    var withDescendants: [UIViewController] { [self] + children.flatMap(\.withDescendants) }

    func take(_ child: UIViewController) {
        guard child !== self, child.parent !== self,
            !withAncestors.contains(where: { $0 === child })
        else { return }
        if child.parent != nil { child.removeFromParent() }
        child.willMove(toParent: self)
        children.append(child)
        child.parent = self
    }

    private var withAncestors: [UIViewController] {
        Array(sequence(first: self, next: \.parent))
    }

    func leaveParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    // MARK: Appearing

    /// Tells the controller, and those in it, that its view is about to appear or to disappear.
    public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        let isThere = appearance == .there || appearance == .appearing
        guard isThere != isAppearing else { return }
        appearance = isAppearing ? .appearing : .leaving
        if isAppearing {
            loadViewIfNeeded()
            viewWillAppear(animated)
            placeChildren()
        } else {
            viewWillDisappear(animated)
        }
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in shownChildren {
            child.beginAppearanceTransition(isAppearing, animated: animated)
        }
    }

    /// Tells the controller, and those in it, that its view has appeared or disappeared.
    public func endAppearanceTransition() {
        switch appearance {
        case .there, .gone: return
        case .appearing:
            appearance = .there
            viewDidAppear(false)
        case .leaving:
            appearance = .gone
            viewDidDisappear(false)
        }
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in children { child.endAppearanceTransition() }
        if appearance == .there { childrenAppeared() }
    }

    /// Its view is about to come into the view of the controller around it.
    ///
    /// - Returns: whether `endAppearanceTransition()` is to be called when it has.
    func beginArrival() -> Bool {
        guard let parent, appearance == .gone, parent.shouldAutomaticallyForwardAppearanceMethods
        else { return false }
        switch parent.appearance {
        case .gone, .leaving: return false
        case .appearing, .there:
            beginAppearanceTransition(true, animated: false)
            return parent.appearance == .there
        }
    }

    /// Its view is about to leave the view of the controller around it.
    func beginLeaving() -> Bool {
        guard let parent, appearance == .there, parent.appearance == .there,
            parent.shouldAutomaticallyForwardAppearanceMethods
        else { return false }
        beginAppearanceTransition(false, animated: false)
        return true
    }
}
