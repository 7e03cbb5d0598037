/// The numbers and rules in which the generations of iOS differ, and our own choices where the
/// documents are silent. A plain value: a device integrator copies one and edits it.
// derive: json
public struct PolicyProfile: Sendable, Hashable {
    public var name: String

    // MARK: Watchdogs (W1), in awake time

    /// From the process's start until didFinishLaunching has returned.
    public var launchLimit: Interval
    /// For willResignActive and for didEnterBackground, each.
    public var backgroundTransitionLimit: Interval
    /// From willTerminate until the process is gone.
    public var terminationLimit: Interval

    // MARK: Finite-length tasks (T3-T5), in awake time

    /// Background time that open tasks give an app until it comes back to the foreground.
    public var backgroundAllowance: Interval
    /// How long before the end the expiration handlers are called. Also what an app gets at
    /// least that begins a task with its allowance used up.
    public var expirationWarning: Interval
    /// By how much the warning may come earlier, to share a timer with another app's.
    public var expirationWarningSlack: Interval
    /// Whether the device may sleep while tasks are open; they then go on when it is awake (T5).
    public var deviceSleepSuspendsTasks: Bool

    // MARK: Wake-ups

    /// For performFetch's completion handler (F2), in awake time from the thaw.
    public var fetchLimit: Interval
    /// For didReceiveRemoteNotification's completion handler (R2), in awake time from the thaw.
    public var pushLimit: Interval
    /// For the completion handler of handleEventsForBackgroundURLSession (X6), likewise.
    public var transferLimit: Interval
    /// The shortest interval of a keep-alive handler, and the time that the handler has (V2).
    // json: keepAliveLeast unless .seconds(300)
    public var keepAliveLeast: Interval
    // json: keepAliveLimit unless .seconds(30)
    public var keepAliveLimit: Interval
    /// How long a processing task may take.
    public var processingLimit: Interval
    /// Planned fetches of one app a day, as it may earn them (F6); of all apps together.
    public var fetchesPerAppDay: Int
    public var fetchesPerDay: Int
    /// How long what was fetched is fresh, and how long before an open it must have begun.
    public var fetchFreshness: Interval
    public var fetchLead: Interval
    /// Battery below which nothing is fetched without a charger.
    public var fetchBatteryPercent: Int
    /// Whether notifications are presented only as far as an app has registered and the user allows
    /// (U4).
    public var notificationsNeedPermission: Bool
    /// Whether notifications come as banners, unless the user wants an app's otherwise (S12).
    /// Before iOS 5 they came as alerts.
    public var bannersSupported: Bool
    /// Notifications that one app may have scheduled (N1).
    // json: notificationsPerApp unless 128
    public var notificationsPerApp: Int
    /// Battery from which on power is good for discretionary transfers, without a charger (X4).
    public var discretionaryBatteryPercent: Int
    /// Before transfers begin that an app begins in the background, once it was woken for
    /// transfers more than `relaunchesUndelayed` times since the user opened it; doubles with each
    /// (X6). Counts the device's sleep.
    public var relaunchDelay: Interval
    public var relaunchDelayMost: Interval
    // json: relaunchesUndelayed unless 1
    public var relaunchesUndelayed: Int
    /// Whether that is forgotten once the delay has passed without another such wake-up (X6).
    // json: relaunchDelayLapses unless false
    public var relaunchDelayLapses: Bool
    /// Whether only pushes with `content-available: 1` wake an app (R2).
    public var pushWakesNeedContentAvailable: Bool
    /// Whether what a push presents waits for the app to have handled its wake-up (R3).
    public var pushAlertAwaitsWake: Bool
    /// Silent pushes that may wake one app within an hour, at once or spread; more are held (R4).
    /// At least 1.
    public var silentPushesPerHour: Int
    /// The values of `UIBackgroundModes` that this generation knows (O4).
    public var backgroundModes: [BackgroundMode]
    /// Whether an app that the user force-quit stays down until opened or until a restart (U2).
    public var forceQuitBarsLaunch: Bool

    /// Whether an app with the mode that follows where the device is isn't suspended (G3); else it
    /// is woken for each update.
    // json: locationKeepsRunning unless false
    public var locationKeepsRunning: Bool
    /// Whether an app with the mode is launched for an update after its end (G6).
    // json: locationRelaunches unless false
    public var locationRelaunches: Bool
    /// Whether location wakes and launches an app that the user force-quit (G1, U2).
    // json: locationOutlivesForceQuit unless false
    public var locationOutlivesForceQuit: Bool
    /// For how long the device lies still until standard updates are paused that may be, of apps
    /// out of sight (G5); zero: none are.
    // json: locationPause unless .zero
    public var locationPause: Interval

