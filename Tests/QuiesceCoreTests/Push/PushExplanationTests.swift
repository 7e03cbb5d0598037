import TestSupport
import Testing

@testable import QuiesceCore

/// The explanations that `why` gives of pushes (D2).
@Suite struct PushExplanationTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.registerForPushes(appA)
        device.home()
        return device
    }

    private func whyNot(_ device: TestDevice) throws -> Explanation {
        try #require(device.machine.whyNot(appA, .push(PayloadHandle(0)), at: device.now))
    }

    @Test("One that would wait is said to, and until when", .behaviour("D2", "R4"))
    func whyNot() throws {
        let device = device()
        #expect(
            try whyNot(device).sentence
                == "Nothing keeps A from being woken for a push now. The push needs \"content-available\": 1 in its aps (R2)."
        )
        for _ in 0..<4 { device.push(appA) }
        device.advance(by: .seconds(60))
        let overQuota = try whyNot(device)
        #expect(overQuota.obstacles.isEmpty)
        #expect(overQuota.planObstacles.map(\.reason) == [.pushRationed])
        #expect(
            overQuota.sentence.hasPrefix(
                "A silent push for A would wait: it has used up its silent pushes for now, and gets the next in 840 s (R4);"
            ))
        device.advance(by: .seconds(3_600))
        device.ask { .sleep($0) }
        #expect(try whyNot(device).planObstacles.map(\.reason) == [.deviceAsleep])
        device.ask { .wake($0) }
        device.open(appA)
        #expect(try whyNot(device).planObstacles.isEmpty)
    }

    @Test(
        "What is held, and an alert that waits for its app, are pending",
        .behaviour("D2", "R3", "R4"))
    func pending() throws {
        let device = device(.ios7)
        for _ in 0..<4 { device.push(appA) }
        let until = device.now.instant + .seconds(900)
        let held = device.receive(appA, alert: false)
        let waits = try #require(device.machine.why(appA)?.pending.first { $0.kind == .push })
        #expect(
            waits.sentence.hasPrefix("Silent push \(held) waits, because its app has used up its "))
        #expect(waits.earliest == .instant(until) && waits.rule == .r4)
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(5))
        let alert = device.receive(appA, alert: true)
        let shown = device.machine.why(appA)?.pending.last { $0.kind == .push }
        #expect(
            shown?.sentence == "Push \(alert) is shown once its app has handled it.")
        #expect(shown?.rule == .r3)
        device.advance(by: .seconds(5))
        #expect(device.machine.why(appA)?.pending.count { $0.kind == .push } == 1)
    }

    @Test("What became of pushes is in the app's chain", .behaviour("D2"))
    func chain() throws {
        let device = device()
        device.ask { .sleep($0) }
        device.receive(appA, alert: false, contentAvailable: true)
        device.receive(appA, alert: false, contentAvailable: true)
        let chain = try #require(device.machine.why(appA)?.chain)
        #expect(
            chain.suffix(4).map(\.reason) == [.push, .pushHeld, .push, .pushMerged].suffix(3) + [
                .pushHeld
            ])
        #expect(
            chain.last?.sentence
                == "A push waits (push 2, until the device is awake).")
    }

    @Test("What became of each is a sentence of words", .behaviour("D2"))
    func sentences() {
        let drops: [Reason] = [
            .unknownApp, .uninstalled, .appEnded, .forceQuitByUser, .modeNotDeclared, .crashLoop,
            .modeUnknownToProfile, .notContentAvailable, .backgroundRefreshOff, .tooManyWakes,
            .pushExpired, .pushesNotRegistered, .notificationsNotRegistered, .optedOut,
            .notificationsNotAllowed, .builtForOldSystem, .multitaskingUnavailable,
        ]
        let verdicts: [Reason] = [
            .completedNewData, .completedNoData, .completedFailed, .appEnded, .forceQuitByUser,
            .uninstalled, .modeNotDeclared, .backgroundRefreshOff,
        ]
        let outcomes: [PushReceipt.Outcome] =
            [
                .shown, .told, .woke(WakeID(3), result: nil), .held(until: nil),
                .held(until: .zero), .heldByCrash(until: .zero), .merged(into: PushID(9)),
            ] + drops.map { .dropped($0) } + verdicts.map { .woke(WakeID(3), result: $0) }
        var seen: Set<String> = []
        for outcome in outcomes {
            let receipt = PushReceipt(
                id: PushID(7), app: appA, received: .zero, isSilent: true, contentAvailable: true,
                outcome: outcome, at: .zero)
            let sentence = receipt.sentence
            #expect(sentence.hasSuffix(".") && sentence.contains("ush 7"), "\(outcome)")
            #expect(!sentence.contains("?"), "\(sentence)")
            #expect(seen.insert(sentence).inserted, "\(sentence)")
        }
        #expect(seen.contains("Silent push 7 was dropped: the user force-quit it (U2)."))
    }

    @Test("The latest receipts are kept, and no more")
    func receipts() {
        let device = device(.generous)
        for _ in 0..<(Limits.pushReceipts + 10) { device.push(appA) }
        #expect(device.machine.pushReceipts.count == Limits.pushReceipts)
        #expect(device.machine.pushReceipts.last?.id == PushID(UInt64(Limits.pushReceipts + 10)))
    }
}
