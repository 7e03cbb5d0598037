/// The methods that an app implements to be told where it is. All methods are optional, and are
/// called on the main thread.
@preconcurrency @MainActor public protocol CLLocationManagerDelegate: AnyObject {
    /// Where the device is: from the oldest place to the newest, and never none (G1, G2, G3).
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

    /// Where the device is, and was when it was told last: the form before iOS 6, called where the
    /// other isn't implemented.
    func locationManager(
        _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation,
        from oldLocation: CLLocation?)

    /// Where the device points to (G2).
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

    /// Whether the user may be asked to calibrate the compass. Quiesce doesn't ask.
    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool

    /// No place can be told, and why: a `CLError` (G2, G5). Updates aren't stopped for it.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

    /// The user has said whether the app may know where it is, or changed their mind (U4, G5); also
    /// once for each delegate, soon after it was set.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

    /// The form before iOS 14, called where the other isn't implemented.
    func locationManager(
        _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

    /// The device has entered a region (G4). `didDetermineState` is called just before.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

    /// The device has left a region (G4). `didDetermineState` is called just before.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

    /// Whether the device is in a region: as the answer of `requestState(for:)`, and with each
    /// entry and exit (G4).
    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

    /// A region is monitored from now on (G4).
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

    /// Nothing can be told of a region, and why: a
    /// `CLError` (G4). But for `regionMonitoringResponseDelayed` it isn't monitored.
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
        withError error: any Error)

    /// How near beacons are. No device tells yet.
    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint)

    /// It can't be told how near beacons are: a `CLError`.
    func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: any Error)

    /// The form of `didRange` before iOS 13. No device tells yet.
    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon],
        in region: CLBeaconRegion)

    /// The form of `didFailRangingFor` before iOS 13.
    func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
        withError error: any Error)

    /// Updates are paused: the device lies still, and the app is out of sight (G5). One that is
    /// suspended is told when it executes.
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)

    /// Updates go on after a pause, as the app is in front (G5).
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)

    /// Updates aren't deferred any more, or can't be: a `CLError`.
    func locationManager(
        _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)

    /// The device has come to a place, or left one. No device tells yet.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}
