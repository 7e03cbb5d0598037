import Foundation
import GatewayRules
import GatewayStore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// A gateway that serves: the provider API and its devices, on one port.
public final class Gateway: Sendable {
    /// How it serves.
    public struct Configuration: Sendable {
        public var host: String
        /// 0 for any that is free.
        public var port: Int
        public var providerRate = Limits.providerPushes
        public var deviceRate = Limits.devicePushes
        public var registrationRate = Limits.registrations
        /// Tells the time: for tests of things that are too old.
        public var now: @Sendable () -> Moment = { .now }

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// The port that it listens on.
    public let port: Int
    private let router: Router
    private let server: Server
    private let listener: any Channel
    private let operators: any Channel

    private let lock: HomeLock

    /// Serves the home `home` with what is in `store`, until `stop`. Throws `HomeFailure` or
    /// `ListenFailure`.
    public init(
        home: Home, store: any PushStore, configuration: Configuration, logger: Logger
    ) async throws {
        let now = configuration.now
        lock = try HomeLock(home)
        try home.renewServerCertificate(at: now())
        let tls = try TLS(home: home)
        let directory = try ProviderDirectory(home: home, at: now(), logger: logger)
        let devices = DeviceService(
            store: store, authority: try home.authority("devices"),
            registrationRate: configuration.registrationRate, now: now, logger: logger)
        router = Router(
            providers: ProviderService(
                store: store, directory: directory, providerRate: configuration.providerRate,
                deviceRate: configuration.deviceRate, now: now, logger: logger),
            devices: devices,
            webPushes: WebPushService(
                store: store, deviceRate: configuration.deviceRate, now: now, logger: logger))
        server = Server(
            responder: router, tls: tls.context, group: MultiThreadedEventLoopGroup.singleton,
            logger: logger, identify: tls.identity)
        do {
            listener = try await server.listen(host: configuration.host, port: configuration.port)
        } catch {
            throw ListenFailure(
                description:
                    "can't listen at \(configuration.host), port \(configuration.port): \(error)")
        }
        port = listener.localAddress?.port ?? configuration.port
        operators = try await OperatorSocket.listen(
            home.socketPath,
            service: OperatorService(store: store) { devices.connected.count })
    }

    /// Answers what is being asked, refuses more, and closes every connection.
    public func stop() async {
        try? await listener.close()
        try? await operators.close()
        await router.stop(within: .nanoseconds(ServerLimits.stopTime.nanoseconds))
        await server.closeConnections()
    }
}

/// The address can't be had.
public struct ListenFailure: Error, Sendable, CustomStringConvertible {
    public var description: String
}

/// Routes each path to the service that answers it.
final class Router: Responder {
    private struct State {
        var answering = 0
        var isStopping = false
        var whenIdle: CheckedContinuation<Void, Never>?
    }

    private let providers: ProviderService
    private let devices: DeviceService
    private let webPushes: WebPushService
    private let state = Mutex(State())

    init(providers: ProviderService, devices: DeviceService, webPushes: WebPushService) {
        self.providers = providers
        self.devices = devices
        self.webPushes = webPushes
    }

    func bodyLimit(path: String) -> Int {
        if path.hasPrefix(WebPushHead.path) { return Limits.payloadBytes }
        return path.hasPrefix(DeviceService.path)
            ? Limits.deviceRequestBytes : Limits.voipPayloadBytes
    }

    func respond(to request: HTTPRequest, from peer: Peer) async -> HTTPResponse {
        let refusal = state.withLock { state -> Reason? in
            if state.isStopping { return .shutdown }
            if state.answering >= ServerLimits.answering { return .serviceUnavailable }
            state.answering += 1
            return nil
        }
        if let refusal {
            return ProviderService.refuse(refusal, id: PushHead.id(of: request.headers))
        }
        defer { answered() }
        return if request.path.hasPrefix(DeviceService.path) {
            await devices.respond(to: request, from: peer)
        } else if request.path.hasPrefix(WebPushHead.path) {
            await webPushes.respond(to: request, from: peer)
        } else {
            await providers.respond(to: request, from: peer)
        }
    }

    private func answered() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.answering -= 1
            guard state.answering == 0 else { return nil }
            defer { state.whenIdle = nil }
            return state.whenIdle
        }
        waiter?.resume()
    }

    /// Takes no more requests, and returns once those that were taken are answered, or `limit` is
    /// over.
    func stop(within limit: Duration) async {
        let timer = Task {
            try? await Task.sleep(for: limit)
            self.giveUp()
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isStopping = true
                if state.answering > 0 { state.whenIdle = continuation }
                return state.answering == 0
            }
            if isIdle { continuation.resume() }
        }
        timer.cancel()
    }

    private func giveUp() {
        state.withLock { state in
            defer { state.whenIdle = nil }
            return state.whenIdle
        }?.resume()
    }
}
