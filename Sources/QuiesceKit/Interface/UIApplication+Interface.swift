import Foundation

extension UIApplication {
    /// Loads the interface that Info.plist names, at every launch, into the background too (H4).
    ///
    /// - Returns: its window, to be shown once the app has launched; nil: no interface is named.
    func loadMainInterface() -> UIWindow? {
        guard let controller = InterfaceFile.main() else { return nil }
        let window = delegate?.window ?? UIWindow()
        delegate?.window = window
        window.rootViewController = controller
        controller.loadViewIfNeeded()
        return window
    }
}
