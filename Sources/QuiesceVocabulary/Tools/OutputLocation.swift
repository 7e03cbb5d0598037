/// The answer of `output`: files that the tool reads itself, as it may be much.
// derive: json sorted
public struct OutputLocation: Sendable, Hashable {
    public var launch: UInt64
    public var path: String

    public init(launch: UInt64, path: String) {
        self.launch = launch
        self.path = path
    }
}
