// The requests of apps for Bluetooth.
extension Bluetooth {
    mutating func take(
        _ asked: BluetoothRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        let at = client(app, launch, in: &around)
        switch asked {
        case .open(let manager, let role, let restores):
            return open(manager, role, restores: restores, at, in: &around)
        case .close(let manager, let role):
            return change(at, in: &around) { client in
                client.managers.removeAll { $0.name == manager && $0.role == role }
            }
        case .scan, .stopScan, .connect, .disconnect, .discover, .read, .write, .notify,
            .readSignal, .publish, .unpublish, .advertise, .stopAdvertising, .update, .respond:
            break
        }
        guard isAllowed(app, around) else { return refuse(asked, .notAllowed, at) }
        switch asked {
        case .open, .close: break
        case .scan(let manager, let services, let duplicates):
            scan(manager, services, duplicates: duplicates, at, in: &around)
        case .stopScan(let manager):
            guard let place = clients[at].place(of: manager, .central),
                clients[at].managers[place].scan != nil
            else { return }
            change(at, in: &around) { $0.managers[place].scan = nil }
            around.note(.input, .bluetoothScanStopped, .b1, of: app)
        case .connect(let manager, let peripheral): connect(manager, peripheral, at, in: &around)
        case .disconnect(let manager, let peripheral):
            disconnect(manager, peripheral, at, in: &around)
        case .discover(let peripheral): discover(peripheral, at)
        case .read(let peripheral, let handle):
            begin(.read(handle: handle), of: peripheral, asked, at, in: &around) { id in
                .read(operation: id, peripheral: peripheral, handle: handle)
            }
        case .write(let peripheral, let handle, let value, let isAcknowledged):
            guard value.utf8.count <= Limits.attributeText else {
                return refuse(asked, .failed, at)
            }
            begin(.write(handle: handle), of: peripheral, asked, at, in: &around) { id in
                .write(
                    operation: id, peripheral: peripheral, handle: handle, value: value,
                    isAcknowledged: isAcknowledged)
            }
        case .readSignal(let peripheral):
            begin(.signal, of: peripheral, asked, at, in: &around) { id in
                .readSignal(operation: id, peripheral: peripheral)
            }
        case .notify(let peripheral, let handle, let isOn):
            notify(peripheral, handle, isOn: isOn, at)
        case .publish, .unpublish, .advertise, .stopAdvertising, .update, .respond:
            offer(asked, at, in: &around)
        }
    }

    private mutating func open(
        _ manager: String, _ role: BluetoothRole, restores: Bool, _ at: Int,
        in around: inout Surroundings
    ) {
        let app = clients[at].app
        around.askForBluetooth(app)
        if let place = clients[at].place(of: manager, role) {
            let isNew = !clients[at].managers[place].isOpen
            change(at, in: &around) {
                $0.managers[place].isOpen = true
                $0.managers[place].restores = restores
            }
            if clients[at].managers[place].isUntold { hold(takeRestored(at, manager: place), at) }
            if isNew { around.note(.input, .bluetoothOpened, role.rule, of: app) }
        } else {
            guard clients[at].managers.count < Limits.bluetoothManagers,
                manager.utf8.count <= Limits.bluetoothManagerName
            else { return around.note(.refuse, .tooManyBluetoothManagers, role.rule, of: app) }
            clients[at].managers.append(BluetoothManager(manager, role, restores: restores))
            around.note(.input, .bluetoothOpened, role.rule, of: app)
        }
        hold(.opened(manager: manager, role: role), at)
    }

    // MARK: Scans and connections

    private mutating func scan(
        _ manager: String, _ services: [String], duplicates: Bool, _ at: Int,
        in around: inout Surroundings
    ) {
        guard let place = clients[at].place(of: manager, .central) else { return }
        let services = services.prefix(Limits.scannedServices).compactMap(BluetoothUUID.canonical)
        change(at, in: &around) {
            $0.managers[place].scan = BluetoothScan(services: services, duplicates: duplicates)
        }
        around.note(.input, .bluetoothScanStarted, .b1, of: clients[at].app)
    }

    private mutating func connect(
        _ manager: String, _ peripheral: String, _ at: Int, in around: inout Surroundings
    ) {
        guard let place = clients[at].place(of: manager, .central) else { return }
        guard let peripheral = Beacon.uuid(peripheral) else {
            return hold(.connectFailed(peripheral: peripheral, failure: .failed), at)
        }
        let known = clients[at].managers[place].wish(for: peripheral)
        guard known == nil else { return }
        guard clients[at].managers[place].wishes.count < Limits.bluetoothPeripherals else {
            return hold(.connectFailed(peripheral: peripheral, failure: .tooMany), at)
        }
        let link = link(peripheral).map { links[$0].peripheral }
        change(at, in: &around) {
            var wish = PeripheralWish(peripheral, name: link?.name)
            wish.isConnected = link != nil
            $0.managers[place].wishes.append(wish)
        }
        if let link { hold(.connected(peripheral: peripheral, name: link.name), at) }
    }

