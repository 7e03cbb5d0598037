import QuiesceCore
import Testing

@testable import QuiesceSimulation

/// The words that the random scenarios reach. The words that they can't reach are listed, with the
/// reason: a word that a scenario comes to must be taken off the list, and a new word must be
/// reached or listed.
@Suite struct CoverageTests {
    static let unreachable: [Reason: String] = [
        .didEnterBackground: "no decision has it",
        .deviceWoke: "no decision has it",
        .connected: "the world hands over what an app said before it confirms the freeze",
        .responsive: "a scripted app answers at once or never; Core's InputTests",
        .inputMerged: "a scripted app answers at once or never; Core's InputTests",
        .inputDropped: "a scripted app answers at once or never; Core's InputTests",
        .inputNotHandled: "a scripted app answers at once or never; Core's InputTests",
        .hostedHearsNoInput: "no app of a scenario is hosted; Core's InputTests",
        .hostedShowsNothing: "no app of a scenario is hosted; Core's NotificationPermissionTests",
        .fetchedNothing: "the world's network counts no bytes",
        .passcodeRequired: "the user of a scenario knows the passcode, or gives a wrong one",
        .noPasscode: "only a passcode that is set is tried or cleared",
        .killedByKernelForMemory: "the world's kernel kills nobody for memory",
        .gpuOpenInBackground: "the world's GPU counts what it does",
        .tooManyApps: "a scenario has at most five apps, the limit is 2,000",
        .looksLikeAnother: "apps of a scenario have other names; Core's InstallTests",
        .protocolViolated: "scripted apps lie in a second hello; Core's RestartTests",
        .tooManyAccessories: "two come and go, the limit is 32",
        .invalidBundle: "the daemon answers it; there are no bundles here",
        .notAnApp: "the daemon answers it; there are no bundles here",
        .unknownTransfer: "only tools name transfers by number, and no step does",
        .transferUnchanged: "only tools name transfers by number, and no step does",
        .tooManyTransfers: "a scenario makes some dozens, the limit is 20,000",
        .tooManySessions: "an app has three, the limit is 64",
        .transfer: "only tools ask for one by themselves, and no step does",
        .backgroundTask: "only tools begin one by themselves, and no step does",
        .noTaskRequest: "only tools begin one by themselves, and no step does",
        .nothingScheduled: "nobody asks why not",
        .pushRationed: "nobody asks why not",
        .argumentsTooLong: "the daemon answers it",
        .payloadTooLarge: "the daemon answers it",
    ]

