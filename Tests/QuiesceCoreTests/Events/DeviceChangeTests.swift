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
            ("accessory connect Scale", .accessory("Scale", connected: true)),
            ("accessory disconnect Scale", .accessory("Scale", connected: false)),
            ("screen connect 1280x720", .screen(ScreenMode(width: 1280, height: 720))),
            ("screen mode 640x480", .screenMode(ScreenMode(width: 640, height: 480))),
            ("screen disconnect", .screen(nil)), ("battery auto", .automatic(.battery)),
            ("timezone auto", .automatic(.timeZone)), ("locale auto", .automatic(.locale)),
            ("background-refresh off", .backgroundRefresh(false)),
            ("low-power on", .lowPowerMode(true)), ("low-power off", .lowPowerMode(false)),
            ("low-power auto", .automatic(.lowPower)), ("thermal fair", .thermalState(.fair)),
            ("thermal critical", .thermalState(.critical)),
            ("thermal auto", .automatic(.thermal)),
        ])
    func forms(text: String, change: DeviceChange) throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(try DeviceChange(words: words) == change)
        #expect(change.words == words)
    }

    @Test(
        "A battery's level may be in per cent, and alone is that of one in use", .behaviour("D1"),
        arguments: [
            ("battery 0.5", DeviceChange.battery(percent: 50, .unplugged)),
            ("battery 35%", .battery(percent: 35, .unplugged)),
            ("battery 100% full", .battery(percent: 100, .full)),
        ])
    func levels(text: String, change: DeviceChange) throws {
        #expect(try DeviceChange(words: text.split(separator: " ").map(String.init)) == change)
    }

    @Test(
        "What is out of range or unknown is refused, with what was expected", .behaviour("D1"),
        arguments: [
            "battery 7 full", "battery -0.1 full", "battery nan full", "battery 101%", "battery %",
            "battery 0.5 unknown", "orientation up", "orientation", "orientation portrait now",
            "locale zz_ZZ_zz", "locale fr_", "locale FR", "proximity 1", "timezone",
            "weather sunny", "", "orientation auto", "proximity auto", "battery 7",
            "battery 0x1p-1 full",
            "accessory connect", "accessory lend Scale", "screen connect big", "screen mode",
            "screen mode 0x480", "screen mode 640x99999", "screen mode +640x480",
            "screen off", "background-refresh maybe", "low-power 1", "low-power", "thermal hot",
            "thermal",
        ])
    func malformed(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let error = #expect(throws: DeviceChange.Malformed.self) { try DeviceChange(words: words) }
        let known = DeviceChange.forms.map(\.word)
        #expect(known.contains { error?.description.contains($0) == true })
    }
}
