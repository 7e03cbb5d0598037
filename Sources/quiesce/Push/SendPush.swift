import ArgumentParser
import Foundation
import QuiesceTerminal
import QuiesceWire

struct SendPush: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Delivers a remote notification to an app.",
        discussion: """
            The payload is one JSON object of at most \(Payload.bytes) bytes, as servers send it. No \
            gateway is needed: from the device inward it is the same. See what became of it with \
            `quiesce pushes`.

            With --voip it is a voip push, for an app that has asked for those by a PKPushRegistry: \
            that is woken or launched at once, and nothing is shown. It has at most \
            \(Payload.voipBytes) bytes.

              echo '{"aps":{"content-available":1}}' | quiesce send push Mailbox -
              echo '{"aps":{"alert":"Dinner is ready","sound":"default"}}' | quiesce send push Mailbox -
              echo '{"from":"Ann"}' | quiesce send push Softphone --voip -
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Flag(help: "A voip push: a call, which nothing is shown of.") var voip = false
    @Argument(
        help: "The file with the payload; - for standard input.",
        completion: .file(extensions: ["json"]))
    var file: String

    func run() throws {
        let payload = try Payload.read(file, atMost: voip ? Payload.voipBytes : Payload.bytes)
        let client = try device.client()
        let app = try app.resolve(client)
        output.report(try client.call(.push(.sendPush(app: app, payload: payload, voip: voip))))
    }
}

/// A push's payload, checked before it is sent (R1).
enum Payload {
    /// As APNs allows.
    static let bytes = 4_096
    /// Likewise, of a voip push.
    static let voipBytes = 5_120

    static func read(_ path: String, atMost bytes: Int = bytes) throws(Failure) -> String {
        try check(try TextFile.read(path, atMost: bytes), atMost: bytes)
    }

    static func check(_ data: [UInt8], atMost bytes: Int = bytes) throws(Failure) -> String {
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
