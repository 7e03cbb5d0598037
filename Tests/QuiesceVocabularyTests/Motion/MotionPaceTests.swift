import TestSupport
import Testing

@testable import QuiesceVocabulary

@Suite("The pace of samples", .behaviour("H2")) struct MotionPaceTests {
    /// When samples are let through of those that come each `step` for `count` times, in
    /// milliseconds.
    private func admitted(
        each interval: Int64, from step: Int64, _ count: Int64, late: (Int64) -> Int64 = { _ in 0 }
    ) -> [Int64] {
        var pace = MotionPace(.milliseconds(interval))
        return (0..<count).map { $0 * step }.filter {
            pace.admits(.zero + .milliseconds(1_000 + $0 + late($0)))
        }
    }

    @Test("Each sample of a sensor that runs as fast as was asked comes through")
    func same() { #expect(admitted(each: 10, from: 10, 5) == [0, 10, 20, 30, 40]) }

    @Test("Of a faster one as many come through as were asked for, also where it isn't a multiple")
    func faster() {
        #expect(admitted(each: 50, from: 10, 16) == [0, 50, 100, 150])
        #expect(admitted(each: 25, from: 10, 16) == [0, 30, 50, 80, 100, 130, 150])
        #expect(admitted(each: 1_000, from: 10, 301) == [0, 1_000, 2_000, 3_000])
    }

    @Test("One that is read a little early or late isn't lost, and doesn't shift those after it")
    func jitter() {
        let late: (Int64) -> Int64 = { $0 % 20 == 0 ? 1 : 0 }
        #expect(admitted(each: 10, from: 10, 50, late: late).count == 50)
    }

    @Test("After a pause it begins anew, without making up for it")
    func pause() {
        var pace = MotionPace(.milliseconds(10))
        let admitted = [0, 5_000, 5_001, 5_010].filter {
            pace.admits(.zero + .milliseconds($0))
        }
        #expect(admitted == [0, 5_000, 5_010])
    }
}
