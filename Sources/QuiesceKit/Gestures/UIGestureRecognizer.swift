import Foundation

/// Recognizes a gesture in the touches of a view and of its subviews (H2). It has each touch before
/// the view; once it has recognized its gesture, the view's touch is cancelled.
///
/// One of a touch's recognizers recognizes its gesture, unless a delegate lets two do so; those of
/// the inner views are first. A subclass overrides the methods for touches, and sets `state`. One
/// that has an initializer of its own writes `required init()` too.
@preconcurrency @MainActor open class UIGestureRecognizer {
    /// How far a recognizer is; the values are UIKit's.
    public enum State: Int, Sendable {
        /// It doesn't know yet.
        case possible = 0
        /// A gesture that lasts has begun.
        case began = 1
        /// It goes on.
        case changed = 2
        /// It was made.
        case ended = 3
        /// It was broken off.
        case cancelled = 4
        /// This was another one.
        case failed = 5

        /// The same as `ended`, of a gesture that doesn't last.
        public static let recognized = State.ended
    }

    /// One without a target.
    public required init() {}

    /// The view that it was added to.
    public internal(set) weak var view: UIView?
    /// May keep it from recognizing.
    public final weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A name for logs.
    open var name: String?
    /// Whether the view's touch is cancelled once the gesture is recognized.
    open var cancelsTouchesInView = true
    /// One that isn't gets no touches; what it was about to recognize is broken off.
    open var isEnabled = true { didSet { if !isEnabled { breakOff() } } }

    /// How far it is. A subclass sets the state, as its touches tell it; a step that there isn't,
    /// such as from `began` to `failed`, changes nothing. The state is `possible` again after the
    /// gesture's end, once the finger is lifted.
    open var state: State {
        get { current }
        set { move(to: newValue) }
    }

    private var current = State.possible
    /// The state that it takes as soon as those have failed that are to fail first.
    private var awaited: State?
    /// It has seen touches, and hasn't come to an end.
    private var hasBegun = false
    // Final, and in a structure: see `UIControl.addTarget`.
    private final var actions: [Action] = []
    private var required: [Other] = []
    private var dependents: [Other] = []
    /// The finger that it follows, while that is on the screen.
    private var touch: UITouch?
    /// Where the finger is, or was last, on the screen.
    private var lastPoint = CGPoint.zero

    private struct Action {
        let perform: @MainActor (UIGestureRecognizer) -> Void
    }

    private struct Other {
        weak var recognizer: UIGestureRecognizer?
    }

    // MARK: Where it is

    /// 1 while a finger is on the screen: the screen follows one.
    public final var numberOfTouches: Int { touch == nil ? 0 : 1 }

    /// Where the finger is, or was last, in the coordinates of `view`; nil: of its window.
    public final func location(in view: UIView?) -> CGPoint {
        (view ?? self.view?.window)?.fromScreen(lastPoint) ?? lastPoint
    }

    /// The same: there is one touch.
    public final func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        location(in: view)
    }

    // MARK: Others

    /// Has it recognize its gesture once another has failed to: a tap, say, once it is known that
    /// it isn't the first of two.
    public final func require(toFail other: UIGestureRecognizer) {
        required.append(Other(recognizer: other))
        other.dependents.append(Other(recognizer: self))
    }

    /// Whether it keeps another from recognizing the same touch's gesture.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    // MARK: For subclasses

    /// A finger came down.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// It moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// It was lifted.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// The system took the touch away (S7). It fails, or is cancelled.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = current == .possible ? .failed : .cancelled
    }
    /// Its gesture is over: it begins anew.
    open func reset() {}
}

// Its part in a touch.
extension UIGestureRecognizer {
    final func add(_ action: @escaping @MainActor (UIGestureRecognizer) -> Void) {
        actions.append(Action(perform: action))
    }

    /// Whether it wants to know of a touch that begins now.
    final func wants(_ touch: UITouch) -> Bool {
        isEnabled && awaited == nil
            && delegate?.gestureRecognizer(self, shouldReceive: touch) != false
    }

