import QuiesceCore
import QuiesceWire

// Location: what apps ask and where the device is are events; the core says what is asked of the
// sources, and who is told.
extension Device {
    /// The sources do what the core has named after an event.
    func followLocation() {
        let events = location.follow(inspect { $0.locationDemand }, at: world.now().wall)
        for event in events { take(.location(event)) }
    }

    /// A source says where the device is. While a tool does, nobody else is believed.
    package func located(_ fix: LocationFix) {
        guard !location.isPlayed else { return }
        location.note(fix)
        take(.location(.located(fix)))
    }

    /// Likewise where it points to.
    package func turned(_ reading: HeadingReading) {
        if !location.isPlayed { take(.location(.turned(reading))) }
    }

    /// The sources' abilities, when they change.
    package func able(_ abilities: LocationAbilities) {
        location.abilities = abilities
        if !location.isPlayed { take(.location(.able(abilities))) }
    }

    /// A tool says where the device is, until it gives that back to the sources.
    package func play(_ played: PlayedLocation) {
        switch played {
        case .auto:
            guard location.play(false) else { return }
            take(.location(.able(location.abilities ?? .init(location: false, heading: false))))
        case .here(let position, let accuracy, let altitude, let heading):
            if location.play(true) {
                take(.location(.able(.init(location: true, heading: true))))
            }
            let now = world.now().wall
            let fix = LocationFix(
                position: position, accuracy: accuracy, altitude: altitude,
                altitudeAccuracy: altitude == nil ? nil : accuracy, time: now)
            location.play(fix, heading: heading)
            take(.location(.placed(fix)))
            if let heading { take(.location(.turned(.played(heading, at: now)))) }
        }
    }

    func carryOut(_ effect: LocationEffect) {
        switch effect {
        case .tell(let app, let launch, let update):
            world.apps.send(ProcessKey(app: app, launch: launch), .location(update))
        }
    }

    /// Tells an app the device's abilities, and the regions that the app's earlier launches
    /// monitor.
    func tellLocation(to key: ProcessKey) {
        for update in machine.locationWelcome(of: key.app) {
            world.apps.send(key, .location(update))
        }
    }
}
