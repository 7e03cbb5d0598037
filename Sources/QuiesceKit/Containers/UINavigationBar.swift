import Foundation

/// The bar at the top of a navigation controller: the title in the middle, the back button and the
/// item's own buttons beside it.
@preconcurrency @MainActor open class UINavigationBar: UIView {
    /// Points below the status bar, as UIKit has it.
    static let height: CGFloat = 44
    private static let margin: CGFloat = 16

    /// Those of the controllers, the last in front.
    public internal(set) var items: [UINavigationItem]? { didSet { setNeedsLayout() } }
    /// The item that is shown.
    open var topItem: UINavigationItem? { items?.last }
    /// The one that the back button leads to.
    open var backItem: UINavigationItem? { items.flatMap { $0.dropLast().last } }
    /// Titles are never large here.
    open var prefersLargeTitles = false
    var goBack: (() -> Void)?

    private let title = UILabel()
    private let back = UIButton(type: .system)
    private let line = UIView()
    private var shown: [UIView] = []

    /// A bar of no controller.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        begin()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        backgroundColor = UIColor(white: 0.976, alpha: 1)
        line.backgroundColor = UIColor(white: 0.78, alpha: 1)
        title.font = .systemFont(ofSize: 17, weight: .semibold)
        title.textAlignment = .center
        back.setTitleColor(.tint, for: .normal)
        back.accessibilityIdentifier = "Back"
        back.addAction(UIAction { [weak self] _ in self?.goBack?() }, for: .touchUpInside)
        addSubview(title)
        addSubview(line)
    }

    open override func layoutSubviews() {
        let before = shown
        shown = []
        defer {
            for view in before where !shown.contains(view) { view.removeFromSuperview() }
        }
        line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
        guard let item = topItem else {
            title.text = nil
            return
        }
        item.bar = self
        let y = bounds.height - Self.height
        var left = place(item.leftBarButtonItems ?? [], y) { $0 }
        if left == 0, let backItem, !item.hidesBackButton {
            let text = "‹ \(backItem.backButtonTitle ?? backItem.title ?? "Back")"
            let room = bounds.width / 3
            back.setTitle(TextMeasure.cut(text, size: 17, within: room), for: .normal)
            left = place(back, from: Self.margin, y) { $0 }
        }
        let right = place(item.rightBarButtonItems ?? [], y) { bounds.width - $0 }
        let view = item.titleView ?? title
        title.isHidden = item.titleView != nil
        view.frame = middle(between: left + 8, and: right + 8, item.title ?? "")
        title.text = item.title.map {
            TextMeasure.cut($0, size: title.font.pointSize, within: title.frame.width)
        }
        if view !== title { show(view) }
    }

    /// The title's place: in the middle of the bar, or where there is room for it.
    private func middle(between left: CGFloat, and right: CGFloat, _ text: String) -> CGRect {
        let side = max(left, right)
        let isCentred =
            TextMeasure.width(of: text, size: title.font.pointSize) <= bounds.width - 2 * side
        let (start, end) = isCentred ? (side, side) : (left, right)
        return CGRect(
            x: start, y: bounds.height - Self.height, width: max(0, bounds.width - start - end),
            height: Self.height - 1)
    }

    /// - Parameter edge: a distance from the side, made a place.
    /// - Returns: the distance from the side up to which there are buttons.
    private func place(
        _ items: [UIBarButtonItem], _ y: CGFloat, _ edge: (CGFloat) -> CGFloat
    ) -> CGFloat {
        var used: CGFloat = 0
        for item in items {
            used = place(item.view, from: used + (used == 0 ? Self.margin : 12), y, edge)
        }
        return used
    }

    private func place(
        _ view: UIView, from start: CGFloat, _ y: CGFloat, _ edge: (CGFloat) -> CGFloat
    ) -> CGFloat {
        let fitting = view.sizeThatFits(CGSize(width: bounds.width, height: Self.height))
        let size = CGSize(width: fitting.width, height: min(fitting.height, Self.height - 1))
        let (near, far) = (edge(start), edge(start + size.width))
        (view as? UIButton)?.titleLabel.textAlignment = near < far ? .left : .right
        view.frame = CGRect(
            x: min(near, far), y: y + (Self.height - size.height) / 2, width: size.width,
            height: size.height)
        show(view)
        return start + size.width
    }

    private func show(_ view: UIView) {
        if view.superview !== self { addSubview(view) }
        shown.append(view)
    }
}
