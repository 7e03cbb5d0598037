/// A mistake in a JSON text, or in its values.
public enum JSONError: Error, Sendable, Hashable {
    /// It is none, or goes too deep.
    case malformed
    /// A value of another type than is expected; `wrong` says where.
    case unexpected
    case missing(String)
    /// It has another type, or can't have that value.
    case wrong(String)
    /// It names a message that nobody knows.
    case unknownWord(String)
    /// Its type doesn't take a value, and says why to whoever sent it.
    case refused(String)
}
