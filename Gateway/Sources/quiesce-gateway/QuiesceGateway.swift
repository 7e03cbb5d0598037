import ArgumentParser
import Foundation
import GatewayRules
import GatewayServer
import GatewayStore

/// The command line of a push gateway.
@main
struct QuiesceGateway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-gateway",
        abstract: "Takes pushes as Apple's service does, and brings them to Quiesce devices.",
        discussion: """
            Give a server that sends Apple pushes this gateway's host and a key of this gateway, \
            and it sends to Quiesce devices (docs/gateway.md).

              quiesce-gateway init --home DIR
              quiesce-gateway serve --home DIR --listen 127.0.0.1:8443
              quiesce gateway join https://localhost:8443 --certificate DIR/certificate.pem

            Exit codes: 0 done; 1 refused, with the reason on standard error; 64 wrong usage; 69 \
            its address or its store is unavailable; 78 bad configuration.
            """,
        // As the device's tools, whose version is in a package that isn't built for this one.
        version: "quiesce-gateway 0.1.0",
        subcommands: [
            Init.self, Serve.self, Keys.self, Token.self, Devices.self, Status.self, PushFate.self,
        ])

    static func main() async {
        // Whatever is made in the home, by SQLite too, is its owner's alone.
        umask(0o077)
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            fail(failure)
        } catch let failure as HomeFailure {
            fail(Failure("\(failure)", .badConfiguration))
        } catch {
            exit(withError: error)
        }
    }

    private static func fail(_ failure: Failure) {
        try? FileHandle.standardError.write(
            contentsOf: Data("quiesce-gateway: \(failure.message)\n".utf8))
        Foundation.exit(failure.code.rawValue)
    }
}

/// Why a command did nothing.
struct Failure: Error {
    enum Code: Int32 {
        case refused = 1
        case unavailable = 69
        case badConfiguration = 78
    }

    var message: String
    var code: Code

    init(_ message: String, _ code: Code) {
        self.message = message
        self.code = code
    }
}

/// The home folder, which every command has.
struct HomeOption: ParsableArguments {
    @Option(
        help: "The gateway's folder: $QUIESCE_GATEWAY_HOME, else $XDG_STATE_HOME/quiesce-gateway.")
    var home: String?

    /// The folder, which may not be there yet.
    var folder: Home {
        let environment = ProcessInfo.processInfo.environment
        if let home = home ?? environment["QUIESCE_GATEWAY_HOME"] { return Home(folder: home) }
        let state =
            environment["XDG_STATE_HOME"]
            ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state"
        return Home(folder: state + "/quiesce-gateway")
    }

    /// The folder once `init` was there.
    func made() throws -> Home {
        let folder = folder
        guard folder.isInitialized else {
            throw Failure(
                "\(folder.folder) is not a gateway's home; make one with `quiesce-gateway init`",
                .badConfiguration)
        }
        return folder
    }
}

/// Where the gateway keeps devices and pushes.
struct StorageOption: ParsableArguments {
    @Option(
        help: """
            The NATS server whose JetStream has devices and pushes, shared by several gateways, as \
            nats://HOST:PORT: $QUIESCE_GATEWAY_NATS, else a database in the home.
            """)
    var nats: String?

    /// Throws `StoreFailure`.
    func open(
        _ home: Home, pushesPerDevice: Int = Limits.pushesPerDevice
    ) async throws -> any PushStore {
        // A password in the URL isn't in the list of processes then.
        if let url = nats ?? ProcessInfo.processInfo.environment["QUIESCE_GATEWAY_NATS"] {
            return try await JetStreamStore(
                url: url, mark: home.epochMark, pushesPerDevice: pushesPerDevice
            ) { .now }
        }
        return try SQLitePushStore(
            path: home.databasePath, pushesPerDevice: pushesPerDevice, now: { .now })
    }
}

/// Whether a command answers in JSON.
struct JSONFlag: ParsableArguments {
    @Flag(help: "Answer in JSON.")
    var json = false
}
