/// Work of an app that lets it execute out of sight for as long as it lasts, as it declared the
/// mode (S5).
// derive: json
public enum Activity: String, Sendable, Hashable, CaseIterable {
    /// It follows where the device is (G3).
    case location
    /// It plays or records (A1).
    case audio
    /// One of its windows is shown, was a moment ago, or is still to come (Y3).
    case window
    /// It has work that nobody declared, or is being looked at for it (Y4).
    case work
    /// Somebody called it on the message bus a moment ago (Y5).
    case called
    /// Its connections are answered (Y6).
    case traffic
    /// It takes less CPU time so than frozen, or is tried for that (Y7).
    case awake
    /// A task that it began in front goes on (F10).
    case continuedTask

    /// As in "it runs in the background, because …".
    var words: String {
        switch self {
        case .location: "it follows where the device is (G3)"
        case .audio: "it plays or records (A1)"
        case .window: "one of its windows is shown, was a moment ago, or is still to come (Y3)"
        case .work: "it has work, or whether it has any is being looked at (Y4)"
        case .called: "somebody called it on the message bus (Y5)"
        case .traffic: "its connections are answered (Y6)"
        case .awake: "it takes less CPU time so than frozen, or is tried for that (Y7)"
        case .continuedTask: "a task that it began in front goes on (F10)"
        }
    }

    /// Why a suspended app goes on with it.
    var woken: (reason: Reason, rule: Rule) {
        switch self {
        case .location: (.wokenForLocation, .g3)
        case .audio: (.wokenForAudio, .a1)
        case .window: (.wokenForWindow, .y3)
        case .work: (.wokenForWork, .y4)
        case .called: (.wokenForCall, .y5)
        case .traffic: (.wokenForTraffic, .y6)
        case .awake: (.keptAwake, .y7)
        case .continuedTask: (.wokenForContinuedTask, .f10)
        }
    }
}

extension Surroundings {
    func isAt(_ activity: Activity, _ app: AppID) -> Bool {
        slot(app).map { apps[$0].activities.contains(activity) } ?? false
    }

    func isAtOther(than activities: Activity..., of app: AppID) -> Bool {
        Activity.allCases.contains { !activities.contains($0) && isAt($0, app) }
    }

    /// A capability says that an app's process is at such work, or isn't any more. A dead one's is
    /// over anyway.
    mutating func setActivity(
        _ activity: Activity, of app: AppID, _ launch: Launch, _ isOn: Bool
    ) {
        guard let slot = slot(app), apps[slot].launch == launch,
            apps[slot].activities.contains(activity) != isOn
        else { return }
        update(app, launch) { app, context, out in
            app.activities.removeAll { $0 == activity }
            if isOn { app.activities.append(activity) }
            app.settle(context, &out)
        }
    }
}
