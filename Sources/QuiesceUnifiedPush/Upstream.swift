/// A push server's client. Belongs to the loop's thread.
///
/// It gathers news in `batch`, which whoever runs the loop writes down, and then says so by
/// `stored`: only then may the server forget them.
protocol Upstream: AnyObject {
    /// In `Monotonic` nanoseconds: when `work` is to be called even if nothing comes.
    var deadline: UInt64? { get }
    /// Does what there is to do now.
    func work()
    /// Registrations came, or are leaving.
    func update()
    /// News that aren't on disk yet.
    var batch: Batch { get }
    func stored()
    /// They can't be written: none is acknowledged, and they are asked for again later.
    func failedToStore(_ why: String)
}

/// The distributor, as a push server's client has it.
protocol UpstreamHost: AnyObject {
    var store: Store { get }
    /// Has `work` called when the descriptor is readable, until that is closed.
    func watch(_ descriptor: Int32)
    /// Changes a registration, on disk.
    func change(_ registration: Registration)
    /// The push server knows no more of it.
    func left(_ token: String)
    /// `connecting`, `connected`, or one line about why not.
    func say(line: String)
    func say(trouble: String)
}
