/// News for the portal's thread, from others.
enum PortalNews: Sendable {
    /// Nothing has been shown to the user.
    case notShown(UInt64)
    case pressed(UInt64, String)
    case chosen(UInt64)
    case dismissed(UInt64)
    case vanished(UInt64)
    case device(DeviceNews)
    /// The device has done what the answer to this question wants, or can't.
    case carriedOut(UInt64, problem: String?)
}
