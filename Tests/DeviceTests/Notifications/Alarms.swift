import Foundation
import QuiesceWire
import TestSupport

/// A puppet that has the user's leave to present notifications, and schedules them.
final class Alarms {
    /// Seconds until an alarm that is to find its app left, or ended: in front the app would be
    /// told instead. A busy machine takes one until then.
    static let soon = 3.0

    let puppet: Puppet
    let device: LiveDevice
    var app: String { puppet.app }

    /// Installs it, and opens it.
    init(_ device: LiveDevice) throws {
        self.device = device
        puppet = try Puppet(device, "alarms")
        _ = try device.perform(
            .permission(
                .setPermission(app: puppet.app, permission: "notifications", state: "authorized")))
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try puppet.run("register('alert', 'sound', 'badge'); acknowledged()")
    }

    /// Schedules one, which is on disk when this returns.
    ///
    /// - Parameter more: further fields, as arguments of Python.
    /// - Returns: when it is due.
    @discardableResult
    func schedule(_ name: String, in seconds: Double, _ more: String = "") throws -> Date {
        let due = try puppet.ask(
            "result = schedule('\(name)', \(seconds)\(more.isEmpty ? "" : ", " + more)); acknowledged()",
            Double.self)
        return Date(timeIntervalSince1970: due / 1_000)
    }

    /// Leaves it, frozen.
    func suspend() throws {
        _ = try device.perform(.home)
        try device.wait(app, "suspended")
    }

    /// Ends it, and forgets the line to it.
    func quit() throws {
        _ = try device.perform(.quit(app: app))
        try device.wait(app, "notRunning")
        puppet.disconnect()
    }

    func rows(scheduled: Bool = false) throws -> [NotificationRow] {
        try device.notificationRows(of: app, scheduled: scheduled)
    }

    /// Follows what is shown until `name` is.
    func waitUntilShown(_ name: String) throws -> NotificationRow {
        try device.waitUntilShown(name, of: app)
    }

    func calls() throws -> [String] { try puppet.ask("result = calls", [String].self) }

    /// Waits for a callback of the app.
    func wait(for call: String) throws {
        try puppet.run("while '\(call)' not in calls: time.sleep(0.002)")
    }
}

extension NotificationRow {
    /// Since when it is shown, or when it is due.
    var date: Date {
        get throws {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return try style.parse(time ?? "")
        }
    }
}
