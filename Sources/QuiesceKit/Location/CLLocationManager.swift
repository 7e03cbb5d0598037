import Foundation
import QuiesceWire

/// Tells an app where the device is and where it points to (G2), when it has moved far (G1), and
/// which regions it enters and leaves (G4). On the main thread; its delegate is called there.
///
/// ```swift
/// let manager = CLLocationManager()
/// manager.delegate = self
/// manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
/// manager.requestWhenInUseAuthorization()
/// manager.startUpdatingLocation()
/// ```
///
/// Standard updates and headings end with the launch, and while the app is suspended it gets none,
/// unless it has the mode `location` (G3, G6). Significant changes and regions last over launches
/// until they are stopped: an app that is launched for one makes a manager, sets its delegate,
/// starts the service again, and gets it. Keep the manager: when it is released, its standard
/// updates and its headings stop.
@preconcurrency @MainActor open class CLLocationManager {
    let services: LocationServices
    /// By which the daemon knows it.
    let number: UInt64
    var isUpdating = false
    /// As it was told last.
    var isPaused = false
    /// `requestLocation()` waits for a fix.
    var awaitsOne = false
    var isUpdatingHeading = false
    var followsSignificant = false
    /// Identifiers of the regions whose state it has asked for.
    var awaitedStates: Set<String> = []
    /// For the delegate's form before iOS 6: what it was told last but this once.
    var toldBefore: CLLocation?
    private var toldLast: CLLocation?
    /// The last place of standard updates, from which `distanceFilter` counts; nil: none yet.
    var toldUpdate: CLLocation?

    /// Once `UIApplicationMain` was called.
    public init() {
        services = UIApplication.shared.room()
        number = services.newNumber()
        services.add(self)
    }

    init(_ services: LocationServices) {
        self.services = services
        number = services.newNumber()
        services.add(self)
    }

    isolated deinit { services.released(number) }

    /// The object that is told of the manager's news. The manager doesn't retain it: the app does.
    /// The delegate gets the news that came before it was set, once it is set and the service is
    /// started.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet {
            guard let delegate, delegate !== oldValue else { return }
            LocationServices.later { [weak self, weak delegate] in
                guard let self, let delegate, delegate === self.delegate else { return }
                delegate.locationManagerDidChangeAuthorization(self)
            }
            services.offerKept()
        }
    }

    // MARK: What it wants

    /// Metres within which the app wants to know where it is; negative: as well as the device can,
    /// as it is at first (G2). It may be changed at any time.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
        didSet { services.settle(self) }
    }
    /// Metres from the last place told from which on the app is told again;
    /// `kCLDistanceFilterNone`, as it is at first: of each movement (G2). The system keeps back
    /// what is nearer. It may be changed at any time.
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
        didSet { services.settle(self) }
    }
    /// Degrees by which the device turns before the app is told again; at first 1,
    /// `kCLHeadingFilterNone`: of each turn (G2). It may be changed at any time.
    open var headingFilter: CLLocationDegrees = 1 {
        didSet { services.settleHeading(self) }
    }
    /// The user's activity. The activity is kept, and nothing depends on it yet.
    open var activityType = CLActivityType.other
    /// Whether the system may pause the updates while the device has lain still for a quarter of an
    /// hour and the app is out of sight; it may, at first. They go on once the app is in front, or
    /// asks again (G5). It may be changed at any time.
    open var pausesLocationUpdatesAutomatically = true {
        didSet { services.settle(self) }
    }
    /// It is kept: whether updates come in the background is decided by the mode `location` (G3).
    open var allowsBackgroundLocationUpdates = false
    /// It is kept: there is no such indicator yet.
    open var showsBackgroundLocationIndicator = false

    // MARK: What it knows

    /// The newest place that the app was told in this launch, by any of its managers; nil: none
    /// yet, or it may not know.
    open var location: CLLocation? { services.isAuthorized ? services.newest : nil }
    /// Where the device pointed to last; nil before the first update.
    open internal(set) var heading: CLHeading?
    /// Whether the user lets the app know where it is (U4, G5), as the app was told last.
    open var authorizationStatus: CLAuthorizationStatus { services.status }
    /// `fullAccuracy`: users can't choose yet.
    open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

    // MARK: What it is told

    func tell(_ locations: [CLLocation]) {
        toldBefore = toldLast
        toldLast = locations.last
        delegate?.locationManager(self, didUpdateLocations: locations)
    }

    /// A fix for it; none, if it has stopped meanwhile.
    func take(_ location: CLLocation) {
        guard isUpdating || awaitsOne else { return }
        // The end of the pause was told to a connection that had broken.
        take(paused: false)
        gotOne()
        toldUpdate = location
        tell([location])
    }

    /// The place is as far from the last one as `distanceFilter` says.
    func wants(_ location: CLLocation) -> Bool {
        awaitsOne || toldUpdate.map { location.distance(from: $0) >= distanceFilter } ?? true
    }

    /// The system has paused its updates, or they go on. Each daemon says so anew.
    func take(paused isPaused: Bool) {
        guard isUpdating, isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        if isPaused {
            delegate?.locationManagerDidPauseLocationUpdates(self)
        } else {
            delegate?.locationManagerDidResumeLocationUpdates(self)
        }
    }

    func take(_ heading: CLHeading) {
        guard isUpdatingHeading else { return }
        self.heading = heading
        delegate?.locationManager(self, didUpdateHeading: heading)
    }

    func fail(_ failure: LocationFailure) {
        guard isUpdating || awaitsOne || isUpdatingHeading || followsSignificant else { return }
        gotOne()
        delegate?.locationManager(self, didFailWithError: CLError(ofPlace: failure))
    }

    /// Ends the wait for the answer to `requestLocation()`, as the answer is there.
    private func gotOne() {
        guard awaitsOne else { return }
        awaitsOne = false
        services.settle(self)
    }
}
