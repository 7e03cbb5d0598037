import Foundation
import QuiesceWire

// The state, from the rows of the device's answers.
extension SystemState {
    init(now: Date, status: DeviceStatus, apps rows: [AppRow]) {
        let screen = status.screen
        self.init(
            now: now, timeZone: screen?.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current,
            locale: screen?.locale.map { Locale(identifier: $0) } ?? .current)
        self.screen = Scene.Size(status.screen?.deviceScreen ?? .standard)
        batteryPercent = screen?.batteryPercent
        isCharging = ["charging", "full"].contains(screen?.batteryState)
        network = screen?.network.flatMap { Network(rawValue: $0) }
        isLocationInUse = screen?.location ?? false
        isRecording = screen?.recording ?? false
        call = screen?.call.flatMap { Call(rawValue: $0) }
        hasAlert = screen?.alert ?? false
        showsNotificationCenter = screen?.notificationCenter ?? false
        isAsleep = status.asleep
        if status.locked {
            lock = Lock(
                hasPasscode: status.passcode ?? false, typed: screen?.typed ?? 0,
                wrong: status.wrongPasscodes ?? 0)
        }
        apps = rows.map { App(id: $0.id, name: $0.name, badge: $0.badge) }
    }
}

extension SystemState.Notification {
    init(_ row: NotificationRow) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        self.init(
            id: row.notification, app: row.app, title: row.title, body: row.body,
            shown: row.time.flatMap { try? style.parse($0) }, isBanner: row.style == "banner",
            covers: row.covers == true)
    }
}

extension SystemState.Task {
    init(_ row: ContinuedRow) {
        self.init(
            app: row.app, identifier: row.identifier, title: row.title, subtitle: row.subtitle,
            percent: row.state == "waiting" ? nil : row.percent)
    }
}

extension SystemState.Prompt {
    init(_ row: PromptRow) {
        self.init(id: row.prompt, app: row.app, permission: row.permission, range: row.range)
    }
}
