import Glibc

/// A lock in memory of its own, with what it guards.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Sendable: the state is only reached with the mutex held, but for `lock` and `unlock`, whose
    // callers are trusted as on Apple's systems.
    private let memory: Memory

    private final class Memory {
        let mutex: UnsafeMutablePointer<pthread_mutex_t>
        var state: State

        init(_ state: State) {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            self.state = state
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }

    public init(uncheckedState state: State) { memory = Memory(state) }

    public init(initialState state: State) where State: Sendable { memory = Memory(state) }

    public func withLock<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result {
        try withLockUnchecked(body)
    }

    public func withLockUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        pthread_mutex_lock(memory.mutex)
        defer { pthread_mutex_unlock(memory.mutex) }
        return try body(&memory.state)
    }

    /// nil: somebody else holds it.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        guard pthread_mutex_trylock(memory.mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(memory.mutex) }
        return try body(&memory.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    public init() { self.init(uncheckedState: ()) }

    public func lock() { pthread_mutex_lock(memory.mutex) }
    public func unlock() { pthread_mutex_unlock(memory.mutex) }
    public func lockIfAvailable() -> Bool { pthread_mutex_trylock(memory.mutex) == 0 }

    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result
    {
        lock()
        defer { unlock() }
        return try body()
    }
}
