import Foundation

// The constraints that place a stack's views, made anew for each solution.
extension UIStackView {
    /// Start and size along an axis.
    private struct Span {
        var start, size: LinearRow
        var end: LinearRow { start + size }
        var middle: LinearRow { start + size * 0.5 }
    }

    /// Goals that are below the app's own usual ones: the stack is as small as its views allow.
    private static let shrinking = 51.0
    private static let centering = 149.0

    func addConstraints(to problem: inout LayoutProblem) {
        let views = arrangedSubviews.filter { !$0.isHidden }
        let (own, insets) = (problem.edges(of: self), margins)
        var along = Self.span(own, axis)
        var across = Self.span(own, axis == .horizontal ? .vertical : .horizontal)
        inset(&along, insets, isHorizontal: axis == .horizontal)
        inset(&across, insets, isHorizontal: axis == .vertical)
        problem.add(along.size, .equal, at: Self.shrinking)
        problem.add(across.size, .equal, at: Self.shrinking)
        guard !views.isEmpty else { return }
        let edges = views.map { problem.edges(of: $0) }
        let spans = edges.map { Self.span($0, axis) }
        require(spans[0].start - along.start, .equal, &problem)
        require(spans[spans.count - 1].end - along.end, .equal, &problem)
        distribute(views, spans, &problem)
        align(views, edges, across, &problem)
    }

    private static func span(
        _ edges: LayoutProblem.Edges, _ axis: NSLayoutConstraint.Axis
    ) -> Span {
        axis == .horizontal
            ? Span(start: edges.left, size: edges.width)
            : Span(start: edges.top, size: edges.height)
    }

    private func inset(_ span: inout Span, _ insets: UIEdgeInsets, isHorizontal: Bool) {
        let before = isHorizontal ? insets.left : insets.top
        let after = isHorizontal ? insets.right : insets.bottom
        span.start = span.start + before
        span.size = span.size + -(before + after)
    }

    private func require(
        _ sum: LinearRow, _ relation: LinearSolver.Relation, _ problem: inout LayoutProblem
    ) { problem.add(sum, relation, at: LinearSolver.required) }

    // MARK: Along the axis

    private func distribute(_ views: [UIView], _ spans: [Span], _ problem: inout LayoutProblem) {
        let pairs = zip(views.indices, views.indices.dropFirst())
        let gaps = pairs.map { spans[$1].start - spans[$0].end + -space(after: views[$0]) }
        switch distribution {
        case .fill, .fillEqually, .fillProportionally:
            for gap in gaps { require(gap, .equal, &problem) }
            if distribution == .fillEqually {
                for span in spans.dropFirst() {
                    require(span.size - spans[0].size, .equal, &problem)
                }
            }
            if distribution == .fillProportionally { share(views, spans, &problem) }
        case .equalSpacing:
            let more = problem.newVariable()
            require(more, .atLeast, &problem)
            problem.add(more, .equal, at: Self.shrinking)
            for (gap, (left, right)) in zip(gaps, pairs) {
                require(gap, .atLeast, &problem)
                let whole = spans[right].start - spans[left].end + -spacing
                problem.add(whole - more, .equal, at: Self.centering)
            }
        case .equalCentering:
            for gap in gaps { require(gap, .atLeast, &problem) }
            let distance = problem.newVariable()
            for (left, right) in pairs {
                let between = spans[right].middle - spans[left].middle
                problem.add(between - distance, .equal, at: Self.centering)
            }
        }
    }

    /// Sizes in proportion to those of the content; views without a size are as if they had none.
    private func share(_ views: [UIView], _ spans: [Span], _ problem: inout LayoutProblem) {
        let sizes = views.map { view in
            let size = view.intrinsicContentSize
            return max(0, axis == .horizontal ? size.width : size.height)
        }
        guard let first = sizes.firstIndex(where: { $0 > 0 }) else { return }
        for index in views.indices where index != first {
            let share = spans[first].size * Double(sizes[index] / sizes[first])
            // A little less than required, as UIKit has it: a size that is set goes before.
            problem.add(spans[index].size - share, .equal, at: LinearSolver.required - 1)
        }
    }

    // MARK: Across the axis

    private func align(
        _ views: [UIView], _ edges: [LayoutProblem.Edges], _ across: Span,
        _ problem: inout LayoutProblem
    ) {
        let isRow = axis == .horizontal
        let byBaseline = isRow && (alignment == .firstBaseline || alignment == .lastBaseline)
        let baseline = problem.newVariable()
        for (view, edges) in zip(views, edges) {
            let span = Self.span(edges, isRow ? .vertical : .horizontal)
            require(span.start - across.start, .atLeast, &problem)
            require(span.end - across.end, .atMost, &problem)
            switch alignment {
            case .fill:
                require(span.start - across.start, .equal, &problem)
                require(span.end - across.end, .equal, &problem)
            case .center: require(span.middle - across.middle, .equal, &problem)
            case .firstBaseline, .lastBaseline:
                guard byBaseline else {
                    require(span.start - across.start, .equal, &problem)
                    continue
                }
                let attribute: NSLayoutConstraint.Attribute =
                    alignment == .firstBaseline ? .firstBaseline : .lastBaseline
                let line = problem.value(attribute, of: view, seenFrom: nil)
                require(line - baseline, .equal, &problem)
            case .leading: require(span.start - across.start, .equal, &problem)
            case .trailing: require(span.end - across.end, .equal, &problem)
            }
        }
    }
}
