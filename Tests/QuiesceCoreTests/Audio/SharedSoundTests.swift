import TestSupport
import Testing

@testable import QuiesceCore

/// One app's sound beside that of others, and who is told.
@Suite("Sound beside that of others") struct SharedSoundTests {
    /// A, which has the mode, plays out of sight, and B is in front.
    private func device(
        _ modes: [BackgroundMode] = [.audio], server: Bool = false
    ) -> TestDevice {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.audio]), .test(appB, modes: modes))
        if server { device.send(.audio(.server(isThere: true))) }
        device.open(appA)
        device.play(appA)
        if server { device.hear(appA, AudioReading(plays: true)) }
        device.home()
        if server { device.hear(appA, AudioReading(plays: true, isAudible: true)) }
        device.open(appB)
        return device
    }

    @Test("A category alone interrupts nobody: its session isn't active", .behaviour("A3"))
    func inactive() {
        let device = device()
        device.ask(appB, audio: .set(AudioSetting(.playback)))
        #expect(device.audioNews(appA).isEmpty)
        #expect(device.state(appA) == .background)
    }

    @Test("A session that names no category is alone: it interrupts the others", .behaviour("A3"))
    func unnamed() {
        let device = device()
        device.ask(appB, audio: .activate)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        #expect(
            device.machine.audioViews.first { $0.app == appB }?.setting?.category == .soloAmbient)
    }

    @Test(
        "A category that is set again, and still doesn't mix, ends no interruption",
        .behaviour("A3"))
    func setAgain() {
        let device = device()
        device.play(appB)
        device.ask(appB, audio: .set(AudioSetting(.playback)))
        #expect(device.audioNews(appA) == [.interrupted(.other)])
    }

    @Test("Who has given up its session isn't interrupted", .behaviour("A3"))
    func givenUp() {
        let device = device()
        device.ask(appA, audio: .working(plays: false, records: false))
        device.ask(appA, audio: .deactivate(notifies: true))
        device.play(appB)
        #expect(device.audioNews(appA).isEmpty)
    }

    @Test(
        "Out of sight a session begins with the mode, unless the app in front has one that doesn't mix",
        .behaviour("A2", "A3"))
    func outOfSight() {
        for (modes, front, refused) in [
            ([.audio], AudioCategory?.none, nil), ([], nil, .audioNotInFront),
            ([.audio], .playback, .audioTaken), ([.audio], .ambient, nil),
        ] as [([BackgroundMode], AudioCategory?, Reason?)] {
            let device = TestDevice(
                .ios8, installing: .test(appA, modes: modes), .test(appB, modes: []))
            device.open(appA)
            device.beginTask(appA, 1)
            device.open(appB)
            if let front { device.play(appB, front) }
            device.ask(appA, audio: .set(AudioSetting(.playback)))
            device.ask(appA, audio: .activate)
            let why = [Reason.audioNotInFront, .audioTaken].filter(
                device.reasons(appA, .refuse).contains)
            #expect(why == [refused].compactMap(\.self), "\(modes) \(String(describing: front))")
            #expect(
                device.machine.audioViews.first { $0.app == appA }?.isActive == (refused == nil))
            #expect(
                device.audioNews(appA) == (refused == nil ? [] : [.interrupted(.refused)]))
        }
    }

    @Test(
        "Who begins out of sight interrupts who plays there, and the last one plays on",
        .behaviour("A3"))
    func lastOfTwo() {
        let device = device()
        device.beginTask(appB, 1)
        device.home()
        device.play(appB)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        #expect(device.audioNews(appB).isEmpty)
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended && device.state(appB) == .background)
    }

    @Test(
        "An app that is left without the mode gives the sound back to whom it had interrupted",
        .behaviour("A2", "A3"))
    func leftWithoutMode() {
        let device = device([])
        device.play(appB)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        device.home()
        #expect(device.audioNews(appA) == [.interrupted(.other), .resumed(shouldResume: true)])
        device.play(appA)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test(
        "Interrupted, its streams count for nothing, whatever the sound server hears",
        .behaviour("A1", "A3"))
    func playsOn() {
        let device = device(server: true)
        device.play(appB)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        #expect(device.machine.audioDemand.muted == [appA])
        #expect(device.machine.audioViews.first { $0.app == appA }?.isPlaying == false)
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        // Frozen, its stream stands still. It is heard again once it may go on.
        device.hear(appA, AudioReading(plays: true, isAudible: false))
        device.ask(appB, audio: .deactivate(notifies: true))
        #expect(device.machine.audioDemand.muted.isEmpty)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test("Who interrupts in its turn is interrupted no more", .behaviour("A3"))
    func inTurn() {
        let device = device()
        device.play(appB)
        device.open(appA)
        device.play(appA)
        #expect(device.audioNews(appB) == [.interrupted(.other)])
        #expect(device.machine.audioDemand.muted == [appB])
        #expect(device.machine.audioViews.first { $0.app == appA }?.isInterrupted == false)
        #expect(device.machine.audioDemand.nowPlaying?.app == appA)
        #expect(device.machine.audioDemand.nowPlaying?.isPlaying == true)
    }

    // MARK: Calls

    @Test("Each that a call interrupts goes on after it, and nobody before", .behaviour("A3", "S7"))
    func call() {
        let device = device()
        device.play(appB, mixes: true)
        device.interrupt(.callIncoming)
        for app in [appA, appB] {
            #expect(device.audioNews(app) == [.interrupted(.other)])
            #expect(device.machine.audioDemand.muted.contains(app))
        }
        device.interrupt(.callEnd)
        for app in [appA, appB] {
            #expect(device.audioNews(app) == [.interrupted(.other), .resumed(shouldResume: true)])
        }
    }

    @Test(
        "Whom an app had interrupted that gives up during a call waits for its end",
        .behaviour("A3"))
    func givesUpDuringCall() {
        let device = device()
        device.play(appB)
        device.interrupt(.callIncoming)
        device.ask(appB, audio: .deactivate(notifies: true))
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        device.interrupt(.callEnd)
        #expect(device.audioNews(appA) == [.interrupted(.other), .resumed(shouldResume: true)])
        #expect(device.audioNews(appB) == [.interrupted(.other)], "it gave up by itself")
    }

    // MARK: What they know of each other

    @Test("An app knows whether others play, and whether it should be silent", .behaviour("A3"))
    func others() {
        let device = device()
        device.ask(appB, audio: .set(AudioSetting(.ambient)))
        #expect(device.audioSurroundings(appA)?.othersPlay == false, "it plays alone")
        #expect(device.audioSurroundings(appB)?.othersPlay == true)
        #expect(device.audioSurroundings(appB)?.shouldBeSilent == true)
        device.ask(appA, audio: .set(AudioSetting(.playback, mixes: true)))
        #expect(device.audioSurroundings(appB)?.othersPlay == true)
        #expect(device.audioSurroundings(appB)?.shouldBeSilent == false, "it mixes")
        device.ask(appA, audio: .working(plays: false, records: false))
        #expect(device.audioSurroundings(appB)?.othersPlay == false)
    }

    @Test(
        "A program that knows of no session is heard by others as one that doesn't mix",
        .behaviour("A3"))
    func program() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.audio]), .test(appB))
        device.send(.audio(.server(isThere: true)))
        device.open(appA)
        device.hear(appA, AudioReading(plays: true))
        device.home()
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.open(appB)
        device.ask(appB, audio: .set(AudioSetting(.ambient)))
        #expect(device.audioSurroundings(appB)?.shouldBeSilent == true)
    }

    @Test(
        "It is told how things stand where they have changed, once it executes",
        .behaviour("A3", "S8"))
    func toldOnce() {
        let device = device()
        device.ask(appB, audio: .set(AudioSetting(.ambient)))
        func told() -> Int {
            device.effects.count {
                if case .audio(.tell(appB, _, .surroundings)) = $0 { true } else { false }
            }
        }
        let before = told()
        device.ask(appB, audio: .show(nil))
        #expect(told() == before, "nothing has changed")
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.state(appB) == .suspended)
        device.ask(appA, audio: .working(plays: false, records: false))
        #expect(told() == before, "it executes no code")
        device.open(appB)
        #expect(device.audioSurroundings(appB)?.othersPlay == false)
        #expect(told() == before + 1)
    }

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("A3"))
    func deadWord() {
        let device = device()
        let launch = device.processes[appB]?.launch ?? Launch(number: 0)
        device.die(appB, .signalled(9))
        device.open(appB)
        device.send(.audio(.asked(appB, launch, request: 99, .activate)))
        #expect(device.audioNews(appA).isEmpty)
    }
}