    /// Not every set of seeds comes to these.
    static let rare: [Reason: String] = [
        .inputWhileAsking: "its app must ask just before it is touched; Core's InputTests",
        .idleTimerDisabled: "only seeds with `idleTimer` have it; IdleTimerScenarioTests",
        .idleTimerEnabled: "only seeds with `idleTimer` have it; IdleTimerScenarioTests",
        .idleTimerStopped: "only seeds with `idleTimer` have it; IdleTimerScenarioTests",
        .idleTimerRuns: "only seeds with `idleTimer` have it; IdleTimerScenarioTests",
        .continuedBegan: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedWaits: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedCompleted: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedFailed: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedCancelled: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedStopped: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedStalled: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedTooWarm: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedShortOfMemory: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedWaitsToCool: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedNotWhileWarm: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedEnded: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedNotCompleted: "their scripted apps obey; Core's tests",
        .wokenForContinuedTask: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedNotInFront: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedRuns: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedNoRoom: "only seeds with `continued` have it; ContinuedScenarioTests",
        .noContinuedTask: "only seeds with `continued` have it; ContinuedScenarioTests",
        .continuedUnknown: "seeds with `continued` have the system that has them; Core's tests",
        .tooManyContinued: "scripted apps have three, the limit is ten; Core's tests",
        .unknownContinued: "a daemon must lose its journal; Core's tests",
        .thawScheduled: "only seeds with `thaw` have it; ThawScenarioTests",
        .wokenForThaw: "only seeds with `thaw` have it; ThawScenarioTests",
        .wokenForTraffic: "only seeds with `traffic` have it; TrafficScenarioTests",
        .serverGaveUp: "only seeds with `traffic` have it; TrafficScenarioTests",
        .connectedAnew: "what a program's connections say; Core's traffic tests",
        .triedAwake: "only seeds with `traffic` have it; TrafficScenarioTests",
        .cheaperAwake: "only seeds with `traffic` have it; TrafficScenarioTests",
        .dearerAwake: "only seeds with `traffic` have it; TrafficScenarioTests",
        .keptAwake: "only seeds with `traffic` have it; TrafficScenarioTests",
        .timeIsOver: "only seeds with `thaw` have it; ThawScenarioTests",
        .thawsHostedOnly: "only seeds with `thaw` have it; ThawScenarioTests",
        .thawImpossible: "what a tool asks; Core's thaw tests",
        .noThawSchedule: "said to whoever asks why not",
        .thawNeedsProcess: "said to whoever asks why not",
        .thawNotAllowed: "said to whoever asks why not",
        .windowFocused: "only seeds with `windows` have it; WindowScenarioTests",
        .windowUnfocused: "only seeds with `windows` have it; WindowScenarioTests",
        .windowsShown: "only seeds with `windows` have it; WindowScenarioTests",
        .windowsHidden: "only seeds with `windows` have it; WindowScenarioTests",
        .windowsLost: "only seeds with `windows` have it; WindowScenarioTests",
        .wokenForWindow: "only seeds with `windows` have it; WindowScenarioTests",
        .hasWork: "only seeds with `busy` have it; BusyScenarioTests",
        .hasNoWork: "only seeds with `busy` have it; BusyScenarioTests",
        .wokenForCall: "only seeds with `busy` have it; BusyScenarioTests",
        .wokenForWork: "work begins in no suspended program",
        .openedByURL: "only seeds with `links` have it; LinkScenarioTests",
        .openedByShortcut: "only seeds with `links` have it; LinkScenarioTests",
        .openedByActivity: "only seeds with `links` have it; LinkScenarioTests",
        .noAppForScheme: "only seeds with `links` have it; LinkScenarioTests",
        .schemeNotDeclared: "only seeds with `links` have it; LinkScenarioTests",
        .noURL: "only seeds with `links` have it; LinkScenarioTests",
        .noShortcut: "only seeds with `links` have it; LinkScenarioTests",
        .linkTooLong: "only seeds with `links` have it; LinkScenarioTests",
        .linkNotInFront: "only seeds with `links` have it; LinkScenarioTests",
        .noAppForDomain: "only seeds with `links` have it; LinkScenarioTests",
        .domainNotDeclared: "only seeds with `links` have it; LinkScenarioTests",
        .activityNotDeclared: "only seeds with `links` have it; LinkScenarioTests",
        .noBackgroundTimeLeft: "a task must begin before its app has read that no time is left",
        .noSpace: "a task must be made while the disk is full",
        .storeFailed: "a task must be made while the disk fails",
        .transferHeld: "the disk must be full when a file comes or is placed",
        .tooManyTasks: "a storm of tasks must come while nothing else ends it; Core's TaskTests",
        .tooManyWakes:
            "silent pushes have a quota, so that other wake-ups must pile up; Core's WakeTests",
        .unknownSession:
            "an SDK opens a session before it makes tasks; a restart must come between",
        .launchEventsOff: "nobody asks why not",
        .noTransfers: "the same",
        .transferAnsweredAsUsual: "a question must come while nobody can be asked",
        .fetchNever: "said to whoever asks why not",
        .fetchTooSoon: "said to whoever asks why not",
        .fetchGoesOn: "said to whoever asks why not",
        .fetchStillFresh: "said to whoever asks why not",
        .fetchUnlikelyNow: "said to whoever asks why not",
        .fetchJustUsed: "said to whoever asks why not",
        .fetchBudgetSpent: "said to whoever asks why not",
        .deviceFetchBudgetSpent: "said to whoever asks why not",
        .inFront: "said to whoever asks why not",
        .neverOpened: "said to whoever asks why not",
        .noNetwork: "said to whoever asks why not",
        .lowPower: "said to whoever asks why not",
        .lowPowerMode: "said to whoever asks why not",
        .conditionsMissing: "said to whoever asks why not",
        .notIdle: "said to whoever asks why not",
        .clockNotBelieved: "said to whoever asks why not",
        .fetchMerged: "a fetch must be foreseen just as another begins; Core's fetch tests",
        .taskCancelled: "an app must have one that it cancels; Core's fetch tests",
        .taskExpires: "a processing task must be cut short; Core's fetch tests",
        .taskNotPermitted: "manifests permit what scripted apps ask for",
        .tooManyTaskRequests: "scripted apps have one of each kind",
        .unknownNotification: "what the user chooses must go at that moment",
        .impossibleRegion: "scripted apps' regions are circles; Core's RegionNotificationTests",
        .impossibleFireDate: "scripted apps' dates lie within days of now",
        .locationNotAsked: "said to whoever asks why not",
        .tooManyRegions: "scripted apps have three, the limit is 20; Core's location tests",
        .locationPaused: "the device must lie still for long; LocationScenarioTests",
        .locationResumed: "the device must lie still for long; LocationScenarioTests",
        .audioCallInProgress: "apps must have the mode audio; AudioScenarioTests",
        .audioTaken: "apps must have the mode audio; AudioScenarioTests",
        .audioStopped: "apps must have the mode audio; AudioScenarioTests",
        .audioSilent: "apps must have the mode audio; AudioScenarioTests",
        .wokenForAudio: "apps must have the mode audio; AudioScenarioTests",
        .wokenForRemoteCommand: "apps must have the mode audio; AudioScenarioTests",
        .socketNotKept: "scripted apps hand over sockets; Core's VoIP tests",
        .tooManySockets: "scripted apps have three, the limit is 32; Core's VoIP tests",
        .socketKept: "apps must have the mode voip; VoIPScenarioTests",
        .socketReleased: "apps must have the mode voip; VoIPScenarioTests",
        .keepAliveSet: "apps must have the mode voip; VoIPScenarioTests",
        .keepAliveCleared: "apps must have the mode voip; VoIPScenarioTests",
        .keepAliveTooShort: "apps must have the mode voip; VoIPScenarioTests",
        .wokenForVoIP: "apps must have the mode voip; VoIPScenarioTests",
        .wokenForKeepAlive: "apps must have the mode voip; VoIPScenarioTests",
        .voipAtStart: "apps must have the mode voip; VoIPScenarioTests",
        .voipRelaunched: "apps must have the mode voip; VoIPScenarioTests",
        .accessoryNameTaken: "what a tool asks; Core's accessory tests",
        .accessoryNeedsProcess: "said to whoever asks why not",
        .accessoryProtocolNotDeclared: "apps must declare a protocol; AccessoryScenarioTests",
        .accessoryProtocolNotOffered: "apps must declare a protocol; AccessoryScenarioTests",
        .accessoryUnreachable: "apps must declare a protocol; AccessoryScenarioTests",
        .noAccessory: "what a tool asks; Core's accessory tests",
        .noAccessoryProtocols: "said to whoever asks why not",
        .voipRationed: "a server must say much; VoIPScenarioTests",
        .bluetoothAdvertises: "the simulator plays centrals' side alone; Core's PeripheralTests",
        .bluetoothPublished: "the simulator plays centrals' side alone; Core's PeripheralTests",
        .bluetoothMerged: "more must wait than seeds say; Core's BluetoothWakeTests",
        .bluetoothRationed: "apps must have the mode; Core's BluetoothWakeTests",
        .bluetoothNotAsked: "said to whoever asks why not",
        .bluetoothForgotten: "apps must have the mode; Core's BluetoothWakeTests",
        .wokenForBluetooth: "apps must have the mode; BluetoothScenarioTests",
        .tooManyBluetoothManagers: "scripted apps have one, the limit is 16; Core's CentralTests",
        .notificationAnswered: "no categories; Core's NotificationAnswerTests",
        .notificationPresented: "no categories; Core's NotificationAnswerTests",
        .notificationWithdrawn: "no categories; Core's NotificationAnswerTests",
        .notificationCategoriesSet:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .wokenForNotificationAction:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .unknownNotificationAction:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .notificationActionTakesText:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .notificationActionTakesNoText:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .notificationTextTooLong:
            "scripted apps have no categories; Core's NotificationAnswerTests",
        .notResponding: "an alert storm must fall into one long callback; Core's WatchdogTests",
    ]

