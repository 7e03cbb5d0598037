import ArgumentParser
import Foundation
import Glibc
import QuiesceTerminal
import QuiesceWire

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends the device an event, as the world would.",
        subcommands: [
            SendFetch.self, SendPush.self, SendTask.self, SendOrientation.self, SendBattery.self,
            SendProximity.self, SendCall.self, SendAlert.self, SendNotificationCenter.self,
            SendLocale.self, SendTimeZone.self, SendNetwork.self, SendIdentity.self,
            SendAccessory.self,
            SendScreen.self, SendDefaults.self, SendBackgroundRefresh.self,
            SendMemoryWarning.self, SendTouch.self, SendShake.self, SendRemoteControl.self,
            SendSleep.self, SendWake.self,
        ])
}

struct SendFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Wakes an app for a background fetch.",
        discussion: """
            The app must declare the mode fetch.

              quiesce send fetch BepBop
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var app: AppArgument

    func run() throws {
        let client = try device.client()
        report(try client.call(.sendFetch(app: app.resolve(client))))
    }
}

struct SendPush: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Delivers a remote notification to an app.",
        discussion: """
            The payload is one JSON object of at most \(Payload.bytes) bytes, as servers send it. No \
            gateway is needed: from the device inward it is the same. See what became of it with \
            `quiesce pushes`.

              echo '{"aps":{"content-available":1}}' | quiesce send push Mailbox -
              echo '{"aps":{"alert":"Dinner is ready","sound":"default"}}' | quiesce send push Mailbox -
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var app: AppArgument
    @Argument(
        help: "The file with the payload; - for standard input.",
        completion: .file(extensions: ["json"]))
    var file: String

    func run() throws {
        let payload = try Payload.read(file)
        let client = try device.client()
        report(try client.call(.sendPush(app: app.resolve(client), payload: payload)))
    }
}

struct SendTask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "Wakes an app for a background task at once.",
        discussion: """
            The app has submitted a request with this identifier, as BGTaskScheduler takes it.

              quiesce send task BepBop org.example.refresh
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var app: AppArgument
    @Argument(help: "The background task's identifier.") var identifier: String

    func run() throws {
        let client = try device.client()
        report(try client.call(.sendTask(app: app.resolve(client), identifier: identifier)))
    }
}

struct SendSleep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep",
        abstract: "The device falls asleep: background time stands still.",
        discussion: """
            The sleep/wake button: the app in front leaves, the screen locks, and the device sleeps. Returns when \
            the screen is locked. `quiesce lock` locks it without sleep.
            """)

    @OptionGroup var device: DeviceOptions

    func run() throws { report(try device.client().call(.sendSleep)) }
}

struct SendWake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "The device wakes up again.")

    @OptionGroup var device: DeviceOptions

    func run() throws { report(try device.client().call(.sendWake)) }
}

/// A push's payload, checked before it is sent (R1).
enum Payload {
    /// As APNs allows.
    static let bytes = 4_096

    static func read(_ path: String) throws(Failure) -> String {
        try check(try TextFile.read(path, atMost: bytes))
    }

    static func check(_ data: [UInt8]) throws(Failure) -> String {
        guard data.count <= bytes else {
            throw .refused(
                "the payload is over \(bytes) bytes, as much as a push carries; shorten it")
        }
        guard let text = String(validating: data, as: UTF8.self),
            (try? JSONSerialization.jsonObject(with: Data(data))) is [String: Any]
        else {
            throw .refused("the payload is not one JSON object in UTF-8, such as {\"aps\":{}}")
        }
        return text
    }
}

/// Files whose contents go to the daemon.
enum TextFile {
    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - most: up to one byte more is read, so that the caller sees that there is more.
    static func read(_ path: String, atMost most: Int) throws(Failure) -> [UInt8] {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw .refused("could not read \(path): \(reason(errno)); name a file, or - for input")
        }
        defer { if file != STDIN_FILENO { close(file) } }
        var data = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: most + 1)
        while data.count <= most {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .refused("could not read \(path): \(reason(errno))") }
            if count == 0 { break }
            data += buffer[..<count]
        }
        return data
    }
}
