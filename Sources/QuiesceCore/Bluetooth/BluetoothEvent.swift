/// The events of Bluetooth that the core hears. Values are among the events: they decide which app
/// is woken, so they are journalled and replayed.
// derive: cases
public enum BluetoothEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, BluetoothRequest)
    /// The adapter's state, when that changes.
    case adapter(AdapterState)
    case reported(BluetoothReport)
}

/// The adapter's reports on other devices and on requests.
// derive: cases
public enum BluetoothReport: Sendable, Hashable {
    /// It is served anew, and has connections to these alone.
    case present([KnownPeripheral])
    case discovered(KnownPeripheral, BluetoothAdvertisement, signal: Int)
    case connected(KnownPeripheral)
    case connectFailed(String, BluetoothFailure)
    /// nil: as was asked for.
    case disconnected(String, BluetoothFailure?)
    /// The services that a connected peripheral offers.
    case services(String, [GATTService])
    case value(String, handle: UInt16, String)
    /// It notifies, or couldn't be told to.
    case notifies(String, handle: UInt16, isOn: Bool, BluetoothFailure?)
    /// The outcome of an operation.
    case done(UInt64, BluetoothOutcome)

    // As a peripheral
    case published(AppID, manager: String, service: String, BluetoothFailure?)
    case advertising(AppID, manager: String, BluetoothFailure?)
    case question(
        AppID, manager: String, call: UInt64, central: String, PublishedPath, offset: Int,
        value: String?)
    case subscribed(AppID, manager: String, central: String, PublishedPath, isOn: Bool)
    case ready(AppID, manager: String)
}

// derive: cases
public enum BluetoothOutcome: Sendable, Hashable {
    case value(String)
    case written
    case signal(Int)
    case failed(BluetoothFailure)
}

/// A step of the shell for Bluetooth. What is to last (scans, connections, subscriptions, services)
/// isn't among them: that follows from the state (`BluetoothDemand`).
// derive: cases written
public enum BluetoothEffect: Sendable, Hashable {
    /// An app that executes hears of it. Nobody waits for that.
    case tell(AppID, Launch, BluetoothUpdate)
    case perform(BluetoothCommand)
}

// derive: cases written
public enum BluetoothCommand: Sendable, Hashable {
    case read(operation: UInt64, peripheral: String, handle: UInt16)
    case write(
        operation: UInt64, peripheral: String, handle: UInt16, value: String, isAcknowledged: Bool)
    case readSignal(operation: UInt64, peripheral: String)
    case update(AppID, manager: String, PublishedPath, value: String)
    case respond(call: UInt64, code: Int, value: String?)
}

extension BluetoothEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .adapter, .reported: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .adapter(let state): "adapter \(state.rawValue)"
        case .reported(let report): report.words
        }
    }
}

extension BluetoothReport {
    fileprivate var words: String {
        switch self {
        case .present(let known): "present \(known.count)"
        case .discovered(let peripheral, _, let signal):
            "discovered \(peripheral.identifier) \(signal)"
        case .connected(let peripheral): "connected \(peripheral.identifier)"
        case .connectFailed(let peripheral, let failure):
            "connectFailed \(peripheral) \(failure.rawValue)"
        case .disconnected(let peripheral, let failure):
            "disconnected \(peripheral) \(failure?.rawValue ?? "-")"
        case .services(let peripheral, let services): "services \(peripheral) \(services.count)"
        case .value(let peripheral, let handle, let value):
            "value \(peripheral) \(handle) \(value)"
        case .notifies(let peripheral, let handle, let isOn, let failure):
            "notifies \(peripheral) \(handle) \(isOn ? 1 : 0) \(failure?.rawValue ?? "-")"
        case .done(let operation, let outcome): "done \(operation) \(outcome.words)"
        case .published(let app, let manager, let service, let failure):
            "published \(app.name) \(manager) \(service) \(failure?.rawValue ?? "-")"
        case .advertising(let app, let manager, let failure):
            "advertising \(app.name) \(manager) \(failure?.rawValue ?? "-")"
        case .question(let app, let manager, let call, let central, let path, let offset, let value):
            "question \(app.name) \(manager) \(call) \(central) \(path.words) \(offset) \(value ?? "-")"
        case .subscribed(let app, let manager, let central, let path, let isOn):
            "subscribed \(app.name) \(manager) \(central) \(path.words) \(isOn ? 1 : 0)"
        case .ready(let app, let manager): "ready \(app.name) \(manager)"
        }
    }
}

extension BluetoothOutcome {
    fileprivate var words: String {
        switch self {
        case .value(let value): value
        case .written: "written"
        case .signal(let signal): "\(signal)"
        case .failed(let failure): failure.rawValue
        }
    }
}

extension PublishedPath {
    fileprivate var words: String { "\(service)/\(characteristic)" }
}

extension BluetoothRequest {
    fileprivate var words: String {
        switch self {
        case .open(let manager, let role, let restores):
            "open \(role.rawValue) \(manager) \(restores ? 1 : 0)"
        case .close(let manager, let role): "close \(role.rawValue) \(manager)"
        case .scan(let manager, let services, let duplicates):
            "scan \(manager) \(services.count) \(duplicates ? 1 : 0)"
        case .stopScan(let manager): "stopScan \(manager)"
        case .connect(let manager, let peripheral): "connect \(manager) \(peripheral)"
        case .disconnect(let manager, let peripheral): "disconnect \(manager) \(peripheral)"
        case .discover(let peripheral): "discover \(peripheral)"
        case .read(let peripheral, let handle): "read \(peripheral) \(handle)"
        case .write(let peripheral, let handle, let value, let isAcknowledged):
            "write \(peripheral) \(handle) \(value) \(isAcknowledged ? 1 : 0)"
        case .notify(let peripheral, let handle, let isOn):
            "notify \(peripheral) \(handle) \(isOn ? 1 : 0)"
        case .readSignal(let peripheral): "readSignal \(peripheral)"
        case .publish(let manager, let service): "publish \(manager) \(service.uuid)"
        case .unpublish(let manager, let service): "unpublish \(manager) \(service)"
        case .advertise(let manager, _): "advertise \(manager)"
        case .stopAdvertising(let manager): "stopAdvertising \(manager)"
        case .update(let manager, let path, let value):
            "update \(manager) \(path.words) \(value)"
        case .respond(let call, let code, let value): "respond \(call) \(code) \(value ?? "-")"
        }
    }
}

/// A callback about Bluetooth, acknowledged by its return.
// derive: json
public struct BluetoothCall: Sendable, Hashable {
    /// nil: the app executed, and needed no wake-up.
    public var wake: WakeID?
    public var news: [BluetoothNews]

    public init(wake: WakeID?, _ news: [BluetoothNews]) {
        self.wake = wake
        self.news = news
    }
}

extension BluetoothCall: CapabilityCall { var name: String { "bluetooth" } }