    // MARK: Conduct in the background (C2-C4)

    /// CPU time that an app may use within `cpuWindow` while it executes out of sight, in awake
    /// time; then it is throttled. 48 s of 60 s is the 80 % that later iOS allows in the
    /// background.
    public var cpuBudget: Interval
    /// Its CPU time within `cpuWindow` once it is throttled; one that uses nine tenths of that,
    /// too, ends.
    public var throttledCPU: Interval
    public var cpuWindow: Interval
    /// Whether a lock on a shared file ends an app as soon as it is suspended, or only when an app
    /// that shares the container comes to the front (C2).
    public var sharedLockEndsSuspended: Bool
    /// Whether nobody reaches the sockets that a suspended app left open (C4).
    public var hidesSuspendedPorts: Bool

    // MARK: The energy that fetches cost (F7)

    /// A core that executes: what a phone's takes at full speed, to the nearest power of ten.
    // json: energyCPUMilliwatts unless 1_000
    public var energyCPUMilliwatts: Int
    /// Each 1,024 bytes that come in. These and the radio's are those of 3G and of Wi-Fi by N.
    /// Balasubramanian and others, "Energy consumption in mobile phones" (IMC 2009).
    // json: energyCellularMicrojoulesPerKilobyte unless 25_000
    public var energyCellularMicrojoulesPerKilobyte: Int
    // json: energyWiFiMicrojoulesPerKilobyte unless 7_000
    public var energyWiFiMicrojoulesPerKilobyte: Int
    /// A cellular radio that is on for what comes in.
    // json: energyRadioMilliwatts unless 620
    public var energyRadioMilliwatts: Int
    /// For so long it stays on after the last byte.
    // json: energyRadioTail unless .milliseconds(12_500)
    public var energyRadioTail: Interval

    // MARK: Device

    /// `UIDevice.isMultitaskingSupported` (O2)
    public var multitaskingSupported: Bool

    /// Whether an app that was built for this generation ends at its launch where it adopts no
    /// scenes (O5).
    // json: scenesRequired unless false
    public var scenesRequired: Bool

    /// Continued tasks that may run at once on the device; 0: there are none (F10).
    // json: continuedTasks unless 0
    public var continuedTasks: Int
    /// Whether continued tasks out of sight expire where the device is warm or short of memory,
    /// those first that have come the least far (F10).
    // json: continuedTasksYield unless false
    public var continuedTasksYield: Bool

    // MARK: Our own policy, in awake time unless said otherwise

    /// For running apps to free memory after a warning, before others are purged.
    public var memoryWarningGrace: Interval
    /// A shortage that goes on is warned of again after this.
    public var memoryWarningInterval: Interval
    /// From the lock until protected files can't be read any more, for apps to finish (P3).
    public var protectedDataGrace: Interval
    /// For the kernel to report an app frozen (P4 of the reliability catalogue).
    public var freezeLimit: Interval
    /// After a kill, before it is tried again.
    public var killRetry: Interval
    /// For an app to connect again before it is judged, from the daemon's restart or its thaw.
    public var reconnectGrace: Interval
    /// After a crash, before the app is launched into the background again; doubles each time (P9).
    /// Counts the device's sleep.
    public var crashBackoff: Interval
    public var crashBackoffMost: Interval

    /// iOS 4: ten minutes for tasks, which keep the device awake; three modes; force-quit bars
    /// nothing.
    public static let ios4: PolicyProfile = {
        var profile = ios8
        profile.name = "ios4"
        profile.backgroundAllowance = .seconds(600)
        profile.deviceSleepSuspendsTasks = false
        profile.backgroundModes = [.audio, .location, .voip]
        profile.forceQuitBarsLaunch = false
        profile.locationKeepsRunning = true
        profile.locationRelaunches = false
        profile.locationOutlivesForceQuit = false
        profile.locationPause = .zero
        profile.notificationsNeedPermission = false
        profile.bannersSupported = false
        profile.sharedLockEndsSuspended = false
        profile.hidesSuspendedPorts = false
        return profile
    }()

