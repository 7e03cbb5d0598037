import Glibc
import Testing

@testable import FetchEvaluation

@Suite struct WallTextTests {
    @Test("A time of the wall is read as the C library counts it, leap days included")
    func sameAsTheCLibrary() throws {
        for day in stride(from: 0, through: 60_000, by: 17) {
            var seconds = time_t(day * 86_400 + day % 86_400)
            var parts = tm()
            gmtime_r(&seconds, &parts)
            var text = [CChar](repeating: 0, count: 32)
            let length = strftime(&text, 32, "%Y-%m-%d %H:%M:%S", &parts)
            let written = String(
                decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(WallText.seconds(written) == WallSeconds(seconds), "\(written)")
        }
    }

    @Test("A T may stand between day and time")
    func withT() {
        #expect(WallText.seconds("1970-01-02T00:00:01") == 86_401)
    }

    @Test(
        "What is no time, or of a day that doesn't exist, is none",
        arguments: [
            "", "2013-11-07", "2013-11-07 24:00:00", "2013-11-07 23:60:00", "2013-13-07 00:00:00",
            "2013-02-29 00:00:00", "2100-02-29 00:00:00", "2013-04-31 00:00:00",
            "2013-11-00 00:00:00", "1969-12-31 23:59:59", "2013-11-07 19:12:51Z",
            "2013-11-07 +1:12:51", "2013/11/07 19:12:51", "2013-11-07 19:12:5١",
        ])
    func noTime(text: String) {
        #expect(WallText.seconds(text) == nil)
    }
}
