import QuiesceWire

// The app's screen, and the user's input to it.
extension ScriptedApp {
    /// The text in the app's window.
    enum Showing: String { case front, hidden, late }

    func show(_ showing: Showing) {
        let size = SimulatedScreen.size
        session.show(
            Scene(
                size: .init(width: size.width, height: size.height),
                root: .init(
                    frame: .init(x: 0, y: 0, width: size.width, height: size.height),
                    text: .init(string: showing.rawValue))))
    }

    func noteActivity(_ call: MessageToApp.Call) {
        switch call {
        case .didBecomeActive: isActive = true
        case .willResignActive: isActive = false
        case .input(.touch):
            if !isActive {
                process.device.fail(
                    .touchesReachActive, "it gets a touch while it is inactive", process.key.app)
            }
        case _: break
        }
    }
}

extension Invariant {
    public static let touchesReachActive = Self("no touch reaches an app that isn't active")
}
