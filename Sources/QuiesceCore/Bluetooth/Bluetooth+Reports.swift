// The adapter's reports of other devices, on their way to the apps that they concern.
extension Bluetooth {
    mutating func take(_ report: BluetoothReport, in around: inout Surroundings) {
        switch report {
        case .present(let present):
            for link in links where !present.contains(where: { $0.isSame(link.peripheral) }) {
                lose(link.peripheral.identifier, .lost, in: &around)
            }
            for peripheral in present { connected(peripheral, in: &around) }
        case .discovered(let peripheral, let advertisement, let signal):
            for at in clients.indices {
                tell(at, peripheral, advertisement, signal: signal, in: around)
            }
        case .connected(let peripheral): connected(peripheral, in: &around)
        case .connectFailed(let peripheral, let failure):
            for at in clients.indices {
                end(wishFor: peripheral, at, in: &around) { _ in
                    .connectFailed(peripheral: peripheral, failure: failure)
                }
            }
        case .disconnected(let peripheral, let failure):
            lose(peripheral, failure, in: &around)
        case .services(let peripheral, let services): offers(peripheral, services)
        case .value(let peripheral, let handle, let value):
            guard value.utf8.count <= Limits.attributeText else { return }
            for at in clients.indices where clients[at].isNotified(of: handle, by: peripheral) {
                hold(.value(peripheral: peripheral, handle: handle, value: value), at)
            }
        case .notifies(let peripheral, let handle, let isOn, let failure):
            for at in clients.indices where clients[at].isNotified(of: handle, by: peripheral) {
                if failure != nil { clients[at].setNotifying(false, handle, of: peripheral) }
                hold(
                    .notifies(
                        peripheral: peripheral, handle: handle, isOn: isOn && failure == nil,
                        failure: failure), at)
            }
        case .done(let id, let outcome):
            guard let at = operations.firstIndex(where: { $0.id == id }) else { return }
            finish(operations.remove(at: at), outcome)
        case .published, .advertising, .question, .subscribed, .ready: hear(report, in: &around)
        }
    }

    private mutating func tell(
        _ at: Int, _ peripheral: KnownPeripheral, _ advertisement: BluetoothAdvertisement,
        signal: Int, in around: borrowing Surroundings
    ) {
        for place in clients[at].managers.indices {
            guard let scan = scan(of: clients[at].managers[place], clients[at], around),
                scan.isFor(advertisement)
            else { continue }
            let isNew = clients[at].managers[place].scan?.note(peripheral.identifier) ?? false
            guard isNew || scan.duplicates else { continue }
            hold(
                .discovered(
                    manager: clients[at].managers[place].name, peripheral: peripheral,
                    advertisement, signal: signal), at)
        }
    }

    // MARK: Connections

    private mutating func connected(
        _ peripheral: KnownPeripheral, in around: inout Surroundings
    ) {
        let peripheral = KnownPeripheral(
            peripheral.identifier, name: peripheral.name, isConnected: true)
        if let link = link(peripheral.identifier) {
            links[link].peripheral = peripheral
        } else {
            guard clients.contains(where: { $0.wants(peripheral.identifier) }) else { return }
            links.append(BluetoothLink(peripheral: peripheral))
        }
        for at in clients.indices {
            var isNews = false
            change(at, in: &around) { isNews = $0.connected(peripheral) }
            guard isNews else { continue }
            around.note(
                .input, .peripheralConnected, .b1, detail: .name(peripheral.spoken),
                of: clients[at].app)
            hold(.connected(peripheral: peripheral.identifier, name: peripheral.name), at)
        }
    }

    /// A connection is no more, and with it what was asked over it.
    mutating func lose(
        _ peripheral: String, _ failure: BluetoothFailure?, in around: inout Surroundings
    ) {
        guard let link = link(peripheral) else { return }
        let known = links.remove(at: link).peripheral
        let unanswered = operations.filter { $0.peripheral == peripheral }
        operations.removeAll { $0.peripheral == peripheral }
        for operation in unanswered { finish(operation, .failed(.notConnected)) }
        for at in clients.indices {
            let isNews = end(wishFor: peripheral, at, in: &around) { wish in
                wish.isConnected
                    ? .disconnected(peripheral: peripheral, failure: failure ?? .lost) : nil
            }
            guard isNews else { continue }
            around.note(
                .input, .peripheralDisconnected, .b1, detail: .name(known.spoken),
                of: clients[at].app)
        }
    }

