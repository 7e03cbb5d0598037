// Derived from Explain/Decision.swift by scripts/derive. Change that, and run it.

extension Decision: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("seq", seq)
        sink.field("time", time)
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("kind", kind)
        sink.field("from", from)
        sink.field("to", to)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("detail", detail)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        time = try fields.read("time")
        app = try fields.readIfPresent("app")
        launch = try fields.readIfPresent("launch")
        kind = try fields.read("kind")
        from = try fields.readIfPresent("from")
        to = try fields.readIfPresent("to")
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
    }
}

extension Decision.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .input: sink.word("input", number: 0)
        case .transition: sink.word("transition", number: 1)
        case .task: sink.word("task", number: 2)
        case .deliver: sink.word("deliver", number: 3)
        case .merge: sink.word("merge", number: 4)
        case .wake: sink.word("wake", number: 5)
        case .transfer: sink.word("transfer", number: 6)
        case .notification: sink.word("notification", number: 7)
        case .push: sink.word("push", number: 8)
        case .refuse: sink.word("refuse", number: 9)
        case .kill: sink.word("kill", number: 10)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Reason: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .opened: sink.word("opened", number: 0)
        case .launched: sink.word("launched", number: 1)
        case .didFinishLaunching: sink.word("didFinishLaunching", number: 2)
        case .left: sink.word("left", number: 3)
        case .didEnterBackground: sink.word("didEnterBackground", number: 4)
        case .idle: sink.word("idle", number: 5)
        case .interrupted: sink.word("interrupted", number: 6)
        case .taskBegan: sink.word("taskBegan", number: 7)
        case .taskEnded: sink.word("taskEnded", number: 8)
        case .taskGoesOn: sink.word("taskGoesOn", number: 9)
        case .wokenForFetch: sink.word("wokenForFetch", number: 10)
        case .wokenForPush: sink.word("wokenForPush", number: 11)
        case .wokenForTransfer: sink.word("wokenForTransfer", number: 12)
        case .wokenForTask: sink.word("wokenForTask", number: 13)
        case .deviceSlept: sink.word("deviceSlept", number: 14)
        case .deviceWoke: sink.word("deviceWoke", number: 15)
        case .adopted: sink.word("adopted", number: 16)
        case .connected: sink.word("connected", number: 17)
        case .foundThawed: sink.word("foundThawed", number: 18)
        case .exitedNormally: sink.word("exitedNormally", number: 19)
        case .exitedWithError: sink.word("exitedWithError", number: 20)
        case .crashed: sink.word("crashed", number: 21)
        case .exitStatusUnknown: sink.word("exitStatusUnknown", number: 22)
        case .killedByKernelForMemory: sink.word("killedByKernelForMemory", number: 23)
        case .optedOut: sink.word("optedOut", number: 24)
        case .builtForOldSystem: sink.word("builtForOldSystem", number: 25)
        case .multitaskingUnavailable: sink.word("multitaskingUnavailable", number: 26)
        case .forceQuit: sink.word("forceQuit", number: 27)
        case .launchTimedOut: sink.word("launchTimedOut", number: 28)
        case .backgroundTransitionTimedOut: sink.word("backgroundTransitionTimedOut", number: 29)
        case .terminationTimedOut: sink.word("terminationTimedOut", number: 30)
        case .backgroundTaskExpired: sink.word("backgroundTaskExpired", number: 31)
        case .completionHandlerMissing: sink.word("completionHandlerMissing", number: 32)
        case .freezeTimedOut: sink.word("freezeTimedOut", number: 33)
        case .memoryPressure: sink.word("memoryPressure", number: 34)
        case .notResponding: sink.word("notResponding", number: 35)
        case .connectionAbused: sink.word("connectionAbused", number: 36)
        case .spawnFailed: sink.word("spawnFailed", number: 37)
        case .updated: sink.word("updated", number: 38)
        case .uninstalled: sink.word("uninstalled", number: 39)
        case .shutDown: sink.word("shutDown", number: 40)
        case .deviceRestarted: sink.word("deviceRestarted", number: 41)
        case .orphaned: sink.word("orphaned", number: 42)
        case .expirationWarning: sink.word("expirationWarning", number: 43)
        case .connectionLost: sink.word("connectionLost", number: 44)
        case .completedNewData: sink.word("completedNewData", number: 45)
        case .completedNoData: sink.word("completedNoData", number: 46)
        case .completedFailed: sink.word("completedFailed", number: 47)
        case .appEnded: sink.word("appEnded", number: 48)
        case .killRetried: sink.word("killRetried", number: 49)
        case .timerLate: sink.word("timerLate", number: 50)
        case .unknownApp: sink.word("unknownApp", number: 51)
        case .tooManyApps: sink.word("tooManyApps", number: 52)
        case .tooManyTasks: sink.word("tooManyTasks", number: 53)
        case .tooManyWakes: sink.word("tooManyWakes", number: 54)
        case .unknownTask: sink.word("unknownTask", number: 55)
        case .unknownWake: sink.word("unknownWake", number: 56)
        case .taskWhileTerminating: sink.word("taskWhileTerminating", number: 57)
        case .noBackgroundTimeLeft: sink.word("noBackgroundTimeLeft", number: 58)
        case .modeNotDeclared: sink.word("modeNotDeclared", number: 59)
        case .modeUnknownToProfile: sink.word("modeUnknownToProfile", number: 60)
        case .notContentAvailable: sink.word("notContentAvailable", number: 61)
        case .forceQuitByUser: sink.word("forceQuitByUser", number: 62)
        case .crashLoop: sink.word("crashLoop", number: 63)
        case .callInProgress: sink.word("callInProgress", number: 64)
        case .noCall: sink.word("noCall", number: 65)
        case .notConnected: sink.word("notConnected", number: 66)
        case .tooManyAccessories: sink.word("tooManyAccessories", number: 67)
        case .unknownPrompt: sink.word("unknownPrompt", number: 68)
        case .backgroundRefreshOff: sink.word("backgroundRefreshOff", number: 69)
        case .deviceLocked: sink.word("deviceLocked", number: 70)
        case .notRunning: sink.word("notRunning", number: 71)
        case .noSpace: sink.word("noSpace", number: 72)
        case .storeFailed: sink.word("storeFailed", number: 73)
        case .shuttingDown: sink.word("shuttingDown", number: 74)
        case .invalidBundle: sink.word("invalidBundle", number: 75)
        case .notAnApp: sink.word("notAnApp", number: 76)
        case .argumentsTooLong: sink.word("argumentsTooLong", number: 77)
        case .payloadTooLarge: sink.word("payloadTooLarge", number: 78)
        case .wrongPasscode: sink.word("wrongPasscode", number: 79)
        case .passcodeRequired: sink.word("passcodeRequired", number: 80)
        case .passcodeDelayed: sink.word("passcodeDelayed", number: 81)
        case .noPasscode: sink.word("noPasscode", number: 82)
        case .awaitsFirstUnlock: sink.word("awaitsFirstUnlock", number: 83)
        case .protectedDataUnavailable: sink.word("protectedDataUnavailable", number: 84)
        case .settingsChanged: sink.word("settingsChanged", number: 85)
        case .clockSet: sink.word("clockSet", number: 86)
        case .calendarDayChanged: sink.word("calendarDayChanged", number: 87)
        case .permissionAsked: sink.word("permissionAsked", number: 88)
        case .permissionSet: sink.word("permissionSet", number: 89)
        case .permissionTold: sink.word("permissionTold", number: 90)
        case .memoryWarning: sink.word("memoryWarning", number: 91)
        case .deviceChanged: sink.word("deviceChanged", number: 92)
        case .merged: sink.word("merged", number: 93)
        case .undone: sink.word("undone", number: 94)
        case .interruption: sink.word("interruption", number: 95)
        case .interruptionEnded: sink.word("interruptionEnded", number: 96)
        case .userInput: sink.word("userInput", number: 97)
        case .inputMerged: sink.word("inputMerged", number: 98)
        case .inputDropped: sink.word("inputDropped", number: 99)
        case .touchCancelled: sink.word("touchCancelled", number: 100)
        case .unresponsive: sink.word("unresponsive", number: 101)
        case .responsive: sink.word("responsive", number: 102)
        case .snapshotTaken: sink.word("snapshotTaken", number: 103)
        case .nobodyInFront: sink.word("nobodyInFront", number: 104)
        case .deviceAsleep: sink.word("deviceAsleep", number: 105)
        case .inputWhileInactive: sink.word("inputWhileInactive", number: 106)
        case .inputNotHandled: sink.word("inputNotHandled", number: 107)
        case .outsideScreen: sink.word("outsideScreen", number: 108)
        case .noTouch: sink.word("noTouch", number: 109)
        case .touchGoesOn: sink.word("touchGoesOn", number: 110)
        case .heldSharedLock: sink.word("heldSharedLock", number: 111)
        case .sharedLockKept: sink.word("sharedLockKept", number: 112)
        case .gpuUsedInBackground: sink.word("gpuUsedInBackground", number: 113)
        case .gpuOpenInBackground: sink.word("gpuOpenInBackground", number: 114)
        case .cpuThrottled: sink.word("cpuThrottled", number: 115)
        case .cpuExceeded: sink.word("cpuExceeded", number: 116)
        case .portsLeftOpen: sink.word("portsLeftOpen", number: 117)
        case .pagedOut: sink.word("pagedOut", number: 118)
        case .passcodeSet: sink.word("passcodeSet", number: 119)
        case .passcodeCleared: sink.word("passcodeCleared", number: 120)
        case .protectedDataGone: sink.word("protectedDataGone", number: 121)
        case .transferQueued: sink.word("transferQueued", number: 122)
        case .transferStarted: sink.word("transferStarted", number: 123)
        case .transferPaused: sink.word("transferPaused", number: 124)
        case .transferHeld: sink.word("transferHeld", number: 125)
        case .transferInterrupted: sink.word("transferInterrupted", number: 126)
        case .transferRestarted: sink.word("transferRestarted", number: 127)
        case .transferAsks: sink.word("transferAsks", number: 128)
        case .transferAnsweredAsUsual: sink.word("transferAnsweredAsUsual", number: 129)
        case .transferFinished: sink.word("transferFinished", number: 130)
        case .transferFailed: sink.word("transferFailed", number: 131)
        case .transferCancelled: sink.word("transferCancelled", number: 132)
        case .transferHandled: sink.word("transferHandled", number: 133)
        case .agentEnded: sink.word("agentEnded", number: 134)
        case .unknownTransfer: sink.word("unknownTransfer", number: 135)
        case .transferUnchanged: sink.word("transferUnchanged", number: 136)
        case .unknownSession: sink.word("unknownSession", number: 137)
        case .tooManyTransfers: sink.word("tooManyTransfers", number: 138)
        case .tooManySessions: sink.word("tooManySessions", number: 139)
        case .launchEventsOff: sink.word("launchEventsOff", number: 140)
        case .noTransfers: sink.word("noTransfers", number: 141)
        case .notificationScheduled: sink.word("notificationScheduled", number: 142)
        case .notificationCancelled: sink.word("notificationCancelled", number: 143)
        case .notificationFired: sink.word("notificationFired", number: 144)
        case .notificationTold: sink.word("notificationTold", number: 145)
        case .notificationOpened: sink.word("notificationOpened", number: 146)
        case .notificationDismissed: sink.word("notificationDismissed", number: 147)
        case .notificationsRegistered: sink.word("notificationsRegistered", number: 148)
        case .badgeSet: sink.word("badgeSet", number: 149)
        case .alertStyleSet: sink.word("alertStyleSet", number: 150)
        case .alertLowered: sink.word("alertLowered", number: 151)
        case .clockBehind: sink.word("clockBehind", number: 152)
        case .clockTrusted: sink.word("clockTrusted", number: 153)
        case .unknownNotification: sink.word("unknownNotification", number: 154)
        case .impossibleFireDate: sink.word("impossibleFireDate", number: 155)
        case .tooManyNotifications: sink.word("tooManyNotifications", number: 156)
        case .notificationsNotRegistered: sink.word("notificationsNotRegistered", number: 157)
        case .notificationsNotAllowed: sink.word("notificationsNotAllowed", number: 158)
        case .nothingScheduled: sink.word("nothingScheduled", number: 159)
        case .clockNotBelieved: sink.word("clockNotBelieved", number: 160)
        case .bannersUnsupported: sink.word("bannersUnsupported", number: 161)
        case .pushRepeated: sink.word("pushRepeated", number: 162)
        case .pushTold: sink.word("pushTold", number: 163)
        case .pushHeld: sink.word("pushHeld", number: 164)
        case .pushAwaitsBackoff: sink.word("pushAwaitsBackoff", number: 165)
        case .pushMerged: sink.word("pushMerged", number: 166)
        case .pushRegistered: sink.word("pushRegistered", number: 167)
        case .pushUnregistered: sink.word("pushUnregistered", number: 168)
        case .pushTokenIssued: sink.word("pushTokenIssued", number: 169)
        case .gatewayJoined: sink.word("gatewayJoined", number: 170)
        case .gatewayLeft: sink.word("gatewayLeft", number: 171)
        case .pushExpired: sink.word("pushExpired", number: 172)
        case .pushRationed: sink.word("pushRationed", number: 173)
        case .pushesNotRegistered: sink.word("pushesNotRegistered", number: 174)
        case .pushTokenRefused: sink.word("pushTokenRefused", number: 175)
        case .fetchIntervalSet: sink.word("fetchIntervalSet", number: 176)
        case .fetchPlanned: sink.word("fetchPlanned", number: 177)
        case .fetchMerged: sink.word("fetchMerged", number: 178)
        case .fetchedNothing: sink.word("fetchedNothing", number: 179)
        case .fetchBudgetChanged: sink.word("fetchBudgetChanged", number: 180)
        case .fetchNever: sink.word("fetchNever", number: 181)
        case .fetchTooSoon: sink.word("fetchTooSoon", number: 182)
        case .fetchGoesOn: sink.word("fetchGoesOn", number: 183)
        case .inFront: sink.word("inFront", number: 184)
        case .noNetwork: sink.word("noNetwork", number: 185)
        case .lowPower: sink.word("lowPower", number: 186)
        case .fetchBudgetSpent: sink.word("fetchBudgetSpent", number: 187)
        case .deviceFetchBudgetSpent: sink.word("deviceFetchBudgetSpent", number: 188)
        case .fetchStillFresh: sink.word("fetchStillFresh", number: 189)
        case .fetchUnlikelyNow: sink.word("fetchUnlikelyNow", number: 190)
        case .fetchJustUsed: sink.word("fetchJustUsed", number: 191)
        case .neverOpened: sink.word("neverOpened", number: 192)
        case .taskSubmitted: sink.word("taskSubmitted", number: 193)
        case .taskCancelled: sink.word("taskCancelled", number: 194)
        case .taskExpires: sink.word("taskExpires", number: 195)
        case .taskNotPermitted: sink.word("taskNotPermitted", number: 196)
        case .tooManyTaskRequests: sink.word("tooManyTaskRequests", number: 197)
        case .noTaskRequest: sink.word("noTaskRequest", number: 198)
        case .conditionsMissing: sink.word("conditionsMissing", number: 199)
        case .notIdle: sink.word("notIdle", number: 200)
        case .home: sink.word("home", number: 201)
        case .lock: sink.word("lock", number: 202)
        case .unlock: sink.word("unlock", number: 203)
        case .sleep: sink.word("sleep", number: 204)
        case .wake: sink.word("wake", number: 205)
        case .sleepDeferred: sink.word("sleepDeferred", number: 206)
        case .screenLocked: sink.word("screenLocked", number: 207)
        case .fetch: sink.word("fetch", number: 208)
        case .push: sink.word("push", number: 209)
        case .transfer: sink.word("transfer", number: 210)
        case .backgroundTask: sink.word("backgroundTask", number: 211)
        case .install: sink.word("install", number: 212)
        case .uninstall: sink.word("uninstall", number: 213)
        case .restart: sink.word("restart", number: 214)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Rule: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .s1: sink.word("S1", number: 0)
        case .s3: sink.word("S3", number: 1)
        case .s4: sink.word("S4", number: 2)
        case .s5: sink.word("S5", number: 3)
        case .s6: sink.word("S6", number: 4)
        case .s7: sink.word("S7", number: 5)
        case .s8: sink.word("S8", number: 6)
        case .s12: sink.word("S12", number: 7)
        case .s13: sink.word("S13", number: 8)
        case .w1: sink.word("W1", number: 9)
        case .w3: sink.word("W3", number: 10)
        case .w4: sink.word("W4", number: 11)
        case .w5: sink.word("W5", number: 12)
        case .t1: sink.word("T1", number: 13)
        case .t2: sink.word("T2", number: 14)
        case .t3: sink.word("T3", number: 15)
        case .t4: sink.word("T4", number: 16)
        case .t5: sink.word("T5", number: 17)
        case .t6: sink.word("T6", number: 18)
        case .t7: sink.word("T7", number: 19)
        case .n1: sink.word("N1", number: 20)
        case .n2: sink.word("N2", number: 21)
        case .n3: sink.word("N3", number: 22)
        case .n4: sink.word("N4", number: 23)
        case .n5: sink.word("N5", number: 24)
        case .n6: sink.word("N6", number: 25)
        case .n7: sink.word("N7", number: 26)
        case .f1: sink.word("F1", number: 27)
        case .f2: sink.word("F2", number: 28)
        case .f3: sink.word("F3", number: 29)
        case .f4: sink.word("F4", number: 30)
        case .f6: sink.word("F6", number: 31)
        case .f9: sink.word("F9", number: 32)
        case .f5: sink.word("F5", number: 33)
        case .f8: sink.word("F8", number: 34)
        case .f7: sink.word("F7", number: 35)
        case .h2: sink.word("H2", number: 36)
        case .h3: sink.word("H3", number: 37)
        case .m1: sink.word("M1", number: 38)
        case .m2: sink.word("M2", number: 39)
        case .p2: sink.word("P2", number: 40)
        case .p3: sink.word("P3", number: 41)
        case .q1: sink.word("Q1", number: 42)
        case .q4: sink.word("Q4", number: 43)
        case .q5: sink.word("Q5", number: 44)
        case .r1: sink.word("R1", number: 45)
        case .r2: sink.word("R2", number: 46)
        case .r3: sink.word("R3", number: 47)
        case .r4: sink.word("R4", number: 48)
        case .r5: sink.word("R5", number: 49)
        case .o1: sink.word("O1", number: 50)
        case .o2: sink.word("O2", number: 51)
        case .o3: sink.word("O3", number: 52)
        case .o4: sink.word("O4", number: 53)
        case .u1: sink.word("U1", number: 54)
        case .u2: sink.word("U2", number: 55)
        case .u4: sink.word("U4", number: 56)
        case .u3: sink.word("U3", number: 57)
        case .c1: sink.word("C1", number: 58)
        case .c2: sink.word("C2", number: 59)
        case .c3: sink.word("C3", number: 60)
        case .c4: sink.word("C4", number: 61)
        case .x1: sink.word("X1", number: 62)
        case .x2: sink.word("X2", number: 63)
        case .x3: sink.word("X3", number: 64)
        case .x4: sink.word("X4", number: 65)
        case .x5: sink.word("X5", number: 66)
        case .x6: sink.word("X6", number: 67)
        case .x7: sink.word("X7", number: 68)
        case .x8: sink.word("X8", number: 69)
        case .x9: sink.word("X9", number: 70)
        case .k1: sink.word("K1", number: 71)
        case .d1: sink.word("D1", number: 72)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Detail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .overran(let value0, let value1, let value2):
            sink.beginCase("overran", number: 0)
            sink.field("call", value0)
            sink.field("limit", value1)
            sink.field("elapsed", value2)
        case .allowance(let value0, let value1):
            sink.beginCase("allowance", number: 1)
            sink.field("_0", value0)
            sink.field("tasks", value1)
        case .task(let value0, let value1):
            sink.beginCase("task", number: 2)
            sink.field("_0", value0)
            sink.field("name", value1)
        case .tasks(let value0):
            sink.beginCase("tasks", number: 3)
            sink.field("count", value0)
        case .wake(let value0, let value1, let value2):
            sink.beginCase("wake", number: 4)
            sink.field("_0", value0)
            sink.field("cause", value1)
            sink.field("limit", value2)
        case .wakeResult(let value0, let value1, let value2):
            sink.beginCase("wakeResult", number: 5)
            sink.field("_0", value0)
            sink.field("cause", value1)
            sink.field("took", value2)
        case .call(let value0, let value1):
            sink.beginCase("call", number: 6)
            sink.field("_0", value0)
            sink.field("seq", value1)
        case .signal(let value0):
            sink.beginCase("signal", number: 7)
            sink.field("_0", value0)
        case .code(let value0):
            sink.beginCase("code", number: 8)
            sink.field("_0", value0)
        case .failedStep(let value0, let value1):
            sink.beginCase("failedStep", number: 9)
            sink.field("_0", value0)
            sink.field("errno", value1)
        case .mode(let value0, let value1):
            sink.beginCase("mode", number: 10)
            sink.field("_0", value0)
            sink.field("profile", value1)
        case .until(let value0, let value1):
            sink.beginCase("until", number: 11)
            sink.field("_0", value0)
            sink.field("crashes", value1)
        case .tries(let value0, let value1):
            sink.beginCase("tries", number: 12)
            sink.field("_0", value0)
            sink.field("until", value1)
        case .late(let value0):
            sink.beginCase("late", number: 13)
            sink.field("_0", value0)
        case .version(let value0):
            sink.beginCase("version", number: 14)
            sink.field("_0", value0)
        case .change(let value0):
            sink.beginCase("change", number: 15)
            sink.field("_0", value0)
        case .memory(let value0):
            sink.beginCase("memory", number: 16)
            sink.field("bytes", value0)
        case .interruption(let value0):
            sink.beginCase("interruption", number: 17)
            sink.field("_0", value0)
        case .systemEvents(let value0):
            sink.beginCase("systemEvents", number: 18)
            sink.field("_0", value0)
        case .merged(let value0, let value1, let value2):
            sink.beginCase("merged", number: 19)
            sink.field("_0", value0)
            sink.field("changes", value1)
            sink.field("told", value2)
        case .permission(let value0, let value1):
            sink.beginCase("permission", number: 20)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .input(let value0):
            sink.beginCase("input", number: 21)
            sink.field("_0", value0)
        case .outside(let value0, let value1):
            sink.beginCase("outside", number: 22)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .lock(let value0):
            sink.beginCase("lock", number: 23)
            sink.field("_0", value0)
        case .ports(let value0):
            sink.beginCase("ports", number: 24)
            sink.field("_0", value0)
        case .cpu(let value0, let value1):
            sink.beginCase("cpu", number: 25)
            sink.field("used", value0)
            sink.field("elapsed", value1)
        case .gpu(let value0, let value1):
            sink.beginCase("gpu", number: 26)
            sink.field("_0", value0)
            sink.field("used", value1)
        case .transfer(let value0, let value1):
            sink.beginCase("transfer", number: 27)
            sink.field("_0", value0)
            sink.field("origin", value1)
        case .transferAttempt(let value0, let value1):
            sink.beginCase("transferAttempt", number: 28)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .transferHeld(let value0, let value1, let value2):
            sink.beginCase("transferHeld", number: 29)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("until", value2)
        case .transferRetry(let value0, let value1, let value2):
            sink.beginCase("transferRetry", number: 30)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("until", value2)
        case .transferRestarted(let value0, let value1, let value2):
            sink.beginCase("transferRestarted", number: 31)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("discarded", value2)
        case .transferEnded(let value0, let value1):
            sink.beginCase("transferEnded", number: 32)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .fetchInterval(let value0):
            sink.beginCase("fetchInterval", number: 33)
            sink.field("_0", value0)
        case .plannedFetch(let value0):
            sink.beginCase("plannedFetch", number: 34)
            sink.field("_0", value0)
        case .fetchBudget(let value0, let value1):
            sink.beginCase("fetchBudget", number: 35)
            sink.field("used", value0)
            sink.field("of", value1)
        case .notBefore(let value0):
            sink.beginCase("notBefore", number: 36)
            sink.field("_0", value0)
        case .taskRequest(let value0, let value1):
            sink.beginCase("taskRequest", number: 37)
            sink.field("_0", value0)
            sink.field("identifier", value1)
        case .agent(let value0, let value1):
            sink.beginCase("agent", number: 38)
            sink.field("deaths", value0)
            sink.field("retryAt", value1)
        case .notification(let value0, let value1):
            sink.beginCase("notification", number: 39)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .notificationFired(let value0, let value1, let value2, let value3):
            sink.beginCase("notificationFired", number: 40)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("late", value2)
            sink.field("skipped", value3)
        case .name(let value0):
            sink.beginCase("name", number: 41)
            sink.field("_0", value0)
        case .badge(let value0):
            sink.beginCase("badge", number: 42)
            sink.field("_0", value0)
        case .presents(let value0):
            sink.beginCase("presents", number: 43)
            sink.field("_0", value0)
        case .alertStyle(let value0):
            sink.beginCase("alertStyle", number: 44)
            sink.field("_0", value0)
        case .clock(let value0):
            sink.beginCase("clock", number: 45)
            sink.field("_0", value0)
        case .push(let value0):
            sink.beginCase("push", number: 46)
            sink.field("_0", value0)
        case .pushHeld(let value0, let value1):
            sink.beginCase("pushHeld", number: 47)
            sink.field("_0", value0)
            sink.field("until", value1)
        case .pushMerged(let value0, let value1):
            sink.beginCase("pushMerged", number: 48)
            sink.field("_0", value0)
            sink.field("into", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("overran") {
            self = .overran(
                call: try fields.read("call"),
                limit: try fields.read("limit"),
                elapsed: try fields.read("elapsed"))
        } else if word.isWord("allowance") {
            self = .allowance(
                try fields.read("_0"),
                tasks: try fields.read("tasks"))
        } else if word.isWord("task") {
            self = .task(
                try fields.read("_0"),
                name: try fields.readIfPresent("name"))
        } else if word.isWord("tasks") {
            self = .tasks(
                count: try fields.read("count"))
        } else if word.isWord("wake") {
            self = .wake(
                try fields.read("_0"),
                cause: try fields.read("cause"),
                limit: try fields.read("limit"))
        } else if word.isWord("wakeResult") {
            self = .wakeResult(
                try fields.read("_0"),
                cause: try fields.read("cause"),
                took: try fields.read("took"))
        } else if word.isWord("call") {
            self = .call(
                try fields.read("_0"),
                seq: try fields.read("seq"))
        } else if word.isWord("signal") {
            self = .signal(
                try fields.read("_0"))
        } else if word.isWord("code") {
            self = .code(
                try fields.read("_0"))
        } else if word.isWord("failedStep") {
            self = .failedStep(
                try fields.read("_0"),
                errno: try fields.read("errno"))
        } else if word.isWord("mode") {
            self = .mode(
                try fields.read("_0"),
                profile: try fields.read("profile"))
        } else if word.isWord("until") {
            self = .until(
                try fields.read("_0"),
                crashes: try fields.read("crashes"))
        } else if word.isWord("tries") {
            self = .tries(
                try fields.read("_0"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("late") {
            self = .late(
                try fields.read("_0"))
        } else if word.isWord("version") {
            self = .version(
                try fields.read("_0"))
        } else if word.isWord("change") {
            self = .change(
                try fields.read("_0"))
        } else if word.isWord("memory") {
            self = .memory(
                bytes: try fields.read("bytes"))
        } else if word.isWord("interruption") {
            self = .interruption(
                try fields.read("_0"))
        } else if word.isWord("systemEvents") {
            self = .systemEvents(
                try fields.read("_0"))
        } else if word.isWord("merged") {
            self = .merged(
                try fields.read("_0"),
                changes: try fields.read("changes"),
                told: try fields.read("told"))
        } else if word.isWord("permission") {
            self = .permission(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("input") {
            self = .input(
                try fields.read("_0"))
        } else if word.isWord("outside") {
            self = .outside(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("lock") {
            self = .lock(
                try fields.read("_0"))
        } else if word.isWord("ports") {
            self = .ports(
                try fields.read("_0"))
        } else if word.isWord("cpu") {
            self = .cpu(
                used: try fields.read("used"),
                elapsed: try fields.read("elapsed"))
        } else if word.isWord("gpu") {
            self = .gpu(
                try fields.read("_0"),
                used: try fields.read("used"))
        } else if word.isWord("transfer") {
            self = .transfer(
                try fields.read("_0"),
                origin: try fields.read("origin"))
        } else if word.isWord("transferAttempt") {
            self = .transferAttempt(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("transferHeld") {
            self = .transferHeld(
                try fields.read("_0"),
                try fields.read("_1"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("transferRetry") {
            self = .transferRetry(
                try fields.read("_0"),
                try fields.read("_1"),
                until: try fields.read("until"))
        } else if word.isWord("transferRestarted") {
            self = .transferRestarted(
                try fields.read("_0"),
                try fields.read("_1"),
                discarded: try fields.read("discarded"))
        } else if word.isWord("transferEnded") {
            self = .transferEnded(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("fetchInterval") {
            self = .fetchInterval(
                try fields.readIfPresent("_0"))
        } else if word.isWord("plannedFetch") {
            self = .plannedFetch(
                try fields.read("_0"))
        } else if word.isWord("fetchBudget") {
            self = .fetchBudget(
                used: try fields.read("used"),
                of: try fields.read("of"))
        } else if word.isWord("notBefore") {
            self = .notBefore(
                try fields.read("_0"))
        } else if word.isWord("taskRequest") {
            self = .taskRequest(
                try fields.read("_0"),
                identifier: try fields.read("identifier"))
        } else if word.isWord("agent") {
            self = .agent(
                deaths: try fields.read("deaths"),
                retryAt: try fields.readIfPresent("retryAt"))
        } else if word.isWord("notification") {
            self = .notification(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("notificationFired") {
            self = .notificationFired(
                try fields.read("_0"),
                try fields.read("_1"),
                late: try fields.readIfPresent("late"),
                skipped: try fields.read("skipped"))
        } else if word.isWord("name") {
            self = .name(
                try fields.read("_0"))
        } else if word.isWord("badge") {
            self = .badge(
                try fields.read("_0"))
        } else if word.isWord("presents") {
            self = .presents(
                try fields.read("_0"))
        } else if word.isWord("alertStyle") {
            self = .alertStyle(
                try fields.read("_0"))
        } else if word.isWord("clock") {
            self = .clock(
                try fields.read("_0"))
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"))
        } else if word.isWord("pushHeld") {
            self = .pushHeld(
                try fields.read("_0"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("pushMerged") {
            self = .pushMerged(
                try fields.read("_0"),
                into: try fields.read("into"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Refusal: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("detail", detail)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
    }
}