    private mutating func disconnect(
        _ manager: String, _ peripheral: String, _ at: Int, in around: inout Surroundings
    ) {
        guard let place = clients[at].place(of: manager, .central),
            let wish = clients[at].managers[place].wish(for: peripheral)
        else { return }
        change(at, in: &around) {
            $0.managers[place].wishes.removeAll { $0.identifier == peripheral }
        }
        if wish.isConnected { hold(.disconnected(peripheral: peripheral, failure: nil), at) }
    }

    // MARK: Peripherals

    private mutating func discover(_ peripheral: String, _ at: Int) {
        guard clients[at].isConnected(to: peripheral), let link = link(peripheral) else {
            return refuse(.discover(peripheral: peripheral), .notConnected, at)
        }
        if let services = links[link].services {
            hold(.services(peripheral: peripheral, services, failure: nil), at)
        } else {
            _ = note(.discover, of: peripheral, at)
        }
    }

    private mutating func begin(
        _ kind: BluetoothOperation.Kind, of peripheral: String, _ asked: BluetoothRequest,
        _ at: Int,
        in around: inout Surroundings, _ command: (UInt64) -> BluetoothCommand
    ) {
        guard clients[at].isConnected(to: peripheral), link(peripheral) != nil else {
            return refuse(asked, .notConnected, at)
        }
        guard let id = note(kind, of: peripheral, at) else { return refuse(asked, .tooMany, at) }
        around.out.effects.append(.bluetooth(.perform(command(id))))
    }

    /// - Returns: its number; nil: there are too many.
    private mutating func note(
        _ kind: BluetoothOperation.Kind, of peripheral: String, _ at: Int
    ) -> UInt64? {
        let app = clients[at].app
        guard operations.count(where: { $0.app == app }) < Limits.bluetoothOperations else {
            return nil
        }
        lastOperation &+= 1
        operations.append(
            BluetoothOperation(id: lastOperation, app: app, peripheral: peripheral, kind: kind))
        return lastOperation
    }

    private mutating func notify(
        _ peripheral: String, _ handle: UInt16, isOn: Bool, _ at: Int
    ) {
        let asked = BluetoothRequest.notify(peripheral: peripheral, handle: handle, isOn: isOn)
        guard clients[at].isConnected(to: peripheral) else {
            return refuse(asked, .notConnected, at)
        }
        guard let link = link(peripheral), links[link].notifies(handle) else {
            return refuse(asked, .notSupported, at)
        }
        // Another app may have asked before: then nobody says so again.
        let isNotified = clients.contains { $0.isNotified(of: handle, by: peripheral) }
        clients[at].setNotifying(isOn, handle, of: peripheral)
        if !isOn || isNotified {
            hold(
                .notifies(peripheral: peripheral, handle: handle, isOn: isOn, failure: nil), at)
        }
    }

    /// It came to nothing, and the app hears of that where it waits for an answer.
    mutating func refuse(_ asked: BluetoothRequest, _ failure: BluetoothFailure, _ at: Int) {
        switch asked {
        case .connect(_, let peripheral):
            hold(.connectFailed(peripheral: peripheral, failure: failure), at)
        case .discover(let peripheral):
            hold(.services(peripheral: peripheral, [], failure: failure), at)
        case .read(let peripheral, let handle):
            hold(.readFailed(peripheral: peripheral, handle: handle, failure: failure), at)
        case .write(let peripheral, let handle, _, isAcknowledged: true):
            hold(.written(peripheral: peripheral, handle: handle, failure: failure), at)
        case .notify(let peripheral, let handle, let isOn):
            hold(
                .notifies(peripheral: peripheral, handle: handle, isOn: !isOn, failure: failure), at
            )
        case .readSignal(let peripheral):
            hold(.signal(peripheral: peripheral, signal: nil, failure: failure), at)
        case .publish(let manager, let service):
            hold(.published(manager: manager, service: service.uuid, failure: failure), at)
        case .advertise(let manager, _):
            hold(.advertising(manager: manager, failure: failure), at)
        case .open, .close, .scan, .stopScan, .disconnect, .write, .unpublish, .stopAdvertising,
            .update, .respond:
            break
        }
    }
}

extension BluetoothLink {
    /// The peripheral says so, if it is known by now what it offers: it has a notify or indicate
    /// bit.
    fileprivate func notifies(_ handle: UInt16) -> Bool {
        services?.contains { service in
            service.characteristics.contains { $0.handle == handle && $0.properties & 0x30 != 0 }
        } ?? false
    }
}

extension BluetoothClient {
    func isNotified(of handle: UInt16, by peripheral: String) -> Bool {
        managers.contains { $0.wish(for: peripheral)?.notifying.contains(handle) ?? false }
    }

    mutating func setNotifying(_ isOn: Bool, _ handle: UInt16, of peripheral: String) {
        for manager in managers.indices {
            for wish in managers[manager].wishes.indices
            where managers[manager].wishes[wish].identifier == peripheral {
                managers[manager].wishes[wish].notifying.removeAll { $0 == handle }
                if isOn { managers[manager].wishes[wish].notifying.append(handle) }
            }
        }
    }
}
