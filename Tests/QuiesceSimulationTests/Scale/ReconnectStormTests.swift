import Testing

@testable import QuiesceSimulation

@Suite struct ReconnectStormTests {
    private func storm(_ change: (inout ReconnectStorm) -> Void = { _ in }) -> ReconnectStorm {
        var storm = ReconnectStorm()
        storm.devices = 5_000
        change(&storm)
        return storm
    }

    @Test("A gateway that is fast enough has everybody back within the wait that they had reached")
    func fast() {
        let course = storm { $0.handshakesPerSecond = 1_000_000 }.run()
        #expect(course.timedOut == 0)
        // In ten seconds of refusals most have come to waits of 16 s, an unlucky few to 128.
        #expect(course.all <= 128)
        #expect(course.half < course.nearlyAll && course.nearlyAll <= course.all)
    }

    @Test("A slow gateway is busy from the first moment, and never has more waiting than it takes")
    func slow() {
        let course = storm {
            $0.handshakesPerSecond = 50
            $0.backlog = 100
        }.run()
        #expect(course.handshakesAlone == 100)
        #expect(course.all >= 100)
        #expect(course.timedOut > 0)
    }

    @Test("Without chance in their waits devices come all at once")
    func inStep() {
        let spread = storm().run()
        let together = storm { $0.isInStep = true }.run()
        #expect(together.peakAttemptsPerSecond == 5_000)
        #expect(spread.peakAttemptsPerSecond < 1_500)
    }

    @Test("The same seed gives the same course")
    func repeatable() {
        #expect(storm().run() == storm().run())
        #expect(storm().run() != storm { $0.seed = 2 }.run())
    }

    @Test("Every device needs its memory, and one gateway more than needed may fail")
    func needs() {
        var fleet = Fleet()
        fleet.devices = 1_000
        fleet.bytesPerConnection = 1_000
        fleet.gatewayBytes = 400_000
        fleet.pushesPerDay = 864
        fleet.peakFactor = 1
        fleet.gatewayPushesPerSecond = 6
        let needs = fleet.needs
        #expect(needs.gatewaysForMemory == 3)
        #expect(needs.pushesPerSecond == 10)
        #expect(needs.gatewaysForPushes == 2)
        #expect(needs.gateways == 4)
        #expect(needs.devicesPerGateway == 250)
    }
}
