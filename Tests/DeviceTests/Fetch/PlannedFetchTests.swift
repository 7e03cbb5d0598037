import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Days of a device are starts of its daemon, each with the clock of that day.
@Suite(
    "Planned fetches on a device",
    .enabled(if: FakedClock.isThere, FakedClock.missing))
struct PlannedFetchTests {
    /// An app that wants fetches as often as may be, unless it is told otherwise, and ends each in
    /// the same way.
    private func install(_ device: LiveDevice, _ name: String, ends result: String) throws -> String
    {
        try device.install(
            python: """
                class Reader(App):
                    def did_finish_launching(self, launch):
                        wish = {} if "--never" in sys.argv else {"seconds": 0}
                        if "--hourly" in sys.argv:
                            wish = {"seconds": 3600}
                        self.fetching("setMinimumInterval", **wish)
                    def did_become_active(self):
                        print("active")
                    def perform_fetch(self, complete):
                        print("fetch")
                        complete("\(result)")
                Reader().run()
                """, id: "org.quiesce.tests.\(name)", ["UIBackgroundModes": ["fetch"]])
    }

    /// Another day begins.
    ///
    /// - Parameter clock: nil: faketime's, by which the daemon's timers wait for the wrong time.
    private func begin(
        _ device: LiveDevice, _ time: String, network: String = "wifi", clock: SettableClock? = nil
    ) throws {
        try device.down()
        if let clock { try clock.show(time) } else { device.wrapper = FakedClock.showing(time) }
        try device.start()
        try device.perform(.sendEvent(["network", network]))
    }

    private func visit(_ device: LiveDevice, _ app: String, _ arguments: [String] = []) throws {
        try device.perform(.open(app: app, arguments: arguments))
        try device.wait(app, toPrint: "active")
        try device.perform(.home)
        try device.wait(app, "suspended")
    }

    /// When each app is to be fetched for in the next 24 hours.
    private func forecast(_ device: LiveDevice) throws -> [String: [String]] {
        var times: [String: [String]] = [:]
        let answer = try device.quiesce("forecast", "--json").object()
        let wakeUps = try #require(answer["wakeUps"] as? [[String: Any]])
        for wakeUp in wakeUps {
            for work in try #require(wakeUp["work"] as? [[String: Any]]) {
                guard let app = work["app"] as? String, work["kind"] as? String == "fetch" else {
                    continue
                }
                times[app, default: []].append(try #require(wakeUp["time"] as? String))
            }
        }
        return times
    }

