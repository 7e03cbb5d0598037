import Foundation

/// A view that makes action messages of touches (H2).
@preconcurrency @MainActor open class UIControl: UIView {
    /// The values are UIKit's.
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger came down inside.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger moved inside.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// A finger that came down inside moved outside.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// A finger moved inside from outside.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// A finger moved outside from inside.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A finger was lifted inside: a tap.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A finger that came down inside was lifted outside.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The system took the touch back.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The control has another value.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// Every event of touches.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
    }

    /// The values are UIKit's.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Enabled, and nobody touches it.
        public static let normal: State = []
        /// A finger is on it.
        public static let highlighted = State(rawValue: 1 << 0)
        /// It takes no touches.
        public static let disabled = State(rawValue: 1 << 1)
        /// It is chosen; the app says so.
        public static let selected = State(rawValue: 1 << 2)
    }

    /// One that isn't takes no touches, and lets none through to what is behind it.
    open var isEnabled = true { didSet { stateChanged() } }
    /// Whether the app has chosen it; `state` says so, and the title of that state is shown.
    open var isSelected = false { didSet { stateChanged() } }
    /// Whether a finger is on it.
    open var isHighlighted = false { didSet { stateChanged() } }

    /// The control's current state: combinations of highlighted, disabled and selected.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Whether it follows a finger that was put down on it.
    public private(set) var isTracking = false
    /// Whether that finger is on it now.
    public private(set) var isTouchInside = false

    private var actions: [(action: UIAction, events: Event)] = []

    // MARK: Actions

    /// Has an action performed on events; once more of the same action adds to its events.
    open func addAction(_ action: UIAction, for events: Event) {
        if let index = actions.firstIndex(where: { $0.action === action }) {
            actions[index].events.formUnion(events)
        } else {
            actions.append((action, events))
        }
    }

    /// Takes back what `addAction(_:for:)` did, for these events.
    open func removeAction(_ action: UIAction, for events: Event) {
        guard let index = actions.firstIndex(where: { $0.action === action }) else { return }
        actions[index].events.subtract(events)
        if actions[index].events.isEmpty { actions.remove(at: index) }
    }

    /// Has a method called on events, as in `addTarget(self, action: Gallery.next, for: …)`: a
    /// reference to the method stands for UIKit's selector. The target isn't retained.
    // Final, so that no table of a subclass's methods has it: the compiler may name it otherwise
    // there, if it compiles their files apart, and nothing links.
    public final func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void,
        for events: Event
    ) {
        let call = UIAction { [weak target] _ in
            if let target { action(target)() }
        }
        addAction(call, for: events)
    }

    /// Performs what was added for any of `events`, in the order in which it was added.
    open func sendActions(for events: Event) {
        for (action, wanted) in actions where !wanted.isDisjoint(with: events) {
            sendAction(action)
        }
    }

    /// Performs one action; a subclass may watch here, or refuse.
    open func sendAction(_ action: UIAction) { action.perform(from: self) }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled else { return }
        isTracking = true
        isTouchInside = true
        isHighlighted = true
        sendActions(for: .touchDown)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        let wasInside = isTouchInside
        isTouchInside = point(inside: touch.location(in: self), with: event)
        isHighlighted = isTouchInside
        switch (wasInside, isTouchInside) {
        case (true, true): sendActions(for: .touchDragInside)
        case (false, false): sendActions(for: .touchDragOutside)
        case (false, true): sendActions(for: [.touchDragEnter, .touchDragInside])
        case (true, false): sendActions(for: [.touchDragExit, .touchDragOutside])
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        let isInside = point(inside: touch.location(in: self), with: event)
        endTracking()
        sendActions(for: isInside ? .touchUpInside : .touchUpOutside)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking else { return }
        endTracking()
        sendActions(for: .touchCancel)
    }

    private func endTracking() {
        isTracking = false
        isTouchInside = false
        isHighlighted = false
    }

    private func stateChanged() {
        setNeedsLayout()
        if !isEnabled, isTracking { endTracking() }
    }
}
