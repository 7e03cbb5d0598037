import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Pushes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what became of the latest remote notifications.",
        discussion: """
            Each has a receipt: shown, delivered (to the app in front), woken (with how the wake-up \
            ended), held (until when), merged (into which newer one) or dropped (why).

              quiesce pushes
              quiesce pushes Mailbox --follow

            Times are local ones. With --json, one array of objects, or, with --follow, an object per \
            line for each change: push, app, type (voip, or absent), id (apns-id), received, silent, contentAvailable, state, \
            since, reason, mergedInto, heldUntil, detail.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(help: "Keep showing changes, until Ctrl-C.") var follow = false
    @Argument(help: ArgumentHelp("Only this app's.", valueName: "id")) var app: String?

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let request = ControlRequest.push(.pushes(app: id, follow: follow))
        if follow {
            try client.call(request, patience: nil) { text in
                say(output.json ? text : PushText.line(try decodeRow(text)))
            }
            return
        }
        var texts: [String] = []
        try client.call(request) { texts.append($0) }
        if output.json { return say(JSONOutput.array(texts)) }
        if texts.isEmpty {
            return say("No pushes yet. Try one with `quiesce send push`.")
        }
        PushText.table(try texts.map { try decodeRow($0) }).print()
    }
}

struct Gateway: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "The push gateway by which servers reach this device: shows, joins or leaves one.",
        discussion: """
            A device that has joined a gateway keeps one connection to it. `quiesce-gateway init` \
            makes the certificate that a gateway is known by, and `quiesce-gateway serve` runs it.

              quiesce gateway join https://127.0.0.1:8443 --certificate gateway.pem
              quiesce gateway
            """,
        subcommands: [GatewayStatus.self, JoinGateway.self, LeaveGateway.self],
        defaultSubcommand: GatewayStatus.self)
}

struct GatewayStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract:
            "Shows the gateway, and the tokens of each app. This is what `gateway` alone does.",
        discussion: """
            With --json, one object: url, device, state (none, connecting, connected, away), since, \
            why, tokens (by topic: an app's id, with .voip behind it for voip pushes).
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        var texts: [String] = []
        try device.client().call(.push(.gateway)) { texts.append($0) }
        guard let text = texts.first else { return }
        say(output.json ? text : GatewayText.text(try decodeRow(text)))
    }
}

struct JoinGateway: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins a gateway, in place of the one that the device has joined, if any.",
        discussion: """
            The device makes a key, which never leaves it, and gets an identity for it. Apps that \
            have registered get a new token: their servers need it.
            """)

    @OptionGroup var device: DeviceOptions
    @Argument(help: ArgumentHelp("Where it is: https://HOST:PORT.", valueName: "url"))
    var url: String
    @Option(
        help: ArgumentHelp(
            "The gateway's certificate, or its issuer's, in PEM form: no other is trusted.",
            valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var certificate: String

    private static let certificateBytes = 32 * 1024

    func run() throws {
        let bytes = try TextFile.read(certificate, atMost: Self.certificateBytes)
        guard bytes.count <= Self.certificateBytes else {
            throw Failure.refused(
                "\(certificate) is over \(Self.certificateBytes) bytes; name the file with the gateway's certificate alone"
            )
        }
        let text = String(decoding: bytes, as: UTF8.self)
        report(
            try device.client().call(
                .push(.joinGateway(url: url, certificate: text)), patience: 120))
    }
}

struct LeaveGateway: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leaves the gateway; no server reaches the device any more.",
        discussion: """
            The gateway isn't asked: its operator forgets the device with `quiesce-gateway devices \
            revoke`.
            """)

    @OptionGroup var device: DeviceOptions

    func run() throws { report(try device.client().call(.push(.leaveGateway))) }
}
