import QuiesceCore
import QuiesceSimulation

// A heart rate belt, the adapter, and what apps ask of both.
extension EventRoom {
    static let bluetooth = EventRoom(actions: ["bluetooth"]) { $0.bluetooth($1, $2) }
}

extension Reader {
    /// `bluetooth: {belt: near}`, `{belt: far}`, `{beats: 10}`, `{adapter: false}`, or what an app
    /// asks: `{app: Pulse, open: true}`, `{app: Pulse, scan: true}`, `{app: Pulse, connect: true}`,
    /// `{app: Pulse, notify: true}`.
    fileprivate func bluetooth(
        _ field: Fields.Entry, _ apps: [DeclaredApp]
    ) -> DeclaredEvent.What? {
        let keys = ["belt", "beats", "adapter", "app", "open", "scan", "connect", "notify"]
        guard let fields = map(field.value, of: "bluetooth", keys: keys) else { return nil }
        if let app = fields["app"] {
            guard let app = self.app(app, apps), let request = bluetoothRequest(fields) else {
                return nil
            }
            return .step(.bluetooth(.ask(app: app, request)))
        }
        if let belt = fields["belt"] {
            return choice(belt, BeltPlace.self).map {
                .step(.bluetooth(.belt(isNear: $0 == .near)))
            }
        }
        if let beats = fields["beats"] {
            return number(beats, in: 1...1_000).map { .step(.bluetooth(.beat(times: Int($0)))) }
        }
        if let adapter = fields["adapter"] {
            return flag(adapter).map { .step(.bluetooth(.adapter(isOn: $0))) }
        }
        report(
            fields.mark,
            "bluetooth needs \"belt\", \"beats\", \"adapter\", or \"app\" with what it asks")
        return nil
    }

    private enum BeltPlace: String, CaseIterable { case near, far }

    /// An app's manager is called "belt", and outlasts it.
    private func bluetoothRequest(_ fields: Fields) -> BluetoothRequest? {
        let (name, belt) = ("belt", PlayedBluetooth.identifier(of: "Belt"))
        if let open = fields["open"] {
            return flag(open).map {
                $0
                    ? .open(manager: name, role: .central, restores: true)
                    : .close(manager: name, role: .central)
            }
        }
        if let scan = fields["scan"] {
            return flag(scan).map {
                $0
                    ? .scan(manager: name, services: ["180D"], duplicates: false)
                    : .stopScan(manager: name)
            }
        }
        if let connect = fields["connect"] {
            return flag(connect).map {
                $0
                    ? .connect(manager: name, peripheral: belt)
                    : .disconnect(manager: name, peripheral: belt)
            }
        }
        if let notify = fields["notify"] {
            return flag(notify).map { .notify(peripheral: belt, handle: 2, isOn: $0) }
        }
        report(
            fields.mark, "an app asks \"open\", \"scan\", \"connect\" or \"notify\" of Bluetooth")
        return nil
    }
}
