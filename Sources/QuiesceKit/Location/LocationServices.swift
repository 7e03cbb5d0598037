import Dispatch
import QuiesceWire

/// The device's location, as the app knows it, and which of its managers want to know. On the main
/// thread.
@MainActor final class LocationServices: AppRoom {
    /// Metres half around the earth: farther away nothing is.
    private static let farthest = 20_037_508.0
    /// Metres of a region's radius, at most; the daemon takes no larger one.
    nonisolated static let largestRegion = 1_000_000.0

    let link: DaemonLink
    /// As the daemon told last.
    private(set) var abilities = LocationAbilities(location: false, heading: false)
    /// The newest of all locations that the app was told in this launch.
    var newest: CLLocation?
    /// The regions that the app monitors, by identifier, whichever launch began.
    var regions: [String: WatchedRegion] = [:]
    /// News that came before a manager that wants it had a delegate.
    var kept: [LocationNews] = []
    private var references: [Weak] = []
    private var lastNumber: UInt64 = 0
    private var asked = LocationRequests()
    /// nil: this launch has said nothing of significant changes, and an earlier one may have.
    private var followsSignificant: Bool?
    private var toldStatus: CLAuthorizationStatus?

    private struct Weak {
        weak var manager: CLLocationManager?
    }

    init(of link: DaemonLink) {
        self.link = link
        toldStatus = status
    }

    /// Runs it soon, on the main thread: a method that an app calls doesn't call its delegate
    /// before it returns.
    nonisolated static func later(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }

    // MARK: Managers

    /// In the order in which they were made.
    var managers: [CLLocationManager] { references.compactMap(\.manager) }

    func newNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    func add(_ manager: CLLocationManager) { references.append(Weak(manager: manager)) }

    /// Ends the standard updates and the headings of a manager that the app has released. Services
    /// that outlast the launch go on.
    func released(_ number: UInt64) {
        references.removeAll { $0.manager == nil }
        if asked.wish(of: number) != nil { ask(.stop(manager: number)) }
        if asked.heading(of: number) != nil { ask(.stopHeading(manager: number)) }
    }

    // MARK: What they want

    /// Asks for what the manager wants of standard updates, if that is something else now.
    ///
    /// - Parameter again: also if it isn't.
    func settle(_ manager: CLLocationManager, again: Bool = false) {
        let number = manager.number
        let wanted = manager.wish
        guard again || wanted != asked.wish(of: number) else { return }
        ask(wanted.map { .start(manager: number, wish: $0) } ?? .stop(manager: number))
    }

    /// Likewise of headings.
    func settleHeading(_ manager: CLLocationManager) {
        let number = manager.number
        let wanted = manager.isUpdatingHeading ? Self.limited(manager.headingFilter, 360) : nil
        guard wanted != asked.heading(of: number) else { return }
        ask(
            wanted.map { .startHeading(manager: number, filter: $0) }
                ?? .stopHeading(manager: number))
    }

    /// Likewise of significant changes, for all managers together.
    func settleSignificant() {
        let wanted = managers.contains(where: \.followsSignificant)
        guard wanted != followsSignificant else { return }
        followsSignificant = wanted
        ask(wanted ? .startSignificant : .stopSignificant)
    }

    func ask(_ request: LocationRequest) {
        asked.note(request)
        link.change { $0.ask(request) }
    }

    /// Limits a value to `most`. A value that is no limit, or negative, counts as none: 0.
    fileprivate static func limited(_ value: Double, _ most: Double = farthest) -> Double {
        value > 0 ? min(value, most) : 0
    }

    // MARK: What the user lets it

    /// As the app was told last.
    var status: CLAuthorizationStatus {
        let word = link.read { $0.permissions[Permissions.Name.location.rawValue] }
        return switch word.flatMap(Permissions.State.init(rawValue:)) {
        case .authorized: .authorizedAlways
        case .authorizedWhenInUse: .authorizedWhenInUse
        case .denied: .denied
        case .notDetermined, nil: .notDetermined
        }
    }

    var isAuthorized: Bool { [.authorizedAlways, .authorizedWhenInUse].contains(status) }

    func authorize(always: Bool) {
        let mayBeAsked = status == .notDetermined || (always && status == .authorizedWhenInUse)
        if mayBeAsked { ask(.authorize(always: always)) }
    }

    func permitted() {
        guard status != toldStatus else { return }
        toldStatus = status
        for manager in managers {
            manager.delegate?.locationManagerDidChangeAuthorization(manager)
        }
    }

    // MARK: The daemon

    func welcomed(_: MessageToApp.Welcome) {
        // A daemon that can tell anything says so next.
        abilities = LocationAbilities(location: false, heading: false)
        link.change { [asked] in $0.askAgain(asked) }
        permitted()
    }

    func told(_ abilities: LocationAbilities) { self.abilities = abilities }
}

extension CLLocationManager {
    /// nil: no standard updates.
    fileprivate var wish: LocationWish? {
        guard isUpdating || awaitsOne else { return nil }
        return LocationWish(
            accuracy: LocationServices.limited(desiredAccuracy),
            distance: isUpdating ? LocationServices.limited(distanceFilter) : 0,
            mayPause: isUpdating && pausesLocationUpdatesAutomatically)
    }
}
