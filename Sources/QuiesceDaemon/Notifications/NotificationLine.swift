import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The daemon's own line for a notification that is shown. On a machine without a desktop this and
/// `quiesce notifications` are where it is shown.
enum NotificationLine {
    static func text(_ shown: ShownNotification) -> String {
        let late = shown.late.map { ", \($0.nanoseconds / 1_000_000_000) s late" } ?? ""
        return
            "notification \(shown.id) of \(shown.app) is \(verb(shown.style))\(late)\(words(shown))"
    }

    private static func verb(_ style: AlertStyle?) -> String {
        switch style {
        case .listed?: "listed"
        case .alert?: "shown as an alert"
        case .banner?, nil: "shown"
        }
    }

    private static func words(_ shown: ShownNotification) -> String {
        guard let content = shown.content else { return "; its text is lost" }
        guard shown.types.contains(.alert) else { return "" }
        return ": "
            + [content.title, content.subtitle, content.body].compactMap { $0 }.filter {
                !$0.isEmpty
            }
            .map { "\"\($0.printable)\"" }.joined(separator: " ")
    }
}
