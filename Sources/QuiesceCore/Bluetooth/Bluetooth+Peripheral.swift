// Apps as peripherals: what they offer and advertise, and what centrals ask of them (B2).
extension Bluetooth {
    mutating func offer(
        _ asked: BluetoothRequest, _ at: Int, in around: inout Surroundings
    ) {
        let app = clients[at].app
        switch asked {
        case .publish(let manager, let service): publish(manager, service, asked, at, in: &around)
        case .unpublish(let manager, let service):
            guard let place = clients[at].place(of: manager, .peripheral) else { return }
            change(at, in: &around) {
                $0.managers[place].services.removeAll { $0.uuid == service }
            }
        case .advertise(let manager, let advertisement):
            guard let place = clients[at].place(of: manager, .peripheral) else { return }
            change(at, in: &around) {
                $0.managers[place].advertisement = BluetoothAdvertisement(
                    name: advertisement.name,
                    services: advertisement.services.compactMap(BluetoothUUID.canonical))
            }
            around.note(.input, .bluetoothAdvertises, .b2, of: app)
        case .stopAdvertising(let manager):
            guard let place = clients[at].place(of: manager, .peripheral) else { return }
            change(at, in: &around) { $0.managers[place].advertisement = nil }
        case .update(let manager, let path, let value):
            guard value.utf8.count <= Limits.attributeText,
                clients[at].offers(path, manager: manager)
            else { return }
            around.out.effects.append(
                .bluetooth(.perform(.update(app, manager: manager, path, value: value))))
        case .respond(let call, let code, let value):
            // Each question is answered once, by whom it was for.
            guard clients[at].questions.contains(call) else { return }
            clients[at].questions.removeAll { $0 == call }
            around.out.effects.append(
                .bluetooth(.perform(.respond(call: call, code: code, value: value))))
        case .open, .close, .scan, .stopScan, .connect, .disconnect, .discover, .read,
            .write, .notify, .readSignal:
            break
        }
    }

    private mutating func publish(
        _ manager: String, _ service: PublishedService, _ asked: BluetoothRequest, _ at: Int,
        in around: inout Surroundings
    ) {
        guard let place = clients[at].place(of: manager, .peripheral) else { return }
        guard let service = service.checked else { return refuse(asked, .notSupported, at) }
        let known = clients[at].managers[place].services
        if known.contains(service) {
            return hold(.published(manager: manager, service: service.uuid, failure: nil), at)
        }
        guard !known.contains(where: { $0.uuid == service.uuid }) else {
            return refuse(asked, .failed, at)
        }
        guard known.count < Limits.publishedServices else { return refuse(asked, .tooMany, at) }
        change(at, in: &around) { $0.managers[place].services.append(service) }
        around.note(
            .input, .bluetoothPublished, .b2, detail: .name(service.uuid), of: clients[at].app)
    }

    /// Takes the adapter's report on a manager's services.
    mutating func hear(_ report: BluetoothReport, in around: inout Surroundings) {
        switch report {
        case .published(let app, let manager, let service, let failure):
            guard let at = place(of: app), let place = clients[at].place(of: manager, .peripheral),
                clients[at].managers[place].services.contains(where: { $0.uuid == service })
            else { return }
            if failure != nil {
                change(at, in: &around) {
                    $0.managers[place].services.removeAll { $0.uuid == service }
                }
            }
            hold(.published(manager: manager, service: service, failure: failure), at)
        case .advertising(let app, let manager, let failure):
            guard let at = place(of: app), let place = clients[at].place(of: manager, .peripheral),
                clients[at].managers[place].advertisement != nil
            else { return }
            if failure != nil {
                change(at, in: &around) { $0.managers[place].advertisement = nil }
            }
            hold(.advertising(manager: manager, failure: failure), at)
        case .question(let app, let manager, let call, let central, let path, let offset, let value):
            guard let at = place(of: app), clients[at].offers(path, manager: manager),
                (value ?? "").utf8.count <= Limits.attributeText
            else { return around.out.effects.append(.bluetooth(.perform(.unanswerable(call)))) }
            if clients[at].questions.count >= Limits.bluetoothQuestions {
                let oldest = clients[at].questions.removeFirst()
                around.out.effects.append(.bluetooth(.perform(.unanswerable(oldest))))
            }
            clients[at].questions.append(call)
            hold(
                .asked(
                    manager: manager, call: call, central: central, path: path, offset: offset,
                    value: value), at)
        case .subscribed(let app, let manager, let central, let path, let isOn):
            guard let at = place(of: app), clients[at].offers(path, manager: manager) else {
                return
            }
            hold(.subscribed(manager: manager, central: central, path: path, isOn: isOn), at)
        case .ready(let app, let manager):
            guard let at = place(of: app), clients[at].place(of: manager, .peripheral) != nil
            else { return }
            hold(.ready(manager: manager), at)
        case .present, .discovered, .connected, .connectFailed, .disconnected, .services, .value,
            .notifies, .done:
            break
        }
    }
}

extension BluetoothCommand {
    /// "Unlikely error", as the attribute protocol has it.
    fileprivate static func unanswerable(_ call: UInt64) -> Self {
        .respond(call: call, code: 0x0E, value: nil)
    }
}

extension BluetoothClient {
    fileprivate func offers(_ path: PublishedPath, manager: String) -> Bool {
        guard let place = place(of: manager, .peripheral) else { return false }
        return managers[place].services.contains { service in
            service.uuid == path.service
                && service.characteristics.contains { $0.uuid == path.characteristic }
        }
    }
}

extension PublishedService {
    /// With canonical UUIDs; nil: it can't be offered.
    fileprivate var checked: PublishedService? {
        guard let uuid = BluetoothUUID.canonical(uuid),
            characteristics.count <= Limits.publishedCharacteristics
        else { return nil }
        var service = PublishedService(uuid: uuid, isPrimary: isPrimary)
        for characteristic in characteristics {
            guard let uuid = BluetoothUUID.canonical(characteristic.uuid),
                !service.characteristics.contains(where: { $0.uuid == uuid }),
                (characteristic.value ?? "").utf8.count <= Limits.attributeText
            else { return nil }
            service.characteristics.append(
                PublishedCharacteristic(
                    uuid: uuid, properties: characteristic.properties, value: characteristic.value))
        }
        return service
    }
}
