import Foundation

/// A row of a table.
///
/// A subclass that the table is to make has `init(style:reuseIdentifier:)`, as with UIKit.
@preconcurrency @MainActor open class UITableViewCell: UIView {
    /// Holds what the cell shows, to the left of the accessory.
    public let contentView = UIView()
    /// The name by which the table finds cells of one kind.
    public let reuseIdentifier: String?
    /// The sign at the right end.
    open var accessoryType = AccessoryType.none { didSet { setNeedsLayout() } }
    /// A view in the sign's place.
    open var accessoryView: UIView? {
        didSet {
            if accessoryView !== oldValue { oldValue?.removeFromSuperview() }
            if let accessoryView { addSubview(accessoryView) }
            setNeedsLayout()
        }
    }
    /// Whether a selected cell looks otherwise.
    open var selectionStyle = SelectionStyle.default
    /// Drawn in front of the cell's colour while it is selected.
    open var selectedBackgroundView: UIView?
    /// Set by the table. See `setSelected(_:animated:)`.
    open var isSelected: Bool {
        get { selected }
        set { setSelected(newValue, animated: false) }
    }
    /// Whether a finger is on it. See `setHighlighted(_:animated:)`.
    open var isHighlighted: Bool {
        get { highlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    /// The table that it is in.
    weak var table: UITableView?
    private let style: CellStyle
    private let sign = UILabel()
    private let shade = UIView()
    let separator = UIView()
    private var selected = false
    private var highlighted = false
    private var content: (UIView & UIContentView)?
    private var labels: (text: UILabel, detail: UILabel, image: UIImageView)?

    /// - Parameter reuseIdentifier: the name by which it is found when it is to be reused; nil: it
    ///   isn't.
    public init(style: CellStyle, reuseIdentifier: String?) {
        (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: UITableView.usualHeight))
        begin()
    }

    public required init?(coder: NSCoder) {
        (style, reuseIdentifier) = (.default, nil)
        super.init(coder: coder)
        begin()
    }

    /// A cell that isn't reused.
    public convenience override init(frame: CGRect) {
        self.init(style: .default, reuseIdentifier: nil)
        self.frame = frame
    }

    /// A cell for a table's `register(_:forCellReuseIdentifier:)`. It calls
    /// `init(style:reuseIdentifier:)` of the subclass, which inherits it when it has that.
    public required convenience init(registeredAs reuseIdentifier: String) {
        self.init(style: .default, reuseIdentifier: reuseIdentifier)
    }

    private func begin() {
        backgroundColor = .white
        clipsToBounds = true
        shade.backgroundColor = UIColor(white: 0.82, alpha: 1)
        shade.isHidden = true
        sign.textColor = UIColor(white: 0.45, alpha: 1)
        sign.font = .systemFont(ofSize: 20)
        sign.textAlignment = .center
        separator.backgroundColor = UIColor(white: 0.78, alpha: 1)
        contentView.layoutMargins = UIEdgeInsets(top: 11, left: 16, bottom: 11, right: 16)
        contentView.insetsLayoutMarginsFromSafeArea = false
        for view in [shade, contentView, sign, separator] { addSubview(view) }
    }

    // MARK: Content

    /// The text; made when it is first asked for.
    open var textLabel: UILabel? { usualLabels.text }
    /// The second text; nil in a cell that has none by its style.
    open var detailTextLabel: UILabel? { style == .default ? nil : usualLabels.detail }
    /// The picture before the text.
    open var imageView: UIImageView? { usualLabels.image }

    private var usualLabels: (text: UILabel, detail: UILabel, image: UIImageView) {
        if let labels { return labels }
        let made = (text: UILabel(), detail: UILabel(), image: UIImageView())
        labels = made
        made.detail.textColor = UIColor(white: 0.4, alpha: 1)
        if style == .subtitle { made.detail.font = .systemFont(ofSize: 12) }
        for view in [made.text, made.detail, made.image] { contentView.addSubview(view) }
        return made
    }

    /// The content as a value; the view that shows it fills `contentView`.
    open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContent() } }

    /// An empty content for the cell's style.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    /// The state that the content may look otherwise in.
    open var configurationState: UICellConfigurationState {
        UICellConfigurationState(isSelected: selected, isHighlighted: highlighted)
    }

    private func showContent() {
        guard let configuration = contentConfiguration?.updated(for: configurationState) else {
            content?.removeFromSuperview()
            content = nil
            return
        }
        if let content, type(of: content.configuration) == type(of: configuration) {
            content.configuration = configuration
            return
        }
        content?.removeFromSuperview()
        let made = configuration.makeContentView()
        made.frame = contentView.bounds
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(made)
        content = made
    }

    /// The table is about to use the cell for another row. An overriding method calls `super`.
    open func prepareForReuse() {
        setHighlighted(false, animated: false)
        setSelected(false, animated: false)
    }

    // MARK: Selection

    /// Shows the cell as selected, or not. An overriding method calls `super`.
    open func setSelected(_ selected: Bool, animated: Bool) {
        self.selected = selected
        stateChanged()
    }

    /// Shows the cell as touched, or not. An overriding method calls `super`.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        self.highlighted = highlighted
        stateChanged()
    }

    private func stateChanged() {
        let isShaded = (selected || highlighted) && selectionStyle != .none
        shade.isHidden = !isShaded || selectedBackgroundView != nil
        if let view = selectedBackgroundView {
            if isShaded { insertSubview(view, at: 0) } else { view.removeFromSuperview() }
            view.frame = bounds
        }
        if contentConfiguration != nil { showContent() }
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard table?.mayHighlight(self) == true else { return }
        setHighlighted(true, animated: false)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard highlighted else { return }
        setHighlighted(false, animated: false)
        guard let touch = touches.first, point(inside: touch.location(in: self), with: event)
        else { return }
        table?.select(self)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        setHighlighted(false, animated: false)
    }

    // MARK: Layout

    private var accessoryWidth: CGFloat {
        if let accessoryView { return accessoryView.frame.width + 32 }
        return accessoryType == .none ? 0 : 36
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let (width, height) = (bounds.width, bounds.height)
        let inner = width - accessoryWidth
        contentView.frame = CGRect(x: 0, y: 0, width: inner, height: height)
        shade.frame = bounds
        separator.frame = CGRect(x: 16, y: height - 1, width: max(0, width - 16), height: 1)
        sign.text = accessoryView == nil ? accessoryType.sign : nil
        let signHeight = sign.font.lineHeight
        sign.frame = CGRect(
            x: inner, y: (height - signHeight) / 2, width: 28, height: signHeight)
        if let view = accessoryView {
            view.center = CGPoint(x: inner + 16 + view.frame.width / 2, y: height / 2)
        }
        layoutLabels()
    }

    private func layoutLabels() {
        guard let (text, detail, image) = labels else { return }
        var room = contentView.bounds.insetBy(dx: 16, dy: 0)
        if image.image != nil {
            let side = min(28, room.height)
            image.frame = CGRect(
                x: room.minX, y: (room.height - side) / 2, width: side, height: side)
            room = room.inset(by: UIEdgeInsets(left: side + 16))
        }
        let below = style == .subtitle && !(detail.text ?? "").isEmpty
        let whole = CGSize(width: room.width, height: .greatestFiniteMagnitude)
        let upper = min(room.height, text.sizeThatFits(whole).height)
        let lower = min(room.height - upper, detail.sizeThatFits(whole).height)
        if below {
            let y = (room.height - upper - lower - 3) / 2
            text.frame = CGRect(x: room.minX, y: y, width: room.width, height: upper)
            detail.frame = CGRect(x: room.minX, y: y + upper + 3, width: room.width, height: lower)
            return
        }
        // Beside each other: the second text keeps its width.
        let right = style == .subtitle ? 0 : min(room.width, detail.sizeThatFits(whole).width)
        let left = max(0, room.width - (right > 0 ? right + 8 : 0))
        text.frame = CGRect(
            x: room.minX, y: (room.height - upper) / 2, width: left, height: upper)
        detail.frame = CGRect(
            x: room.maxX - right, y: (room.height - lower) / 2, width: right, height: lower)
        detail.textAlignment = .right
    }

    /// The height by the content, for a width, in points.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority:
            UILayoutPriority, verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        let inner = CGSize(width: targetSize.width - accessoryWidth, height: targetSize.height)
        var height = (content ?? contentView).systemLayoutSizeFitting(
            inner, withHorizontalFittingPriority: horizontalFittingPriority,
            verticalFittingPriority: verticalFittingPriority
        ).height
        if let (text, detail, _) = labels, content == nil {
            let room = CGSize(width: inner.width - 32, height: .greatestFiniteMagnitude)
            let below = style == .subtitle ? detail.sizeThatFits(room).height : 0
            height = max(height, text.sizeThatFits(room).height + below + 22)
        }
        return CGSize(width: targetSize.width, height: height)
    }
}
