import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Changes of the device, as they are typed") struct DeviceChangeTests {
    @Test(
        "Each form is read, and written the same", .behaviour("D1"),
        arguments: [
            ("orientation landscapeLeft", DeviceChange.orientation(.landscapeLeft)),
            ("battery 0.35 unplugged", .battery(percent: 35, .unplugged)),
            ("battery 1 full", .battery(percent: 100, .full)),
            ("battery 0.05 charging", .battery(percent: 5, .charging)),
            ("proximity near", .proximity(near: true)),
            ("locale zh_Hant_TW", .locale("zh_Hant_TW")),
            ("locale es_419", .locale("es_419")),
            ("timezone Europe/Paris", .timeZone("Europe/Paris")),
            ("identity none", .ubiquityIdentity(nil)),
        ])
    func forms(text: String, change: DeviceChange) throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(try DeviceChange(words: words) == change)
        #expect(change.words == words)
    }

    @Test(
        "What is out of range or unknown is refused, with what was expected", .behaviour("D1"),
        arguments: [
            "battery 7 full", "battery -0.1 full", "battery nan full", "battery 0.5",
            "battery 0.5 unknown", "orientation up", "orientation", "orientation portrait now",
            "locale zz_ZZ_zz", "locale fr_", "locale FR", "proximity 1", "timezone",
            "weather sunny", "",
        ])
    func malformed(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let error = #expect(throws: DeviceChange.Malformed.self) { try DeviceChange(words: words) }
        let known = DeviceChange.forms.map(\.word)
        #expect(known.contains { error?.description.contains($0) == true })
    }
}
