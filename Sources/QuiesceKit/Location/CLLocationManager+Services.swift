import Foundation

// The services that an app starts and stops.
extension CLLocationManager {
    // MARK: Authorisation

    /// Asks the user, once, whether the app may know where it is while it is in use (U4, G5). The
    /// delegate's `locationManagerDidChangeAuthorization(_:)` has the answer; where the user has
    /// answered before, nothing happens.
    public func requestWhenInUseAuthorization() { services.authorize(always: false) }

    /// Asks the user, once, whether the app may know where it is at any time (U4, G5), also if it
    /// may while it is in use.
    public func requestAlwaysAuthorization() { services.authorize(always: true) }

    // MARK: Standard updates

    /// From now on the delegate is told where the device is (G2), as
    /// `desiredAccuracy` and `distanceFilter` say. Started already, it goes on, also after a pause.
    public func startUpdatingLocation() {
        if !isUpdating { toldUpdate = nil }
        isUpdating = true
        awaitsOne = false
        services.settle(self, again: isPaused)
        isPaused = false
        services.offerKept()
    }

    /// The delegate isn't told any more, also not what `requestLocation()` asked for.
    public func stopUpdatingLocation() {
        isUpdating = false
        isPaused = false
        awaitsOne = false
        services.settle(self)
    }

    /// Has the delegate told once where the device is, or why that isn't known (G2). While updates
    /// are started it does nothing.
    public func requestLocation() {
        guard !isUpdating else { return }
        awaitsOne = true
        services.settle(self)
        services.offerKept()
    }

    /// From now on the delegate is told where the device points to (G2), as `headingFilter` says.
    public func startUpdatingHeading() {
        isUpdatingHeading = true
        services.settleHeading(self)
    }

    /// The delegate isn't told any more.
    public func stopUpdatingHeading() {
        isUpdatingHeading = false
        services.settleHeading(self)
    }

    /// Does nothing: there is no such display.
    public func dismissHeadingCalibrationDisplay() {}

    // MARK: Significant changes

    /// From now on the app is told when the device has moved far, some 500 metres and five minutes:
    /// it is woken for it, and launched if it has ended (G1). That lasts over launches, until it is
    /// stopped.
    public func startMonitoringSignificantLocationChanges() {
        followsSignificant = true
        services.settleSignificant()
        services.offerKept()
    }

    /// The app isn't told any more, once no other manager of it wants to know.
    public func stopMonitoringSignificantLocationChanges() {
        followsSignificant = false
        services.settleSignificant()
    }

    // MARK: Deferred updates

    /// The delegate's
    /// `didFinishDeferredUpdatesWithError` says that they can't be: with `CLError.deferredNotUpdatingLocation`
    /// where updates aren't started, else `CLError.deferredFailed`.
    ///
    /// - Parameters:
    ///   - distance: in metres.
    ///   - timeout: in seconds.
    public func allowDeferredLocationUpdates(
        untilTraveled distance: CLLocationDistance, timeout: TimeInterval
    ) {
        let error = CLError(isUpdating ? .deferredFailed : .deferredNotUpdatingLocation)
        LocationServices.later { [weak self] in
            guard let self else { return }
            delegate?.locationManager(self, didFinishDeferredUpdatesWithError: error)
        }
    }

    /// Does nothing: none are deferred.
    public func disallowDeferredLocationUpdates() {}
}

// The services that the device offers.
extension CLLocationManager {
    private static var services: LocationServices { UIApplication.shared.room() }

    /// Whether a source of the device tells where it is.
    public class func locationServicesEnabled() -> Bool { services.abilities.location }
    /// Whether the device knows where it points to (G2).
    public class func headingAvailable() -> Bool { services.abilities.heading }
    /// Whether the app can be told that the device has moved far (G1).
    public class func significantLocationChangeMonitoringAvailable() -> Bool {
        services.abilities.location
    }
    /// Whether regions of a class can be monitored (G4): those of Quiesce, where the device knows
    /// its place. Beacons are heard by the machine's Bluetooth.
    public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        services.canMonitor(regionClass)
    }
    /// No: no device tells how near beacons are.
    public class func isRangingAvailable() -> Bool { false }
    /// No: none are deferred.
    public class func deferredLocationUpdatesAvailable() -> Bool { false }
    /// The form of `authorizationStatus` before iOS 14.
    public class func authorizationStatus() -> CLAuthorizationStatus { services.status }
}
