import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct WakefulnessTests {
    @Test("A device on which nothing runs says that nothing keeps it awake", .behaviour("D2"))
    func nothing() {
        let device = TestDevice(installing: .test(appA))
        #expect(
            device.machine.whyAwake().sentence
                == "Nothing keeps the device from sleeping; no app executes.")
        device.ask { .sleep($0) }
        let answer = device.machine.whyAwake()
        #expect(answer.sentence == "The device is asleep; no app executes.")
        #expect(answer.isAsleep && !answer.isKeptAwake && answer.apps.isEmpty)
    }

    @Test("Each app that executes says why, and until when at most", .behaviour("D2", "S1"))
    func executing() throws {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appB] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.fetch(appB)
        device.beginTask(appB, 1, name: "sync")
        device.advance(by: .seconds(10))
        let answer = device.machine.whyAwake()
        #expect(answer.sentence == "Nothing keeps the device from sleeping; 2 apps execute.")
        #expect(answer.apps.map(\.app) == [appA, appB])
        let (front, woken) = (answer.apps[0], answer.apps[1])
        #expect(front.latest == nil && front.sentence.contains("in front"))
        #expect(Set(woken.pending.map(\.kind)) == [.wake, .task])
        // The task's limit is the later one.
        #expect(try #require(woken.latest).after(device.now) == .seconds(170))
        #expect(!woken.keepsAwake)
    }

    @Test(
        "With ios4 open tasks keep the device awake, and it says whose and until when",
        .behaviour("T5"))
    func keptAwake() throws {
        let device = TestDevice(.ios4, installing: .test(appA, modes: []))
        device.open(appA)
        device.beginTask(appA, 1, name: "save")
        device.home()
        #expect(
            device.machine.whyAwake().sentence
                == "Nothing has asked the device to sleep; if something does, it stays awake until the open tasks of A have ended (T5); one app executes."
        )
        device.ask { .sleep($0) }
        let answer = device.machine.whyAwake()
        #expect(answer.isKeptAwake && answer.apps.map(\.keepsAwake) == [true])
        #expect(
            answer.sentence
                == "The device was told to sleep, but stays awake until the open tasks of A have ended (T5); one app executes."
        )
        let sleep = try #require(device.machine.why().pending.first)
        #expect(sleep.kind == .sleep && sleep.rule == .t5)
        #expect(try #require(sleep.latest).after(device.now) == .seconds(600))
        #expect(device.keptAwake)
        device.endTask(appA, 1)
        #expect(device.machine.whyAwake().isAsleep && device.machine.why().pending.isEmpty)
    }

    @Test("A device that shuts down says for whom it waits", .behaviour("D2", "W3"))
    func shuttingDown() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(2)])
        device.open(appA)
        device.ask { .shutDown($0) }
        #expect(
            device.machine.why().pending.map(\.sentence) == [
                "The device shuts down once one app has ended: A."
            ])
        #expect(device.machine.whyAwake().apps.map(\.app) == [appA])
    }
}
