import Foundation
import QuiesceWire

// Notifications: as cards, in the notification centre, and as a banner.
extension Composer {
    /// Seconds for which a banner is to be seen.
    private static let bannerSeconds = 5.0

    /// The notifications of one app.
    private struct Group {
        var app: SystemState.App
        /// The newest first.
        var notifications: [SystemState.Notification]
    }

    /// By app, the one with the newest first.
    private var groups: [Group] {
        var groups: [Group] = []
        for notification in state.notifications.reversed() {
            if let at = groups.firstIndex(where: { $0.app.id == notification.app }) {
                groups[at].notifications.append(notification)
            } else {
                groups.append(
                    Group(app: state.app(notification.app), notifications: [notification]))
            }
        }
        return groups
    }

    /// The newest notification of each app, as many as there is room for, and how many more there
    /// are.
    ///
    /// - Parameter unlocking: nil: on a screen that no touch on a notification opens.
    mutating func notificationCards(
        in list: Scene.Frame, unlocking: Bool?, dismissible: Bool = false
    ) {
        let groups = groups
        var y = list.y
        var left = state.notifications.count
        let footer = line(scaled(13)) + 4
        for (index, group) in groups.enumerated() {
            let more = group.notifications.count - 1
            let height = cardHeight(group.notifications[0], more: more, width: list.width)
            let isLast = index == groups.count - 1
            guard y + height + (isLast ? 0 : footer) <= list.maxY else { break }
            card(
                group, in: .init(x: list.x, y: y, width: list.width, height: height),
                unlocking: unlocking, dismissible: dismissible)
            left -= group.notifications.count
            y += height + 8
        }
        guard left > 0, y + footer - 4 <= list.maxY else { return }
        let others = "\(left) \(y == list.y ? "" : "more ")notification\(left == 1 ? "" : "s")"
        words(
            others, in: .init(x: list.x, y: y, width: list.width, height: footer - 4),
            size: scaled(13), weight: 500, color: Palette.white, alignment: "center")
    }

    private func texts(
        _ notification: SystemState.Notification
    ) -> (title: String?, body: String) {
        let title = notification.title.flatMap { $0.isEmpty ? nil : $0 }
        let body = notification.body.flatMap { $0.isEmpty ? nil : $0 } ?? ""
        return title == nil && body.isEmpty ? (nil, "Notification") : (title, body)
    }

    private func cardHeight(
        _ notification: SystemState.Notification, more: Int, width: Double
    ) -> Double {
        let said = texts(notification)
        let inner = width - 64
        var height = 10 + line(scaled(12)) + 10
        if said.title != nil { height += line(scaled(14)) }
        if !said.body.isEmpty {
            height += ruler.height(of: said.body, size: scaled(14), width: inner, most: 2)
        }
        if more > 0 { height += line(scaled(12)) + 2 }
        return max(height, 56)
    }

    private mutating func card(
        _ group: Group, in frame: Scene.Frame, unlocking: Bool?, dismissible: Bool
    ) {
        let notification = group.notifications[0]
        box(frame, palette.panel, radius: 14)
        icon(of: group.app, in: .init(x: frame.x + 10, y: frame.y + 12, width: 34, height: 34))
        let x = frame.x + 54
        let width = frame.width - 64
        var y = frame.y + 10
        func row(
            _ text: String, _ size: Double, _ height: Double, _ color: String, _ weight: Int? = nil,
            width: Double, alignment: String = "left", x: Double
        ) {
            words(
                text, in: .init(x: x, y: y, width: width, height: height), size: size,
                weight: weight, color: color, alignment: alignment)
        }
        let small = scaled(12)
        let age = notification.shown.map { self.age($0) } ?? ""
        let closing = dismissible ? 30.0 : 0
        let ageWidth = age.isEmpty ? 0 : ruler.width(of: age, size: small) + 1
        row(
            group.app.name, small, line(small), palette.faint, 500,
            width: max(0, width - ageWidth - closing - 8), x: x)
        if !age.isEmpty {
            row(
                age, small, line(small), palette.faint, width: ageWidth, alignment: "right",
                x: x + width - closing - ageWidth)
        }
        y += line(small)
        let said = texts(notification)
        if let title = said.title {
            row(title, scaled(14), line(scaled(14)), palette.text, 600, width: width, x: x)
            y += line(scaled(14))
        }
        if !said.body.isEmpty {
            let height = ruler.height(of: said.body, size: scaled(14), width: width, most: 2)
            row(said.body, scaled(14), height, palette.text, width: width, x: x)
            y += height
        }
        let more = group.notifications.count - 1
        if more > 0 {
            y += 2
            row("\(more) more from this app", small, line(small), palette.faint, width: width, x: x)
        }
        let touched = said.title ?? said.body
        touchable(
            touched, frame, .openNotification(notification.id, unlocking: unlocking ?? false))
        guard dismissible else { return }
        let cross = Scene.Frame(x: frame.maxX - 36, y: frame.y + 2, width: 34, height: 34)
        words(
            "×", in: cross, size: 20, color: palette.faint, alignment: "center", isElement: false)
        touchable("Clear \(touched)", cross, .dismissNotification(notification.id))
    }

