import ArgumentParser
import Dispatch
import Foundation
import GatewayRules
import GatewayServer
import GatewayStore
import Logging

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve providers and devices, until SIGTERM or Ctrl-C.",
        discussion: """
            Prints a line with its address once it accepts connections, and logs to standard error. \
            Pushes are stored, on disk in the home or at the NATS server, before they are answered.
            """)

    @OptionGroup var home: HomeOption
    @OptionGroup var storage: StorageOption

    @Option(help: "Where to listen, HOST:PORT; port 0 for any that is free.")
    var listen = "127.0.0.1:8443"

    @Option(help: "Pushes a second to one device's app, 0 for no limit.")
    var deviceRate = Limits.devicePushes.perSecond

    @Option(help: "Pushes a second from one provider key, 0 for no limit.")
    var providerRate = Limits.providerPushes.perSecond

    @Option(help: "Registrations a second from one address, 0 for no limit.")
    var registrationRate = Limits.registrations.perSecond

    @Option(help: "Pushes kept for one device that is away; of more the oldest goes.")
    var keep = Limits.pushesPerDevice

    @Option(help: "The least severe messages to log: trace, debug, info, notice, warning or error.")
    var logLevel = Logger.Level.notice.rawValue

    private var address: (host: String, port: Int)? {
        guard let colon = listen.lastIndex(of: ":"),
            let port = UInt16(listen[listen.index(after: colon)...])
        else { return nil }
        var host = listen[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return host.isEmpty ? nil : (String(host), Int(port))
    }

    func validate() throws {
        guard address != nil else {
            throw ValidationError("--listen is HOST:PORT, as in 127.0.0.1:8443, not \(listen)")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level is one of \(levels), not \(logLevel)")
        }
        guard deviceRate >= 0, providerRate >= 0, registrationRate >= 0, keep > 0 else {
            throw ValidationError("rates are 0 or more, and --keep is above 0")
        }
    }

    func run() async throws {
        guard let address, let level = Logger.Level(rawValue: logLevel) else { return }
        let home = try home.made()
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "quiesce-gateway")
        logger.logLevel = level

        var configuration = Gateway.Configuration(host: address.host, port: address.port)
        configuration.deviceRate = rate(deviceRate, Limits.devicePushes)
        configuration.providerRate = rate(providerRate, Limits.providerPushes)
        configuration.registrationRate = rate(registrationRate, Limits.registrations)
        let signals = StopSignals()
        let gateway: Gateway
        do {
            let store = try await storage.open(home, pushesPerDevice: keep)
            gateway = try await Gateway(
                home: home, store: store, configuration: configuration, logger: logger)
        } catch let failure as StoreFailure {
            throw Failure("\(failure)", .unavailable)
        } catch let failure as ListenFailure {
            throw Failure("\(failure)", .unavailable)
        }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let line = "quiesce-gateway listens at https://\(host):\(gateway.port)\n"
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        await signals.wait()
        logger.notice("stopping")
        await gateway.stop()
    }

    /// As many a second, and as many at once in proportion to what they are else.
    private func rate(_ perSecond: Double, _ usual: Rate) -> Rate {
        Rate(perSecond: perSecond, burst: max(1, perSecond * usual.burst / usual.perSecond))
    }
}

/// SIGTERM and SIGINT.
final class StopSignals {
    private let received: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        received = stream
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns once one has come.
    func wait() async {
        for await _ in received { return }
    }
}
