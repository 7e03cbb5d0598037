import Dispatch
import Foundation
import QuiesceWire

/// Bluetooth, as the app knows it, and which of its managers want what. On the main thread.
@MainActor final class BluetoothServices: AppRoom {
    /// News that are kept for a manager to come. An app that never makes one doesn't grow.
    private static let keptNews = 512

    let link: DaemonLink
    /// As the daemon told last.
    private var adapter = AdapterState.unknown
    private var references: [Weak] = []
    private var lastNumber = 0
    /// News for managers of an earlier launch that this launch hasn't made yet.
    private var kept: [BluetoothNews] = []

    /// Work that is to be done soon, and what waits for its end.
    private var pending = 0
    private var waiting: [@MainActor () -> Void] = []

    private struct Weak {
        weak var manager: CBManager?
    }

    init(of link: DaemonLink) { self.link = link }

    /// Runs it soon, on the main thread: a method that an app calls doesn't call its delegate
    /// before it returns.
    nonisolated static func later(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }

    /// As `later`; a wake-up isn't over before it is done.
    func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
        pending += 1
        Self.later { [self] in
            body()
            pending -= 1
            guard pending == 0 else { return }
            let waiting = self.waiting
            self.waiting = []
            for body in waiting { body() }
        }
    }

    /// Runs it once all that was to be done soon is done: now, if there is nothing.
    func afterwards(_ body: @escaping @MainActor () -> Void) {
        if pending == 0 { body() } else { waiting.append(body) }
    }

    // MARK: Managers

    /// In the order in which they were made.
    private var managers: [CBManager] { references.compactMap(\.manager) }

    /// For one without a restore identifier.
    func newName() -> String {
        lastNumber += 1
        return "#\(lastNumber)"
    }

    func add(_ manager: CBManager) {
        references.append(Weak(manager: manager))
        open(manager)
        guard !kept.isEmpty else { return }
        // It was launched for this one, and hears once its maker has set it up.
        soon { [weak self] in self?.offerKept() }
    }

    private func open(_ manager: CBManager) {
        ask(.open(manager: manager.name, role: manager.role, restores: manager.restores))
    }

    /// It was let go of, and nothing of it goes on.
    func released(_ name: String, _ role: BluetoothRole) {
        references.removeAll { $0.manager == nil }
        ask(.close(manager: name, role: role))
    }

    func ask(_ request: BluetoothRequest) { link.change { $0.ask(request) } }

    // MARK: What the user and the device let it

    var authorization: CBManagerAuthorization {
        let word = link.read { $0.permissions[Permissions.Name.bluetooth.rawValue] }
        return switch word.flatMap(Permissions.State.init(rawValue:)) {
        case .authorized, .authorizedWhenInUse: .allowedAlways
        case .denied: .denied
        case .notDetermined, nil: .notDetermined
        }
    }

    var state: CBManagerState {
        switch authorization {
        case .denied, .restricted: .unauthorized
        case .notDetermined: .unknown
        case .allowedAlways:
            switch adapter {
            case .unknown: .unknown
            case .unsupported: .unsupported
            case .off: .poweredOff
            case .on: .poweredOn
            }
        }
    }

    func permitted() { settle() }

    private func settle() { for manager in managers { manager.settle() } }

    // MARK: The daemon

    /// A daemon that has lost its journal doesn't know what the managers want. What is asked twice
    /// changes nothing.
    func welcomed(_: MessageToApp.Welcome) {
        for manager in managers {
            open(manager)
            for request in manager.wanted { ask(request) }
        }
        settle()
    }

    func take(_ update: BluetoothUpdate) {
        switch update {
        case .adapter(let state): adapter = state
        }
        settle()
    }

    /// To be called within its callback: what has a taker is handed over when this returns.
    func take(_ news: [BluetoothNews]) {
        for news in news { hand(news) }
    }

    private func hand(_ news: BluetoothNews) {
        switch news {
        case .opened(let name, let role), .restored(let name, let role, _):
            guard let manager = manager(name, role) else { return keep(news) }
            // One that was told of already isn't told again.
            if case .restored = news, !manager.isOpen { manager.take(news) }
            manager.isOpen = true
            manager.settle()
        case .discovered(let name, _, _, _): hand(news, to: name, .central)
        case .published(let name, _, _), .advertising(let name, _),
            .asked(let name, _, _, _, _, _), .subscribed(let name, _, _, _), .ready(let name):
            hand(news, to: name, .peripheral)
        case .connected, .connectFailed, .disconnected, .services, .value, .readFailed, .written,
            .notifies, .signal:
            // Each central manager knows which peripherals are its own.
            guard !isAwaited(.central) else { return keep(news) }
            for manager in managers where manager.role == .central { manager.take(news) }
        }
    }

    private func hand(_ news: BluetoothNews, to name: String, _ role: BluetoothRole) {
        if let manager = manager(name, role) { manager.take(news) } else { keep(news) }
    }

    private func manager(_ name: String, _ role: BluetoothRole) -> CBManager? {
        managers.first { $0.name == name && $0.role == role }
    }

    /// A manager of an earlier launch isn't made yet.
    private func isAwaited(_ role: BluetoothRole) -> Bool {
        kept.contains { if case .restored(_, role, _) = $0 { true } else { false } }
    }

    private func keep(_ news: BluetoothNews) {
        // A manager that was let go of: nobody waits for what it asked.
        if case .opened = news { return }
        kept = kept.suffix(Self.keptNews - 1) + [news]
    }

    private func offerKept() {
        let news = kept
        kept = []
        take(news)
    }
}

extension UIApplication.LaunchOptionsKey {
    /// News of Bluetooth launched the app into the background (B3): the restore identifiers of its
    /// central managers, a `[String]`. Make them with these identifiers, and they are told what
    /// there was.
    public static let bluetoothCentrals = Self(
        rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
    /// Likewise of its peripheral managers.
    public static let bluetoothPeripherals = Self(
        rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
}

extension UIApplication {
    /// The launch options of an app that is launched for Bluetooth; nil: it is launched for
    /// something else.
    func bluetoothOptions(
        _ context: MessageToApp.LaunchContext
    ) -> [LaunchOptionsKey: Any]? {
        var options: [LaunchOptionsKey: Any] = [:]
        options[.bluetoothCentrals] = context.bluetoothCentrals
        options[.bluetoothPeripherals] = context.bluetoothPeripherals
        return options.isEmpty ? nil : options
    }
}
