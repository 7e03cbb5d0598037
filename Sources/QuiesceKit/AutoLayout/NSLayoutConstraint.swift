import Foundation

/// A relation between an attribute of a view or a guide and another one, or a constant: the first
/// equals the second times `multiplier` plus `constant`, or is at most or at least that, in points.
///
/// The constraint is held by the nearest view that has both items in it, for as long as it is
/// active, and is fulfilled by the next layout pass, those of a higher priority first. Of required
/// ones that contradict each other one is left out, with a line on stderr.
@preconcurrency @MainActor open class NSLayoutConstraint {
    /// The values are UIKit's. Leading is left, trailing right: nothing runs from right to left.
    public enum Attribute: Int, Sendable {
        /// The left edge.
        case left = 1
        /// The right edge.
        case right = 2
        /// The top edge.
        case top = 3
        /// The bottom edge.
        case bottom = 4
        /// The edge where lines begin.
        case leading = 5
        /// The edge where lines end.
        case trailing = 6
        /// The width.
        case width = 7
        /// The height.
        case height = 8
        /// The middle between left and right.
        case centerX = 9
        /// The middle between top and bottom.
        case centerY = 10
        /// The last line's baseline.
        case lastBaseline = 11
        /// The first line's baseline.
        case firstBaseline = 12
        /// The left edge of the margins' guide.
        case leftMargin = 13
        /// The right edge of the margins' guide.
        case rightMargin = 14
        /// The top edge of the margins' guide.
        case topMargin = 15
        /// The bottom edge of the margins' guide.
        case bottomMargin = 16
        /// Where lines begin in the margins' guide.
        case leadingMargin = 17
        /// Where lines end in the margins' guide.
        case trailingMargin = 18
        /// The middle between left and right in the margins' guide.
        case centerXWithinMargins = 19
        /// The middle between top and bottom in the margins' guide.
        case centerYWithinMargins = 20
        /// There is no second item.
        case notAnAttribute = 0
    }

    /// The values are UIKit's.
    public enum Relation: Int, Sendable {
        /// The first side is at most the second.
        case lessThanOrEqual = -1
        /// Both sides are equal.
        case equal = 0
        /// The first side is at least the second.
        case greaterThanOrEqual = 1
    }

    /// The values are UIKit's.
    public enum Axis: Int, Sendable {
        /// From side to side.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }

    /// The view or the guide on the left side; nil: it is gone.
    public var firstItem: AnyObject? { first }
    /// Its attribute.
    public let firstAttribute: Attribute
    /// The view or the guide on the right side; nil: there is none, or it is gone.
    public var secondItem: AnyObject? { second }
    /// Its attribute; `.notAnAttribute` without an item.
    public let secondAttribute: Attribute
    /// How the sides are compared.
    public let relation: Relation
    /// The second attribute's factor.
    public let multiplier: CGFloat
    /// Added to the second attribute, in points. One that isn't finite is refused.
    open var constant: CGFloat {
        didSet {
            guard constant.isFinite else {
                constant = oldValue
                return
            }
            if constant != oldValue { changed() }
        }
    }
    /// How much the constraint matters.
    open var priority = UILayoutPriority.required {
        didSet { if priority != oldValue { changed() } }
    }
    /// A name for it, which the line about a contradiction has.
    open var identifier: String?

    weak var first: (any LayoutItem)?
    weak var second: (any LayoutItem)?
    let hasSecond: Bool
    /// Holds the constraint while it is active.
    weak var holder: UIView?
    /// It was said of it that it contradicts others.
    var isReported = false
    /// Views that aren't laid out apart because of it.
    private var crossed: [Weak] = []

    private struct Weak { weak var view: UIView? }

    /// - Parameters:
    ///   - view1: a view or a guide.
    ///   - view2: another one, with its attribute; or nil and `.notAnAttribute`.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
        toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant: CGFloat
    ) {
        first = view1 as? any LayoutItem
        second = view2 as? any LayoutItem
        hasSecond = second != nil && attr2 != .notAnAttribute
        firstAttribute = attr1
        secondAttribute = hasSecond ? attr2 : .notAnAttribute
        self.relation = relation
        self.multiplier = multiplier.isFinite ? multiplier : 1
        self.constant = constant.isFinite ? constant : 0
    }

    /// Whether it takes part in the layout. One between views without a common superview is
    /// refused, with a note on stderr.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { release() }
        }
    }

    /// Makes all of them take part in the layout.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Has none of them take part in the layout.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    private func activate() {
        guard let view = first?.layoutView else { return refuse("its first item is in no view") }
        guard hasSecond else { return hold(by: view) }
        guard let other = second?.layoutView else {
            return refuse("its second item is in no view")
        }
        let common = sequence(first: view, next: \.superview).first(where: other.isDescendant)
        guard let common else { return refuse("its items have no superview in common") }
        hold(by: common)
    }

    private func refuse(_ why: String) {
        note("\(described) isn't activated: \(why); add the views first")
    }

    /// Takes part from now on, held by that view.
    func hold(by view: UIView) {
        release()
        holder = view
        isReported = false
        view.layoutState.constraints.append(self)
        for item in [first, second] {
            guard let item, let owner = item.layoutView else { continue }
            owner.layoutState.references += 1
            // A guide is inside its view, and a view in its superview.
            var inside = item is UIView ? owner.superview : owner
            if owner === view { inside = nil }
            while let crossing = inside, crossing !== view {
                crossing.layoutState.crossings += 1
                crossed.append(Weak(view: crossing))
                inside = crossing.superview
            }
        }
        view.setNeedsSolution()
    }

    /// Takes no part any more.
    func release() {
        guard let view = holder else { return }
        holder = nil
        view.setNeedsSolution()
        view.layoutState.constraints.removeAll { $0 === self }
        for item in [first, second] { item?.layoutView?.layoutState.references -= 1 }
        for crossing in crossed { crossing.view?.layoutState.crossings -= 1 }
        crossed = []
        view.setNeedsSolution()
    }

    private func changed() {
        isReported = false
        holder?.setNeedsSolution()
    }

    /// The constraint in words, for a line on stderr.
    var described: String {
        func side(_ item: (any LayoutItem)?, _ attribute: Attribute) -> String {
            guard let item else { return "nothing.\(attribute)" }
            let name = (item as? UIView)?.accessibilityIdentifier ?? "\(type(of: item))"
            return "\(name).\(attribute)"
        }
        let sign =
            switch relation {
            case .lessThanOrEqual: "<="
            case .equal: "=="
            case .greaterThanOrEqual: ">="
            }
        var text = side(first, firstAttribute) + " \(sign) "
        if hasSecond {
            text += (multiplier == 1 ? "" : "\(multiplier) * ") + side(second, secondAttribute)
            if constant != 0 { text += " + \(constant)" }
        } else {
            text += "\(constant)"
        }
        return "the constraint \(identifier.map { "\($0), " } ?? "")\(text)"
    }
}

// One constraint is one object.
extension NSLayoutConstraint: Hashable {
    /// Whether both are the same constraint.
    nonisolated public static func == (
        left: NSLayoutConstraint, right: NSLayoutConstraint
    ) -> Bool { left === right }
    /// By the constraint's identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A view or a guide: what has edges that constraints speak of.
@MainActor protocol LayoutItem: AnyObject {
    /// The view itself, or the guide's.
    var layoutView: UIView? { get }
}
