import Foundation
import QuiesceWire
import TestSupport

/// A puppet that has the user's leave to present notifications, and gets pushes from tools.
final class Pushed {
    let puppet: Puppet
    let device: LiveDevice
    var app: String { puppet.app }

    /// Installs it and opens it.
    ///
    /// - Parameter holds: it leaves its wake-ups to the test.
    init(_ device: LiveDevice, holds: Bool = false) throws {
        self.device = device
        puppet = try Puppet(device, "pushed")
        _ = try device.perform(
            .permission(
                .setPermission(app: puppet.app, permission: "notifications", state: "authorized")))
        if holds { try device.open(app, "--hold") } else { try device.open(app) }
        try device.wait(app, "active")
        try puppet.run("register('alert', 'sound', 'badge'); acknowledged()")
    }

    /// - Parameters:
    ///   - number: the app knows it by that.
    ///   - alert: what is to be shown; nil: nothing.
    ///   - wakes: with `content-available`.
    func send(_ number: Int, alert: String? = nil, wakes: Bool = false) throws {
        var aps: [String] = []
        if let alert { aps.append(#""alert":"\#(alert)""#) }
        if wakes { aps.append(#""content-available":1"#) }
        let payload = #"{"aps":{\#(aps.joined(separator: ","))},"n":\#(number)}"#
        _ = try device.perform(.push(.sendPush(app: app, payload: payload)))
    }

    /// Leaves it, frozen.
    func suspend() throws {
        _ = try device.perform(.home)
        try device.wait(app, "suspended")
    }

    /// Ends it as a crash does, so that pushes may wake it again, and forgets the line to it.
    func crash() throws {
        kill(pid_t(try device.pid(app)), SIGKILL)
        try device.wait(app, "notRunning")
        puppet.disconnect()
    }

    /// The app's notifications that are shown.
    func shown() throws -> [NotificationRow] {
        try device.perform(.notification(.notifications(app: app, scheduled: false, follow: false)))
            .items.map {
                try NotificationRow.read(Array($0.utf8))
            }
    }

    /// Follows what is shown until there is one that says `body`.
    func waitUntilShown(_ body: String) throws -> NotificationRow {
        try device.waitUntilShown(body: body, of: app)
    }

    func open(_ row: NotificationRow) throws {
        _ = try device.perform(.notification(.openNotification(row.notification)))
        try device.wait(app, "active")
    }

    func calls() throws -> [String] { try puppet.ask("result = calls", [String].self) }

    /// Waits for a callback of the app, which mustn't be frozen.
    func wait(for call: String) throws {
        try puppet.run("while '\(call)' not in calls: time.sleep(0.002)")
    }
}
