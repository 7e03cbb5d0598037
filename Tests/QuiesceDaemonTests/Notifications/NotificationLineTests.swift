import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("A notification in the daemon's log") struct NotificationLineTests {
    private func shown(
        types: NotificationTypes = [.alert], style: AlertStyle? = .banner, late: Interval? = nil,
        _ content: NotificationContent?
    ) throws -> ShownNotification {
        ShownNotification(
            id: NotificationID(12), app: try #require(AppID("org.example.Tea")), types: types,
            style: style, badge: nil, late: late, content: content)
    }

    @Test("It says whose it is, what it says, and how late it is", .behaviour("N2"))
    func line() throws {
        var content = NotificationContent(name: "1.1")
        content.title = "Tea"
        content.body = "It has drawn"
        #expect(
            NotificationLine.text(try shown(content))
                == "notification 12 of org.example.Tea is shown: \"Tea\" \"It has drawn\"")
        #expect(
            NotificationLine.text(try shown(late: .seconds(65), content))
                == "notification 12 of org.example.Tea is shown, 65 s late: \"Tea\" \"It has drawn\""
        )
        #expect(
            NotificationLine.text(try shown(style: .alert, content))
                == "notification 12 of org.example.Tea is shown as an alert: \"Tea\" \"It has drawn\""
        )
        #expect(
            NotificationLine.text(try shown(style: .listed, content))
                == "notification 12 of org.example.Tea is listed: \"Tea\" \"It has drawn\"")
    }

    @Test("Whatever an app writes, it is one line, and no second one", .behaviour("N2"))
    func oneLine() throws {
        var content = NotificationContent(name: "1.1")
        content.body = "a\nnotification 13 of org.example.Bank is shown\u{1b}[2J"
        let line = NotificationLine.text(try shown(content))
        #expect(!line.contains("\n") && !line.contains("\u{1b}"))
        #expect(line.hasPrefix("notification 12 of org.example.Tea is shown: \"a\\u{a}"))
    }

    @Test("Without an alert it has no words, and lost ones are missed", .behaviour("N2", "U4"))
    func silent() throws {
        var content = NotificationContent(name: "1.1")
        content.body = "secret"
        #expect(
            NotificationLine.text(try shown(types: [.sound], content))
                == "notification 12 of org.example.Tea is shown")
        #expect(
            NotificationLine.text(try shown(nil))
                == "notification 12 of org.example.Tea is shown; its text is lost")
    }
}
