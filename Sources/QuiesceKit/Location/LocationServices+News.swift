import QuiesceWire

// The daemon's messages, on their way to the managers that want them.
extension LocationServices {
    /// News that are kept for a manager to come. An app that never makes one doesn't grow; of these
    /// the newest are worth most.
    private static let keptNews = 64

    func take(_ update: LocationUpdate) {
        switch update {
        case .abilities(let abilities): told(abilities)
        case .fix(let fix, let numbers):
            let location = CLLocation(fix)
            newest = location
            for manager in managers where numbers.contains(manager.number) {
                manager.take(location)
            }
        case .heading(let reading, let numbers):
            let heading = CLHeading(reading)
            for manager in managers where numbers.contains(manager.number) {
                manager.take(heading)
            }
        case .paused(let numbers), .resumed(let numbers):
            let isPaused = if case .paused = update { true } else { false }
            for manager in managers where numbers.contains(manager.number) {
                manager.take(paused: isPaused)
            }
        case .monitored(let regions): told(monitored: regions)
        case .state(let state, let identifier):
            guard let region = region(identifier) else { return }
            let waiting = takeWaiting(for: identifier)
            tell(waiting.isEmpty ? managers : waiting, CLRegionState(state), of: region)
        case .failed(let failure, nil):
            for manager in managers { manager.fail(failure) }
        case .failed(let failure, let identifier?): failed(failure, identifier)
        }
    }

    /// Takes the news that the app was woken or launched for. To be called within the callback for
    /// that news: news that has a taker is handed over when this method returns, and the rest is
    /// kept for the first manager that has a delegate and has started that service.
    func take(_ news: LocationNews) {
        switch news {
        case .update(let fix), .significant(let fix): newest = CLLocation(fix)
        case .entered, .left: break
        }
        hand(news)
    }

    private func hand(_ news: LocationNews) {
        let takers = takers(of: news)
        switch news {
        case .update(let fix), .significant(let fix):
            let location = CLLocation(fix)
            guard case .update = news else {
                for manager in takers { manager.tell([location]) }
                break
            }
            // The app is woken for one of them, and the daemon doesn't say for which.
            let running = takers.filter { !$0.isPaused }
            let able = running.isEmpty ? takers : running
            let moved = able.filter { $0.wants(location) }
            for manager in moved.isEmpty ? able : moved { manager.take(location) }
        case .entered(let identifier):
            // Stopped meanwhile.
            guard let region = region(identifier) else { return }
            tell(takers, .inside, of: region)
            for manager in takers {
                manager.delegate?.locationManager(manager, didEnterRegion: region)
            }
        case .left(let identifier):
            guard let region = region(identifier) else { return }
            tell(takers, .outside, of: region)
            for manager in takers {
                manager.delegate?.locationManager(manager, didExitRegion: region)
            }
        }
        if takers.isEmpty { kept = kept.suffix(Self.keptNews - 1) + [news] }
    }

    /// A manager has a delegate, or has started a service: what was kept for that is handed over
    /// soon.
    func offerKept() {
        guard kept.contains(where: { !takers(of: $0).isEmpty }) else { return }
        Self.later { [weak self] in
            guard let self else { return }
            let news = kept
            kept = []
            for news in news { hand(news) }
        }
    }

    private func takers(of news: LocationNews) -> [CLLocationManager] {
        managers.filter { manager in
            guard manager.delegate != nil else { return false }
            return switch news {
            case .update: manager.isUpdating || manager.awaitsOne
            case .significant: manager.followsSignificant
            case .entered, .left: true
            }
        }
    }

    private func region(_ identifier: String) -> CLRegion? {
        regions[identifier].flatMap(CLRegion.make)
    }

    /// Those that have asked for the region's state, and don't wait any more.
    private func takeWaiting(for identifier: String) -> [CLLocationManager] {
        managers.filter { $0.awaitedStates.remove(identifier) != nil }
    }

    private func tell(
        _ managers: [CLLocationManager], _ state: CLRegionState, of region: CLRegion
    ) {
        for manager in managers {
            manager.delegate?.locationManager(manager, didDetermineState: state, for: region)
        }
    }

    private func failed(_ failure: LocationFailure, _ identifier: String) {
        _ = takeWaiting(for: identifier)
        guard let region = region(identifier) else { return }
        // Without a source the region stays, and is entered once there is one.
        if failure != .unknown { regions[identifier] = nil }
        for manager in managers {
            manager.delegate?.locationManager(
                manager, monitoringDidFailFor: region, withError: CLError(ofRegion: failure))
        }
    }
}
