import Foundation

extension LayoutProblem {
    /// An attribute as a sum of variables.
    ///
    /// - Parameter other: the other item of the constraint. Seen from inside a scroll view, the
    ///   view's edges are those of all that it scrolls, as UIKit has it.
    mutating func value(
        _ attribute: NSLayoutConstraint.Attribute, of item: any LayoutItem,
        seenFrom other: (any LayoutItem)?
    ) -> LinearRow {
        var item = item
        if let scroll = item as? UIScrollView, attribute != .width, attribute != .height,
            let other = other?.layoutView, other !== scroll, other.isDescendant(of: scroll)
        {
            item = scroll.contentLayoutGuide
        }
        asked.insert(ObjectIdentifier(item))
        let edges = self.edges(of: item)
        let margins = item.layoutView?.layoutMargins ?? .zero
        switch attribute {
        case .left, .leading: return edges.left
        case .right, .trailing: return edges.right
        case .top: return edges.top
        case .bottom: return edges.bottom
        case .width: return edges.width
        case .height: return edges.height
        case .centerX: return edges.left + edges.width * 0.5
        case .centerY: return edges.top + edges.height * 0.5
        case .firstBaseline: return edges.top + ((item as? UIView)?.firstBaseline ?? 0)
        case .lastBaseline: return edges.bottom + -((item as? UIView)?.depthBelowBaseline ?? 0)
        case .leftMargin, .leadingMargin: return edges.left + margins.left
        case .rightMargin, .trailingMargin: return edges.right + -margins.right
        case .topMargin: return edges.top + margins.top
        case .bottomMargin: return edges.bottom + -margins.bottom
        case .centerXWithinMargins:
            return edges.left + edges.width * 0.5 + (margins.left - margins.right) / 2
        case .centerYWithinMargins:
            return edges.top + edges.height * 0.5 + (margins.top - margins.bottom) / 2
        case .notAnAttribute: return LinearRow()
        }
    }
}

extension LinearRow {
    static func + (left: LinearRow, right: LinearRow) -> LinearRow {
        var sum = left
        sum.add(right, times: 1)
        return sum
    }

    static func - (left: LinearRow, right: LinearRow) -> LinearRow {
        var sum = left
        sum.add(right, times: -1)
        return sum
    }

    static func + (left: LinearRow, right: CGFloat) -> LinearRow {
        var sum = left
        sum.constant += Double(right)
        return sum
    }

    static func * (left: LinearRow, factor: Double) -> LinearRow {
        var product = LinearRow()
        product.add(left, times: factor)
        return product
    }

    func value(_ values: [Double]) -> CGFloat {
        CGFloat(cells.reduce(constant) { $0 + $1.coefficient * values[$1.symbol] })
    }
}

extension UIView {
    private var baselineLabel: UILabel? { self as? UILabel ?? (self as? UIButton)?.titleLabel }

    /// From the top to the first line's baseline, by estimate, in points.
    fileprivate var firstBaseline: CGFloat {
        guard let label = baselineLabel else { return 0 }
        let above = self is UIButton ? UIButton.padding : 0
        return above + label.font.lineHeight - label.font.depth
    }

    /// From the last line's baseline to the bottom, by estimate, in points.
    fileprivate var depthBelowBaseline: CGFloat {
        guard let label = baselineLabel else { return 0 }
        return (self is UIButton ? UIButton.padding : 0) + label.font.depth
    }
}
