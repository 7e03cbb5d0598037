import Foundation
import QuiesceWire
import TestSupport
import Testing

/// A device that has joined a gateway, with a puppet that has registered there.
final class JoinedDevice {
    let device: LiveDevice
    let gateway: FakeGateway
    let puppet: Puppet
    let token: String
    var app: String { puppet.app }

    /// Leaves the app in front.
    init(_ device: LiveDevice) throws {
        self.device = device
        gateway = try FakeGateway()
        let joined = try device.quiesce(
            "gateway", "join", gateway.url, "--certificate", gateway.certificate)
        try #require(joined.code == 0, "\(joined.error)")
        puppet = try Puppet(device, "mail")
        _ = try device.perform(
            .permission(
                .setPermission(app: puppet.app, permission: "notifications", state: "authorized")))
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try puppet.run("register('alert', 'sound', 'badge'); app.push('register'); acknowledged()")
        token = try #require(try gateway.next("token").token)
    }

    func row() throws -> GatewayRow {
        let answer = try device.perform(.push(.gateway))
        return try GatewayRow.read(Array(try #require(answer.items.first).utf8))
    }

    func rows() throws -> [PushRow] {
        try device.perform(.push(.pushes(app: app, follow: false))).items.map {
            try PushRow.read(Array($0.utf8))
        }
    }

    /// Follows what becomes of pushes until one fits.
    @discardableResult
    func wait(for what: String, _ fits: (PushRow) -> Bool) throws -> PushRow {
        let connection = try LiveDevice.Connection(device.view + device.home)
        defer { connection.close() }
        try connection.send(.push(.pushes(app: app, follow: true)))
        while true {
            guard case .item(let text) = try connection.next() else {
                throw LiveDevice.Failure(description: "never \(what)")
            }
            let row = try PushRow.read(Array(text.utf8))
            if fits(row) { return row }
        }
    }

    /// Leaves the app, frozen.
    func suspend() throws {
        _ = try device.perform(.home)
        try device.wait(app, "suspended")
    }

    /// The calls that the app received. The app mustn't be frozen.
    func calls() throws -> [String] { try puppet.ask("result = calls", [String].self) }

    func waitUntilConnected() throws {
        try waitUntil("connected") { try row().state == "connected" }
    }

    /// The push agent, the daemon's own child.
    func agent() throws -> pid_t? { try device.child("quiesce-pushd") }

    static func payload(_ number: Int, alert: Bool = true, wakes: Bool = true) -> String {
        let alert = alert ? "\"alert\":\"mail \(number)\"," : ""
        return "{\"aps\":{\(alert)\"content-available\":\(wakes ? 1 : 0)},\"n\":\(number)}"
    }
}
