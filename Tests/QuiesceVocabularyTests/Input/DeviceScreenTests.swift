import QuiesceVocabulary
import Testing

@Suite("The size of a device's screen, as it is written") struct DeviceScreenTests {
    @Test(
        "It is read as it is written",
        arguments: ["320x568@2", "390x844@3", "160x160@1", "4096x4096@4"])
    func reads(text: String) { #expect(DeviceScreen(text)?.text == text) }

    @Test(
        "Whatever else it may be is refused",
        arguments: [
            "", "@", "x", "x@", "320x568", "320x568@", "320@2", "320x568@0", "320x568@5",
            "320x568@2@2", "320x568x2", "320x568x1@2", "320xx568@2", "159x568@2", "320x4097@2",
            "-320x568@2",
            "+320x568@2", "320x568@+2", "320.5x568@2", "320 x568@2", "32ox568@2", "٣٢٠x568@2",
            "99999999999999999999x99999999999999999999@2", "568x320@2", "320X568@2",
        ])
    func refuses(text: String) { #expect(DeviceScreen(text) == nil) }
}
