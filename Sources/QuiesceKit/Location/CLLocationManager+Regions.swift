import Foundation

// G4
extension CLLocationManager {
    /// The largest radius of a circle, in metres: a larger one counts as that.
    public var maximumRegionMonitoringDistance: CLLocationDistance {
        LocationServices.largestRegion
    }

    /// All regions that the app monitors, whichever manager and whichever launch began. They aren't
    /// the objects that were given: their identifiers tell which they are.
    public var monitoredRegions: Set<CLRegion> {
        Set(services.regions.values.compactMap(CLRegion.make))
    }

    /// From now on the app is told when the device enters and leaves a region: it is woken for it,
    /// and launched if it has ended (G4). That lasts over launches, until it is stopped. The
    /// delegate's `didStartMonitoringFor` or `monitoringDidFailFor` is called. An app may have 20.
    public func startMonitoring(for region: CLRegion) { services.monitor(region, for: self) }

    /// The app isn't told of the region of that identifier any more, whichever manager began.
    public func stopMonitoring(for region: CLRegion) {
        services.stopMonitoring(region.identifier)
    }

    /// Whether the device is in a region that is monitored: the delegate's
    /// `didDetermineState` says so. Of another one it says `unknown`.
    public func requestState(for region: CLRegion) { services.requestState(of: region, for: self) }

    /// The delegate's `didFailRangingFor` says that they can't be: `CLError.rangingUnavailable`.
    public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        LocationServices.later { [weak self] in
            guard let self else { return }
            delegate?.locationManager(
                self, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
        }
    }

    /// Does nothing: none are ranged.
    public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

    /// The form of `startRangingBeacons(satisfying:)` before iOS 13.
    public func startRangingBeacons(in region: CLBeaconRegion) {
        LocationServices.later { [weak self] in
            guard let self else { return }
            delegate?.locationManager(
                self, rangingBeaconsDidFailFor: region, withError: CLError(.rangingUnavailable))
        }
    }

    /// Does nothing: none are ranged.
    public func stopRangingBeacons(in region: CLBeaconRegion) {}
}
