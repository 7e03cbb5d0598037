import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

/// One line of a test finds each planted mistake, and nothing in the same app without it.
@MainActor @Suite("Random lives", .virtualDevice, .serialized) struct LifeTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        // Where the tests' package would be.
        try Data().write(to: URL(fileURLWithPath: scratch.file("Package.swift")))
        Mistakes.areMade = true
    }

    private var source: String { scratch.file("Tests/AppTests.swift") }
    private var kept: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("Lives"))) ?? []
    }

    private func month(of device: VirtualDevice, seed: UInt64? = nil) async throws {
        try await device.fuzz(for: .days(30), seed: seed, file: source)
    }

    private func failure(of device: VirtualDevice, seed: UInt64? = nil) async throws -> LifeFailure
    {
        let failure = await #expect(throws: LifeFailure.self) {
            try await month(of: device, seed: seed)
        }
        return try #require(failure)
    }

    @Test(
        "A forgotten endBackgroundTask is found, in the fewest steps, and nothing once it is there",
        .behaviour("T4"))
    func forgetful() async throws {
        let device = try VirtualDevice.current
        try await device.launch(ForgetfulApp.self)
        let failure = try await self.failure(of: device)
        #expect(failure.rule == "T4")
        #expect(failure.problem.contains("endBackgroundTask"))
        #expect(
            failure.steps == [
                "try await device.open()", "try await device.pressHome()",
                "try await device.advance(by: .minutes(3))",
            ])
        Mistakes.areMade = false
        try await month(of: device)
    }

    @Test(
        "Work that goes on after its task's expiration handler is found, and none that is cancelled",
        .behaviour("T4"))
    func restless() async throws {
        let device = try VirtualDevice.current
        try await device.launch(RestlessApp.self)
        let failure = try await self.failure(of: device)
        #expect(failure.rule == "T4")
        #expect(failure.problem.contains("goes on after the expiration handler"))
        // It is left, suspended, and goes on when it is thawed.
        #expect(failure.steps.contains("try await device.pressHome()"))
        #expect(failure.steps.count <= 6)
        Mistakes.areMade = false
        try await month(of: device)
    }

    @Test(
        "A lock on a shared file at suspension is found, and none that was given back before",
        .behaviour("C2"))
    func locking() async throws {
        let device = try VirtualDevice.current
        try await device.launch(LockingApp.self, as: .underTest(groups: [LockingApp.group]))
        let failure = try await self.failure(of: device)
        #expect(failure.rule == "C2")
        #expect(failure.problem.contains("notes.db"))
        #expect(
            failure.steps.prefix(2) == ["try await device.open()", "try await device.pressHome()"])
        #expect(failure.steps.count <= 3)
        Mistakes.areMade = false
        try await month(of: device)
    }

    @Test(
        "A main thread that waits is found, and none that doesn't", .behaviour("H3"))
    func waiting() async throws {
        let device = try VirtualDevice.current
        Mistakes.areMade = false
        try await device.launch(WaitingApp.self)
        try await month(of: device)
        Mistakes.areMade = true
        let failure = try await self.failure(of: device)
        #expect(failure.rule == "H3")
        #expect(failure.steps == ["try await device.open()"])
    }

    @Test("A life that failed is kept and lived first, until it passes")
    func keeps() async throws {
        let device = try VirtualDevice.current
        try await device.launch(ForgetfulApp.self)
        let first = try await self.failure(of: device, seed: 7)
        #expect(first.seed == 7)
        #expect(kept.count == 1)
        #expect(first.file == kept.first.map { scratch.file("Lives/\($0)") })
        #expect("\(first)".contains("seed 7") && "\(first)".contains(first.file ?? "no file"))
        let again = try await self.failure(of: device, seed: 7)
        #expect(again.seed == nil)
        #expect(again.steps == first.steps)
        Mistakes.areMade = false
        try await month(of: device, seed: 7)
        #expect(kept.isEmpty)
    }

    @Test("The same seed gives the same life, and another seed another one")
    func reproducible() async throws {
        let device = try VirtualDevice.current
        Mistakes.areMade = false
        var logs: [[String]] = []
        try await device.launch(ForgetfulApp.self)
        for seed: UInt64 in [1, 1, 2] {
            try await month(of: device, seed: seed)
            logs.append(device.log.map { "\($0.seq) \($0.time) \($0.reason)" })
        }
        #expect(logs[0] == logs[1])
        #expect(logs[0] != logs[2])
    }

    @Test("The test's own condition is asked after each step, and begins where the test says")
    func condition() async throws {
        let device = try VirtualDevice.current
        try await device.launch(RestlessApp.self)
        Mistakes.areMade = false
        let found = await #expect(throws: LifeFailure.self) {
            try await device.fuzz(
                for: .days(3), from: { try await $0.open() },
                while: { $0.app.state != .suspended }, file: source)
        }
        let failure = try #require(found)
        #expect(failure.rule == nil)
        #expect(failure.steps.first == "try await device.pressHome()")
        #expect(failure.steps.count <= 2)
    }

    @Test("A device without an app has no life")
    func noApp() async throws {
        let device = try VirtualDevice.current
        await #expect(throws: VirtualDeviceError.noApp) { try await month(of: device) }
    }
}
