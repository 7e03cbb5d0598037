import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges location by what apps have asked for, by where their processes stand and by the places
/// that the source gave, without looking at what the core makes of it: nobody hears who may not
/// know, didn't ask or is suspended (G2, U4), a region is entered and left in turn (G4), a
/// significant change is one (G1), the source is off when nobody is entitled, and who is paused has
/// lain still out of sight, and hears nothing until it is in front or asks again (G5).
struct LocationWatch {
    private struct Wants {
        var launch: Launch
        var managers: [UInt64: LocationWish] = [:]
        /// As it was told.
        var paused: Set<UInt64> = []
        /// Those of them of which the daemon that it has connected to has said nothing yet.
        var unsaid: Set<UInt64> = []

        mutating func goesOn(_ manager: UInt64) {
            paused.remove(manager)
            unsaid.remove(manager)
        }
        var significant = false
        var regions: [String: CircularRegion] = [:]
        var beacons: [String: BeaconRegion] = [:]
    }

    /// By app, as the daemon that lives was told.
    private var wants: [AppID: Wants] = [:]
    /// Regions of which an app was told that it is in them, since it monitors them as they are.
    private var inside: [AppID: [String: Bool]] = [:]
    private var significant: [AppID: LocationFix] = [:]
    /// The places that the source gave.
    private var given: Set<LocationFix> = []
    /// The last of them, and when.
    private var places: [(fix: LocationFix, at: Instant)] = []
    /// One a second for longer than updates take to be paused.
    private static let keptPlaces = 2_000
    /// A daemon that knows less than the one before may tell what was told, and need not know what
    /// it was asked.
    private var isUnsure = false
    /// When each beacon was heard last, and wasn't said to be gone since.
    private var heard: [Beacon: Instant] = [:]
    /// The permission that the user gave each app, by the user's own word.
    private var allowed: [AppID: PermissionState] = [:]
    /// The question about location that the user is about to answer.
    private var question: Prompt?

    mutating func comes(_ event: Event, _ device: SimulatedDevice) {
        if case .location(.heard(let beacon)) = event { heard[beacon] = device.now.instant }
        if case .location(.silent(let beacon)) = event { heard[beacon] = nil }
        // Its clock began anew.
        if case .restarted(_, deviceRestarted: true, _) = event {
            heard = [:]
            for at in places.indices { places[at].at = .zero }
        }
        guard case .answerPrompt(let prompt, _, _) = event else { return }
        question = device.device.machine.prompts.first {
            $0.id == prompt && $0.permission == .location
        }
    }