    /// By then all has come; more are tried only when something is missing.
    private static let most: UInt64 = 1_000

    /// Everything that the scenarios have reached so far.
    private struct Seen {
        var steps = Set<String>()
        var reasons = Set<Reason>()
        var interruptions = Set<Interruption>()
        var changes = Set<String>()

        mutating func add(_ scenario: Scenario) {
            for step in scenario.steps {
                let mirror = Mirror(reflecting: step.action)
                steps.insert(mirror.children.first?.label ?? "\(step.action)")
                switch step.action {
                case .interrupt(let interruption): interruptions.insert(interruption)
                case .change(let words): changes.formUnion(words.prefix(1))
                case _: break
                }
            }
            var found = Set<Reason>()
            _ = Simulator.run(
                scenario,
                observing: { _, _, reaction in
                    for decision in reaction.decisions { found.insert(decision.reason) }
                })
            reasons.formUnion(found)
        }
    }

    @Test("Random scenarios come to every kind of step, every word for why and every refusal")
    func everything() {
        let steps = Set(StepKind.allCases.map { "\($0)" })
            .union([
                "transfer", "network", "server", "agent", "notification", "openNotification",
                "dismissNotification", "powerCutWithoutClock", "findClock", "pushes", "gateway",
                "motion", "location",
            ])
        let reasons = Set(Reason.allCases).subtracting(Self.unreachable.keys)
            .subtracting(Self.rare.keys)
        var seen = Seen()
        for seed in 1...Self.most
        where !seen.steps.isSuperset(of: steps) || !seen.reasons.isSuperset(of: reasons) {
            seen.add(.random(seed: seed))
        }
        #expect(steps.subtracting(seen.steps).isEmpty, "kinds of steps that never came")
        #expect(
            reasons.subtracting(seen.reasons).isEmpty,
            "never the reason: \(reasons.subtracting(seen.reasons).map(\.rawValue).sorted())")
        #expect(
            seen.reasons.isDisjoint(with: Self.unreachable.keys),
            "reached after all: \(seen.reasons.intersection(Self.unreachable.keys))")
        #expect(seen.interruptions == Set(Interruption.allCases))
        #expect(seen.changes == Set(DeviceChange.forms.map(\.word)))
    }
}
