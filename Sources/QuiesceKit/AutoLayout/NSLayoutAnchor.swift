import Foundation

/// An attribute of a view or a guide, to make constraints of; `NSLayoutConstraint.activate(_:)` has
/// them take part. `AnchorType` is the subclass: edges of one axis are compared with such of the
/// same.
@preconcurrency @MainActor public class NSLayoutAnchor<AnchorType: AnyObject> {
    let item: any LayoutItem
    let attribute: NSLayoutConstraint.Attribute

    init(_ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
    }

    func made(
        _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor?,
        times multiplier: CGFloat = 1, plus constant: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: item, attribute: attribute, relatedBy: relation, toItem: other?.item,
            attribute: other?.attribute ?? .notAnAttribute, multiplier: multiplier,
            constant: constant)
    }

    /// Equal to another anchor plus `constant`, in points.
    public func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.equal, anchor, plus: constant) }

    /// At least another anchor plus `constant`, in points.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.greaterThanOrEqual, anchor, plus: constant) }

    /// At most another anchor plus `constant`, in points.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.lessThanOrEqual, anchor, plus: constant) }
}

/// A vertical edge, or the middle between two.
@preconcurrency @MainActor
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Equal to the system's spacing of 8 points, times `multiplier`, right of another anchor.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.equal, anchor, plus: 8 * multiplier) }

    /// At least the system's spacing of 8 points, times `multiplier`, right of another anchor.
    public func constraint(
        greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.greaterThanOrEqual, anchor, plus: 8 * multiplier) }

    /// At most the system's spacing of 8 points, times `multiplier`, right of another anchor.
    public func constraint(
        lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.lessThanOrEqual, anchor, plus: 8 * multiplier) }
}

/// A horizontal edge, a baseline, or the middle between two edges.
@preconcurrency @MainActor
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Equal to the system's spacing of 8 points, times `multiplier`, below another anchor.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.equal, anchor, plus: 8 * multiplier) }

    /// At least the system's spacing of 8 points, times `multiplier`, below another anchor.
    public func constraint(
        greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.greaterThanOrEqual, anchor, plus: 8 * multiplier) }

    /// At most the system's spacing of 8 points, times `multiplier`, below another anchor.
    public func constraint(
        lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { made(.lessThanOrEqual, anchor, plus: 8 * multiplier) }
}

/// A width or a height.
@preconcurrency @MainActor
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Equal to a constant, in points.
    public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
        made(.equal, nil, plus: constant)
    }

    /// Equal to another dimension times `multiplier` plus `constant`, in points.
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.equal, anchor, times: multiplier, plus: constant) }

    /// At least a constant, in points.
    public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        made(.greaterThanOrEqual, nil, plus: constant)
    }

    /// At least another dimension times `multiplier` plus `constant`, in points.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.greaterThanOrEqual, anchor, times: multiplier, plus: constant) }

    /// At most a constant, in points.
    public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        made(.lessThanOrEqual, nil, plus: constant)
    }

    /// At most another dimension times `multiplier` plus `constant`, in points.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint { made(.lessThanOrEqual, anchor, times: multiplier, plus: constant) }
}
