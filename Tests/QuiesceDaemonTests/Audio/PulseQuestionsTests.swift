import QuiesceCore
import Testing

@testable import QuiesceDaemon

@Suite("What a sound server is asked") struct PulseQuestionsTests {
    private static let rest = UInt64(Limits.soundQuestionsPauseMilliseconds) * 1_000

    @Test("So many in a row, and the next waits for a rest")
    func row() {
        var questions = PulseQuestions()
        var now: UInt64 = 1_000_000
        let asked = (0..<100).prefix { _ in
            now += 100
            return questions.countsOne(at: now)
        }
        #expect(asked.count == Limits.soundQuestionsInARow)
        let isAsked = [Self.rest / 2, Self.rest].map { questions.countsOne(at: now + $0) }
        #expect(isAsked == [false, true])
    }

    @Test("Those that are asked now and then never wait")
    func nowAndThen() {
        var questions = PulseQuestions()
        let asked = (1...1_000 as ClosedRange<UInt64>).prefix {
            questions.countsOne(at: $0 * Self.rest)
        }
        #expect(asked.count == 1_000)
    }

    @Test("Each thing is asked once, however often it has changed, and none that is gone")
    func once() {
        var questions = PulseQuestions()
        for thing in [SoundThing.client(1), .client(2), .client(1), .client(3)] {
            questions.add(thing)
        }
        questions.remove(.client(2))
        #expect(questions.take() == .client(1))
        #expect(questions.take() == .client(3))
        #expect(questions.take() == nil)
        #expect(questions.isEmpty)
    }
}
