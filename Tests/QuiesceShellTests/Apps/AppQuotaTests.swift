import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

@Suite("How much an app may send") struct AppQuotaTests {
    private let key = ProcessKey(app: AppID("org.example.App")!, launch: Launch(number: 1))

    private func at(_ milliseconds: Int64) -> AwakeInstant {
        AwakeInstant(nanoseconds: milliseconds * 1_000_000)
    }

    private func connect(
        _ quota: AppQuota, at now: AwakeInstant
    ) throws(WireError) -> AppChannel {
        var quota = quota
        try quota.countConnection(at: now)
        var channel = AppChannel(key, quota: quota)
        try channel.count(at: now)
        _ = try channel.take(.hello(.init()))
        return channel
    }

    /// - Returns: how many messages were taken before the app was cut off.
    private func flood(_ channel: inout AppChannel, at now: AwakeInstant) -> Int {
        for taken in 0..<10_000 {
            do throws(WireError) {
                try channel.count(at: now)
                _ = try channel.take(.beginTask(request: 1, task: 1, name: nil))
            } catch {
                return error.code == .flooding ? taken : -1
            }
        }
        return 10_000
    }

    @Test(
        "Who connects again has what was left, and what it has earned since",
        .behaviour("reliability A4"))
    func isTheLaunchs() throws {
        var channel = try connect(AppQuota(at: at(0)), at: at(0))
        for request in 1...3_000 {
            try channel.count(at: at(0))
            _ = try channel.take(.endTask(request: UInt64(request), task: 1))
        }
        var second = try connect(channel.quota, at: at(100))
        #expect(flood(&second, at: at(100)) == 1_098, "4,000 with both hellos, and 100 earned")
    }

    @Test(
        "Who was cut off for a flood isn't let in before it may send a whole burst, however often it tries",
        .behaviour("reliability A4"))
    func waits() throws {
        var channel = try connect(AppQuota(at: at(0)), at: at(0))
        #expect(flood(&channel, at: at(0)) == 3_999)
        for milliseconds in stride(from: Int64(0), to: 4_000, by: 7) {
            let error = #expect(throws: WireError.self) {
                _ = try connect(channel.quota, at: at(milliseconds))
            }
            #expect(error?.code == .flooding)
        }
        let error = #expect(throws: WireError.self) { try connect(channel.quota, at: at(1_500)) }
        #expect(error?.message == "the app sent too much, and may connect again in 2.5 s")
        var again = try connect(channel.quota, at: at(4_000))
        #expect(flood(&again, at: at(4_000)) == 3_999)
    }
}