    mutating func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        for case .record(.put(.wake(let wake))) in reaction.changes {
            if case .location(let news) = wake.cause { accepts(news, wake.app, device) }
        }
        // Nobody believes a place that is too far to be reached, until the next is there as well.
        if reaction.decisions.contains(where: { $0.reason == .fixJumped }),
            places.last?.fix == event.fix
        {
            places.removeLast()
        }
        for decision in reaction.decisions where decision.reason == .locationPaused {
            if let app = decision.app { pauses(app, device) }
        }
        for decision in reaction.decisions where decision.kind == .deliver {
            guard let app = decision.app else { continue }
            if decision.reason == .significantChangeTold, let fix = event.fix {
                accepts(.significant(fix), app, device)
            }
            guard case .name(let region) = decision.detail else { continue }
            switch decision.reason {
            case .regionEntered: crosses(region, isIn: true, app, device)
            case .regionLeft: crosses(region, isIn: false, app, device)
            case _: break
            }
        }
        switch event {
        case .setPermission(let app, .location, let state, _)
        where reaction.decisions.contains { $0.reason == .permissionSet }:
            // Refused, for one that isn't installed, it is nobody's.
            allowed[app] = state
        case .answerPrompt(_, let allow, _):
            if let question {
                let yes: PermissionState =
                    question.whenInUse == true ? .authorizedWhenInUse : .authorized
                // A user who refuses more leaves the app the permission that it has.
                let no: PermissionState =
                    allowed[question.app] == .authorizedWhenInUse ? .authorizedWhenInUse : .denied
                allowed[question.app] = allow ? yes : no
            }
            question = nil
        case .exited(let app, let launch, _) where wants[app]?.launch == launch:
            wants[app]?.managers = [:]
            wants[app]?.paused = []
            wants[app]?.unsaid = []
        case _: break
        }
    }

    private func pauses(_ app: AppID, _ device: SimulatedDevice) {
        guard !isUnsure else { return }
        let began = device.now.instant.before(by: device.device.machine.profile.locationPause)
        let lately = places.filter { $0.at > began && $0.fix.accuracy >= 0 }.map(\.fix)
        let isStill = lately.allSatisfy { fix in
            lately.allSatisfy {
                let reach = max(Limits.stillDistance, fix.accuracy, $0.accuracy)
                return $0.position.distance(to: fix.position) <= 2 * reach
            }
        }
        if !isStill {
            device.fail(.locationAsAsked, "its updates are paused, and the device moves", app)
        }
        if device.device.machine.foreground == app {
            device.fail(.locationAsAsked, "its updates are paused, and it is in front", app)
        }
    }

    /// The app asks what it hasn't asked before, nor has said something else under its number.
    mutating func asks(_ request: LocationRequest, _ app: AppID, _ launch: Launch) {
        var mine = wants[app] ?? Wants(launch: launch)
        if mine.launch != launch {
            mine.managers = [:]
            mine.paused = []
            mine.unsaid = []
        }
        mine.launch = launch
        switch request {
        case .start(let manager, let wish, let again):
            if !again || mine.managers[manager] != wish { mine.goesOn(manager) }
            mine.managers[manager] = wish
        case .stop(let manager):
            mine.managers[manager] = nil
            mine.goesOn(manager)
        case .startSignificant: mine.significant = true
        case .stopSignificant:
            mine.significant = false
            significant[app] = nil
        case .monitor(let region):
            switch region.area {
            case .circle(let circle) where mine.regions[circle.identifier] != circle:
                mine.regions[circle.identifier] = circle
                mine.beacons[circle.identifier] = nil
                inside[app]?[circle.identifier] = nil
            case .beacons(let beacons) where mine.beacons[beacons.identifier] != beacons:
                mine.beacons[beacons.identifier] = beacons
                mine.regions[beacons.identifier] = nil
                inside[app]?[beacons.identifier] = nil
            case .circle, .beacons: break
            }
        case .stopMonitoring(let region):
            mine.regions[region] = nil
            mine.beacons[region] = nil
            inside[app]?[region] = nil
        case .startHeading, .stopHeading, .requestState, .authorize: break
        }
        wants[app] = mine
    }

    mutating func located(_ fix: LocationFix, _ device: SimulatedDevice) {
        given.insert(fix)
        if places.count >= Self.keptPlaces { places.removeFirst(Self.keptPlaces / 2) }
        places.append((fix, device.now.instant))
    }

    mutating func removes(_ app: AppID) {
        wants[app] = nil
        allowed[app] = nil
        inside[app] = nil
        significant[app] = nil
    }

    mutating func forget(_ machine: SystemMachine) {
        isUnsure = true
        // An app may be there again whose removal wasn't stored.
        allowed = [:]
        for view in machine.views {
            allowed[view.manifest.id] = machine.permissions(of: view.manifest.id)?[.location]
        }
        inside = [:]
        significant = [:]
    }

    // MARK: What apps hear

    /// The app connects to a daemon, perhaps another one than before.
    mutating func welcomes(_ key: ProcessKey) {
        guard let mine = wants[key.app], mine.launch == key.launch else { return }
        wants[key.app]?.unsaid = mine.paused
    }

    mutating func tells(_ update: LocationUpdate, to key: ProcessKey, _ device: SimulatedDevice) {
        switch update {
        case .fix(let fix, let managers): tells(fix, managers, to: key, device)
        case .paused(let managers): tells(managers, arePaused: true, to: key, device)
        case .resumed(let managers): tells(managers, arePaused: false, to: key, device)
        case .abilities, .heading, .monitored, .state, .failed: break
        }
    }

    private mutating func tells(
        _ managers: [UInt64], arePaused: Bool, to key: ProcessKey, _ device: SimulatedDevice
    ) {
        guard var mine = wants[key.app], mine.launch == key.launch, !isUnsure else { return }
        if managers.isEmpty || managers.contains(where: { mine.managers[$0]?.mayPause != true }) {
            device.fail(
                .locationAsAsked, "a manager is told of a pause that may not be paused", key.app)
        }
        // The next daemon says again whose updates are paused.
        let known = arePaused ? mine.paused.subtracting(mine.unsaid) : mine.paused
        if arePaused != known.isDisjoint(with: managers) {
            device.fail(.locationAsAsked, "a pause begins or ends twice", key.app)
        }
        if !arePaused, device.device.machine.foreground != key.app {
            device.fail(.locationAsAsked, "its updates go on, and it is out of sight", key.app)
        }
        for manager in managers { mine.goesOn(manager) }
        if arePaused { mine.paused.formUnion(managers) }
        wants[key.app] = mine
    }

    private mutating func tells(
        _ fix: LocationFix, _ managers: [UInt64], to key: ProcessKey, _ device: SimulatedDevice
    ) {
        check(fix, key.app, device)
        guard let mine = wants[key.app], mine.launch == key.launch else {
            return device.fail(
                .locationAsAsked, "it is told where the device is, and never asked", key.app)
        }
        if managers.isEmpty || managers.contains(where: { mine.managers[$0] == nil }) {
            device.fail(.locationAsAsked, "a manager is told that asked for nothing", key.app)
        }
        if !isUnsure, !mine.paused.subtracting(mine.unsaid).isDisjoint(with: managers) {
            device.fail(.locationAsAsked, "a manager that is paused is told", key.app)
        }
        // A place says as much as the end of its pause, which the last daemon may have told nobody.
        for manager in managers { wants[key.app]?.goesOn(manager) }
        if !mayKnow(key.app, always: false, device) {
            device.fail(.locationAsAsked, "it may not know where the device is", key.app)
        }
        if let process = device.process(of: key.app), process.key == key, process.isFrozen,
            device.view(key.app)?.state == .suspended
        {
            device.fail(.locationAsAsked, "it is suspended, and is told", key.app)
        }
    }

    /// The app is to hear it: one that is woken for it may end before it does, and the next is
    /// measured by it all the same.
    private mutating func accepts(
        _ news: LocationNews, _ app: AppID, _ device: SimulatedDevice
    ) {
        switch news {
        case .update(let fix): check(fix, app, device)
        case .significant(let fix):
            check(fix, app, device)
            if let last = significant[app], !isUnsure, last != fix,
                last.position.distance(to: fix.position) < Limits.significantDistance
            {
                device.fail(.locationAsAsked, "the change of place is not significant", app)
            }
            significant[app] = fix
        case .entered(let region): crosses(region, isIn: true, app, device)
        case .left(let region): crosses(region, isIn: false, app, device)
        }
    }

    /// It is called back without a wake-up: the news was judged when that was decided, as it may
    /// end before it hears.
    func calls(_ news: LocationNews, _ key: ProcessKey, _ device: SimulatedDevice) {
        if !isUnsure, !mayKnow(key.app, always: false, device) {
            device.fail(
                .locationAsAsked, "it may not know where the device is, and is called back",
                key.app)
        }
    }

    private mutating func crosses(
        _ region: String, isIn: Bool, _ app: AppID, _ device: SimulatedDevice
    ) {
        let mine = wants[app]
        if !isUnsure, mine?.regions[region] == nil, mine?.beacons[region] == nil {
            // It may have given it up while the call was on its way.
            return
        }
        if let beacons = mine?.beacons[region], !isUnsure, isHeard(beacons, device) != isIn {
            device.fail(
                .locationAsAsked,
                "it \(isIn ? "entered" : "left") a region \(isIn ? "none" : "one") of whose beacons is heard",
                app)
        }
        if inside[app]?[region] == isIn, !isUnsure {
            device.fail(
                .locationAsAsked,
                "it is told twice that it has \(isIn ? "entered" : "left") a region",
                app)
        }
        inside[app, default: [:]][region] = isIn
    }

    private func isHeard(_ region: BeaconRegion, _ device: SimulatedDevice) -> Bool {
        heard.contains { beacon, at in
            beacon.uuid == region.uuid && (region.major ?? beacon.major) == beacon.major
                && (region.minor ?? beacon.minor) == beacon.minor
                && device.now.instant - at < Limits.beaconSilence
        }
    }

    private func check(_ fix: LocationFix, _ app: AppID, _ device: SimulatedDevice) {
        if !given.contains(fix) {
            device.fail(.locationAsAsked, "the device never was where it is told", app)
        }
    }

    func mayKnow(_ app: AppID, always: Bool, _ device: SimulatedDevice) -> Bool {
        let state = allowed[app]
        return state == .authorized || !always && state == .authorizedWhenInUse
    }

    /// It follows its place, and may do so out of sight (G3).
    func mayRunOn(_ app: AppID, _ launch: Launch, _ device: SimulatedDevice) -> Bool {
        let machine = device.device.machine
        guard let mine = wants[app], mine.launch == launch,
            let manifest = machine.view(app)?.manifest,
            manifest.backgroundModes.contains(.location),
            machine.profile.backgroundModes.contains(.location),
            isUnsure || mayKnow(app, always: false, device)
        else { return false }
        return !mine.managers.keys.allSatisfy(mine.paused.contains)
    }

    // MARK: The source

    /// One that waits at a place, of an app that may know.
    private func isForNotifications(_ device: SimulatedDevice) -> Bool {
        let waiting = device.device.inspect {
            $0.notificationViews.filter { $0.region != nil }.map(\.app)
        }
        return waiting.contains { mayKnow($0, always: false, device) }
    }

    func judgeOff(_ device: SimulatedDevice) {
        guard device.hasTakenOver, device.daemonRuns, !device.isCut, !isUnsure,
            isForNotifications(device)
        else { return }
        device.fail(.locationAsAsked, "a notification waits at a place, and the source is off")
    }

    func judge(_ demand: LocationDemand?, _ device: SimulatedDevice) {
        guard device.hasTakenOver, device.daemonRuns, !device.isCut, !isUnsure else { return }
        let wanted = wants.filter { app, mine in
            guard mayKnow(app, always: false, device) else { return false }
            return mine.significant || !mine.regions.isEmpty || !mine.managers.isEmpty
                || device.device.inspect {
                    $0.why(app)?.pending.contains { $0.kind == .location } == true
                }
        }
        if demand != nil, wanted.isEmpty, !isForNotifications(device) {
            device.fail(.locationAsAsked, "the source is on, and nobody may know")
        }
        for (app, mine) in wanted where mine.managers.values.contains(where: { _ in true }) {
            // Looked at where it is: a copy of the machine would cost more than the rest.
            let isActive = device.device.inspect {
                $0.foreground == app && $0.view(app)?.state == .active
            }
            guard isActive, let process = device.process(of: app),
                process.key.launch == mine.launch,
                let least = mine.managers.values.map(\.accuracy).min()
            else { continue }
            if demand?.wish.map({ $0.accuracy > least }) ?? true {
                device.fail(
                    .locationAsAsked, "it is in front, and the source is off or too coarse", app)
            }
        }
    }
}

extension Event {
    /// The place that it brings.
    fileprivate var fix: LocationFix? {
        switch self {
        case .location(.located(let fix)), .location(.placed(let fix)): fix
        case _: nil
        }
    }
}

extension Invariant {
    public static let locationAsAsked = Self(
        "places go to those who asked, may know and execute, and each border is crossed once")
}
