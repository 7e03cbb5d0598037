import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Memory of the machine") struct MemoryMonitorTests {
    private func meminfo(available: Int) -> String {
        "MemTotal:       1000000 kB\nMemFree:          100 kB\nMemAvailable:   \(available) kB\n"
    }

    @Test("A shortage is what is missing to be comfortable again", .behaviour("M1", "M2"))
    func shortage() {
        #expect(Shortage(meminfo: meminfo(available: 100_000)) == nil)
        let warning = Shortage(meminfo: meminfo(available: 99_000))
        #expect(warning?.level == .warning)
        #expect(warning?.bytes == 21_000 * 1024)
        let critical = Shortage(meminfo: meminfo(available: 49_000))
        #expect(critical?.level == .critical)
        #expect(critical?.bytes == 71_000 * 1024)
    }

    @Test(
        "Where the kernel doesn't say, there is no shortage",
        arguments: ["", "MemTotal: x kB", "MemTotal: 5 kB"])
    func unknown(meminfo: String) {
        #expect(Shortage(meminfo: meminfo) == nil)
    }
}
