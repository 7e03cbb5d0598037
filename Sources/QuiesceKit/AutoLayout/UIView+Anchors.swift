import Foundation

extension UIView: LayoutItem {
    var layoutView: UIView? { self }

    /// The left edge, as a side of constraints.
    public var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
    /// The edge where lines begin: the left one.
    public var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
    /// The edge where lines end: the right one.
    public var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
    /// The middle between left and right.
    public var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
    /// The top edge.
    public var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
    /// The bottom edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
    /// The middle between top and bottom.
    public var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
    /// The first line's baseline, by estimate, of a label; of other views the top.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .firstBaseline) }
    /// The last line's baseline, by estimate, of a label; of other views the bottom.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .lastBaseline) }
    /// The width.
    public var widthAnchor: NSLayoutDimension { .init(self, .width) }
    /// The height.
    public var heightAnchor: NSLayoutDimension { .init(self, .height) }

    /// The part of the view that the system, bars and `additionalSafeAreaInsets` leave free.
    public var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
    /// The view less its `layoutMargins`.
    public var layoutMarginsGuide: UILayoutGuide { guide(.margins) }
    /// The same as `layoutMarginsGuide`: no screen is too wide to be read.
    public var readableContentGuide: UILayoutGuide { guide(.margins) }

    /// The one guide of that kind, of the view's own.
    func guide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
        let old = layoutState.systemGuides.first { $0.kind == kind }
        let guide = old ?? UILayoutGuide(kind, of: self)
        if old == nil { layoutState.systemGuides.append(guide) }
        switch kind {
        case .safeArea: guide.layoutFrame = bounds.inset(by: safeAreaInsets)
        case .margins: guide.layoutFrame = bounds.inset(by: layoutMargins)
        case .scrollFrame: guide.layoutFrame = bounds
        case .scrollContent, .own: break
        }
        return guide
    }

    /// The app's guides in the view.
    public var layoutGuides: [UILayoutGuide] { layoutState.guides }

    /// Adds a guide, and takes it from where it was.
    public func addLayoutGuide(_ guide: UILayoutGuide) {
        guide.owningView?.removeLayoutGuide(guide)
        guide.owningView = self
        layoutState.guides.append(guide)
    }

    /// Takes a guide out of the view, with the constraints of it.
    public func removeLayoutGuide(_ guide: UILayoutGuide) {
        guard guide.owningView === self, guide.kind == .own else { return }
        for view in sequence(first: self, next: \.superview) {
            for constraint in view.constraints
            where constraint.first === guide || constraint.second === guide {
                constraint.isActive = false
            }
        }
        layoutState.guides.removeAll { $0 === guide }
        guide.owningView = nil
    }
}
