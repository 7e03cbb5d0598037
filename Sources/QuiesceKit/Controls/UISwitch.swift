import Foundation

/// A switch, on or off, which a tap turns (H2). It is 51 points wide and 31 high, whatever size its
/// frame is given.
@preconcurrency @MainActor open class UISwitch: UIControl {
    private static let size = CGSize(width: 51, height: 31)
    /// Points between the knob and the edges.
    private static let margin: CGFloat = 2

    private let knob = UIView(frame: .zero)
    private var isSetOn = false

    /// One that is off.
    ///
    /// - Parameter frame: where it is; its size doesn't count.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        begin()
    }

    /// One that is off.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        knob.isUserInteractionEnabled = false
        addSubview(knob)
        follow()
    }

    /// Its size, whatever constraints say.
    open override var intrinsicContentSize: CGSize { Self.size }

    /// Setting it sends no action.
    open var isOn: Bool {
        get { isSetOn }
        set { setOn(newValue, animated: false) }
    }

    /// Turns it, without an action.
    ///
    /// - Parameter animated: without effect.
    open func setOn(_ on: Bool, animated: Bool) {
        isSetOn = on
        follow()
    }

    /// The colour behind the knob while it is on; nil: green.
    open var onTintColor: UIColor? { didSet { follow() } }

    /// The knob's colour; nil: white.
    open var thumbTintColor: UIColor? { didSet { follow() } }

    open override var frame: CGRect {
        didSet { if frame.size != Self.size { frame.size = Self.size } }
    }

    open override func layoutSubviews() {
        let side = bounds.height - 2 * Self.margin
        knob.frame = CGRect(
            x: isSetOn ? bounds.width - side - Self.margin : Self.margin, y: Self.margin,
            width: side, height: side)
    }

    /// A finger that is lifted inside turns it: `valueChanged` is sent, after `touchUpInside`.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let isTurned =
            isTracking
            && touches.contains { point(inside: $0.location(in: self), with: event) }
        super.touchesEnded(touches, with: event)
        guard isTurned else { return }
        setOn(!isSetOn, animated: true)
        sendActions(for: .valueChanged)
    }

    private func follow() {
        backgroundColor = isSetOn ? onTintColor ?? .systemGreen : .systemGray4
        knob.backgroundColor = thumbTintColor ?? .white
        setNeedsLayout()
    }
}
