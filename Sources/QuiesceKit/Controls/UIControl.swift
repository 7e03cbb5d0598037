import Foundation

/// A view that makes action messages of touches (H2).
@MainActor open class UIControl: UIView {
    /// The values are UIKit's.
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
    }

    /// The values are UIKit's.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: State = []
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)
    }

    /// One that isn't takes no touches, and lets none through to what is behind it.
    open var isEnabled = true { didSet { stateChanged() } }
    open var isSelected = false { didSet { stateChanged() } }
    /// Whether a finger is on it.
    open var isHighlighted = false { didSet { stateChanged() } }

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

    open func removeAction(_ action: UIAction, for events: Event) {
        guard let index = actions.firstIndex(where: { $0.action === action }) else { return }
        actions[index].events.subtract(events)
        if actions[index].events.isEmpty { actions.remove(at: index) }
    }

    /// Has a method called on events, as in `addTarget(self, action: Gallery.next, for: …)`: a
    /// reference to the method stands for UIKit's selector. The target isn't retained.
    public func addTarget<Target: AnyObject>(
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