    /// Takes back what a client wants of a peripheral, where there is news of it; a wish without
    /// goes on.
    ///
    /// - Returns: whether there was news.
    @discardableResult
    private mutating func end(
        wishFor peripheral: String, _ at: Int, in around: inout Surroundings,
        _ news: (PeripheralWish) -> BluetoothNews?
    ) -> Bool {
        let told = clients[at].managers.lazy.compactMap { $0.wish(for: peripheral) }
            .compactMap(news).first
        guard let told else { return false }
        change(at, in: &around) { client in
            for manager in client.managers.indices {
                client.managers[manager].wishes.removeAll { $0.identifier == peripheral }
            }
        }
        hold(told, at)
        return true
    }

    private mutating func offers(_ peripheral: String, _ services: [GATTService]) {
        guard let link = link(peripheral) else { return }
        let services = services.clamped
        let isNew = links[link].services == nil
        links[link].services = services
        guard isNew else { return }
        for operation in operations
        where operation.peripheral == peripheral && operation.kind == .discover {
            if let at = place(of: operation.app) {
                hold(.services(peripheral: peripheral, services, failure: nil), at)
            }
        }
        operations.removeAll { $0.peripheral == peripheral && $0.kind == .discover }
    }

    /// An operation has come to its end.
    mutating func finish(_ operation: BluetoothOperation, _ outcome: BluetoothOutcome) {
        guard let at = place(of: operation.app) else { return }
        let peripheral = operation.peripheral
        let failure: BluetoothFailure? = if case .failed(let why) = outcome { why } else { nil }
        switch operation.kind {
        case .read(let handle):
            if case .value(let value) = outcome, value.utf8.count <= Limits.attributeText {
                hold(.value(peripheral: peripheral, handle: handle, value: value), at)
            } else {
                hold(
                    .readFailed(
                        peripheral: peripheral, handle: handle, failure: failure ?? .failed), at)
            }
        case .write(let handle):
            hold(.written(peripheral: peripheral, handle: handle, failure: failure), at)
        case .signal:
            let signal: Int? = if case .signal(let signal) = outcome { signal } else { nil }
            hold(.signal(peripheral: peripheral, signal: signal, failure: failure), at)
        case .discover:
            hold(.services(peripheral: peripheral, [], failure: failure ?? .failed), at)
        }
    }
}

extension KnownPeripheral {
    func isSame(_ other: KnownPeripheral) -> Bool { identifier == other.identifier }
    /// For people.
    var spoken: String { name ?? identifier }
}

extension BluetoothClient {
    func wants(_ peripheral: String) -> Bool {
        managers.contains { $0.wish(for: peripheral) != nil }
    }

    /// - Returns: whether one of its managers waited for it.
    fileprivate mutating func connected(_ peripheral: KnownPeripheral) -> Bool {
        var isNews = false
        for manager in managers.indices {
            for wish in managers[manager].wishes.indices
            where managers[manager].wishes[wish].identifier == peripheral.identifier {
                if !managers[manager].wishes[wish].isConnected { isNews = true }
                managers[manager].wishes[wish].isConnected = true
                managers[manager].wishes[wish].name =
                    peripheral.name ?? managers[manager].wishes[wish].name
            }
        }
        return isNews
    }
}

extension [GATTService] {
    /// As many as an app is told.
    fileprivate var clamped: [GATTService] {
        var left = Limits.gattCharacteristics
        return prefix(Limits.gattServices).map { service in
            var service = service
            service.characteristics = [GATTCharacteristic](service.characteristics.prefix(left))
            left -= service.characteristics.count
            return service
        }
    }
}
