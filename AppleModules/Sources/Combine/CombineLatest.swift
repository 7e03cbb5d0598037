import Foundation
import OpenCombine

extension Publishers {
    /// Publishes the latest values of two publishers, once both have one, and then whenever either
    /// has another.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let latest = Latest<A.Output, B.Output>()
            // `scan` by way of `compactMap`: each value is noted before it is sent on.
            let first = a.compactMap { latest.note(a: $0) }
            let second = b.compactMap { latest.note(b: $0) }
            Merge(first, second).receive(subscriber: subscriber)
        }
    }

    /// Likewise of three.
    public typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> =
        Publishers.Map<CombineLatest<CombineLatest<A, B>, C>, (A.Output, B.Output, C.Output)>
    where A.Failure == B.Failure, B.Failure == C.Failure
}

/// The latest of both.
private final class Latest<A, B>: @unchecked Sendable {
    // Sendable: both are read and written with the lock held.
    private let lock = NSLock()
    private var a: A?
    private var b: B?

    func note(a: A) -> (A, B)? {
        lock.withLock {
            self.a = a
            return b.map { (a, $0) }
        }
    }
    func note(b: B) -> (A, B)? {
        lock.withLock {
            self.b = b
            return a.map { ($0, b) }
        }
    }
}

extension Publisher {
    public func combineLatest<Other: Publisher>(
        _ other: Other
    ) -> Publishers.CombineLatest<Self, Other> where Other.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    public func combineLatest<Other: Publisher, Result>(
        _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
    ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Result>
    where Other.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }

    public func combineLatest<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
        combineLatest(b).combineLatest(c).map { ($0.0.0, $0.0.1, $0.1) }
    }
}
