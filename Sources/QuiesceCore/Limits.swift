/// Every bound in the system, each with its reason. What a device integrator may choose is not
/// here but in `PolicyProfile`.
public enum Limits {
    /// Apps installed on one device: the launcher of a large device shows a few hundred.
    public static let installedApps = 2_000
    /// Background tasks open in one app. Above any honest use; all their ids fit one datagram.
    public static let openTasksPerApp = 1_000
    /// Background tasks of one app that were refused and whose end is still expected: as many as it
    /// may begin before it reads that it can't. The end of an older one is logged, which harms
    /// nothing.
    public static let refusedTasksPerApp = 16
    /// Bytes of a background task's name that are kept, for logs.
    public static let taskNameBytes = 128
    /// Wake-ups of one app accepted and not yet finished. More would pile up behind a frozen app.
    /// As many pushes may wait for one in front that is busy.
    public static let wakesPerApp = 64
    /// Launches in which a wake-up is tried again after its app was ended for memory: one whose own
    /// work takes the memory would be launched, and ended, for ever.
    public static let purgesPerWake = 3
    /// Calls sent to one app and not yet handled. An app this far behind is not reading.
    public static let outstandingCallsPerApp = 256
    /// Bytes of a value that a tool sets, such as a time zone's name: the longest known has 32.
    public static let deviceValueBytes = 64
    /// Accessories connected at once: all their names fit one datagram many times.
    public static let accessories = 32
    /// Pixels along a side of a screen; the largest sold have half as many.
    public static let screenPixels = 16_384
    /// Changes of a zone's offset that the core is given at once: 30 years of those that change it
    /// most often, four times in some.
    public static let utcOffsetChanges = 128
    /// Seconds by which a zone may be ahead of UTC or behind it: no zone file may say more.
    public static let utcOffset: Int32 = 26 * 3_600
    /// By how much the clock may be corrected without its having been set: what keeps it right
    /// steps by less, once it has found the time.
    public static let clockCorrection = Interval.seconds(1)
    /// How often an app may close its connection out of sight before it is ended: each new one
    /// calls off a suspension that is under way, as what it has to say counts.
    public static let hangUpsPerStay = 16
    /// System events sent to one app and not yet handled, after which it gets the net change once
    /// it has caught up: a sensor must not drown an app whose main thread is busy.
    public static let outstandingSystemEvents = 4
    /// Notifications handed to an app in front and not yet handled; more wait until it has caught
    /// up. A device that wakes after days has hundreds that became due at once.
    public static let outstandingNotifications = 64
    /// Inputs sent to one app and not yet handled: enough that a quick app never waits for the
    /// next.
    public static let outstandingInput = 8
    /// Inputs that wait for an app which is behind with those: more than a person does meanwhile
    /// and still means.
    public static let waitingInput = 64
    /// How long an app in front may leave input unanswered before that is said of it (H3): as long
    /// as a person waits before thinking so. Nothing is ended for it.
    public static let unresponsiveAfter = Interval.seconds(5)
    /// Wrong passcodes in a row after which none is tried for a while, and for how long after that
    /// many, one more, …: a person mistypes a few times, a guesser tries for ever.
    public static let passcodeTries = 5
    public static let passcodeDelays: [Interval] = [
        .seconds(60), .seconds(300), .seconds(900), .seconds(3_600),
    ]
    /// Bytes of a passcode, as UTF-8. Fewer are guessed at once; more are a file passed by mistake.
    public static let passcodeBytes = 4...128
    /// Locks and ports of one app that are told; each stands for all, and an event is a line.
    public static let findingsNamed = 8
    /// From when an app goes into the background until its use is first looked at: most are
    /// suspended before, at no cost, and what it still drew for the screen is done.
    public static let firstLook = Interval.seconds(1)
    /// Between two looks at an app's use, at least: nobody comes into harm sooner.
    public static let shortestLook = Interval.milliseconds(250)
    /// Between two looks at an app with a GPU device open in the background.
    public static let gpuLook = Interval.seconds(5)
    /// App groups of one app: a family of apps shares a few.
    public static let groupsPerApp = 16
    /// Decisions that the daemon keeps in memory for `quiesce log`; the journal holds the rest.
    public static let decisionsKept = 4_096
    /// Decisions that each app's machine keeps, for `why`: a whole wake-up with its launch.
    public static let decisionsPerApp = 12
    /// Endings of launches and refusals, each, that are kept of an app beyond those: what a person
    /// asks about later, while the app goes on. A few days of an app that is ended every day.
    public static let endingsPerApp = 8
    public static let refusalsPerApp = 8
    /// Wake-ups that `why` tells one by one; the rest are counted, as an answer is one datagram.
    public static let pendingNamed = 8
    /// Apps that `why-awake` tells one by one, for the same reason.
    public static let executingNamed = 32
    /// Apps that the switcher lists.
    public static let recentApps = 50
    /// How late a timer may fire before the limits that it guards are extended (T6 of the
    /// reliability catalogue): scheduling delay on a busy machine, not a stall.
    public static let timerLateness = Interval.milliseconds(250)
    /// Sessions of one app: one for each kind of its content, and to spare.
    public static let sessionsPerApp = 64
    /// Bytes of a session's identifier: it is a name of reverse-DNS form, and part of a fact's key.
    public static let sessionIdentifierBytes = 255
    /// Seconds: a year.
    package static let resourceTimeoutSeconds = 31_622_400.0
    /// Tasks of one app, in all of its sessions, that aren't forgotten yet: a library of photos or
    /// episodes, and little enough that a device holds those of many apps.
    public static let transfersPerApp = 20_000
    /// Tasks beyond those that are made only to fail, which tells the app; more of them are
    /// refused.
    public static let transferVerdictsBeyond = 64
    /// Transfers that the user's own hands have asked for and that aren't forgotten yet.
    public static let transfersOfUser = 1_000
    /// The number of the user's ended transfers that are listed; beyond that the oldest is
    /// forgotten.
    public static let endedTransfersListed = 64
    /// Bytes of a task's description: all of a session's tasks are told in datagrams.
    public static let transferDescriptionBytes = 1_024
    /// Attempts under way at once, on the device: more share the same link, and each has its
    /// buffers.
    public static let runningTransfers = 16
    /// Attempts under way at once of one session, so that no app keeps the others from the link.
    public static let runningTransfersPerSession = 12
    /// Verdicts that an app was told and hasn't handled, of a session and of all. They fit, with
    /// all other calls, among those that may be outstanding.
    public static let verdictsOutstanding = 32
    public static let verdictsOutstandingPerApp = 96
    /// Cancelled transfers of an app whose bytes are kept for another task, and for how long.
    public static let keptTransfersPerApp = 64
    public static let keptFor = Interval.seconds(7 * 86_400)
    /// Wake-ups for transfers that a profile may let pass before it delays those that are begun
    /// after them: in a day no app has more.
    static let relaunchesUndelayed = 1_000
    /// After a failure, before a transfer or its host is tried again; doubles each time.
    public static let transferRetryFirst = Interval.seconds(1)
    public static let transferRetryMost = Interval.seconds(600)
    /// The part of such a delay, one in so many, that may be added to share a moment in which the
    /// device is awake: people who have waited for so long don't notice a tenth more. No more is
    /// added than the longest of our own delays has, as servers ask for a day.
    public static let retrySlackPart: Int64 = 10
    public static let retrySlackMost = Interval.seconds(60)
    /// Hosts of which it is remembered that they failed, beyond those that are held now.
    public static let failingHosts = 1_000
    /// Attempts in a row that a server answers with "later" before that is the verdict: hours, by
    /// then.
    public static let busyAttempts = 24
    /// The longest Retry-After: a server that asks for more has a wrong clock.
    public static let retryAfterMost = Interval.seconds(86_400)
    /// While the disk is full, between two tries.
    public static let spaceRetry = Interval.seconds(60)
    /// The longest time that an app may ask for as the time for the whole, and as the earliest
    /// beginning: such times add up without overflow.
    public static let longestResourceTimeout = Interval.seconds(3_153_600_000)
    public static let farthestBegin = Interval.seconds(3_153_600_000)
    /// How much sooner or later than foreseen a fetch may be made, to share a moment in which the
    /// device is awake: a third of the time for which its content is fresh.
    public static let fetchSlack = Interval.seconds(300)
    /// Between two looks at what is to be fetched, where nothing has happened that says more:
    /// fetches are planned by the minute.
    public static let fetchAskedAgain = Interval.seconds(60)
    /// A midnight so soon after the last one that counted begins no new budget: no zone's day is as
    /// short, and no clock that is corrected around midnight gains by it.
    public static let shortestBudgetDay = Interval.seconds(12 * 3_600)
    /// Fetches under way at once: as many apps in memory, and on the link, that nobody has asked
    /// for.
    public static let fetchesAtOnce = 4
    /// The longest minimum interval; a longer one is a slip of the pen, and would overflow sums.
    public static let longestFetchInterval = Interval.seconds(366 * 86_400)
    /// Background tasks of one app that wait, as BGTaskScheduler allows.
    public static let refreshRequests = 1
    public static let processingRequests = 10
    public static let backgroundTasks = refreshRequests + processingRequests
    /// Nobody has looked at the screen for so long that processing disturbs nobody.
    public static let idleBeforeProcessing = Interval.seconds(300)
    /// Notifications that one app has scheduled (N1).
    public static let scheduledNotificationsPerApp = 128
    /// Names of notifications that aren't scheduled in one call to their app: each of their bytes
    /// escaped, they fit one datagram. As many calls as end an app (`outstandingCallsPerApp`) do so
    /// before they are sent, too.
    public static let unscheduledNamesPerCall = 64
    /// Notifications of one app that wait for the user; then the oldest goes: nobody looks through
    /// more.
    public static let shownNotificationsPerApp = 64
    /// How late a notification fires before that is said of it: the user might have missed
    /// something.
    public static let notificationLateness = Interval.seconds(60)
    /// Runs of occurrences that are kept of a notification: one is usual, and each time that the
    /// clock is set to a wrong year and back adds one.
    public static let firedRuns = 4
    /// Bytes of what a user writes to a notification: a message, which is in a fact of its wake-up.
    public static let notificationTextBytes = 2_048
    /// Seconds after which a notification repeats at the earliest, as on iOS: more often it were no
    /// notification.
    public static let shortestRepeat: Int64 = 60
    /// Seconds after which it repeats at the latest: ten years, so that no sum of them overflows.
    public static let longestRepeat: Int64 = 315_360_000
    /// Years in which a date must be that a notification matches: after 40, 29 February has been
    /// every day of the week, also around 2100, which has none.
    public static let matchYears: Int64 = 40
    /// Missed matches that are counted: nobody reads more of a log's number.
    public static let countedMatches: Int64 = 100
    /// How far ahead the timer is asked for: what adds up without overflow.
    public static let farthestAlarm = Interval.seconds(30 * 86_400)
    /// By how much the calendar clock and the timer's may run apart before the timer is asked for
    /// anew: nobody notices that of an alarm.
    public static let alarmDrift = Interval.milliseconds(100)
    /// How long a clock that is older than it was is waited for (T3 of the reliability catalogue):
    /// it might have been wrong before, and alarms must not be silent for ever.
    public static let clockDistrust = Interval.seconds(86_400)
    /// Bytes of one datagram on either socket.
    public static let datagramBytes = 65_536
    /// Bytes of a push payload, as APNs allows.
    public static let pushPayloadBytes = 4_096
    /// Bytes of a payload that a gateway may hand over: its largest, a `voip` push's.
    public static let gatewayPushBytes = 5_120
    /// Bytes of the `apns-id` and of the collapse id with which a gateway hands a push over, each:
    /// receipts remember them.
    public static let pushNameBytes = 64
    /// Pushes of which it is remembered what became of them: a day of a device whose apps are busy.
    public static let pushReceipts = 256
    /// Uninstalled apps whose tokens the gateway hasn't heard about: a device that is away for
    /// weeks. Pushes for more of them are dropped when they come.
    public static let retiredTokens = 256
    /// Launch arguments of one `open`, together: they travel in one datagram.
    public static let launchArgumentBytes = 32_768
}
