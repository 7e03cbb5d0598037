import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct WordsTests {
    /// Every reason for which a launch can end, with the detail it comes with.
    static let endings: [(Reason, Detail?)] = [
        (.optedOut, nil), (.builtForOldSystem, nil), (.multitaskingUnavailable, nil),
        (.forceQuit, nil),
        (
            .launchTimedOut,
            .overran(call: "didFinishLaunching", limit: .seconds(5), elapsed: .seconds(5))
        ),
        (
            .backgroundTransitionTimedOut,
            .overran(call: "didEnterBackground", limit: .seconds(5), elapsed: .seconds(5))
        ),
        (
            .terminationTimedOut,
            .overran(call: "willTerminate", limit: .seconds(5), elapsed: .seconds(5))
        ),
        (
            .backgroundTaskExpired,
            .allowance(.seconds(180), tasks: ["\"a\"", "task 2", "\"c\"", "\"d\"", "\"e\""])
        ),
        (
            .completionHandlerMissing,
            .overran(call: "performFetch", limit: .seconds(30), elapsed: .seconds(30))
        ),
        (.memoryPressure, .memory(bytes: 5_000_000)),
        (.freezeTimedOut, .overran(call: "freeze", limit: .seconds(2), elapsed: .seconds(2))),
        (.notResponding, nil), (.connectionAbused, nil), (.protocolViolated, nil),
        (.spawnFailed, .failedStep("execve", errno: 8)),
        (.updated, .version("2")), (.uninstalled, nil), (.shutDown, nil), (.deviceRestarted, nil),
        (.orphaned, nil), (.exitedNormally, nil), (.exitedWithError, .code(3)),
        (.crashed, .signal(11)), (.exitStatusUnknown, nil), (.killRetried, nil),
        (.heldSharedLock, .lock(HeldLock(group: "group.a", file: "notes.db", kind: .flock))),
        (.gpuUsedInBackground, .gpu("/dev/dri/card0", used: .milliseconds(3))),
        (.continuedNotCompleted, .name("Export")),
        (.cpuExceeded, .cpu(used: .seconds(11), elapsed: .seconds(54))),
        (.killedByKernelForMemory, nil),
        (
            .launchTimedOut,
            .overran(call: AppCall.connectName, limit: .seconds(5), elapsed: .seconds(5))
        ),
    ]

    @Test("A background task succeeds; only a fetch or a push brings something", .behaviour("F5"))
    func completed() {
        let words = ["fetch", "push", "refresh", "processing", "transfer"].map { cause in
            let detail = Detail.wakeResult(WakeID(3), cause: cause, took: .seconds(1))
            return Reason.completedNewData.meaning(detail, at: nil).clause
        }
        #expect(
            words == [
                "it completed fetch 3 after 1 s, with new data",
                "it completed push 3 after 1 s, with new data",
                "it completed refresh 3 after 1 s", "it completed processing 3 after 1 s",
                "it completed wake-up 3 for transfers after 1 s",
            ])
    }

    @Test(
        "Every ending is a sentence of words, not a code word", .behaviour("W2"),
        arguments: endings.indices)
    func endingsArePlain(index: Int) {
        let (reason, detail) = Self.endings[index]
        let words = reason.ending(detail)
        #expect(words != reason.rawValue)
        #expect(words.contains(" "))
        #expect(!words.contains("?") && !words.hasSuffix("."))
        let start = words.prefix { $0 != " " }
        #expect(["it", "its", "this", "the"].contains(start))
    }

    @Test(
        "Every reason for which something ends or is refused has a sentence of its own, and what to do",
        .behaviour("D2", "W2"))
    func everyReasonThatEndsOrRefuses() {
        var sentences: [String: Reason] = [:]
        func expectOwn(_ sentence: String?, _ reason: Reason) {
            guard let sentence else { return }
            #expect(sentence.contains(" "), "\(reason)")
            #expect(sentences.updateValue(reason, forKey: sentence) == nil, "\(reason)")
        }
        for reason in Reason.allCases {
            let detail = Self.detail(of: reason)
            let meaning = reason.meaning(detail, at: .zero)
            let ends = Self.endings.contains { $0.0 == reason }
            let refuses = Self.refusals.contains { $0.reason == reason }
            #expect((meaning.ending != nil) == ends, "\(reason)")
            #expect((meaning.refusal != nil) == refuses, "\(reason)")
            #expect((meaning.change != nil) == (ends || refuses), "\(reason)")
            #expect(meaning.change?.contains(" ") ?? true)
            #expect(!meaning.clause.contains("?") && meaning.clause != reason.rawValue)
            expectOwn(meaning.ending, reason)
            expectOwn(meaning.refusal, reason)
        }
    }

    private static func detailOfConduct(_ reason: Reason) -> Detail? {
        switch reason {
        case .sharedLockKept: .lock(HeldLock(group: "group.a", file: "notes.db", kind: .posix))
        case .gpuOpenInBackground: .gpu("/dev/nvidia0", used: .zero)
        case .pagedOut: .memory(bytes: 5_000_000)
        case _: nil
        }
    }

    private static func detail(of reason: Reason) -> Detail? {
        if reason == .unresponsive {
            return .overran(call: "input", limit: .seconds(5), elapsed: .seconds(5))
        }
        if let conduct = detailOfConduct(reason) { return conduct }
        if reason == .deviceChanged { return .change(.proximity(near: true)) }
        if [.permissionAsked, .permissionSet, .permissionTold].contains(reason) {
            return .permission(.location, .denied)
        }
        return endings.first { $0.0 == reason }?.1
            ?? refusals.first { $0.reason == reason }?.detail
    }

    @Test(
        "A wake-up for transfers isn't taken for a transfer of its number", .behaviour("D2", "X6"))
    func wakeForTransfers() {
        let words = Detail.wake(WakeID(4), cause: "transfer", limit: .seconds(30)).words
        #expect(words == "wake-up 4 for transfers, 30 s for its handler")
        let fetch = Detail.wakeResult(WakeID(4), cause: "fetch", took: .seconds(2)).words
        #expect(fetch == "fetch 4 after 2 s")
    }

    @Test("Many open tasks are counted, not listed", .behaviour("T4"))
    func manyTasks() {
        #expect(
            Reason.backgroundTaskExpired.ending(Self.endings[7].1)
                == "it was killed, because its background tasks \"a\", task 2, \"c\" and 2 more were still open when its 180 s of background time ran out; call endBackgroundTask in the expiration handler at the latest"
        )
    }

    static let refusals: [Refusal] = [
        Refusal(.unknownApp), Refusal(.tooManyApps), Refusal(.forceQuitByUser),
        Refusal(.looksLikeAnother, detail: .name("org.example.Clock")),
        Refusal(.bannersUnsupported),
        Refusal(.unknownNotificationAction, detail: .name("reply")),
        Refusal(.notificationActionTakesText, detail: .name("reply")),
        Refusal(.notificationActionTakesNoText, detail: .name("later")),
        Refusal(.notificationTextTooLong),
        Refusal(.socketNotKept), Refusal(.tooManySockets),
        Refusal(.keepAliveTooShort, detail: .name("5 min")),
        Refusal(.voipRationed), Refusal(.voipPushesNotAsked),
        Refusal(.noAppForScheme, detail: .name("notes")),
        Refusal(.schemeNotDeclared, detail: .name("notes")), Refusal(.noURL), Refusal(.noShortcut),
        Refusal(.linkTooLong), Refusal(.linkNotInFront),
        Refusal(.noAppForDomain, detail: .name("example.com")),
        Refusal(.domainNotDeclared, detail: .name("example.com")),
        Refusal(.activityNotDeclared, detail: .name("org.example.reading")),
        Refusal(.modeNotDeclared, detail: .mode(.fetch, profile: "ios8")),
        Refusal(.modeUnknownToProfile, detail: .mode(.fetch, profile: "ios4")),
        Refusal(.notContentAvailable), Refusal(.multitaskingUnavailable), Refusal(.optedOut),
        Refusal(.builtForOldSystem),
        Refusal(.crashLoop, detail: .until(.zero + .seconds(8), crashes: 3)),
        Refusal(.unknownTransfer), Refusal(.transferUnchanged), Refusal(.unknownSession),
        Refusal(.tooManyTransfers), Refusal(.tooManySessions),
        Refusal(.launchEventsOff), Refusal(.noTransfers),
        Refusal(.tooManyWakes), Refusal(.deviceLocked), Refusal(.notRunning),
        Refusal(.shuttingDown), Refusal(.noSpace), Refusal(.storeFailed),
        Refusal(.tooManyTasks), Refusal(.unknownTask, detail: .task(TaskID(4), name: nil)),
        Refusal(.unknownWake), Refusal(.taskWhileTerminating), Refusal(.noBackgroundTimeLeft),
        Refusal(.invalidBundle), Refusal(.notAnApp), Refusal(.argumentsTooLong),
        Refusal(.payloadTooLarge), Refusal(.callInProgress), Refusal(.noCall),
        Refusal(.notConnected), Refusal(.tooManyAccessories), Refusal(.unknownPrompt),
        Refusal(.backgroundRefreshOff),
        Refusal(.nobodyInFront), Refusal(.deviceAsleep), Refusal(.inputWhileInactive),
        Refusal(.inputWhileAsking, detail: .name("7")), Refusal(.hostedHearsNoInput),
        Refusal(.hostedShowsNothing),
        Refusal(.inputNotHandled), Refusal(.noTouch), Refusal(.touchGoesOn),
        Refusal(
            .outsideScreen,
            detail: .outside(.shake, ScreenSize(width: 320, height: 480))),
        Refusal(.wrongPasscode, detail: .tries(5, until: .zero + .seconds(60))),
        Refusal(.passcodeDelayed, detail: .tries(5, until: .zero + .seconds(60))),
        Refusal(.passcodeRequired), Refusal(.noPasscode), Refusal(.protectedDataUnavailable),
        Refusal(.cpuThrottled, detail: .cpu(used: .seconds(48), elapsed: .seconds(50))),
        Refusal(.portsLeftOpen, detail: .ports([OpenPort(.tcp, 8080)])),
        Refusal(.fetchNever), Refusal(.fetchTooSoon, detail: .notBefore(.zero + .seconds(60))),
        Refusal(.fetchGoesOn), Refusal(.inFront), Refusal(.noNetwork), Refusal(.lowPower),
        Refusal(.lowPowerMode),
        Refusal(.fetchBudgetSpent, detail: .fetch(.budget(used: 6, of: 6))),
        Refusal(.deviceFetchBudgetSpent, detail: .fetch(.budget(used: 120, of: 120))),
        Refusal(.fetchStillFresh),
        Refusal(.fetchUnlikelyNow, detail: .notBefore(.zero + .seconds(60))),
        Refusal(.fetchJustUsed), Refusal(.neverOpened), Refusal(.taskNotPermitted),
        Refusal(.tooManyTaskRequests),
        Refusal(.noTaskRequest), Refusal(.conditionsMissing), Refusal(.notIdle),
        Refusal(.unknownNotification), Refusal(.impossibleFireDate, detail: .name("tea")),
        Refusal(.impossibleRegion, detail: .name("tea")),
        Refusal(.tooManyNotifications, detail: .name("tea")),
        Refusal(.notificationsNotRegistered), Refusal(.notificationsNotAllowed),
        Refusal(.nothingScheduled), Refusal(.clockNotBelieved),
        Refusal(.pushExpired), Refusal(.pushRationed, detail: .notBefore(.zero + .seconds(60))),
        Refusal(.pushesNotRegistered), Refusal(.pushTokenRefused, detail: .name("no")),
        Refusal(.tooManyRegions), Refusal(.locationNotAsked), Refusal(.locationNotAllowed),
        Refusal(.locationLost), Refusal(.locationPaused),
        Refusal(.audioTaken), Refusal(.audioNotInFront),
        Refusal(.audioCallInProgress), Refusal(.nobodyPlays), Refusal(.playerNotRunning),
        Refusal(.remoteCommandNotTaken),
        Refusal(.accessorySuspended), Refusal(.accessoryGone), Refusal(.accessoryTaken),
        Refusal(.accessoryUnreachable), Refusal(.accessoryProtocolNotDeclared, detail: .name("a")),
        Refusal(.accessoryProtocolNotOffered, detail: .name("a")),
        Refusal(.accessoryNameTaken, detail: .name("a")), Refusal(.accessoryNeedsProcess),
        Refusal(.noAccessoryProtocols), Refusal(.noAccessory),
        Refusal(.tooManyBluetoothManagers), Refusal(.bluetoothRationed),
        Refusal(.bluetoothNotAsked), Refusal(.bluetoothNotAllowed), Refusal(.bluetoothLost),
        Refusal(.thawsHostedOnly), Refusal(.thawImpossible), Refusal(.noThawSchedule),
        Refusal(.thawNeedsProcess), Refusal(.thawNotAllowed),
        Refusal(.continuedStopped, detail: .name("Export")), Refusal(.continuedUnknown),
        Refusal(.continuedNotInFront), Refusal(.continuedRuns), Refusal(.continuedNoRoom),
        Refusal(.continuedNotWhileWarm),
        Refusal(.tooManyContinued), Refusal(.unknownContinued), Refusal(.noContinuedTask),
    ]

    @Test("Every refusal says why and what to do", .behaviour("D2"), arguments: refusals)
    func refusalsArePlain(refusal: Refusal) {
        let words = refusal.explained(at: .zero)
        #expect(words != refusal.reason.rawValue)
        #expect(!words.contains("?") && !words.hasSuffix("."))
        #expect(words.contains("; "))
    }

    @Test("A crash loop says how often and how much longer", .behaviour("reliability P9"))
    func crashLoop() {
        let refusal = Refusal(.crashLoop, detail: .until(.zero + .seconds(8), crashes: 3))
        #expect(
            refusal.explained(at: Moment.zero.advanced(by: .seconds(2)))
                == "it failed 3 times in a row and is not launched into the background for another 6 s (W5); open it, or fix it"
        )
    }

    @Test("Details are a few words for a line of the log", .behaviour("D2"))
    func details() {
        let words: [(Detail, String)] = [
            (
                .overran(
                    call: "didEnterBackground", limit: .seconds(5), elapsed: .milliseconds(5_100)),
                "didEnterBackground took 5.1 s, 5 s allowed"
            ),
            (.allowance(.seconds(180), tasks: ["\"a\""]), "180 s used up with \"a\" open"),
            (.task(TaskID(4), name: "save"), "task 4 \"save\""),
            (.task(TaskID(4), name: nil), "task 4"),
            (.tasks(count: 1), "one task"), (.tasks(count: 2), "2 tasks"),
            (.wake(WakeID(7), cause: "push", limit: .seconds(30)), "push 7, 30 s for its handler"),
            (.wakeResult(WakeID(7), cause: "push", took: .milliseconds(12)), "push 7 after 12 ms"),
            (.call("didBecomeActive", seq: 2), "didBecomeActive (2)"), (.signal(9), "signal 9"),
            (.code(1), "code 1"), (.failedStep("clone3", errno: 11), "clone3: errno 11"),
            (.mode(.fetch, profile: "ios4"), "fetch in profile ios4"),
            (.until(.zero, crashes: 1), "one crash in a row"),
            (.late(.seconds(3)), "3 s late; limits extended by as much"),
            (.version("2"), "version 2"), (.tries(3, until: nil), "3 wrong in a row"),
        ]
        for (detail, expected) in words { #expect(detail.words == expected) }
    }
}
