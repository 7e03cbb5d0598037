import TestSupport
import Testing

@testable import QuiesceCore

/// A day's budget goes to the hours in which apps are opened, not to the first that come.
@Suite struct SpreadFetchTests {
    @Test(
        "A device that is awake at night for pushes leaves the fetches to the evening, when the app is opened",
        .behaviour("F3", "F4"))
    func pushesAtNight() {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.setInterval(appA, .zero)
        device.home()
        device.open(appB)
        device.lock()
        device.advanceToMidnight()
        for _ in 0..<8 {
            device.decisions.removeAll()
            let midnight = device.now.instant
            for _ in 0..<12 {
                device.push(appB)
                device.advance(by: .seconds(600))
            }
            for hour in Int64(18)..<22 {
                device.advance(to: midnight + .seconds(hour * 3_600))
                device.lock(false)
                device.open(appA)
                device.advance(by: .seconds(60))
                device.lock()
            }
            device.advance(to: midnight + .seconds(86_400))
        }
        let fetches = device.plannedFetches(appA)
        #expect(fetches.count { $0 < 12 * 3_600 } <= 1, "\(fetches)")
        #expect(fetches.count { $0 >= 17 * 3_600 } >= 4, "\(fetches)")
    }

    @Test(
        "Apps that together want more than the device has keep some of it for the evening",
        .behaviour("F4"))
    func sharedBudget() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerDay = 4
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        for app in [appA, appB] {
            device.open(app)
            device.setInterval(app, .zero)
        }
        device.lock()
        device.advanceToMidnight()
        let hours: [Int64] = [8, 19, 20, 21, 22]
        device.liveThrough(14, opening: hours.flatMap { [($0, appA), ($0, appB)] })
        device.decisions.removeAll()
        let days = 7
        device.liveThrough(days, opening: hours.flatMap { [($0, appA), ($0, appB)] })
        let fetches = device.plannedFetches(appA) + device.plannedFetches(appB)
        #expect(fetches.count <= 4 * days)
        #expect(fetches.count { $0 >= 15 * 3_600 } >= days, "\(fetches)")
    }
}
