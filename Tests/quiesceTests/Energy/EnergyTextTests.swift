import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("The energy of apps in a table") struct EnergyTextTests {
    @Test("Each app has its fetches, what they used and what that cost", .behaviour("F7"))
    func table() {
        let row = EnergyRow(
            app: "org.example.News", joules: 10.36, fetches: 3, cpu: 0.5, received: 10_240,
            radio: 15.5, since: "1970-01-01T00:00:00.000Z")
        let lines = EnergyText.lines(
            [row], now: Date(timeIntervalSince1970: 7_200), coloured: false)
        #expect(
            lines == [
                "APP               ENERGY  FETCHES     CPU  RECEIVED   RADIO  SINCE",
                "org.example.News  10.4 J        3  0.50 s  10.0 KiB  15.5 s    2 h",
            ])
    }

    @Test("Where nobody was charged, that is said", .behaviour("F7"))
    func nobody() {
        #expect(EnergyText.lines([]) == ["No app has been charged for a fetch."])
    }
}
