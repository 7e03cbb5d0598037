import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("How warm the machine is") struct ThermalZonesTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func set(_ file: String, _ text: String, zone: Int = 0) throws {
        let file = URL(
            fileURLWithPath: scratch.file("class/thermal/thermal_zone\(zone)/\(file)"))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: file, options: .atomic)
    }

    /// - Parameter points: kinds, with the temperature from which on each is reached.
    private func zone(_ number: Int = 0, at temperature: Int, _ points: (String, Int)...) throws {
        try set("temp", "\(temperature)", zone: number)
        for (place, (type, from)) in points.enumerated() {
            try set("trip_point_\(place)_type", type, zone: number)
            try set("trip_point_\(place)_temp", "\(from)", zone: number)
        }
    }

    private func read(_ before: ThermalZones = ThermalZones()) -> ThermalZones {
        ThermalZones(root: scratch.path, before: before)
    }

    @Test("A machine without zones is as usual")
    func none() {
        #expect(read().state == .nominal)
        #expect(read().states.isEmpty)
    }

    @Test(
        "The highest trip point that is reached counts, and a fan's doesn't",
        arguments: [
            (69_999, DeviceConditions.ThermalState.nominal), (70_000, .fair), (79_999, .fair),
            (80_000, .serious), (90_000, .critical), (120_000, .critical), (-5_000, .nominal),
        ])
    func points(temperature: Int, state: DeviceConditions.ThermalState) throws {
        try zone(
            at: temperature, ("critical", 90_000), ("active", 30_000), ("hot", 80_000),
            ("passive", 70_000))
        #expect(read().state == state)
    }

    @Test("The warmest zone counts; one that is off, has no sensor or no trip points doesn't")
    func zones() throws {
        try zone(0, at: 50_000, ("passive", 70_000))
        try zone(1, at: 75_000, ("passive", 70_000))
        try zone(2, at: 99_000, ("critical", 90_000))
        try set("mode", "disabled", zone: 2)
        try zone(3, at: 99_000)
        try zone(4, at: 99_000, ("hot", -274_000))
        try set("temp", "N/A", zone: 5)
        #expect(read().state == .fair)
        #expect(read().states.keys.sorted() == ["thermal_zone0", "thermal_zone1"])
        try set("mode", "enabled", zone: 2)
        #expect(read().state == .critical)
    }

    @Test("A zone is cooler only below its trip point by the hysteresis")
    func hysteresis() throws {
        try zone(at: 70_000, ("passive", 70_000))
        try set("trip_point_0_hyst", "2000")
        let warm = read()
        #expect(warm.state == .fair)
        try set("temp", "68000")
        #expect(read(warm).state == .fair)
        #expect(read().state == .nominal, "it wasn't warmer before")
        try set("temp", "67999")
        let cool = read(warm)
        #expect(cool.state == .nominal)
        try set("temp", "69000")
        #expect(read(cool).state == .nominal)
    }

    @Test("Where the kernel tells nobody, zones are read again and again")
    func polled() throws {
        try zone(at: 20_000, ("passive", 70_000))
        let loop = try EventLoop()
        let worker = try Worker(name: "test-worker")
        var told: [DeviceConditions.ThermalState] = []
        let watch = ThermalWatch(root: scratch.path, period: 10, loop: loop, worker: worker) {
            told.append($0)
            switch told.count {
            case 1: #expect(throws: Never.self) { try set("temp", "71000") }
            case 2: #expect(throws: Never.self) { try set("temp", "20000") }
            case _: loop.stop()
            }
        }
        watch.start()
        // Only if it is never told.
        loop.onTimer = { loop.stop() }
        loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
        loop.run()
        #expect(told == [.nominal, .fair, .nominal])
    }

    @Test("A group of the kernel's is joined by its name, and one that isn't there isn't")
    func groups() throws {
        let socket = ql_genl_group_socket("nlctrl", "notify")
        #expect(socket >= 0)
        if socket >= 0 { close(socket) }
        #expect(ql_genl_group_socket("nlctrl", "weather") == -ENOENT)
        #expect(ql_genl_group_socket("weather", "notify") == -ENOENT)
        #expect(ql_genl_group_socket(String(repeating: "x", count: 99), "notify") == -EINVAL)
    }
}
