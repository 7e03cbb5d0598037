import Foundation

extension UIView {
    /// Parts of a frame that grow and shrink with the superview's size; the values are UIKit's.
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The left margin grows and shrinks with the superview.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        /// The width does.
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        /// The right margin does.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        /// The top margin does.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        /// The height does.
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        /// The bottom margin does.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// Has `layoutSubviews` called before the next scene.
    public func setNeedsLayout() {
        needsLayout = true
        needsRendering()
    }

    /// Places, now, what is still to be placed in the view, after its constraints.
    public func layoutIfNeeded() {
        updateConstraintsIfNeeded()
        placeIfNeeded()
    }

    private func placeIfNeeded() {
        prepareLayout()
        solveIfNeeded()
        if needsLayout {
            needsLayout = false
            controller?.viewWillLayoutSubviews()
            layoutSubviews()
            controller?.viewDidLayoutSubviews()
        }
        for view in subviews { view.placeIfNeeded() }
    }

    /// Has the view draw itself before the next scene (Q3).
    public func setNeedsDisplay() {
        needsDisplay = true
        needsRendering()
    }

    /// As `setNeedsDisplay()`: a view is drawn as a whole.
    public func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

    /// Has those draw themselves that are to be seen and need to.
    func drawIfNeeded() {
        guard !isHidden else { return }
        if needsDisplay {
            needsDisplay = false
            draw(bounds)
        }
        for view in subviews { view.drawIfNeeded() }
    }

    /// The next scene will be another one. A view that is in no window is in no scene.
    func needsRendering() { window?.display?.needsCommit() }

    /// Its subviews follow its new size.
    func resizeSubviews(from old: CGSize) {
        setNeedsLayout()
        if layoutState.references > 0 || subviews.contains(where: \.isPlacedByConstraints) {
            sizeWasSet()
        }
        guard autoresizesSubviews else { return }
        for view in subviews where view.autoresizingMask != [] && !view.isPlacedByConstraints {
            let mask = view.autoresizingMask
            var frame = view.frame
            (frame.origin.x, frame.size.width) = Self.stretch(
                frame.minX, frame.width, of: old.width, to: bounds.width,
                before: mask.contains(.flexibleLeftMargin),
                size: mask.contains(.flexibleWidth),
                after: mask.contains(.flexibleRightMargin))
            (frame.origin.y, frame.size.height) = Self.stretch(
                frame.minY, frame.height, of: old.height, to: bounds.height,
                before: mask.contains(.flexibleTopMargin),
                size: mask.contains(.flexibleHeight),
                after: mask.contains(.flexibleBottomMargin))
            view.frame = frame
        }
    }

    /// Along one axis: what the superview gains is shared among the flexible parts, in proportion
    /// to what they were, or evenly where they were nothing.
    private static func stretch(
        _ start: CGFloat, _ size: CGFloat, of old: CGFloat, to new: CGFloat,
        before: Bool, size sizes: Bool, after: Bool
    ) -> (CGFloat, CGFloat) {
        let parts: [(flexible: Bool, length: CGFloat)] = [
            (before, start), (sizes, size), (after, old - start - size),
        ]
        let flexible = parts.filter(\.flexible)
        guard !flexible.isEmpty else { return (start, size) }
        let sum = flexible.reduce(0) { $0 + $1.length }
        let gain = new - old
        func share(_ part: (flexible: Bool, length: CGFloat)) -> CGFloat {
            guard part.flexible else { return 0 }
            return sum > 0 ? gain * part.length / sum : gain / CGFloat(flexible.count)
        }
        return (start + share(parts[0]), max(0, size + share(parts[1])))
    }
}
