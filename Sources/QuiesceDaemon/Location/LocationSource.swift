import QuiesceCore

/// One source of location, from its beginning to its end. Belongs to the loop's thread; nothing in
/// it waits.
protocol LocationSource: AnyObject {
    /// Goes on until `stop()`, or until it says that it is absent or has failed. It may say so at
    /// once.
    func begin()
    /// Somebody wants otherwise.
    func update(_ wish: LocationWish)
    /// Closes all that it has open. It says nothing from then on.
    func stop()
}

/// News from one source.
enum SourceNews {
    /// It answers. Once.
    case found
    case fix(LocationFix)
    /// A fix that can't be one.
    case nonsense
    /// It isn't there: another one may be. It has stopped.
    case absent(String)
    /// It refuses, or has ended. It has stopped.
    case failed(String)
}

typealias SourceReport = (SourceNews) -> Void
