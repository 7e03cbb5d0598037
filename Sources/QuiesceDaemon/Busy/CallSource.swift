/// A place of a session where programs are called, and wait for the one that is. Belongs to the
/// loop's thread.
protocol CallSource: AnyObject {
    /// A program has started: callers may know it by now.
    func refresh()
    func close()
}
