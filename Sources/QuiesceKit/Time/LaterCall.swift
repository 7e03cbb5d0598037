import Foundation

/// A call that is made once, later, on the main thread.
@MainActor final class LaterCall {
    private var action: (() -> Void)?
    private var timer: DeviceTimer?

    init(_ action: @escaping () -> Void) { self.action = action }

    /// - Parameter seconds: on the device's clock; without any, the next turn of the main loop.
    func schedule(after seconds: TimeInterval) {
        guard seconds > 0 else {
            return DispatchQueue.main.async { MainActor.assumeIsolated { self.fire() } }
        }
        timer = .scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in self.fire() }
    }

    func cancel() {
        action = nil
        timer?.invalidate()
        timer = nil
    }

    private func fire() {
        timer = nil
        action?()
        action = nil
    }
}
