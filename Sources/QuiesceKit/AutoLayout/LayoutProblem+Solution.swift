import Foundation

// The frames that the constraints ask for.
extension LayoutProblem {
    /// A text has its lines broken for the width that was found, which may change heights, and so
    /// on; it comes to an end, and isn't waited for.
    private static let mostRounds = 4

    /// The problem whose lines are broken, and its solution.
    private func solved() -> (problem: LayoutProblem, values: [Double]) {
        var problem = self
        var values = problem.solve()
        for _ in 1..<Self.mostRounds where problem.breakLines(values) {
            problem = LayoutProblem(root: root, size: wanted)
            values = problem.solve()
        }
        return (problem, values)
    }

    /// Sets the frames.
    func apply() {
        let (problem, values) = solved()
        root.layoutState.surroundings = Self.surroundings(of: root)
        for view in problem.placed {
            guard let superview = view.superview else { continue }
            let frame = problem.frame(of: view, in: superview, values)
            guard frame != view.frame else { continue }
            view.frame = frame
            superview.setNeedsLayout()
        }
        for guide in problem.guides {
            guard let view = guide.owningView else { continue }
            guide.layoutFrame = problem.frame(of: guide, in: view, values)
            if guide.kind == .scrollContent, problem.asked.contains(ObjectIdentifier(guide)) {
                (view as? UIScrollView)?.contentSize = guide.layoutFrame.size
            }
        }
    }

    /// The size of the root that was to be found.
    func fittingSize() -> CGSize {
        let (problem, values) = solved()
        let edges = problem.edges[ObjectIdentifier(root)]
        func length(_ row: LinearRow?) -> CGFloat { max(0, row?.value(values) ?? 0) }
        return CGSize(width: length(edges?.width), height: length(edges?.height))
    }

    private mutating func solve() -> [Double] {
        for view in placed { _ = edges(of: view) }
        for guide in guides { _ = edges(of: guide) }
        let (values, contradictions) = LinearSolver.solve(constraints, variables: variables)
        for index in contradictions {
            guard let origin = origins[index], !origin.isReported else { continue }
            origin.isReported = true
            note("\(origin.described) can't be fulfilled with the others: it is left out")
        }
        return values
    }

    /// Tells labels of several lines how wide they are.
    ///
    /// - Returns: whether one has another size by that.
    private func breakLines(_ values: [Double]) -> Bool {
        var isNew = false
        for case let label as UILabel in placed + [root] {
            guard let width = edges[ObjectIdentifier(label)]?.width.value(values) else { continue }
            if label.breakLines(within: width) { isNew = true }
        }
        return isNew
    }

    /// On whole pixels, in the view's coordinates.
    private func frame(
        of item: any LayoutItem, in view: UIView, _ values: [Double]
    ) -> CGRect {
        guard let inner = edges[ObjectIdentifier(item)], let outer = edges[ObjectIdentifier(view)]
        else { return .zero }
        func whole(_ row: LinearRow) -> CGFloat {
            (row.value(values) * scale).rounded() / scale + 0
        }
        let (left, top) = (whole(inner.left - outer.left), whole(inner.top - outer.top))
        return CGRect(
            x: left, y: top, width: max(0, whole(inner.right - outer.left) - left),
            height: max(0, whole(inner.bottom - outer.top) - top))
    }

    /// The insets that the frames in a region followed from.
    static func surroundings(of root: UIView) -> [UIEdgeInsets] {
        var insets: [UIEdgeInsets] = []
        func visit(_ view: UIView) {
            for guide in view.layoutState.systemGuides {
                switch guide.kind {
                case .safeArea: insets.append(view.safeAreaInsets)
                case .margins: insets.append(view.layoutMargins)
                case .scrollFrame: insets.append(UIEdgeInsets(offset: view.bounds.origin))
                case .own, .scrollContent: break
                }
            }
            for child in view.subviews where child.isPlacedByConstraints || child.isCrossed {
                visit(child)
            }
        }
        visit(root)
        return insets
    }
}

extension UIEdgeInsets {
    fileprivate init(offset: CGPoint) { self.init(top: offset.y, left: offset.x) }
}