    @Test(
        "Apps that are opened at noon are expected then, and fetched for at one moment shortly before; who says what it found earns fetches, who fails loses some",
        .behaviour("F2", "F4", "F6"),
        .behaviour(
            "F3",
            missing:
                "what a whole day without the app teaches is seen in simulated days alone: a real one takes a day"
        ))
    func noon() throws {
        // Then one that was left a moment ago may be fetched for.
        let device = try LiveDevice(profile: "fetchLeadSeconds = 300")
        defer { device.tearDown() }
        var (good, poor) = ("", "")
        for day in 1...7 {
            // No fetch is made that would still be fresh.
            try begin(device, "2030-01-0\(day) 12:00:00", network: "none")
            if day == 1 {
                good = try install(device, "Good", ends: "noData")
                poor = try install(device, "Poor", ends: "failed")
            }
            try visit(device, good)
            try visit(device, poor)
        }
        try begin(device, "2030-01-08 11:45:00")
        let expected = try forecast(device)
        #expect(expected[good] == expected[poor])
        let tomorrow = try #require(expected[good]).filter { $0.hasPrefix("2030-01-09") }
        #expect(
            tomorrow.allSatisfy { ("2030-01-09T10"..."2030-01-09T12").contains($0) }, "\(expected)")
        #expect(
            tomorrow.contains { ("2030-01-09T11:30"..."2030-01-09T11:45").contains($0) },
            "\(expected)")
        for (app, budget) in [(good, "1 of 7"), (poor, "1 of 5")] {
            let planned = try device.wait(for: "a fetch", app: app) { $0.reason == "fetchPlanned" }
            // A busy machine takes its time to start a daemon.
            #expect(planned.time.hasPrefix("2030-01-08T11:4"), "\(planned.time)")
            #expect(planned.rule == "F3")
            let changed = try device.wait(for: "its verdict", app: app) {
                $0.reason == "fetchBudgetChanged"
            }
            #expect(changed.detail == budget)
            #expect(changed.rule == "F6")
            #expect(try device.lines(app) == ["fetch"])
            try device.wait(app, "suspended")
        }
    }

    /// An app that wants fetches as often as may be, and makes each as its `lines` of Python say.
    private func install(_ device: LiveDevice, _ name: String, fetching lines: String) throws
        -> String
    {
        let body = lines.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        return try device.install(
            python: """
                import socket, time, urllib.request
                class Reader(App):
                    def did_finish_launching(self, launch):
                        self.fetching("setMinimumInterval", seconds=0)
                    def did_become_active(self):
                        print("active")
                    def transfer_event(self, event):
                        if event["kind"] == "completed":
                            self.transfer("handled", transfer=event["transfer"])
                            self.complete("newData")
                    def perform_fetch(self, complete):
                        self.complete = complete
                """ + "\n\(body)\nReader().run()", id: "org.quiesce.tests.\(name)",
            ["UIBackgroundModes": ["fetch"]])
    }

    @Test(
        "Who claims new data without having received any loses fetches, whatever others receive, and so does who is slow; who received some by a socket or a transfer of its own earns some",
        .behaviour("F6"), .enabled(if: CountedTraffic.isThere, CountedTraffic.missing))
    func bytes() throws {
        // Much time, so that a busy machine is still quick.
        let device = try LiveDevice(profile: "fetchLeadSeconds = 300\nfetchLimitSeconds = 45")
        defer { device.tearDown() }
        let clock = try SettableClock(device)
        let server = try WebServer()
        defer { withExtendedLifetime(server) {} }
        try server.serve("news", bytes: 4_096)
        let other = try CallServer(.udp, in: device.home)
        let url = server.url("news")
        let kinds = [
            // Another process receives something meanwhile, so that the machine does.
            (
                "Liar", "1 of 5",
                """
                sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                sender.sendto(bytes(1000), ("127.0.0.1", \(other.place)))
                complete("newData")
                """
            ),
            ("Slow", "1 of 5", "time.sleep(31)\ncomplete('noData')"),
            (
                "Reader", "1 of 7",
                "urllib.request.urlopen('\(url)').read()\ncomplete('newData')"
            ),
            (
                "Transfer", "1 of 7",
                """
                task = self.new_transfer_task()
                self.transfer("openSession", session="news")
                self.transfer("create", session="news", task=task, kind="download", request={"url": "\(url)"})
                self.transfer("resume", session="news", task=task)
                """
            ),
        ]
        var apps: [String] = []
        for day in 1...7 {
            try begin(device, "2030-01-0\(day) 12:00:00", network: "none", clock: clock)
            if day == 1 { apps = try kinds.map { try install(device, $0.0, fetching: $0.2) } }
            for app in apps { try visit(device, app) }
        }
        try begin(device, "2030-01-08 11:45:00", network: "none", clock: clock)
        // A transfer that is begun in the background waits for power.
        try device.perform(.sendEvent(["battery", "1", "full"]))
        try device.perform(.sendEvent(["network", "wifi"]))
        for (app, kind) in zip(apps, kinds) {
            let changed = try device.wait(for: "its verdict", app: app) {
                $0.reason == "fetchBudgetChanged"
            }
            #expect(changed.detail == kind.1, "\(app)")
            #expect(changed.rule == "F6")
            let lies = try device.log(app).contains { $0.reason == "fetchedNothing" }
            #expect(lies == (kind.0 == "Liar"), "\(app)")
        }
        try other.answer()
    }

    /// An app that the device wakes once in so many seconds at least (V2).
    private func install(_ device: LiveDevice, _ name: String, every seconds: Int) throws -> String
    {
        try device.install(
            python: """
                class Phone(App):
                    def did_finish_launching(self, launch):
                        self._request(type="voip", voip={"action": "keepAlive", "seconds": \(seconds)})
                    def did_become_active(self):
                        print("active")
                    def _call(self, message):
                        if message["call"] != "voip":
                            return super()._call(message)
                        self._completion(message["wake"])("noData")
                Phone().run()
                """, id: "org.quiesce.tests.\(name)", ["UIBackgroundModes": ["voip"]])
    }

    @Test(
        "A fetch that is foreseen within minutes is made when the device is awake for another app, once a minute has passed since it was last thought about",
        .behaviour("F4", "V2"))
    func awakeAnyway() throws {
        let device = try LiveDevice(profile: "keepAliveLeastSeconds = 2")
        defer { device.tearDown() }
        let clock = try SettableClock(device)
        var reader = ""
        for day in 1...7 {
            try begin(device, "2030-01-0\(day) 12:00:00", network: "none", clock: clock)
            if day == 1 { reader = try install(device, "Reader", ends: "noData") }
            try visit(device, reader)
        }
        try begin(device, "2030-01-08 11:41:00", network: "none", clock: clock)
        let early = try install(device, "Early", every: 40)
        let late = try install(device, "Late", every: 80)
        // One that was left less than four minutes ago isn't fetched for by itself.
        for app in [late, early, reader] { try visit(device, app) }
        try device.perform(.lock)
        try device.perform(.sendEvent(["network", "wifi"]))
        let calls = try [early, late].map { app in
            try device.wait(for: "a keep-alive", app: app) {
                $0.kind == "wake" && $0.reason == "wokenForKeepAlive"
            }
        }
        let fetch = try device.wait(for: "the fetch", app: reader) { $0.rule == "F4" }
        #expect(fetch.reason == "fetchMerged")
        #expect(fetch.time == calls[1].time)
        #expect(calls[0].time < calls[1].time)
        try device.wait(reader, toPrint: "fetch")
        try device.wait(reader, "suspended")
        #expect(try device.lines(reader) == ["active", "fetch"])
        #expect(try device.log(reader).allSatisfy { $0.reason != "fetchPlanned" })
    }

    @Test(
        "An app is fetched for as often as it asked, not at all before it asks or once it takes that back",
        .behaviour("F1"))
    func interval() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        try begin(device, "2030-01-01 12:00:00")
        let app = try install(device, "Reader", ends: "noData")
        let other = try install(device, "Never", ends: "noData")
        try visit(device, other, ["--never"])
        try visit(device, app)
        try begin(device, "2030-01-02 11:00:00")
        let often = try #require(try forecast(device)[app])
        #expect(try forecast(device)[other] == nil)
        try visit(device, app, ["--hourly"])
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let hourly = try #require(try forecast(device)[app]).map(style.parse)
        #expect(hourly.count >= 2)
        #expect(hourly.count < often.count)
        for (first, second) in zip(hourly, hourly.dropFirst()) {
            #expect(second.timeIntervalSince(first) >= 3_600)
        }
        try begin(device, "2030-01-03 11:00:00")
        try visit(device, app, ["--never"])
        #expect(try forecast(device)[app] == nil)
        #expect(
            try device.why(app, not: "fetch").sentence.contains(
                "it has not asked for fetches (F1)"))
    }
}
