import QuiesceBus
import QuiesceCore

/// Connections that apps want, and where each stands.
struct BlueZConnections {
    /// Paths of those that are connected for us, by identifier.
    var ours: [String: String] = [:]
    /// Being connected to.
    var connecting: Set<String> = []
    /// Identifiers of the connected peripherals whose services are being asked for, or were told.
    var resolved: Set<String> = []
    /// Paths of characteristics that notify us, or were asked to, and what apps call them.
    var notifying: [String: BluetoothDemand.Subscription] = [:]
    /// Those that couldn't be connected to, by path: when they are tried again, in microseconds of
    /// CLOCK_MONOTONIC.
    private var failed: [String: (next: UInt64, delay: Int)] = [:]
    var retry: OneShotTimer?

    /// Adopts the wanted peripherals that are connected already.
    mutating func adopt(
        _ wanted: [String], _ devices: [String: (path: String, properties: BusTree)]
    ) -> [KnownPeripheral] {
        var present: [KnownPeripheral] = []
        for identifier in wanted {
            guard let (path, device) = devices[identifier], device["Connected"]?.flag == true else {
                continue
            }
            ours[identifier] = path
            present.append(
                KnownPeripheral(identifier, name: device["Name"]?.text.map(BlueZ.clamped)))
        }
        return present
    }

    mutating func failed(_ path: String) {
        let delay =
            failed[path].map { min(2 * $0.delay, Limits.bluezConnectRetryMillisecondsMost) }
            ?? Limits.bluezConnectRetryMilliseconds
        failed[path] = (BusClock.now() + UInt64(delay) * 1_000, delay)
    }

    /// It may be tried at once.
    mutating func heard(_ path: String) { failed[path]?.next = 0 }
    mutating func succeeded(_ path: String) { failed[path] = nil }

    /// Milliseconds until it may be tried; nil: now.
    func wait(_ path: String) -> Int? {
        let now = BusClock.now()
        guard let next = failed[path]?.next, next > now else { return nil }
        return Int((next - now) / 1_000) + 1
    }
}

extension BlueZRadio {
    func settleConnections(
        _ demand: BluetoothDemand, _ devices: [String: (path: String, properties: BusTree)]
    ) {
        for (identifier, path) in connections.ours.sorted(by: { $0.key < $1.key }) {
            let isConnected = devices[identifier]?.properties["Connected"]?.flag == true
            if isConnected, demand.connections.contains(identifier) { continue }
            let isWanted = demand.connections.contains(identifier)
            if isConnected { disconnect(path) }
            connections.ours[identifier] = nil
            connections.resolved.remove(identifier)
            connections.notifying = connections.notifying.filter {
                $0.value.peripheral != identifier
            }
            report(.reported(.disconnected(identifier, isWanted ? .lost : nil)))
        }
        var wait: Int?
        for identifier in demand.connections {
            guard let (path, device) = devices[identifier] else { continue }
            if device["Connected"]?.flag == true {
                connected(identifier, path, device)
            } else if !connections.connecting.contains(identifier) {
                if let time = connections.wait(path) {
                    wait = min(wait ?? time, time)
                } else {
                    connect(identifier, path)
                }
            }
        }
        connections.retry = wait.flatMap { later(milliseconds: $0) }
        settleSubscriptions(demand)
    }

    private func connected(_ identifier: String, _ path: String, _ device: BusTree) {
        if connections.ours[identifier] == nil {
            connections.ours[identifier] = path
            connections.succeeded(path)
            report(
                .reported(
                    .connected(
                        KnownPeripheral(
                            identifier, name: device["Name"]?.text.map(BlueZ.clamped)))))
        }
        guard device["ServicesResolved"]?.flag == true,
            connections.resolved.insert(identifier).inserted
        else { return }
        // The signal that they are resolved is sent before those of the services.
        refresh { [weak self] in
            guard let self, connections.ours[identifier] == path else { return }
            report(.reported(.services(identifier, objects.services(of: path))))
            settle()
        }
    }

    private func connect(_ identifier: String, _ path: String) {
        connections.connecting.insert(identifier)
        attempt { bus, owner throws(BusError) in
            try bus.send(
                bus.call(owner, path: path, interface: BlueZ.device, method: "Connect"),
                seconds: Limits.bluezConnectSeconds
            ) { [weak self] answer in self?.connectEnded(identifier, path, answer) }
        }
    }

    /// bluetoothd doesn't signal every connection (5.66 loses some on a slow machine), so it is
    /// asked whether there is one.
    private func connectEnded(_ identifier: String, _ path: String, _ answer: borrowing BusMessage)
    {
        guard answer.errorName == nil else { return connectFailed(identifier, path) }
        refresh { [weak self] in
            guard let self else { return }
            guard objects[path, BlueZ.device]?["Connected"]?.flag == true else {
                return connectFailed(identifier, path)
            }
            connections.connecting.remove(identifier)
            settle()
        }
    }

