import Foundation
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("An update of the time zone database") struct ZoneUpdateTests {
    @Test(
        "New rules of the device's zone are told as soon as they are there",
        .behaviour("reliability T4"))
    func update() throws {
        let folder = try ScratchDirectory()
        let zone = folder.path + "/Test"
        func install(_ name: String, _ version: String) throws {
            try? FileManager.default.removeItem(atPath: zone)
            try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/\(name)", toPath: zone)
            try Data("# version \(version)\n".utf8).write(
                to: URL(fileURLWithPath: folder.path + "/tzdata.zi"), options: .atomic)
        }
        try install("Asia/Tokyo", "1")
        let loop = try EventLoop()
        let worker = try Worker(name: "test-worker")
        var told: [UTCOffsets] = []
        let sources = RealSources(
            RealSources.Places(
                sys: folder.path, localtime: folder.path + "/localtime", net: folder.path,
                zones: folder.path),
            loop: loop, worker: worker, chosenZone: { "Test" }, zones: { [] },
            report: { event in
                guard case .clockChanged(let offsets) = event else { return }
                told.append(offsets)
                if told.last?.seconds == 19_800 { return loop.stop() }
                #expect(throws: Never.self) { try install("Asia/Kolkata", "2") }
            })
        _ = sources.start()
        // Only if it is never told.
        loop.onTimer = { loop.stop() }
        loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
        loop.run()
        #expect(told.first?.seconds == 32_400)
        #expect(told.last?.seconds == 19_800)
        withExtendedLifetime(folder) {}
    }
}