    /// iOS 7: any push wakes, before its alert is shown.
    public static let ios7: PolicyProfile = {
        var profile = ios8
        profile.name = "ios7"
        profile.pushWakesNeedContentAvailable = false
        profile.pushAlertAwaitsWake = true
        profile.notificationsNeedPermission = false
        profile.locationRelaunches = false
        profile.locationOutlivesForceQuit = false
        return profile
    }()

    /// iOS 8: the default.
    public static let ios8 = PolicyProfile(
        name: "ios8",
        launchLimit: .seconds(5),
        backgroundTransitionLimit: .seconds(5),
        terminationLimit: .seconds(5),
        backgroundAllowance: .seconds(180),
        expirationWarning: .seconds(5),
        expirationWarningSlack: .seconds(1),
        deviceSleepSuspendsTasks: true,
        fetchLimit: .seconds(30),
        pushLimit: .seconds(30),
        transferLimit: .seconds(30),
        keepAliveLeast: .seconds(300),
        keepAliveLimit: .seconds(30),
        processingLimit: .seconds(600),
        fetchesPerAppDay: 8,
        fetchesPerDay: 120,
        fetchFreshness: .seconds(900),
        fetchLead: .seconds(60),
        fetchBatteryPercent: 20,
        notificationsNeedPermission: true,
        bannersSupported: true,
        notificationsPerApp: 128,
        discretionaryBatteryPercent: 50,
        relaunchDelay: .seconds(60),
        relaunchDelayMost: .seconds(3_600),
        relaunchesUndelayed: 1,
        relaunchDelayLapses: false,
        pushWakesNeedContentAvailable: true,
        pushAlertAwaitsWake: false,
        silentPushesPerHour: 4,
        backgroundModes: BackgroundMode.allCases,
        forceQuitBarsLaunch: true,
        locationKeepsRunning: false,
        locationRelaunches: true,
        locationOutlivesForceQuit: true,
        locationPause: .seconds(900),
        cpuBudget: .seconds(48),
        throttledCPU: .seconds(12),
        cpuWindow: .seconds(60),
        sharedLockEndsSuspended: true,
        hidesSuspendedPorts: true,
        energyCPUMilliwatts: 1_000,
        energyCellularMicrojoulesPerKilobyte: 25_000,
        energyWiFiMicrojoulesPerKilobyte: 7_000,
        energyRadioMilliwatts: 620,
        energyRadioTail: .milliseconds(12_500),
        multitaskingSupported: true,
        scenesRequired: false,
        continuedTasks: 0,
        continuedTasksYield: false,
        memoryWarningGrace: .milliseconds(500),
        memoryWarningInterval: .seconds(30),
        protectedDataGrace: .seconds(10),
        freezeLimit: .seconds(2),
        killRetry: .seconds(2),
        reconnectGrace: .seconds(2),
        crashBackoff: .seconds(2),
        crashBackoffMost: .seconds(600))

    /// iOS 26. Each number is Apple's: the launch's in "Addressing watchdog terminations", the
    /// allowance's in "UIApplication Background Task Notes" (30 s since iOS 13), the pushes' in
    /// "Pushing background updates to your App", the notifications' of `UILocalNotification`.
    public static let ios26: PolicyProfile = {
        var profile = ios8
        profile.name = "ios26"
        profile.launchLimit = .seconds(20)
        profile.backgroundAllowance = .seconds(30)
        profile.silentPushesPerHour = 3
        profile.notificationsPerApp = 64
        // Apple says that there is a most, and not which: as many as a lock screen has room for.
        profile.continuedTasks = 3
        // "BGContinuedProcessingTask", Overview: the system prioritizes the termination of tasks
        // that reflect minimal or no progress, when resources become constrained. BGTask.h: they
        // are subject to expiration based on changing system conditions.
        profile.continuedTasksYield = true
        // "Downloading files in the background", Use background sessions efficiently: the delay
        // increases each time the system resumes or relaunches the app. It resets if the delay
        // period elapses without the system doing so.
        profile.relaunchesUndelayed = 0
        profile.relaunchDelayLapses = true
        return profile
    }()

    /// iOS 27: scenes are required ("TN3187: Migrating to the UIKit scene-based life cycle").
    public static let ios27: PolicyProfile = {
        var profile = ios26
        profile.name = "ios27"
        profile.scenesRequired = true
        return profile
    }()

    /// The profiles that a name selects, oldest first.
    public static let named: [PolicyProfile] = [ios4, ios7, ios8, ios26, ios27]
}