    /// It is tried again, as a connection that is asked for has no end in time.
    private func connectFailed(_ identifier: String, _ path: String) {
        connections.connecting.remove(identifier)
        connections.failed(path)
        settle()
    }

    func disconnect(_ path: String) {
        attempt { bus, owner throws(BusError) in
            try bus.send(
                unanswered: bus.call(
                    owner, path: path, interface: BlueZ.device, method: "Disconnect"))
        }
    }

    // MARK: Subscriptions

    private func settleSubscriptions(_ demand: BluetoothDemand) {
        for (path, subscription) in connections.notifying
        where !demand.notifying.contains(subscription) {
            connections.notifying[path] = nil
            attempt { bus, owner throws(BusError) in
                try bus.send(
                    unanswered: bus.call(
                        owner, path: path, interface: BlueZ.characteristic, method: "StopNotify"))
            }
        }
        for subscription in demand.notifying {
            guard connections.resolved.contains(subscription.peripheral),
                let path = path(of: subscription), connections.notifying[path] == nil
            else { continue }
            connections.notifying[path] = subscription
            subscribe(path, subscription)
        }
    }

    private func subscribe(_ path: String, _ subscription: BluetoothDemand.Subscription) {
        attempt { bus, owner throws(BusError) in
            try bus.send(
                bus.call(owner, path: path, interface: BlueZ.characteristic, method: "StartNotify"),
                seconds: Limits.attributeSeconds
            ) { [weak self] answer in
                guard let self, connections.notifying[path] == subscription else { return }
                let failure = answer.errorName.map(BlueZ.failure)
                report(
                    .reported(
                        .notifies(
                            subscription.peripheral, handle: subscription.handle,
                            isOn: failure == nil, failure)))
            }
        }
    }

    /// nil: it isn't connected, or has no such characteristic.
    private func path(of subscription: BluetoothDemand.Subscription) -> String? {
        connections.ours[subscription.peripheral].flatMap {
            objects.path(of: subscription.handle, in: $0)
        }
    }

    func notified(_ path: String, _ value: [UInt8]) {
        guard let subscription = connections.notifying[path], value.count <= 512 else { return }
        report(
            .reported(
                .value(
                    subscription.peripheral, handle: subscription.handle,
                    AttributeValue.base64(value))))
    }

    // MARK: Operations

    func read(_ operation: UInt64, _ peripheral: String, _ handle: UInt16) {
        perform(operation, peripheral, handle, "ReadValue") { call throws(BusError) in
            try call.begin(BusType.array, "{sv}")
            try call.end()
        } then: { answer in
            guard let value = answer.tree()?.bytes, value.count <= 512 else {
                return .failed(.failed)
            }
            return .value(AttributeValue.base64(value))
        }
    }

    func write(
        _ operation: UInt64, _ peripheral: String, _ handle: UInt16, _ value: String,
        isAcknowledged: Bool
    ) {
        guard let bytes = AttributeValue.bytes(base64: value) else {
            return done(operation, .failed(.failed))
        }
        perform(operation, peripheral, handle, "WriteValue") { call throws(BusError) in
            try call.append(bytes: bytes)
            try call.begin(BusType.array, "{sv}")
            try call.entry("type", "s") { () throws(BusError) in
                try call.append(isAcknowledged ? "request" : "command")
            }
            try call.end()
        } then: { _ in
            .written
        }
    }

    /// BlueZ says no more about a connected peripheral's signal than when it advertised.
    func readSignal(_ operation: UInt64, _ peripheral: String) {
        guard let path = connections.ours[peripheral] else {
            return done(operation, .failed(.notConnected))
        }
        let signal = objects[path, BlueZ.device]?["RSSI"]?.number
        done(operation, signal.map { .signal(Int($0)) } ?? .failed(.notSupported))
    }

    private func perform(
        _ operation: UInt64, _ peripheral: String, _ handle: UInt16, _ method: String,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void,
        then outcome: @escaping (borrowing BusMessage) -> BluetoothOutcome
    ) {
        guard owner != nil, let device = connections.ours[peripheral] else {
            return done(operation, .failed(.notConnected))
        }
        guard let path = objects.path(of: handle, in: device) else {
            return done(operation, .failed(.notSupported))
        }
        attempt { bus, owner throws(BusError) in
            let call = try bus.call(
                owner, path: path, interface: BlueZ.characteristic, method: method)
            try fill(call)
            try bus.send(call, seconds: Limits.attributeSeconds) { [weak self] answer in
                let failure = answer.errorName.map(BlueZ.failure)
                self?.done(operation, failure.map { .failed($0) } ?? outcome(answer))
            }
        }
    }

    private func done(_ operation: UInt64, _ outcome: BluetoothOutcome) {
        report(.reported(.done(operation, outcome)))
    }
}
