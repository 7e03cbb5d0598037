import Foundation
import TestSupport
import Testing

@Suite("The machine's network") struct NetworkTests {
    @Test(
        "What the default route leads through is what the device has, until a tool overrides it",
        .behaviour("X4", "X9"))
    func source() throws {
        let machine = try ScratchDirectory()
        for (name, text) in [
            (
                "net/route",
                "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
                    + "ppp0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
            ), ("class/net/ppp0/type", "512\n"), ("class/net/ppp0/operstate", "unknown\n"),
        ] {
            let file = URL(fileURLWithPath: machine.file(name))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try withDevice(options: ["--sys", machine.path, "--net", machine.file("net")]) { device in
            try device.wait(for: "the modem") { $0.detail == "network cellular" }
            try device.perform(.sendEvent(["network", "none"]))
            try device.wait(for: "the tool's word") { $0.detail == "network none" }
            try device.perform(.sendEvent(["network", "auto"]))
            try device.wait(for: "the machine's word") { $0.detail == "network auto" }
        }
    }
}
