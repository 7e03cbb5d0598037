import Logging
import QuiesceBus
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The machine's Bluetooth adapter, by BlueZ on the system bus. While nobody wants it, nothing is
/// open. Belongs to the loop's thread; nothing in it waits.
///
/// Whatever is wanted is compared with what bluetoothd has after each change of either (`settle`):
/// so one that begins anew, and an adapter that is plugged in again, are asked for all of it anew.
final class BlueZRadio {
    private let address: String
    private let loop: EventLoop
    private let logger: Logger
    let report: (BluetoothEvent) -> Void

    private(set) var demand: BluetoothDemand?
    private(set) var link: BusLink?
    /// bluetoothd's unique name; nil: it isn't there, as far as is known.
    private(set) var owner: String?
    private(set) var objects = BlueZObjects()
    /// As was reported last.
    private var state: AdapterState?
    /// The adapter that is used: its path.
    private var adapter: String?
    private var retry: OneShotTimer?
    private var delay = Limits.bluezRetryMilliseconds
    var scanning = BlueZScan()
    var connections = BlueZConnections()
    let server = BlueZServer()

    init(
        address: String, loop: EventLoop, logger: Logger,
        report: @escaping (BluetoothEvent) -> Void
    ) {
        self.address = address
        self.loop = loop
        self.logger = logger
        self.report = report
        server.radio = self
    }

    deinit { close() }

    /// The device's, which keeps its port. What it is asked it does later, as it may be asked for
    /// what it reports.
    ///
    /// - Parameter environment: has the system bus's address, if it isn't where every system has
    ///   it.
    convenience init(
        environment: [String: String], _ device: Device, _ loop: EventLoop, _ logger: Logger
    ) {
        let bus = BusLink.systemBus(environment)
        self.init(address: bus, loop: loop, logger: logger) { [unowned device] event in
            device.bluetooth(event)
        }
        scanning.heard = { [unowned device] in device.heard($0) }
        device.bluetooth.port = BluetoothPort(
            want: { [weak self] demand in loop.later { [weak self] in self?.want(demand) } },
            perform: { [weak self] command in
                loop.later { [weak self] in self?.perform(command) }
            })
    }

    // MARK: What is asked of it

    func want(_ demand: BluetoothDemand?) {
        self.demand = demand
        guard demand != nil else { return close() }
        if link == nil { if retry == nil { open() } } else { settle() }
    }

    func perform(_ command: BluetoothCommand) {
        switch command {
        case .read(let operation, let peripheral, let handle):
            read(operation, peripheral, handle)
        case .write(let operation, let peripheral, let handle, let value, let isAcknowledged):
            write(operation, peripheral, handle, value, isAcknowledged: isAcknowledged)
        case .readSignal(let operation, let peripheral): readSignal(operation, peripheral)
        case .update(let app, let manager, let path, let value):
            server.update(app, manager, path, value)
        case .respond(let call, let code, let value): server.respond(call, code, value)
        }
    }

    /// Does something with the bus, if there is one.
    func attempt(_ work: (MessageBus, String) throws(BusError) -> Void) {
        guard let owner else { return }
        link?.attempt { bus throws(BusError) in try work(bus, owner) }
    }

    // MARK: The bus

