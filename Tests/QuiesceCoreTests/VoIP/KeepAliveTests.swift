import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Keep-alive handlers") struct KeepAliveTests {
    private func device(_ seconds: Double = 600) -> TestDevice {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.voip]), .test(appB, modes: [.voip]))
        device.waitForCalls(appA)
        device.open(appA)
        device.ask(appA, voip: .keepAlive(seconds: seconds))
        device.home()
        return device
    }

    @Test("It is called at least once in each interval, over and over", .behaviour("V2"))
    func called() {
        let device = device()
        var last = device.now.instant
        for _ in 0..<12 {
            let before = device.voipNews(appA).count
            while device.voipNews(appA).count == before { device.advance(by: .seconds(1)) }
            #expect(device.now.instant - last <= .seconds(600))
            #expect(device.now.instant - last >= .seconds(450))
            last = device.now.instant
            device.advance(by: .seconds(1))
            #expect(device.state(appA) == .suspended)
        }
        #expect(device.voipNews(appA).allSatisfy { $0 == .keepAlive })
    }

    @Test("Those of two apps are called together", .behaviour("V2", "F4"))
    func together() {
        let device = device()
        device.advance(by: .seconds(100))
        device.open(appB)
        device.ask(appB, voip: .keepAlive(seconds: 600))
        device.home()
        device.advance(by: .seconds(500))
        #expect(device.voipNews(appA).count == 1)
        #expect(device.voipNews(appB).count == 1)
    }

    @Test("One is called in its own time, whenever another's is due", .behaviour("V2"))
    func apart() {
        let device = device()
        device.open(appB)
        device.ask(appB, voip: .keepAlive(seconds: 3_600))
        device.home()
        device.advance(by: .seconds(2_640))
        #expect(device.voipNews(appA).count >= 4)
        #expect(device.voipNews(appB).isEmpty, "its last quarter hasn't begun")
        device.advance(by: .seconds(960))
        #expect(device.voipNews(appB) == [.keepAlive])
    }

    @Test("Five minutes are enough, and more than a week is a week", .behaviour("V2"))
    func bounds() {
        let device = device(300)
        #expect(!device.reasons(appA).contains(.keepAliveTooShort))
        #expect(device.voipView(appA)?.keepAlive == .seconds(300))
        device.open(appA)
        device.ask(appA, voip: .keepAlive(seconds: 1e9))
        #expect(device.voipView(appA)?.keepAlive == .seconds(7 * 86_400))
        device.ask(appA, voip: .keepAlive(seconds: 299.999))
        #expect(device.voipView(appA)?.keepAlive == .seconds(7 * 86_400), "the one before stays")
    }

    @Test("A handler ends with its launch", .behaviour("V2", "V4"))
    func launches() {
        let device = device()
        device.die(appA, .exited(code: 0))
        device.open(appA)
        #expect(device.voipView(appA)?.keepAlive == nil)
        device.home()
        device.advance(by: .seconds(3_600))
        #expect(device.voipNews(appA) == [])
    }

    @Test("Under five minutes it is refused; none is called once it is cleared", .behaviour("V2"))
    func refused() {
        let device = device(299)
        #expect(device.reasons(appA).contains(.keepAliveTooShort))
        device.advance(by: .seconds(3_600))
        #expect(device.voipNews(appA) == [])
        device.open(appA)
        device.ask(appA, voip: .keepAlive(seconds: 300))
        device.ask(appA, voip: .keepAlive(seconds: nil))
        device.home()
        device.advance(by: .seconds(3_600))
        #expect(device.voipNews(appA) == [])
    }

    @Test(
        "No number makes a timeout of nonsense", arguments: [Double.nan, -1, 0, -Double.infinity])
    func nonsense(seconds: Double) {
        #expect(device(seconds).reasons(appA).contains(.keepAliveTooShort))
    }

    @Test(
        "A call that was refused is made as soon as nothing is in the way", .behaviour("V2", "F8"))
    func owed() {
        let device = device()
        device.permit(appA, .backgroundRefresh, .denied)
        device.advance(by: .seconds(700))
        #expect(device.voipNews(appA) == [])
        #expect(device.reasons(appA).contains(.backgroundRefreshOff))
        device.permit(appA, .backgroundRefresh, .authorized)
        device.advance(by: .milliseconds(100))
        #expect(device.voipNews(appA) == [.keepAlive])
    }

    @Test("It has 30 seconds, or its app is ended", .behaviour("V2"))
    func overstays() {
        let device = device()
        device.defaultBehaviour.completesAfter = nil
        while device.voipNews(appA) == [] { device.advance(by: .seconds(1)) }
        #expect(device.voipNews(appA) == [.keepAlive])
        device.advance(by: .seconds(29))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .notRunning)
        #expect(device.reasons(appA).contains(.completionHandlerMissing))
    }
}
