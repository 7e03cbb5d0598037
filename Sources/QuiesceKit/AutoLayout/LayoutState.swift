/// The part of a view that constraints are about.
struct LayoutState {
    /// Those that the view holds: of itself, and between views in it.
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide] = []
    var systemGuides: [UILayoutGuide] = []
    var hugging = Sides(horizontal: .defaultLow, vertical: .defaultLow)
    var resistance = Sides(horizontal: .defaultHigh, vertical: .defaultHigh)
    /// How many active constraints are of the view or its guides.
    var references = 0
    /// How many active constraints lead from inside the view to its outside.
    var crossings = 0
    /// The region that has this root isn't laid out as its constraints ask for.
    var isUnsolved = false
    /// The frames of the region that has this root are being set.
    var isApplying = false
    /// Insets that the frames of the region that has this root followed from.
    var surroundings: [UIEdgeInsets] = []
    var needsUpdateConstraints = true

    struct Sides {
        var horizontal: UILayoutPriority
        var vertical: UILayoutPriority

        subscript(axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
            get { axis == .horizontal ? horizontal : vertical }
            set {
                if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
            }
        }
    }
}
