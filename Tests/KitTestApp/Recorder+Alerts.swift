import Foundation
import QuiesceKit

// The recorder's commands for the tests of alerts.
extension Recorder {
    /// `ask alert`, `ask sheet`: asks the user, who may answer "Delete", or "Keep", which cancels.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyAlerts(_ words: [Substring]) -> Bool {
        guard words.first == "ask", words.count == 2 else { return false }
        let style: UIAlertController.Style = words[1] == "sheet" ? .actionSheet : .alert
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated { ask(style) }
        }
        return true
    }
}

@MainActor private func ask(_ style: UIAlertController.Style) {
    let (window, root) = (UIWindow(), UIViewController())
    window.rootViewController = root
    window.makeKeyAndVisible()
    let alert = UIAlertController(title: "Really?", message: nil, preferredStyle: style)
    let answers: [(String, UIAlertAction.Style)] = [("Delete", .destructive), ("Keep", .cancel)]
    for (title, style) in answers {
        alert.addAction(UIAlertAction(title: title, style: style) { _ in say("answered \(title)") })
    }
    root.present(alert, animated: false)
}
