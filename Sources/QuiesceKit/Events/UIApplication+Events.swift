import Foundation
import QuiesceWire

// How what the user does reaches the views (H2).
extension UIApplication {
    /// The windows that are visible, back to front.
    public var windows: [UIWindow] { display.windows }

    /// The window that was last made key.
    public var keyWindow: UIWindow? { display.keyWindow }

    /// How the interface lies on the screen.
    public var statusBarOrientation: UIInterfaceOrientation { display.interfaceOrientation }

    /// Takes what the daemon has said of the user. Touches are the active app's only; motion and
    /// buttons go on while it is inactive (S13).
    func receive(_ input: UserInput) {
        // Brings the views up to date first: a touch hits the view that the user sees.
        if applicationState != .background { display.prepare() }
        switch input {
        case .touch(let touch):
            guard applicationState == .active else { return }
            let point = CGPoint(x: touch.x, y: touch.y)
            for event in touchscreen.events(for: touch.phase, at: point, on: windows) {
                sendEvent(event)
            }
        case .shake:
            guard applicationState != .background else { return }
            sendEvent(UIEvent(.motion, .motionShake))
        case .remoteControl(let button):
            sendEvent(UIEvent(.remoteControl, UIEvent.EventSubtype(button)))
        }
    }

    /// A touch under way ends where the app ceases to be active (S7, S13).
    func cancelTouches() {
        for event in touchscreen.cancel() { sendEvent(event) }
    }

    func dispatch(_ event: UIEvent) {
        switch event.type {
        case .touches:
            for window in Set((event.allTouches ?? []).compactMap(\.window)) {
                window.sendEvent(event)
            }
        case .motion:
            let responder = firstResponder ?? keyWindow ?? self
            responder.motionBegan(event.subtype, with: event)
            responder.motionEnded(event.subtype, with: event)
        case .remoteControl:
            (firstResponder ?? keyWindow ?? self).remoteControlReceived(with: event)
        }
    }
}
