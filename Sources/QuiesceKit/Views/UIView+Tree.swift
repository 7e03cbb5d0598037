// Views in views.
extension UIView {
    /// Adds a view in front of the others, and takes it from where it was. One that holds this view
    /// is refused, with a note on stderr: a tree of views has no cycles.
    public func addSubview(_ view: UIView) {
        insert(view) { $0.count }
    }

    /// - Parameter index: among the subviews, from the back; at most their number.
    public func insertSubview(_ view: UIView, at index: Int) {
        insert(view) { min(max(0, index), $0.count) }
    }

    /// Adds a subview in front of another.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        insert(view) { views in (views.firstIndex { $0 === sibling } ?? views.count - 1) + 1 }
    }

    /// Adds a subview behind another.
    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        insert(view) { views in views.firstIndex { $0 === sibling } ?? views.count }
    }

    /// Takes the view out of its superview, and off the screen.
    public func removeFromSuperview() {
        guard let superview else { return }
        let leaves = controller?.beginLeaving() ?? false
        defer { if leaves { controller?.endAppearanceTransition() } }
        let window = window
        needsRendering()
        releaseOuterConstraints()
        superview.setNeedsSolution()
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        superview.lost(self)
        didMoveToSuperview()
        if window != nil { movedBetweenWindows() }
    }

    /// Draws a subview in front of the others.
    public func bringSubviewToFront(_ view: UIView) {
        guard view.superview === self else { return }
        addSubview(view)
    }

    /// Draws a subview behind the others.
    public func sendSubviewToBack(_ view: UIView) {
        guard view.superview === self else { return }
        insertSubview(view, at: 0)
    }

    /// Whether it is `view`, or in it.
    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self, next: \.superview).contains { $0 === view }
    }

    /// The view itself, or one in it, with this tag.
    public func viewWithTag(_ tag: Int) -> UIView? { first { $0.tag == tag } }

    /// The first view for which `condition` holds, parents before what is in them.
    public func first(where condition: (UIView) -> Bool) -> UIView? {
        if condition(self) { return self }
        for view in subviews {
            if let found = view.first(where: condition) { return found }
        }
        return nil
    }

    private func insert(_ view: UIView, at place: ([UIView]) -> Int) {
        guard !isDescendant(of: view) else {
            note(
                "a \(type(of: view)) was to be added to a view that is itself or in it: refused, "
                    + "as a tree of views has no cycles; nothing is changed")
            return
        }
        guard !(view is UIWindow) else {
            return note("a window was to be added to a view: refused; nothing is changed")
        }
        let windowBefore = view.window
        let moves = view.superview !== self
        let arrives = moves && window != nil && view.controller?.beginArrival() == true
        defer { if arrives { view.controller?.endAppearanceTransition() } }
        if moves {
            view.needsRendering()
            view.releaseOuterConstraints()
            view.superview?.setNeedsSolution()
        }
        view.superview?.subviews.removeAll { $0 === view }
        if moves { view.superview?.lost(view) }
        subviews.insert(view, at: place(subviews))
        view.superview = self
        setNeedsLayout()
        needsRendering()
        if view.isPlacedByConstraints || view.isCrossed { setNeedsSolution() }
        if moves {
            view.traitsMayHaveChanged()
            view.didMoveToSuperview()
        }
        if view.window !== windowBefore { view.movedBetweenWindows() }
    }

    private func movedBetweenWindows() {
        // Nothing that can't be seen is the first to be told.
        if window == nil, let application = UIApplication.running,
            application.firstResponder === self
        {
            application.firstResponder = nil
        }
        didMoveToWindow()
        for view in subviews { view.movedBetweenWindows() }
    }
}
