import TestSupport
import Testing

@testable import QuiesceCore

/// The conditions that a transfer waits for when it wants to run (X4, X9).
@Suite struct TransferWaitTests {
    private func device(_ change: (inout SessionSettings) -> Void = { _ in }) -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        var settings = SessionSettings()
        change(&settings)
        device.open(appA)
        device.openSession(appA, "s", settings)
        device.agent.usual = .nothing
        return device
    }

    @Test(
        "What may run over which network, and with how much power, is a table",
        .behaviour("X4", "X9"))
    func conditions() {
        let networks: [DeviceConditions.Network?] =
            [nil] + DeviceConditions.Network.allCases.map { $0 }
        for network in networks {
            for needs in TransferNeeds.allCases {
                for power in [true, false] {
                    for isLocal in [true, false] {
                        for overridden in [true, false] {
                            var conditions = TransferConditions()
                            conditions.network = network
                            conditions.hasGoodPower = power
                            conditions.isNetworkOverridden = overridden
                            var expected: TransferWait?
                            if needs == .discretionary, !power { expected = .power }
                            if !isLocal || overridden {
                                if network == .cellular, needs != .network { expected = .wifi }
                                if network == DeviceConditions.Network.none { expected = .network }
                            }
                            #expect(conditions.wait(needs, isLocal: isLocal) == expected)
                        }
                    }
                }
            }
        }
    }

    @Test(
        "In Low Power Mode discretionary transfers wait, on a charger too, and others don't",
        .behaviour("X4"))
    func lowPowerMode() {
        for power in [true, false] {
            var device = DeviceConditions()
            device.lowPowerMode = true
            device.batteryState = power ? .charging : .unplugged
            device.batteryPercent = 5
            let conditions = TransferConditions(device, .ios8)
            #expect(conditions.wait(.discretionary, isLocal: false) == .lowPowerMode)
            #expect(conditions.wait(.discretionary, isLocal: true) == .lowPowerMode)
            #expect(conditions.wait(.network, isLocal: false) == nil)
            #expect(conditions.wait(.wifi, isLocal: false) == nil)
        }
    }

    @Test(
        "Power is good on a charger, with enough battery, and where nobody knows", .behaviour("X4"))
    func power() {
        func isGood(_ percent: Int?, _ state: DeviceConditions.BatteryState) -> Bool {
            var device = DeviceConditions()
            device.batteryPercent = percent
            device.batteryState = state
            return TransferConditions(device, .ios8).hasGoodPower
        }
        for state in [.charging, .full, .unknown] as [DeviceConditions.BatteryState] {
            #expect(isGood(3, state) && isGood(nil, state))
        }
        #expect(isGood(50, .unplugged) && !isGood(49, .unplugged) && isGood(nil, .unplugged))
    }

    @Test("An origin is of this machine by its host alone", .behaviour("X4"))
    func local() {
        let local = [
            "http://127.0.0.1:80", "http://127.255.0.9:1", "http://localhost:8080",
            "http://[::1]:80", "http://a.localhost:80",
        ]
        let others = [
            "http://128.0.0.1:80", "http://127.0.0.1.example.org:80", "http://127.1:80",
            "http://127.0.0.256:80", "https://localhost.org:443", "http://[::2]:80", "", "x",
        ]
        for origin in local { #expect(TransferConditions.isLocal(origin), "\(origin)") }
        for origin in others { #expect(!TransferConditions.isLocal(origin), "\(origin)") }
    }

    @Test(
        "Without a network it stops, keeps its bytes, and goes on when there is one",
        .behaviour("X2", "X9"))
    func networkGoes() {
        let device = device()
        device.begin(appA, 1)
        device.agent.bytes[TransferID(1)] = 300
        device.change(.network(.none))
        #expect(device.wait(1) == .network && device.agent.running.isEmpty)
        #expect(device.view(1)?.received == 300)
        device.change(.network(.cellular))
        #expect(device.view(1)?.runningAttempt == 2)
    }

    @Test(
        "This machine's own servers need no network, unless a tool has said that there is none",
        .behaviour("X9", "D1"))
    func loopback() {
        let device = device()
        device.begin(appA, 1, from: "http://127.0.0.1:8000")
        device.send(.sensed(.network(.none)))
        device.run()
        #expect(device.view(1)?.runningAttempt == 1)
        device.change(.network(.none))
        #expect(device.wait(1) == .network)
        device.change(.automatic(.network))
        #expect(device.view(1)?.runningAttempt == 2)
    }

    @Test("A session without cellular access waits for Wi-Fi", .behaviour("X9"))
    func cellular() {
        let device = device { $0.allowsCellularAccess = false }
        device.change(.network(.cellular))
        device.begin(appA, 1)
        #expect(device.wait(1) == .wifi && device.agent.started.isEmpty)
        device.change(.network(.wifi))
        #expect(device.wait(1) == nil)
        device.change(.network(.cellular))
        #expect(device.wait(1) == .wifi && device.agent.running.isEmpty)
    }

    @Test(
        "A discretionary transfer waits for Wi-Fi and power, others don't", .behaviour("X4"))
    func discretionary() {
        let device = device { $0.isDiscretionary = true }
        device.openSession(appA, "now")
        device.change(.battery(percent: 20, .unplugged))
        device.begin(appA, 1)
        device.begin(appA, 1, "now")
        #expect(device.wait(1) == .power && device.wait(2) == nil)
        device.change(.battery(percent: 20, .charging))
        #expect(device.wait(1) == nil)
        device.change(.network(.cellular))
        #expect(device.wait(1) == .wifi && device.wait(2) == nil)
    }

    @Test(
        "Begun out of the user's sight, it is discretionary, and stays so", .behaviour("X4"))
    func begunInBackground() {
        let device = device()
        device.create(appA, 1)
        device.create(appA, 2)
        device.command(appA, 1, .resume)
        device.beginTask(appA, 9)
        device.home()
        device.command(appA, 2, .resume)
        #expect(device.view(1)?.transfer.isDiscretionary == false)
        #expect(device.view(2)?.transfer.isDiscretionary == true)
        device.open(appA)
        device.command(appA, 2, .suspend)
        device.command(appA, 2, .resume)
        #expect(device.view(2)?.transfer.isDiscretionary == true)
    }

    @Test(
        "It doesn't begin before its app wants, whatever is done to the clock",
        .behaviour("reliability T1", "reliability T2"))
    func earliestBegin() {
        let device = device()
        device.begin(appA, 1) {
            $0.earliestBegin = (device.now.wall + .seconds(3_600)).milliseconds
        }
        #expect(device.wait(1) == .earliestBegin)
        device.tellClock(setBy: .seconds(-3_600))
        device.advance(by: .seconds(3_600))
        #expect(device.agent.started.isEmpty)
        device.tellClock(setBy: .seconds(3_000))
        device.advance(by: .seconds(599))
        #expect(device.agent.started.isEmpty)
        device.advance(by: .seconds(1))
        #expect(device.agent.started == [TransferID(1)])
        device.begin(appA, 2) { $0.earliestBegin = .max }
        #expect(device.wait(2) == .earliestBegin)
        device.command(appA, 2, .setEarliestBegin(nil))
        #expect(device.agent.started.count == 2)
    }

    @Test("A host gets as many connections as its session says", .behaviour("X9"))
    func hostLimit() {
        let device = device { $0.connectionsPerHost = 2 }
        for task in 1...4 as ClosedRange<UInt64> { device.begin(appA, task) }
        device.begin(appA, 5, from: "https://other.example:443")
        #expect(device.agent.started == [1, 2, 5].map { TransferID($0) })
        #expect(device.wait(3) == .hostLimit)
        device.finish(TransferID(1), 1)
        device.run()
        #expect(device.agent.started == [1, 2, 5, 3].map { TransferID($0) })
    }

    @Test("A session, and the device, have so many places", .behaviour("X9"))
    func places() {
        let device = device { $0.connectionsPerHost = 100 }
        device.openSession(appA, "other")
        for task in 1...UInt64(Limits.runningTransfersPerSession) + 1 { device.begin(appA, task) }
        let last = UInt64(Limits.runningTransfersPerSession) + 1
        #expect(device.wait(last) == .sessionLimit)
        for task in 1...UInt64(Limits.runningTransfers) {
            device.begin(appA, task, "other", from: "https://\(task).example:443")
        }
        #expect(device.agent.started.count == Limits.runningTransfers)
        #expect(device.wait(last + UInt64(Limits.runningTransfers)) == .deviceLimit)
    }

    @Test("Higher priorities first, then those that were resumed first", .behaviour("X9"))
    func priorities() {
        let device = device { $0.connectionsPerHost = 1 }
        device.begin(appA, 1)
        for task in 2...5 as ClosedRange<UInt64> { device.create(appA, task) }
        for task in [4, 3, 2, 5] as [UInt64] { device.command(appA, task, .resume) }
        device.command(appA, 5, .setPriority(100))
        device.command(appA, 4, .setPriority(0))
        for _ in 1...4 {
            guard let (id, attempt) = device.agent.running.first else { break }
            device.finish(id, attempt)
            device.run()
        }
        #expect(device.agent.started == [1, 5, 3, 2, 4].map { TransferID($0) })
    }
}