    /// "now", "5 min ago", "21:40" or "27 Nov"
    private func age(_ date: Date) -> String {
        let seconds = state.now.timeIntervalSince(date)
        if seconds < 60 { return "now" }
        if seconds < 3_600 { return "\(Int(seconds / 60)) min ago" }
        if seconds < 86_400 { return formatted(date) { $0.timeStyle = .short } }
        return formatted(date) { $0.setLocalizedDateFormatFromTemplate("dMMM") }
    }

    // MARK: The notification centre

    mutating func composeNotificationCenter() {
        cover(
            .init(
                words: "the notification centre",
                command: "quiesce send notification-center dismiss"))
        wallpaper()
        box(whole, "#0000004D")
        statusLine(color: Palette.white)
        let titleHeight = line(scaled(22))
        let header = Scene.Frame(
            x: 16, y: barHeight + 8, width: size.width - 32, height: titleHeight)
        words("Notifications", in: header, size: scaled(22), weight: 700, color: Palette.white)
        let height = max(36, line(scaled(15)) + 14)
        let close = Scene.Frame(
            x: size.width / 2 - 70, y: size.height - height - 12, width: 140, height: height)
        if state.notifications.isEmpty, state.tasks.isEmpty {
            words(
                "No notifications",
                in: .init(
                    x: 16, y: size.height * 0.42, width: size.width - 32,
                    height: line(scaled(17))),
                size: scaled(17), color: Palette.white, alignment: "center")
        } else {
            let list = Scene.Frame(
                x: 10, y: header.maxY + 8, width: size.width - 20,
                height: max(0, close.y - header.maxY - 16))
            notificationCards(in: taskCards(in: list), unlocking: false, dismissible: true)
        }
        button(
            "Close", in: close, size: scaled(15), weight: 500, color: Palette.white,
            background: "#FFFFFF26", radius: height / 2, .dismissNotificationCenter)
    }

    // MARK: The banner

    mutating func composeBanner() {
        let fresh = state.notifications.last { notification in
            guard notification.isBanner, !notification.covers, let shown = notification.shown
            else { return false }
            return (0..<Self.bannerSeconds).contains(state.now.timeIntervalSince(shown))
        }
        guard let fresh else { return }
        let width = min(size.width - 12, 420)
        let height = cardHeight(fresh, more: 0, width: width)
        let frame = Scene.Frame(
            x: (size.width - width) / 2, y: barHeight + 3, width: width, height: height)
        // A line of shade around it tells it from what is below.
        box(frame.inset(by: -1, -1), "#00000033", radius: 15)
        elements.removeAll { element in
            let middle = element.middle
            return element.action != .touchApp && middle.x >= frame.x && middle.x < frame.maxX
                && middle.y >= frame.y && middle.y < frame.maxY
        }
        card(
            Group(app: state.app(fresh.app), notifications: [fresh]), in: frame, unlocking: false,
            dismissible: true)
    }
}
