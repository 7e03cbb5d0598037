/// The device that the app runs on.
@MainActor open class UIDevice {
    public static let current = UIDevice()

    /// Whether apps can run in the background and be suspended here; where they can't, leaving
    /// an app terminates it (O2).
    open var isMultitaskingSupported: Bool {
        DaemonLink.shared.read { $0.multitaskingSupported }
    }
}
