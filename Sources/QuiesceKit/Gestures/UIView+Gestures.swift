import Foundation

extension UIView {
    /// Has a recognizer look at the touches in the view, and in its subviews. It is taken from the
    /// view where it was.
    public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }

    /// Takes it back; what it was about to recognize is broken off.
    public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard let left = gestureRecognizers?.filter({ $0 !== gestureRecognizer }) else { return }
        gestureRecognizers = left.isEmpty ? nil : left
    }

    func recognizersChanged(from before: [UIGestureRecognizer]) {
        let now = gestureRecognizers ?? []
        for recognizer in before where !now.contains(recognizer) && recognizer.view === self {
            recognizer.breakOff()
            recognizer.view = nil
        }
        for recognizer in now { recognizer.view = self }
    }
}

// A touch's way to the recognizers, and to the view.
extension UITouch {
    /// The recognizers that know of it: the inner views' first.
    public var gestureRecognizers: [UIGestureRecognizer]? { recognizers }

    func deliver(with event: UIEvent) {
        self.event = event
        if phase == .began { recognizers = interested() }
        for recognizer in recognizers { recognizer.take(self, event) }
        if !isTaken { tellView(event) }
        if phase == .ended || phase == .cancelled {
            for recognizer in recognizers { recognizer.release() }
            recognizers = []
            self.event = nil
        }
    }

    /// A gesture was recognized: it is nothing to the view any more.
    func takeFromView() {
        guard !isTaken, phase != .cancelled else { return }
        isTaken = true
        if isInView, let event { view?.touchesCancelled([self], with: event) }
        isInView = false
    }

    private func tellView(_ event: UIEvent) {
        switch phase {
        case .began:
            isInView = true
            view?.touchesBegan([self], with: event)
        case .moved: view?.touchesMoved([self], with: event)
        case .stationary: break
        case .ended:
            isInView = false
            view?.touchesEnded([self], with: event)
        case .cancelled:
            isInView = false
            view?.touchesCancelled([self], with: event)
        }
    }

    /// Those of the view and of what it is in. As on iOS a control's tap is its own: a tap's
    /// recognizer further out doesn't see it.
    private func interested() -> [UIGestureRecognizer] {
        guard let view else { return [] }
        var found: [UIGestureRecognizer] = []
        var isControls = false
        for view in sequence(first: view, next: \.superview) {
            // Two taps are recognized before the second of them is one by itself.
            let recognizers = (view.gestureRecognizers ?? []).sorted { $0.taps > $1.taps }
            for recognizer in recognizers where !isControls || recognizer.taps != 1 {
                if recognizer.wants(self) { found.append(recognizer) }
            }
            if let control = view as? UIControl, control.isEnabled { isControls = true }
        }
        return found
    }
}

extension UIGestureRecognizer {
    /// How many taps it is about; 0: none.
    fileprivate var taps: Int { (self as? UITapGestureRecognizer)?.numberOfTapsRequired ?? 0 }
}
