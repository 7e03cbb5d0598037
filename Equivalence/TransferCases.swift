import Foundation
import QuiesceKit
import QuiesceSimulation
import QuiesceTesting
import Testing

/// Background sessions.
@MainActor @Suite struct TransferCases {
    private static let handled = [
        "handleEvents episodes background", "complete", "didFinishEvents",
    ]

    @Test(
        "A new task is suspended until the app resumes it",
        .says(.sessionTask, "resume()"))
    func suspended() async throws {
        let device = try await podcasts()
        let task = Downloader.download(resumes: false)
        try await device.advance(by: .minutes(10))
        #expect(!Subject.told.contains("complete"))
        task?.resume()
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.contains("complete"))
    }

    @Test(
        "While the app runs its session's delegate is told in the usual way",
        .says(.background, "Downloading Content in the Background", under: [.ios7, .ios8]))
    func inFront() async throws {
        let device = try await podcasts()
        Downloader.download()
        try await device.advance(by: .minutes(1))
        #expect(Subject.told.last == "complete")
    }

    @Test(
        "A transfer goes on while its app is suspended, which is resumed when that is done",
        .says(.downloading, "Handle App Suspension"),
        .says(.sessionConfiguration, "background(withIdentifier:)"))
    func goesOn() async throws {
        let device = try await podcasts()
        Downloader.download()
        try await device.pressHome()
        #expect(device.app.state == .suspended)
        try await device.advance(by: .minutes(1))
        #expect(Subject.told.suffix(3) == Self.handled[...])
        #expect(device.app.launches == 1)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A transfer goes on after its app was terminated, which is launched when that is done",
        .says(.background, "Downloading Content in the Background", under: [.ios7, .ios8]),
        .says(.downloading, "Recreate the Session If the App Was Terminated"),
        .says(.sessionDelegate, "urlSessionDidFinishEvents(forBackgroundURLSession:)"))
    func launches() async throws {
        let device = try await podcasts()
        Downloader.download()
        try await device.pressHome()
        try await device.kill()
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.suffix(3) == Self.handled[...])
        #expect(device.app.launches == 2)
    }

    @Test(
        "An app isn't told before all tasks of its session are done",
        .says(
            .delegate,
            "application(_:handleEventsForBackgroundURLSession:completionHandler:)"))
    func allTasks() async throws {
        let device = try await podcasts()
        for number in 1...3 { Downloader.download("https://a.example/\(number)") }
        try await device.pressHome()
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.count { $0.hasPrefix("handleEvents") } == 1)
        #expect(
            Subject.told.suffix(5) == [
                "handleEvents episodes background", "complete", "complete", "complete",
                "didFinishEvents",
            ])
    }

    @Test(
        "An app is told whether its transfers finished or failed",
        .says(
            .delegate,
            "application(_:handleEventsForBackgroundURLSession:completionHandler:)"))
    func failed() async throws {
        let device = try await podcasts()
        Downloader.download("ftp://a.example/episode")
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.last == "failed")
    }

    @Test(
        "Only HTTP and HTTPS are supported",
        .says(.downloading, "Comply with Background Transfer Limitations"))
    func schemes() async throws {
        let device = try await podcasts()
        for address in ["https://a.example/1", "http://localhost:8080/2", "ftp://a.example/3"] {
            Downloader.download(address)
        }
        try await device.advance(by: .minutes(10))
        #expect(
            Subject.told.filter { $0 == "complete" || $0 == "failed" }.sorted() == [
                "complete", "complete", "failed",
            ])
    }

    @Test(
        "The completion handler allows the app to be suspended",
        .says(
            .delegate,
            "application(_:handleEventsForBackgroundURLSession:completionHandler:)"))
    func completion() async throws {
        let device = try await podcasts()
        Subject.when["didFinishEvents"] = {
            let done = Subject.eventsAreHandled
            Subject.eventsAreHandled = nil
            DeviceTimer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in done?() }
        }
        Downloader.download()
        try await device.pressHome()
        try await device.advance(by: .seconds(8))
        #expect(device.app.state == .background)
        try await device.advance(by: .seconds(10))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that wants no launch events isn't woken when its transfers finish",
        .says(.sessionConfiguration, "sessionSendsLaunchEvents"))
    func noEvents() async throws {
        let device = try await podcasts { $0.sessionSendsLaunchEvents = false }
        Downloader.download()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(!Subject.told.contains { $0.hasPrefix("handleEvents") })
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A relaunched app that makes its session again finds the transfers that were in progress",
        .says(.sessionConfiguration, "background(withIdentifier:)"))
    func inProgress() async throws {
        let device = try await podcasts()
        try await device.happen(.network(.rate(1_000)))
        Downloader.download()
        try await device.advance(by: .seconds(10))
        try await device.kill()
        try await device.open()
        try await device.advance(by: .seconds(1))
        #expect(await Downloader.session?.allTasks.count == 1)
    }

    // MARK: Force quit

    @Test(
        "The system cancels the transfers of an app that the user terminates",
        .says(.sessionConfiguration, "background(withIdentifier:)"),
        .says(.background, "Downloading Content in the Background", under: [.ios7, .ios8]))
    func cancelled() async throws {
        let device = try await podcasts()
        Downloader.download()
        try await device.advance(by: .seconds(1))
        try await device.quit()
        try await device.advance(by: .hours(1))
        try await device.open()
        try await device.advance(by: .seconds(1))
        #expect(!Subject.told.contains("complete"))
        #expect(await Downloader.session?.allTasks.isEmpty == true)
    }

    @Test(
        "An app that was force quit isn't relaunched for its transfers",
        .says(.sessionConfiguration, "background(withIdentifier:)"))
    func notRelaunched() async throws {
        let device = try await podcasts()
        Downloader.download()
        try await device.quit()
        try await device.advance(by: .hours(1))
        #expect(device.app.launches == 1)
    }

    // MARK: When

    @Test(
        "A discretionary transfer may wait for Wi-Fi",
        .says(.sessionConfiguration, "isDiscretionary"),
        .says(.downloading, "Configure the Background Session"))
    func discretionary() async throws {
        let device = try await podcasts { $0.isDiscretionary = true }
        try await device.happen(.network(.link(.cellular)))
        Downloader.download()
        try await expectToWaitForWiFi(device)
    }

    /// Nothing comes over a cellular network, and all of it over Wi-Fi.
    private func expectToWaitForWiFi(_ device: VirtualDevice) async throws {
        try await device.advance(by: .hours(1))
        #expect(!Subject.told.contains("complete"))
        try await device.happen(.network(.link(.wifi)))
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.contains("complete"))
    }

    @Test(
        "By default the system doesn't choose when a transfer is made that the app starts in front",
        .says(.sessionConfiguration, "isDiscretionary"))
    func notDiscretionary() async throws {
        let device = try await podcasts()
        try await device.happen(.network(.link(.cellular)))
        Downloader.download()
        try await device.advance(by: .minutes(1))
        #expect(Subject.told.contains("complete"))
    }

    @Test(
        "A transfer that is started in the background is always at the system's discretion",
        .says(.sessionConfiguration, "isDiscretionary"),
        .says(.downloading, "Recreate the Session If the App Was Terminated"))
    func startedInBackground() async throws {
        let device = try await podcasts()
        try await device.happen(.network(.link(.cellular)))
        Subject.task = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        Downloader.download()
        try await device.advance(by: .seconds(10))
        UIApplication.shared.endBackgroundTask(Subject.task)
        try await expectToWaitForWiFi(device)
    }

    @Test(
        "A transfer doesn't begin before its earliest date",
        .says(.sessionTask, "earliestBeginDate"),
        .says(.downloading, "Create and Schedule the Download Task"))
    func earliest() async throws {
        let device = try await podcasts()
        Downloader.download(after: 3_600)
        try await device.advance(by: .seconds(3_590))
        #expect(!Subject.told.contains("complete"))
        try await device.advance(by: .minutes(10))
        #expect(Subject.told.contains("complete"))
    }

    @Test(
        "New transfers of an app that is resumed for transfers again and again wait longer each time",
        .says(.downloading, "Use Background Sessions Efficiently"))
    func delayed() async throws {
        let device = try await podcasts()
        var dates: [Date] = []
        Subject.when["complete"] = {
            dates.append(DeviceClock().date)
            if dates.count < 6 { Downloader.download("https://a.example/\(dates.count)") }
        }
        Downloader.download()
        try await device.pressHome()
        try await device.advance(by: .hours(12))
        let waits = zip(dates, dates.dropFirst()).map { $1.timeIntervalSince($0) }
        try #require(waits.count == 5)
        #expect(waits[4] > 2 * waits[1])
    }

    /// Woken for it, the app begins another, so many times.
    private func chain(_ length: Int, _ begun: @escaping @MainActor () -> Void = {}) {
        var count = 0
        Subject.when["complete"] = {
            begun()
            count += 1
            if count < length { Downloader.download("https://a.example/\(count)") }
        }
        Downloader.download()
    }

    @Test(
        "A download that a resumed app starts in the background doesn't begin until a delay expires",
        .says(.downloading, "Use Background Sessions Efficiently", under: [.ios26]))
    func firstDelay() async throws {
        let device = try await podcasts()
        var dates: [Date] = []
        chain(2) { dates.append(DeviceClock().date) }
        try await device.pressHome()
        try await device.advance(by: .seconds(50))
        #expect(dates.count == 1)
        try await device.advance(by: .minutes(2))
        #expect(dates.count == 2)
    }

    @Test(
        "The delay also resets if it elapses without the system resuming the app",
        .says(.downloading, "Use Background Sessions Efficiently", under: [.ios26]))
    func elapses() async throws {
        let device = try await launched(.underTest(modes: [.fetch])) { Downloader.makeSession() }
        chain(5)
        try await device.pressHome()
        try await device.advance(by: .hours(12))
        let told = Subject.told.count { $0 == "complete" }
        #expect(told == 5)
        Subject.takes = .seconds(20)
        Subject.when["performFetch background"] = {
            Downloader.download("https://a.example/last")
        }
        try await device.fetch()
        try await device.advance(by: .seconds(30))
        #expect(Subject.told.count { $0 == "complete" } == 6)
    }

    @Test(
        "Background sessions always wait for connectivity",
        .says(.sessionConfiguration, "waitsForConnectivity"))
    func waitsForConnectivity() async throws {
        let device = try await podcasts()
        try await device.happen(.network(.link(.none)))
        Downloader.download()
        try await device.advance(by: .hours(20))
        #expect(!Subject.told.contains("complete") && !Subject.told.contains("failed"))
        try await device.happen(.network(.link(.wifi)))
        try await device.advance(by: .minutes(1))
        #expect(Subject.told.contains("complete"))
    }

    @Test(
        "A resource has seven days, unless the configuration says otherwise",
        .says(.sessionConfiguration, "timeoutIntervalForResource"))
    func sevenDays() async throws {
        let device = try await podcasts()
        try await device.happen(.network(.link(.none)))
        Downloader.download()
        try await device.advance(by: .hours(7 * 24 - 1))
        #expect(!Subject.told.contains("failed"))
        try await device.advance(by: .hours(2))
        #expect(Subject.told.contains("failed"))
    }

    @Test(
        "The delay is gone once the user brings the app to the foreground",
        .says(.downloading, "Use Background Sessions Efficiently"))
    func noDelayInFront() async throws {
        let device = try await podcasts()
        var count = 0
        Subject.when["complete"] = {
            count += 1
            if count < 6 { Downloader.download("https://a.example/\(count)") }
        }
        Downloader.download()
        try await device.pressHome()
        try await device.advance(by: .hours(12))
        try await device.open()
        Downloader.download("https://a.example/last")
        try await device.advance(by: .minutes(1))
        #expect(count == 7)
    }
}
