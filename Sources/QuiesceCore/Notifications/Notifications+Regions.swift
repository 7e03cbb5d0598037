// Notifications that come at a place (G4): each keeps where the device is by the fixes that
// `Location` believes, which has the source on for them.
extension Notifications {
    mutating func schedule(
        _ notification: LocalNotification, in region: NotificationRegion, _ launch: Launch,
        in around: inout Surroundings
    ) {
        var (notification, trigger) = (notification, region)
        guard let clamped = region.region.clamped, MonitoredRegion(clamped).isCircle else {
            around.out.dropPayload(notification.content)
            return refuseToSchedule(
                notification.name, .impossibleRegion, notification.app, launch, in: &around)
        }
        trigger.region = clamped
        notification.place = .init(trigger: trigger)
        note(
            .notificationScheduled, .n1, notification.app,
            .notification(.about(notification.id, notification.name)), in: &around)
        keep(notification, in: &around)
        dropLatest(of: notification.app, launch, in: &around)
    }

    /// The apps of the notifications that wait at a place, once for each notification.
    var regionApps: [AppID] { index.atPlaces.compactMap { self[$0]?.app } }

    /// The device is there: those whose border it has crossed fire, if their apps may know where it
    /// is.
    mutating func locate(_ fix: LocationFix, in around: inout Surroundings) {
        for id in index.atPlaces {
            guard var notification = self[id], var place = notification.place,
                isTracked(notification.app, around),
                case .circle(let circle) = place.trigger.region.area
            else { continue }
            let crossed = place.crossing.take(
                distance: circle.center.distance(to: fix.position), accuracy: fix.accuracy,
                radius: circle.radius)
            guard place != notification.place else { continue }
            let region = place.trigger.region
            let fires = crossed == .inside ? region.notifyOnEntry : region.notifyOnExit
            guard crossed != nil, fires else {
                notification.place = place
                keep(notification, in: &around)
                continue
            }
            notification.place = place.trigger.repeats ? place : nil
            // No clock tells its app that it isn't to come any more.
            if notification.place == nil, !untold.contains(notification.app) {
                untold.append(notification.app)
            }
            fire(notification, nil, in: &around)
        }
    }

    /// The user lets the app know where the device is, be it only while it is in use: it doesn't
    /// learn of it by this.
    private func isTracked(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        let state = around.permissions(of: app)?[.location]
        return state == .authorized || state == .authorizedWhenInUse
    }

    /// Why those that wait at a place don't come; nil: nothing keeps them from that, or there are
    /// none.
    func placeObstacle(of app: AppID, _ around: borrowing Surroundings) -> Refusal? {
        guard regionApps.contains(app), !isTracked(app, around) else { return nil }
        return Refusal(.locationNotAllowed, rule: .u4)
    }

    /// The places that an app's first notifications wait for.
    func places(of app: AppID) -> [String] {
        of(app) { $0.place != nil }.compactMap { $0.place?.trigger.words }
    }
}
