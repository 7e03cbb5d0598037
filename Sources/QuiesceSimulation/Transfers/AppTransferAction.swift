/// An app's actions with its background sessions, when a step says so.
///
/// Its sessions are as their numbers say (`ScriptedApp.configuration`); its tasks are counted from
/// the oldest that it hasn't got a verdict on, around and around.
// derive: cases
public enum AppTransferAction: Sendable, Hashable {
    /// Makes a task, and resumes it.
    case begin(session: Int, host: Int, file: Int)
    /// Makes one, and leaves it as it is.
    case create(session: Int, host: Int, file: Int)
    /// From a file of so many bytes.
    case upload(session: Int, host: Int, bytes: Int)
    case resume(task: Int)
    case suspend(task: Int)
    case cancel(task: Int, keepingBytes: Bool)
    /// Makes a task of the bytes that a cancelled one left.
    case goOn(session: Int, host: Int, file: Int)
    case prioritize(task: Int, Int)
    /// Not for so many milliseconds.
    case postpone(task: Int, milliseconds: Int64)
    case open(session: Int)
    case close(session: Int, cancelling: Bool)
    /// Files that the app has handed over to be uploaded are written to.
    case changeUploads
}