    private func open() {
        retry = nil
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.enter() },
                ended: { [weak self] in self?.busEnded($0) })
        } catch {
            busEnded("\(error)")
        }
    }

    private func close() {
        for path in connections.ours.values { disconnect(path) }
        forget()
        link?.close()
        link = nil
        retry = nil
        state = nil
        delay = Limits.bluezRetryMilliseconds
    }

    /// bluetoothd is gone, and with it what it had.
    private func forget() {
        owner = nil
        objects = BlueZObjects()
        adapter = nil
        connections = BlueZConnections()
        scanning.forget()
        server.forget()
    }

    private func busEnded(_ why: String) {
        link?.close()
        link = nil
        lose("there is no system bus (\(why))")
        guard demand != nil else { return }
        do throws(SystemCallError) {
            let timer = try OneShotTimer(loop: loop) { [unowned self] in
                if demand != nil { open() }
            }
            timer.set(microseconds: UInt64(delay) * 1_000)
            retry = timer
        } catch {
            logger.warning("Bluetooth isn't looked for again until apps begin anew: \(error)")
        }
        delay = min(2 * delay, Limits.bluezRetryMillisecondsMost)
    }

    private func lose(_ why: String) {
        forget()
        if state != .unsupported {
            logger.info("no Bluetooth: \(why)")
            tell(.unsupported)
        }
    }

    private func enter() {
        delay = Limits.bluezRetryMilliseconds
        link?.attempt { bus throws(BusError) in
            try bus.hear(
                "InterfacesAdded", of: BlueZ.objectManager, path: "/", from: BlueZ.name
            ) { [weak self] in self?.added($0) }
            try bus.hear(
                "InterfacesRemoved", of: BlueZ.objectManager, path: "/", from: BlueZ.name
            ) { [weak self] in self?.removed($0) }
            try bus.hear(
                "PropertiesChanged", of: BlueZ.properties, path: nil, from: BlueZ.name
            ) { [weak self] in self?.changed($0) }
            try bus.hearOwnerChanges(of: BlueZ.name) { [weak self] in self?.ownerChanged($0) }
            try bus.serveAll(below: BlueZServer.root) { [weak self] in self?.server.called($0) }
        }
        askForObjects()
    }

    /// Starts bluetoothd, where the bus can.
    private func askForObjects() {
        askForObjects(of: BlueZ.name) { [weak self] in self?.gotObjects($0) }
    }

    /// Asks for all that bluetoothd has once more, as its signals come late or not at all.
    func refresh(_ then: @escaping () -> Void) {
        guard let owner else { return }
        askForObjects(of: owner) { [weak self] answer in
            guard let self, self.owner == owner else { return }
            if let objects = BlueZObjects(answer.tree()) { self.objects = objects }
            then()
        }
    }

    private func askForObjects(
        of name: String, _ answered: @escaping (borrowing BusMessage) -> Void
    ) {
        link?.attempt { bus throws(BusError) in
            try bus.send(
                bus.call(
                    name, path: "/", interface: BlueZ.objectManager,
                    method: "GetManagedObjects"), seconds: Limits.bluezAnswerSeconds,
                then: answered)
        }
    }

    private func gotObjects(_ answer: borrowing BusMessage) {
        // A bus that ends answers for bluetoothd, and its next turn says so.
        guard let link, link.bus.isOpen, owner == nil else { return }
        if let error = answer.errorName {
            return lose(
                BlueZ.isAbsent(error)
                    ? "bluetoothd isn't on the system bus"
                    : "bluetoothd failed (\(answer.errorText ?? error))")
        }
        guard let sender = answer.sender, let objects = BlueZObjects(answer.tree()) else {
            return lose("bluetoothd's answer isn't in its interface")
        }
        owner = sender
        self.objects = objects
        settle()
    }

    private func ownerChanged(_ signal: borrowing BusMessage) {
        guard signal.sender == "org.freedesktop.DBus", signal.string() == BlueZ.name,
            let old = signal.string(), let new = signal.string()
        else { return }
        if !old.isEmpty { lose("bluetoothd has ended") }
        if !new.isEmpty { askForObjects() }
    }

    // MARK: Objects

    private func added(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, let path = signal.path(), let interfaces = signal.tree()
        else { return }
        objects.add(path, interfaces)
        if interfaces[BlueZ.device] != nil { heard(path) }
        settle()
    }

    private func removed(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, let path = signal.path(), let interfaces = signal.tree()
        else { return }
        objects.remove(path, interfaces.texts)
        scanning.forget(path)
        settle()
    }

    private func changed(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, let path = signal.object, let interface = signal.string(),
            let values = signal.tree()
        else { return }
        objects.change(path, interface, values)
        switch interface {
        case BlueZ.device:
            // Only what is said on the air says that it is near.
            if values["RSSI"] != nil || values["ManufacturerData"] != nil { heard(path) }
            settle()
        case BlueZ.characteristic:
            if let value = values["Value"]?.bytes { notified(path, value) }
        case BlueZ.adapter: settle()
        case _: break
        }
    }

    // MARK: What is wanted, and what is

    func settle() {
        guard let demand, owner != nil else { return }
        if let adapter, !objects.isOn(adapter) { leave(adapter) }
        guard let adapter = adapter ?? objects.firstOn else {
            return tell(objects.hasAdapter ? .off : .unsupported)
        }
        self.adapter = adapter
        let devices = objects.devices(of: adapter)
        if state != .on {
            let present = connections.adopt(demand.connections, devices)
            tell(.on)
            report(.reported(.present(present)))
        }
        settleConnections(demand, devices)
        settleScan(demand, adapter, devices)
        server.settle(demand, adapter)
    }

    /// It was switched off or taken away. Another one that is on is used in its place, and asked
    /// for everything.
    private func leave(_ path: String) {
        server.settle(BluetoothDemand(), path)
        server.forget()
        connections = BlueZConnections()
        scanning.forget()
        adapter = nil
        tell(objects.hasAdapter ? .off : .unsupported)
    }

    private func tell(_ state: AdapterState) {
        guard state != self.state else { return }
        self.state = state
        report(.adapter(state))
    }

    /// Wakes up to settle once more.
    func later(milliseconds: Int) -> OneShotTimer? {
        let timer = try? OneShotTimer(loop: loop) { [unowned self] in settle() }
        timer?.set(microseconds: UInt64(milliseconds) * 1_000)
        return timer
    }
}
