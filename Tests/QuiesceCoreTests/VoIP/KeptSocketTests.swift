import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Sockets that are kept") struct KeptSocketTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        TestDevice(
            profile, installing: .test(appA, modes: [.voip]), .test(appB, modes: [.voip]))
    }

    @Test(
        "What arrives wakes a suspended app, which is suspended again once it has dealt with it",
        .behaviour("V1", "V9"), arguments: [PolicyProfile.ios4, .ios7, .ios8])
    func woken(profile: PolicyProfile) {
        let device = device(profile)
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        #expect(device.state(appA) == .suspended)
        #expect(device.isWatched(appA))
        device.defaultBehaviour.completesAfter = .seconds(2)
        device.arrive(appA)
        #expect(device.voipNews(appA) == [.traffic(descriptor: 5)])
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(3))
        #expect(device.state(appA) == .suspended)
        #expect(device.isWatched(appA))
    }

    @Test(
        "An app that executes isn't watched, and in front it alone has its sockets",
        .behaviour("V1"))
    func inFront() {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        for descriptor in [5, 6] as [Int32] {
            device.ask(appA, voip: .keep(KeptSocket(descriptor, .tcp)))
        }
        #expect(device.state(appA) == .background && !device.isWatched(appA))
        device.arrive(appA)
        #expect(device.voipNews(appA) == [])
        device.endTask(appA, 1)
        device.advance(by: .seconds(5))
        #expect(device.isWatched(appA))
        #expect(device.voipView(appA)?.sockets.map(\.descriptor) == [5, 6])
        device.open(appA)
        #expect(!device.isWatched(appA))
        #expect(device.voipView(appA)?.sockets == [])
        #expect(
            device.effects.contains {
                if case .voip(.release(appA, _)) = $0 { true } else { false }
            })
        device.arrive(appA)
        #expect(device.voipNews(appA) == [])
    }

    @Test("One that is handed over in front stays with its app", .behaviour("V1"))
    func handedOverInFront() throws {
        let device = device()
        device.open(appA)
        device.ask(appA, voip: .keep(KeptSocket(5, .tcp)))
        let launch = try #require(device.processes[appA]?.launch)
        #expect(device.voipView(appA)?.sockets == [])
        #expect(device.voipSteps(appA) == [.release(appA, launch)])
    }

    @Test(
        "A profile that doesn't know the mode keeps none, and closes what it was given",
        .behaviour("O4"))
    func unknownToProfile() throws {
        var profile = PolicyProfile.ios8
        profile.backgroundModes.removeAll { $0 == .voip }
        let device = device(profile)
        device.waitForCalls(appA, by: 5)
        let launch = try #require(device.processes[appA]?.launch)
        #expect(device.voipView(appA)?.sockets == [])
        #expect(device.voipSteps(appA) == [.release(appA, launch)])
        #expect(device.reasons(appA).contains(.modeUnknownToProfile))
    }

    @Test("A background task lets it go on with what arrived", .behaviour("V1", "T1"))
    func task() {
        let device = device()
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        device.defaultBehaviour.completesAfter = .seconds(1)
        device.arrive(appA)
        device.beginTask(appA, 1)
        device.advance(by: .seconds(20))
        #expect(device.state(appA) == .background)
        device.endTask(appA, 1)
        device.run()
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "One that never says that it has dealt with it is ended after ten seconds", .behaviour("V9")
    )
    func overstays() {
        let device = device()
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        device.defaultBehaviour.completesAfter = nil
        device.arrive(appA)
        device.advance(by: .seconds(9))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .notRunning)
        #expect(device.reasons(appA).contains(.completionHandlerMissing))
    }

    @Test("Of a socket that is over it hears once, and it is kept no more", .behaviour("V1"))
    func over() {
        let device = device()
        device.waitForCalls(appA, by: 5, 6)
        device.advance(by: .seconds(5))
        device.arrive(appA, 5, isOver: true)
        #expect(device.voipNews(appA) == [.traffic(descriptor: 5)])
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .suspended)
        #expect(device.voipView(appA)?.sockets.map(\.descriptor) == [6])
        #expect(device.isWatched(appA))
    }

    @Test(
        "The shell watches its sockets anew with each suspension, and closes one that is over once",
        .behaviour("V1", "V9"))
    func steps() throws {
        let device = device()
        device.waitForCalls(appA, by: 5, 6)
        let launch = try #require(device.processes[appA]?.launch)
        let on = VoIPEffect.watch(appA, launch, isOn: true)
        device.advance(by: .seconds(60))
        #expect(device.voipSteps(appA) == [on])
        // It watches none any more once it has said that something arrived.
        device.arrive(appA, 5)
        device.advance(by: .seconds(1))
        #expect(device.voipSteps(appA) == [on, on])
        device.arrive(appA, 5, isOver: true)
        device.advance(by: .seconds(1))
        let closed = [on, on, .close(appA, launch, descriptor: 5), on]
        #expect(device.voipSteps(appA) == closed)
        device.arrive(appA, 6)
        device.advance(by: .seconds(1))
        #expect(device.voipSteps(appA) == closed + [on])
        device.die(appA, .exited(code: 0))
        #expect(device.voipSteps(appA) == closed + [on, .release(appA, launch)])
    }

    @Test("What arrives in a socket that isn't kept wakes nobody", .behaviour("V1"))
    func unknown() throws {
        let device = device()
        device.waitForCalls(appA, by: 5)
        let launch = try #require(device.processes[appA]?.launch)
        device.arrive(appA, 99)
        device.send(.voip(.traffic(appA, Launch(number: 9), descriptor: 5, isOver: false)))
        device.send(.voip(.lost(appA, launch, descriptor: 99)))
        device.send(.voip(.closed(appA, launch, descriptor: 99)))
        device.run()
        #expect(device.voipNews(appA) == [] && device.isWatched(appA))
        #expect(device.voipSteps(appA) == [.watch(appA, launch, isOn: true)])
        device.arrive(appA, 5)
        #expect(device.voipNews(appA) == [.traffic(descriptor: 5)])
    }

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("V4"))
    func deadWord() throws {
        let device = device()
        device.open(appA)
        let launch = try #require(device.processes[appA]?.launch)
        device.die(appA, .signalled(9))
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.send(.voip(.asked(appA, launch, request: 99, .keep(KeptSocket(5, .tcp)))))
        device.run()
        #expect(device.voipView(appA)?.sockets == [])
    }

    @Test("Without the mode nothing is kept", .behaviour("V1", "O4"))
    func undeclared() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.audio]))
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        #expect(device.voipView(appA) == nil)
        #expect(!device.isWatched(appA))
        #expect(device.reasons(appA).contains(.modeNotDeclared))
    }

    @Test("What isn't a socket, and the thirty-third, are refused", .behaviour("V1"))
    func refused() {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.ask(appA, voip: .keep(KeptSocket(3)))
        #expect(device.reasons(appA).contains(.socketNotKept))
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        #expect(device.voipSteps(appA) == [.close(appA, launch, descriptor: 3)])
        for descriptor in 0..<Int32(Limits.keptSocketsPerApp) {
            device.ask(appA, voip: .keep(KeptSocket(100 + descriptor, .udp)))
        }
        #expect(!device.reasons(appA).contains(.tooManySockets))
        device.ask(appA, voip: .keep(KeptSocket(7, .udp)))
        #expect(device.reasons(appA).contains(.tooManySockets))
        // One that is kept already isn't another.
        device.ask(appA, voip: .keep(KeptSocket(100, .tcp)))
        #expect(device.voipView(appA)?.sockets.count == Limits.keptSocketsPerApp)
        #expect(device.voipView(appA)?.sockets.first == KeptSocket(100, .tcp))
        // Its number is another file's now.
        device.ask(appA, voip: .keep(KeptSocket(100)))
        #expect(device.voipView(appA)?.sockets.count == Limits.keptSocketsPerApp - 1)
        #expect(device.voipSteps(appA).last == .close(appA, launch, descriptor: 100))
    }

    @Test("Released, or closed without a word, it wakes nobody", .behaviour("V1"))
    func released() throws {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        for descriptor in [5, 6] as [Int32] {
            device.ask(appA, voip: .keep(KeptSocket(descriptor, .tcp)))
        }
        device.ask(appA, voip: .release(descriptor: 5))
        #expect(
            device.voipSteps(appA) == [
                .close(appA, device.processes[appA]?.launch ?? Launch(number: 0), descriptor: 5)
            ])
        device.endTask(appA, 1)
        device.run()
        #expect(device.voipView(appA)?.sockets.map(\.descriptor) == [6])
        let launch = try #require(device.processes[appA]?.launch)
        device.send(.voip(.closed(appA, launch, descriptor: 6)))
        device.run()
        #expect(device.voipView(appA)?.sockets == [])
        #expect(!device.isWatched(appA))
    }

    @Test(
        "A flood wakes it twenty times, and then now and then; another app isn't late",
        .behaviour("V1"))
    func flood() {
        let device = device()
        device.waitForCalls(appB, by: 9)
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(600))
        for _ in 0..<30 { if device.isWatched(appA) { device.arrive(appA) } }
        #expect(device.voipNews(appA).count == 20)
        #expect(device.reasons(appA).count { $0 == .voipRationed } == 1)
        #expect(!device.isWatched(appA))
        device.arrive(appB, 9)
        #expect(device.voipNews(appB).count == 1)
        device.advance(by: .seconds(60))
        #expect(device.isWatched(appA))
        for _ in 0..<60 {
            device.advance(by: .seconds(1))
            if device.isWatched(appA) { device.arrive(appA) }
        }
        #expect((39...41).contains(device.voipNews(appA).count))
    }

    @Test(
        "Who does nothing with what arrives is woken for it less and less", .behaviour("V1", "V9"))
    func inVain() {
        let device = device()
        device.waitForCalls(appA, by: 5)
        device.defaultBehaviour.result = .noData
        for _ in 0..<24 * 3_600 {
            device.advance(by: .seconds(1))
            guard device.isWatched(appA) else { continue }
            device.arrive(appA)
            // A day of wake-ups takes long.
            guard device.voipNews(appA).count <= 40 else { break }
        }
        #expect((15...40).contains(device.voipNews(appA).count))
        // It is forgiven once it reads again.
        device.defaultBehaviour.result = .newData
        device.advance(by: .seconds(4 * 3_600))
        device.arrive(appA)
        device.advance(by: .seconds(4 * 3_600))
        let before = device.voipNews(appA).count
        for _ in 0..<10 { if device.isWatched(appA) { device.arrive(appA) } }
        #expect(device.voipNews(appA).count == before + 10)
    }

    /// How long it takes until its sockets are watched again, in steps of 6 s.
    private func untilWatched(_ device: TestDevice) -> Int64 {
        var seconds: Int64 = 0
        while !device.isWatched(appA), seconds < 100_000 {
            device.advance(by: .seconds(6))
            seconds += 6
        }
        return seconds
    }

    @Test(
        "The pause doubles with each wake-up in vain, up to two hours, whatever else it is woken for",
        .behaviour("V1", "V9"))
    func doubles() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.voip, .fetch]))
        device.waitForCalls(appA, by: 5)
        device.defaultBehaviour.result = .noData
        // The first have been paid for by the time in peace before.
        for _ in 0..<5 {
            _ = untilWatched(device)
            device.arrive(appA)
        }
        #expect(untilWatched(device) == 72)
        device.defaultBehaviour.result = .newData
        device.fetch(appA)
        device.defaultBehaviour.result = .noData
        for pause in [192, 384, 768, 1_536, 3_072, 6_144, 6_144, 6_144] as [Int64] {
            device.arrive(appA)
            #expect(untilWatched(device) == pause)
        }
        device.defaultBehaviour.result = .newData
        device.arrive(appA)
        #expect(untilWatched(device) == 6_144)
        device.arrive(appA)
        #expect(untilWatched(device) == 6)
    }

    @Test("An app that came to the front is forgiven what was in vain", .behaviour("V9"))
    func forgiven() {
        let device = device()
        device.waitForCalls(appA, by: 5)
        device.defaultBehaviour.result = .noData
        for _ in 0..<6 {
            _ = untilWatched(device)
            device.arrive(appA)
        }
        #expect(untilWatched(device) == 192)
        device.waitForCalls(appA, by: 5)
        device.arrive(appA)
        #expect(untilWatched(device) == 6)
    }

    @Test(
        "Who was force-quit has no sockets left, and isn't launched for any", .behaviour("V4", "U2")
    )
    func forceQuit() {
        let device = device()
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        device.quit(appA)
        device.advance(by: .seconds(3_600))
        #expect(device.state(appA) == .notRunning)
        #expect(device.voipView(appA)?.sockets == [])
    }
}
