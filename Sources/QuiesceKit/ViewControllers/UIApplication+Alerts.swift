import Foundation

// Alerts stay over the background. An app that knows none is asked to quit, and what cancels its
// alerts is done before (S11).
extension UIApplication {
    /// Built for a system before 4.0 (O3).
    var isBuiltForSingleTasking: Bool {
        let version = Bundle.main.object(forInfoDictionaryKey: "DTPlatformVersion") as? String
        return version.flatMap { $0.split(separator: ".").first.flatMap { Int($0) } }
            .map { $0 < 4 } ?? false
    }

    /// Ends every alert as its cancel button would, the frontmost first.
    func cancelAlerts() {
        for window in windows.reversed() {
            for case let alert as UIAlertController in window.stack.all.reversed() {
                alert.cancel()
            }
        }
    }
}