    final func take(_ touch: UITouch, _ event: UIEvent) {
        lastPoint = touch.point
        if touch.phase == .began {
            self.touch = touch
            hasBegun = true
        }
        guard isEnabled, awaited == nil, isUndecided || isUnderWay else { return }
        switch touch.phase {
        case .began: touchesBegan([touch], with: event)
        case .moved: touchesMoved([touch], with: event)
        case .stationary: break
        case .ended: touchesEnded([touch], with: event)
        case .cancelled: touchesCancelled([touch], with: event)
        }
    }

    /// The finger was lifted, and every recognizer knows.
    final func release() {
        touch = nil
        settle()
    }

    /// A gesture that it was about to recognize is nobody's.
    final func breakOff() {
        awaited = nil
        if isUnderWay { move(to: .cancelled) } else if isUndecided { move(to: .failed) }
    }

    private var isUndecided: Bool { hasBegun && current == .possible }
    private var isUnderWay: Bool { current == .began || current == .changed }

    private func move(to next: State) {
        switch (current, next) {
        case (.possible, .began), (.possible, .ended): recognize(next)
        case (.possible, .failed):
            current = .failed
            over()
        case (.began, .changed), (.changed, .changed):
            current = next
            act()
        case (.began, .ended), (.changed, .ended), (.began, .cancelled), (.changed, .cancelled):
            current = next
            act()
            over()
        case _: break
        }
    }

    private func recognize(_ next: State) {
        guard awaited == nil else { return }
        guard !required.contains(where: { $0.recognizer?.isUndecided == true }) else {
            awaited = next
            return
        }
        guard mayBegin else { return move(to: .failed) }
        current = next
        for other in touch?.recognizers ?? [] where prevents(other) { other.breakOff() }
        for other in dependents { other.recognizer?.breakOff() }
        if cancelsTouchesInView { touch?.takeFromView() }
        act()
        if next == .ended { over() }
    }

    private var mayBegin: Bool {
        view?.gestureRecognizerShouldBegin(self) != false
            && delegate?.gestureRecognizerShouldBegin(self) != false
            && touch?.recognizers.contains { $0.isUnderWay && !goes(with: $0) } != true
    }

    private func prevents(_ other: UIGestureRecognizer) -> Bool {
        other !== self && other.current == .possible && canPrevent(other) && !goes(with: other)
    }

    /// Whether both may recognize the same touch's gestures.
    private func goes(with other: UIGestureRecognizer) -> Bool {
        self === other
            || delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
            || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self)
                == true
    }

    private func act() { for action in actions { action.perform(self) } }

    /// It has failed, or its gesture was made.
    private func over() {
        if current == .failed { for other in dependents { other.recognizer?.anotherFailed() } }
        if touch == nil { settle() }
    }

    private func anotherFailed() {
        guard let awaited else { return }
        self.awaited = nil
        recognize(awaited)
    }

    private func settle() {
        guard current == .ended || current == .cancelled || current == .failed else { return }
        current = .possible
        awaited = nil
        hasBegun = false
        reset()
    }
}

// A recognizer is itself alone.
extension UIGestureRecognizer: Hashable {
    /// Whether both are the same recognizer.
    nonisolated public static func == (left: UIGestureRecognizer, right: UIGestureRecognizer)
        -> Bool
    {
        left === right
    }

    /// By the object's identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Has a say in what a recognizer recognizes, on the main thread. All methods are optional.
@preconcurrency @MainActor public protocol UIGestureRecognizerDelegate: AnyObject {
    /// Whether the gesture that it has just found may be recognized; if not, it has failed.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Whether it gets to know of a touch that begins.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool
    /// Whether both may recognize their gestures in the same touch.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// It may.
    public func gestureRecognizerShouldBegin(_: UIGestureRecognizer) -> Bool { true }
    /// It does.
    public func gestureRecognizer(_: UIGestureRecognizer, shouldReceive _: UITouch) -> Bool { true }
    /// One alone.
    public func gestureRecognizer(
        _: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith _: UIGestureRecognizer
    ) -> Bool { false }
}
