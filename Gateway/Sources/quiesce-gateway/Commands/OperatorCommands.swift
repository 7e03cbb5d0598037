import ArgumentParser
import Foundation
import GatewayRules
import GatewayServer
import GatewayStore

/// Asks the gateway that runs on the home, or else its store.
private func ask(
    _ request: OperatorRequest, _ home: Home, _ storage: StorageOption
) async throws -> OperatorAnswer {
    let answer: OperatorAnswer
    if let running = try OperatorClient.ask(request, home: home) {
        answer = running
    } else {
        do {
            let store = try await storage.open(home)
            answer = await OperatorService(store: store).answer(request)
        } catch { throw Failure("\(error)", .unavailable) }
    }
    if let failure = answer.failure { throw Failure(failure, .refused) }
    return answer
}

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Whether the gateway runs, and how many pushes it has had.")

    @OptionGroup var home: HomeOption
    @OptionGroup var storage: StorageOption
    @OptionGroup var json: JSONFlag

    private struct Answer: Encodable {
        var running: Bool
        var devices: Int
        var connected: Int
        var accepted: Int64
        var pending: Int64
        var delivered: Int64
        var collapsed: Int64
        var expired: Int64
        var dropped: Int64
        var repeated: Int64
    }

    func run() async throws {
        let told = try await ask(OperatorRequest(.status), try home.made(), storage)
        let counts = told.counts ?? Counts()
        let answer = Answer(
            running: told.connected != nil,
            devices: (told.devices ?? []).count { $0.revoked == nil },
            connected: told.connected ?? 0, accepted: counts.accepted, pending: counts.pending,
            delivered: counts.delivered, collapsed: counts.collapsed, expired: counts.expired,
            dropped: counts.dropped, repeated: counts.repeated)
        guard !json.json else {
            print(JSON.text(answer))
            return
        }
        print(answer.running ? "running" : "not running")
        print(
            "\(answer.devices) \(answer.devices == 1 ? "device" : "devices"), \(answer.connected) connected"
        )
        print(
            """
            \(answer.accepted) \(answer.accepted == 1 ? "push" : "pushes"): \(answer.delivered) delivered, \(answer.pending) wait, \
            \(answer.collapsed) collapsed, \(answer.expired) expired, \(answer.dropped) dropped
            """)
    }
}

struct Devices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List and revoke devices.", subcommands: [List.self, Revoke.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the devices that have joined.")

        @OptionGroup var home: HomeOption
        @OptionGroup var storage: StorageOption
        @OptionGroup var json: JSONFlag

        private struct Row: Encodable {
            var device: String
            var name: String
            var registered: Moment
            var revoked: Moment?
        }

        func run() async throws {
            let devices =
                try await ask(OperatorRequest(.devices), try home.made(), storage).devices ?? []
            guard !json.json else {
                print(
                    JSON.text(
                        devices.map {
                            Row(
                                device: $0.id.rawValue, name: $0.name, registered: $0.registered,
                                revoked: $0.revoked)
                        }))
                return
            }
            for device in devices {
                let end = device.revoked.map { ", revoked \(time($0))" } ?? ""
                // A name is the device's word: nothing in it may steer a terminal.
                let name = String(
                    device.name.unicodeScalars.filter {
                        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                    }.map(Character.init))
                print("\(device.id)  joined \(time(device.registered))\(end)  \(name)")
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a device in no more; its apps' tokens are unregistered.")

        @OptionGroup var home: HomeOption
        @OptionGroup var storage: StorageOption

        @Argument(help: "Its id.")
        var id: String

        func run() async throws {
            let answer = try await ask(
                OperatorRequest(.revokeDevice, id: id), try home.made(), storage)
            if answer.revoked != true { throw Failure("\(id) was revoked before", .refused) }
        }
    }
}

struct PushFate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Show the outcome of a push, for a day after.")

    @OptionGroup var home: HomeOption
    @OptionGroup var storage: StorageOption
    @OptionGroup var json: JSONFlag

    @Argument(help: "The apns-id that the gateway answered.")
    var id: String

    func run() async throws {
        let fates =
            try await ask(OperatorRequest(.push, id: id), try home.made(), storage).fates ?? []
        guard !fates.isEmpty else { throw Failure("there is no push \(id)", .refused) }
        guard !json.json else {
            print(JSON.text(fates))
            return
        }
        for fate in fates {
            let end = fate.settled.map { " \(time($0))" } ?? ""
            print(
                "\(fate.state.rawValue)\(end)  sent \(time(fate.sent))  \(fate.topic)  \(fate.device)"
            )
        }
    }
}
