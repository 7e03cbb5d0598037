/// A connection to a program that knows the desktop's windows: a compositor or an X server.
/// Belongs to the loop's thread, and doesn't wait.
protocol WindowSource: AnyObject {
    func focus(_ window: DesktopWindow)
    /// Nothing is told any more.
    func close()
}

/// News of a source, for which it is given a closure.
enum WindowNews: Sendable, Hashable {
    /// All windows of the desktop.
    case windows([DesktopWindow])
    /// The source is there, and nobody says at present which windows are shown.
    case unknown
    /// The source is gone, or no use; for the log.
    case ended(String)
}

/// A window of the desktop, of whatever program.
struct DesktopWindow: Sendable, Hashable {
    /// The source's, for raising the window.
    var number: Int64
    var pid: Int32
    /// It, or a part of it, is on a screen.
    var isShown: Bool
    var isFocused: Bool
}
