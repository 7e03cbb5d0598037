import QuiesceCore

/// How a scripted app answers what it is told. As made, it obeys.
// derive: sparse
public struct AppBehaviour: Sendable, Hashable {
    /// Milliseconds that each callback takes.
    public var callTakes: Int64 = 1
    /// Callbacks that never return.
    public var ignores: [String] = []
    /// Callbacks that it crashes in.
    public var diesIn: [String] = []
    /// Milliseconds until it calls a completion handler; nil: never.
    public var completesAfter: Int64? = 100
    public var completesTwice = false
    /// Milliseconds for which the turn goes on in which it says that a wake-up is done or a task is
    /// over; then it asks for something more. nil: the turn ends at once.
    public var goesOn: Int64?
    public var endsTasksWhenExpired = true
    public var exitsWhenTerminated = true
    public var connects = true
    public var canBeStarted = true
    /// A process in an uninterruptible wait isn't killed before it leaves it.
    public var canBeKilled = true
    /// Messages that it sends with each callback, for nothing.
    public var floods = 0
    /// Messages after which each of its launches crashes, wherever that is; nil: it lives.
    public var diesAfter: Int?
    /// Messages after which it closes its connection and makes another, again and again.
    public var hangsUpAfter: Int?
    /// Processes that each launch starts, which don't end with it.
    public var forks = 0
    /// With each callback it says something that isn't so: that it completed what others were
    /// woken for, or handled what it was never given.
    public var lies = false
    /// Bytes that its processes use.
    public var memory: UInt64 = 20_000_000
    /// Suspended, it holds a lock on a file of its first app group.
    public var holdsLock = false
    /// The TCP port at which it waits, suspended or not.
    public var listens: UInt16?
    /// The share of a CPU that it uses whenever it executes, in percent; more on several.
    public var burnsCPU = 0
    /// It draws all the time.
    public var usesGPU = false
    /// The result that the app gives to a completion handler.
    public var result = WakeResult.newData
    /// It answers what servers want to know of it.
    public var answersQuestions = true
    /// Background tasks that it begins in callbacks.
    public var habits: [Habit] = []

    public init() {}

    /// Whether nothing may ever be held against it.
    var obeys: Bool {
        callTakes <= 10 && ignores.isEmpty && diesIn.isEmpty && (completesAfter ?? .max) <= 1000
            && (goesOn ?? 0) <= 100 && endsTasksWhenExpired && exitsWhenTerminated && connects
            && floods == 0
            && diesAfter == nil && hangsUpAfter == nil && !lies
            && !holdsLock && burnsCPU <= 15 && !usesGPU
    }
}
