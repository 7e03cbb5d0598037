import QuiesceWire

// The regions that the app monitors (G4).
extension LocationServices {
    func canMonitor(_ regionClass: AnyClass) -> Bool {
        abilities.location
            && (regionClass is CLCircularRegion.Type || regionClass is CLBeaconRegion.Type)
    }

    func monitor(_ region: CLRegion, for manager: CLLocationManager) {
        guard let watched = region.watched, let copy = CLRegion.make(watched) else {
            return Self.later { [weak manager] in
                guard let manager else { return }
                manager.delegate?.locationManager(
                    manager, monitoringDidFailFor: region,
                    withError: CLError(.regionMonitoringFailure))
            }
        }
        if regions[watched.identifier] != watched {
            regions[watched.identifier] = watched
            ask(.monitor(region: watched))
        }
        Self.later { [weak self, weak manager] in
            // It may have been refused or stopped meanwhile.
            guard let manager, self?.regions[watched.identifier] == watched else { return }
            manager.delegate?.locationManager(manager, didStartMonitoringFor: copy)
        }
    }

    func stopMonitoring(_ identifier: String) {
        guard regions.removeValue(forKey: identifier) != nil else { return }
        ask(.stopMonitoring(region: identifier))
    }

    func requestState(of region: CLRegion, for manager: CLLocationManager) {
        guard regions[region.identifier] == nil else {
            manager.awaitedStates.insert(region.identifier)
            return ask(.requestState(region: region.identifier))
        }
        Self.later { [weak manager] in
            guard let manager else { return }
            manager.delegate?.locationManager(manager, didDetermineState: .unknown, for: region)
        }
    }

    /// Takes the daemon's list of monitored regions; the daemon may not have recorded the last
    /// requests when it sent this list.
    func told(monitored: [WatchedRegion]) {
        regions = [:]
        for region in monitored { regions[region.identifier] = region }
        for request in link.read({ $0.unacknowledgedLocation }) {
            switch request {
            case .monitor(let region): regions[region.identifier] = region
            case .stopMonitoring(let identifier): regions[identifier] = nil
            case .start, .stop, .startHeading, .stopHeading, .startSignificant, .stopSignificant,
                .requestState, .authorize:
                continue
            }
        }
    }
}
