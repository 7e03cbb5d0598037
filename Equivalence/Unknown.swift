/// A sentence of Apple's that no case holds Quiesce to, although it is about the life cycle or work
/// in the background. `scripts/equivalence` lists all in docs/equivalence.md.
struct Unknown {
    let sentence: String
    let document: Document
    let section: String
    /// The reason why there is no case.
    let why: String

    init(_ sentence: String, _ document: Document, _ section: String, why: String) {
        (self.sentence, self.document, self.section, self.why) = (sentence, document, section, why)
    }

    static let all: [Unknown] = [
        Unknown(
            "An app whose didEnterBackground doesn't return within five seconds is killed",
            .states, "What to Do When Moving to the Background",
            why: "a virtual device's time stands still in a callback; DeviceTests tries it"),
        Unknown(
            "An app that hasn't finished its launch within five seconds is killed",
            .states, "What to Do at Launch Time",
            why: "a virtual device's time stands still in a callback; DeviceTests tries it"),
        Unknown(
            "willTerminate has five seconds, or the process is killed",
            .states, "App Termination",
            why: "a virtual device's time stands still in a callback; DeviceTests tries it"),
        Unknown(
            "A keep-alive handler has thirty seconds, or the application is terminated",
            .executing, "Installing a Keep-Alive Handler",
            why: "a virtual device's time stands still in a callback; DeviceTests tries it"),
        Unknown(
            "Without a queue a task's handlers are called on a background queue",
            .taskSchedulerHeader, "registerForTaskWithIdentifier:usingQueue:launchHandler:",
            why: "a virtual device calls them on the main queue, which it can wait for"),
        Unknown(
            "A handler for an identifier that Info.plist doesn't permit isn't registered",
            .taskSchedulerHeader, "registerForTaskWithIdentifier:usingQueue:launchHandler:",
            why: "a test has no Info.plist of the app's; QuiesceKitTests tries it"),
        Unknown(
            "A request isn't taken whose identifier or mode Info.plist lacks",
            .taskSchedulerHeader, "BGTaskSchedulerErrorCodeNotPermitted",
            why: "a test has no Info.plist of the app's; QuiesceKitTests tries it"),
        Unknown(
            "A processing task that needs power isn't watched for its use of the CPU",
            .taskRequestHeader, "requiresExternalPower",
            why: "a virtual device's apps use no CPU time"),
        Unknown(
            "An app that takes long over a fetch may be given fewer later",
            .delegate, "application(_:performFetchWithCompletionHandler:)",
            why: "the document has no numbers; the scheduler's own tests hold it to some"),
        Unknown(
            "Apps that use much power for pushes may not always be woken early for the next",
            .delegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
            why: "the document has no numbers, and a virtual device's apps use no power"),
        Unknown(
            "A task that is begun at the very end of didEnterBackground may come too late",
            .application, "beginBackgroundTask(expirationHandler:)",
            why: "it says what may happen; here such a task always holds"),
        Unknown(
            "A picture of the app's interface is taken when didEnterBackground has returned",
            .states, "What to Do When Moving to the Background",
            why: "a virtual device draws nothing; DeviceTests tries it"),
        Unknown(
            "View updates that were asked for in the background are made in the foreground",
            .states, "Processing Queued Notifications at Wakeup Time",
            why: "a virtual device draws nothing; QuiesceKitTests tries it"),
        Unknown(
            "An app that makes OpenGL ES calls in the background is killed immediately",
            .background, "Being a Responsible Background App",
            why: "a virtual device's apps have no GPU; DeviceTests tries it"),
        Unknown(
            "An app that uses a shared system resource when it is suspended is killed",
            .background, "Being a Responsible Background App",
            why: "a virtual device's apps lock no files; DeviceTests tries it"),
        Unknown(
            "An app that executes too long in the background is throttled or terminated",
            .background, "Being a Responsible Background App",
            why: "a virtual device's apps use no CPU time; DeviceTests tries it"),
        Unknown(
            "New data from an accessory wake an app with the mode",
            .background, "Communicating with an External Accessory",
            why: "a virtual device has no terminals to send bytes by; DeviceTests tries it"),
        Unknown(
            "Traffic at a socket that is marked for VoIP wakes the app",
            .background, "Implementing a VoIP App",
            why: "a virtual device watches no real sockets; DeviceTests tries it"),
        Unknown(
            "A calendar trigger that repeats has its event scheduled again",
            .calendarTrigger, "Overview",
            why: "a virtual device's judge doesn't know such a trigger; DeviceTests tries it"),
        Unknown(
            "The foreground app has priority over others that play",
            .background, "Playing and Recording Background Audio",
            why: "a virtual device has one app; DeviceTests and the simulator try it"),
        Unknown(
            "Apps that play silence aren't kept from being suspended",
            .background, "Playing and Recording Background Audio",
            why: "a virtual device has no sound server that hears them; DeviceTests tries it"),
        Unknown(
            "A Newsstand app is launched to begin the download of an issue",
            .background, "Downloading Newsstand Content in the Background",
            why: "NewsstandKit needs files, which a virtual device's transfers don't make"),
        Unknown(
            "The downloaded file is there until the delegate's method returns",
            .downloading, "Access the File or Move It to a Permanent Location",
            why: "a virtual device's transfers make no files; QuiesceKitTests tries it"),
        Unknown(
            "Redirects are always followed in the background",
            .downloading, "Comply with Background Transfer Limitations",
            why: "the session isn't told, so nothing shows there; TransferTests tries it"),
        Unknown(
            "An app that is terminated while it monitors visits is relaunched for the next",
            .location, "startMonitoringVisits()",
            why: "there are no visits here: the name is missing"),
        Unknown(
            "Low Power Mode is switched off when the battery is full enough again",
            .energy, "React to Low Power Mode on iPhones",
            why: "the machine's power profile decides; Quiesce only follows it"),
        Unknown(
            "A scan in the background may take longer to discover a peripheral",
            .bluetooth, "The bluetooth-central Background Execution Mode",
            why: "it says what may happen, and the radio is the machine's"),
        Unknown(
            "In the background an app's local name isn't advertised",
            .bluetooth, "The bluetooth-peripheral Background Execution Mode",
            why: "a virtual device shows no advertisements"),
        Unknown(
            "The option for it has the system show an alert for a connection of a suspended app",
            .bluetooth, "Take Advantage of Peripheral Connection Options",
            why: "Quiesce doesn't show these alerts, and no test could see that it never does"),
    ]
}
