import Foundation

/// The constraints of one region of the tree of views: what is in `root`, except for the insides of
/// views whose frames don't follow from constraints, which are regions of their own.
@MainActor struct LayoutProblem {
    /// A negative width or height is avoided before anything that isn't required.
    private static let noSizeBelowZero = LinearSolver.required - 0.1

    /// The edges of a view or a guide, as sums of the solver's variables.
    struct Edges {
        var left, top, width, height: LinearRow
        var right: LinearRow { left + width }
        var bottom: LinearRow { top + height }
    }

    /// A size that is wanted of the root, and how much.
    struct Wanted {
        var size: CGSize
        var horizontal, vertical: UILayoutPriority
    }

    let root: UIView
    let scale = UIScreen.main.scale
    /// The root's size is to be found; nil: it is as it is.
    let wanted: Wanted?
    private(set) var constraints: [LinearSolver.Constraint] = []
    private(set) var variables = 0
    var edges: [ObjectIdentifier: Edges] = [:]
    /// Those that are placed by constraints, superviews first.
    private(set) var placed: [UIView] = []
    private(set) var guides: [UILayoutGuide] = []
    /// Items that a constraint speaks of.
    var asked: Set<ObjectIdentifier> = []
    /// For each index of a constraint, the app's that it stands for.
    private(set) var origins: [Int: NSLayoutConstraint] = [:]

    init(root: UIView, size wanted: Wanted?) {
        self.root = root
        self.wanted = wanted
        let zero = LinearRow()
        if let wanted {
            let (width, height) = (newVariable(), newVariable())
            edges[ObjectIdentifier(root)] = Edges(
                left: zero, top: zero, width: width, height: height)
            want(width, wanted.size.width, wanted.horizontal)
            want(height, wanted.size.height, wanted.vertical)
            addContent(of: root)
        } else {
            edges[ObjectIdentifier(root)] = Edges(
                left: zero, top: zero, width: LinearRow(constant: root.bounds.width),
                height: LinearRow(constant: root.bounds.height))
        }
        var stacks: [UIStackView] = []
        var held: [NSLayoutConstraint] = []
        collect(root, &held, &stacks)
        for stack in stacks { stack.addConstraints(to: &self) }
        for constraint in held { add(constraint) }
        for guide in guides where guide.kind == .scrollContent { hug(guide) }
    }

    private mutating func want(_ length: LinearRow, _ target: CGFloat, _ priority: UILayoutPriority)
    {
        add(length - LinearRow(constant: target), .equal, at: Double(priority.rawValue))
    }

    private mutating func collect(
        _ view: UIView, _ held: inout [NSLayoutConstraint], _ stacks: inout [UIStackView]
    ) {
        held += view.layoutState.constraints
        guides += view.layoutState.guides
        guides += view.layoutState.systemGuides.filter { $0.kind == .scrollContent }
        if let stack = view as? UIStackView { stacks.append(stack) }
        for child in view.subviews {
            if child.isPlacedByConstraints {
                placed.append(child)
                addContent(of: child)
                collect(child, &held, &stacks)
            } else if child.isCrossed {
                collect(child, &held, &stacks)
            }
        }
    }

    /// The size that the view has by its content, as wishes, and none below zero.
    private mutating func addContent(of view: UIView) {
        let edges = self.edges(of: view)
        let size = view.intrinsicContentSize
        for (axis, length, content) in [
            (NSLayoutConstraint.Axis.horizontal, edges.width, size.width),
            (.vertical, edges.height, size.height),
        ] {
            add(length, .atLeast, at: Self.noSizeBelowZero)
            guard content >= 0, content.isFinite else { continue }
            let difference = length - LinearRow(constant: content)
            add(difference, .atMost, at: Double(view.layoutState.hugging[axis].rawValue))
            add(difference, .atLeast, at: Double(view.layoutState.resistance[axis].rawValue))
        }
    }

    /// The content of a scroll view is as small as the views in it.
    private mutating func hug(_ guide: UILayoutGuide) {
        let edges = self.edges(of: guide)
        add(edges.width, .equal, at: 1)
        add(edges.height, .equal, at: 1)
    }

    mutating func newVariable() -> LinearRow {
        var row = LinearRow()
        row.add(variables, 1)
        variables += 1
        return row
    }

    mutating func add(_ sum: LinearRow, _ relation: LinearSolver.Relation, at priority: Double) {
        constraints.append(
            LinearSolver.Constraint(
                terms: sum.cells.map { ($0.symbol, $0.coefficient) }, constant: sum.constant,
                relation: relation, priority: priority))
    }

    private mutating func add(_ constraint: NSLayoutConstraint) {
        guard let first = constraint.first else { return }
        if constraint.hasSecond, constraint.second == nil { return }
        var sum = value(constraint.firstAttribute, of: first, seenFrom: constraint.second)
        if let second = constraint.second, constraint.hasSecond {
            sum =
                sum - value(constraint.secondAttribute, of: second, seenFrom: first)
                * Double(constraint.multiplier)
        }
        sum.constant -= Double(constraint.constant)
        origins[constraints.count] = constraint
        let relation: LinearSolver.Relation =
            switch constraint.relation {
            case .lessThanOrEqual: .atMost
            case .equal: .equal
            case .greaterThanOrEqual: .atLeast
            }
        add(sum, relation, at: Double(constraint.priority.rawValue))
    }

    // MARK: Edges

    mutating func edges(of item: any LayoutItem) -> Edges {
        let key = ObjectIdentifier(item)
        if let known = edges[key] { return known }
        let made: Edges
        if let view = item as? UIView {
            made = makeEdges(view)
        } else if let guide = item as? UILayoutGuide, let view = guide.owningView {
            made = makeEdges(guide, in: view)
        } else {
            made = newEdges()
        }
        edges[key] = made
        return made
    }

    private mutating func newEdges() -> Edges {
        Edges(left: newVariable(), top: newVariable(), width: newVariable(), height: newVariable())
    }

    private mutating func makeEdges(_ view: UIView) -> Edges {
        guard !view.isPlacedByConstraints, let superview = view.superview else { return newEdges() }
        let outer = edges(of: superview)
        return Edges(
            left: outer.left + view.frame.minX, top: outer.top + view.frame.minY,
            width: LinearRow(constant: view.frame.width),
            height: LinearRow(constant: view.frame.height))
    }

    private mutating func makeEdges(_ guide: UILayoutGuide, in view: UIView) -> Edges {
        let outer = edges(of: view)
        func inset(_ insets: UIEdgeInsets) -> Edges {
            Edges(
                left: outer.left + insets.left, top: outer.top + insets.top,
                width: outer.width + -(insets.left + insets.right),
                height: outer.height + -(insets.top + insets.bottom))
        }
        switch guide.kind {
        case .own: return newEdges()
        case .safeArea: return inset(view.safeAreaInsets)
        case .margins: return inset(view.layoutMargins)
        case .scrollFrame:
            return Edges(
                left: outer.left + view.bounds.minX, top: outer.top + view.bounds.minY,
                width: outer.width, height: outer.height)
        case .scrollContent:
            return Edges(
                left: outer.left, top: outer.top, width: newVariable(), height: newVariable())
        }
    }
}
