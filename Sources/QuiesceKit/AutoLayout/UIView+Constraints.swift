import Foundation

extension UIView {
    /// The size of a view that has none by its content, in each direction that it has none in.
    public static let noIntrinsicMetric: CGFloat = -1
    /// For `systemLayoutSizeFitting(_:)`: as small as can be.
    public static let layoutFittingCompressedSize = CGSize.zero
    /// For `systemLayoutSizeFitting(_:)`: as large as can be.
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

    /// The active constraints that the view holds: of itself, and between views in it.
    public var constraints: [NSLayoutConstraint] { layoutState.constraints }

    /// Has a constraint take part in the layout, held by this view. One of views that aren't in
    /// this one is refused, with a note on stderr.
    public func addConstraint(_ constraint: NSLayoutConstraint) {
        for item in [constraint.first, constraint.second] {
            guard let item else { continue }
            guard item.layoutView?.isDescendant(of: self) == true else {
                return note(
                    "\(constraint.described) isn't added to a \(type(of: self)): it is about views "
                        + "outside of that; add it to a superview of both")
            }
        }
        constraint.hold(by: self)
    }

    /// The same for several.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    /// Takes a constraint out of the layout.
    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        if constraint.holder === self { constraint.isActive = false }
    }

    /// The same for several.
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }

    /// How much the view wants not to be larger than its content.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState.hugging[axis]
    }

    /// See `contentHuggingPriority(for:)`.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {
        layoutState.hugging[axis] = priority
        setNeedsSolution()
    }

    /// How much the view wants not to be smaller than its content.
    public func contentCompressionResistancePriority(
        for axis: NSLayoutConstraint.Axis
    ) -> UILayoutPriority { layoutState.resistance[axis] }

    /// See `contentCompressionResistancePriority(for:)`.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {
        layoutState.resistance[axis] = priority
        setNeedsSolution()
    }

    /// Has `updateConstraints` called by the next layout pass.
    public func setNeedsUpdateConstraints() {
        layoutState.needsUpdateConstraints = true
        setNeedsLayout()
    }

    /// Whether the next layout pass calls `updateConstraints`.
    public func needsUpdateConstraints() -> Bool { layoutState.needsUpdateConstraints }

    /// Calls `updateConstraints` of the views in it, then its own, where they asked for it.
    public func updateConstraintsIfNeeded() {
        for view in subviews { view.updateConstraintsIfNeeded() }
        guard layoutState.needsUpdateConstraints else { return }
        layoutState.needsUpdateConstraints = false
        updateConstraints()
    }

    /// The view's size by its constraints.
    ///
    /// - Parameter targetSize: the size that is wanted, at `.fittingSizeLevel`.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel,
            verticalFittingPriority: .fittingSizeLevel)
    }

    // MARK: Regions

    /// The view whose size the constraints around this view's frame are fulfilled in: itself, where
    /// its frame follows from none and none lead out of it.
    var layoutRegion: UIView {
        var view = self
        while let parent = view.superview, view.isPlacedByConstraints || view.isCrossed {
            view = parent
        }
        return view
    }

    var isPlacedByConstraints: Bool { !translatesAutoresizingMaskIntoConstraints }
    var isCrossed: Bool { layoutState.crossings > 0 }

    /// Constraints around the view, or in it, have another solution.
    func setNeedsSolution() {
        let region = layoutRegion
        region.layoutState.isUnsolved = true
        region.setNeedsLayout()
    }

    /// The view's size has changed, and not by its own solution.
    func sizeWasSet() {
        if !layoutRegion.layoutState.isApplying { setNeedsSolution() }
    }

    /// Sets the frames that follow from constraints, where those have changed.
    func solveIfNeeded() {
        let region = layoutRegion
        if !region.layoutState.isUnsolved, !region.layoutState.surroundings.isEmpty,
            LayoutProblem.surroundings(of: region) != region.layoutState.surroundings
        {
            region.layoutState.isUnsolved = true
        }
        guard region.layoutState.isUnsolved, !region.layoutState.isApplying else { return }
        region.layoutState.isUnsolved = false
        region.layoutState.isApplying = true
        LayoutProblem(root: region, size: nil).apply()
        region.layoutState.isApplying = false
    }

    /// Constraints between the view, or what is in it, and what is around it are no more.
    func releaseOuterConstraints() {
        guard let superview else { return }
        for view in sequence(first: superview, next: \.superview) {
            for constraint in view.layoutState.constraints {
                let leadsIn = [constraint.first, constraint.second].contains {
                    $0?.layoutView?.isDescendant(of: self) == true
                }
                if leadsIn { constraint.isActive = false }
            }
        }
    }
}
