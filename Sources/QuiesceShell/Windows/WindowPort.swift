import QuiesceCore

/// The desktop that shows windows of apps; at first there is none. It reports by
/// `Device.windows(_:)`.
package struct WindowPort {
    /// Gives the focus to a window of the app.
    package var raise: (AppID) -> Void

    package init(raise: @escaping (AppID) -> Void = { _ in }) { self.raise = raise }
}

/// The app of which a window was raised last.
package struct WindowProxy {
    package var port = WindowPort()
    fileprivate var raised: AppID?
}

extension Device {
    /// Apps have other windows, others are shown, or the focus has moved; nil: nobody says it any
    /// more.
    package func windows(_ windows: [AppWindows]?) {
        take(.windows(windows.map { .seen($0) } ?? .lost))
    }

    /// The app that the core has named after an event gets the focus, once.
    func followWindows() {
        let app = inspect { $0.windowToRaise }
        guard app != windows.raised else { return }
        windows.raised = app
        if let app { windows.port.raise(app) }
    }
}
