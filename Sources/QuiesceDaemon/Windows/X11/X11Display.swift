/// A display of this machine, by `DISPLAY` and `XAUTHORITY`.
struct X11Display: Sendable, Hashable {
    var number: Int
    /// The file with the server's cookies; nil: nobody says where it is.
    var authority: String?

    var socket: String { "/tmp/.X11-unix/X\(number)" }
}

extension X11Display {
    /// - Returns: nil: there is no display, or another machine's, whose processes aren't ours.
    init?(environment: [String: String]) {
        guard
            let parts = environment["DISPLAY"]?.split(
                separator: ":", omittingEmptySubsequences: false),
            parts.count == 2, ["", "unix"].contains(parts[0]),
            let number = parts[1].split(separator: ".").first.flatMap({ UInt16($0) })
        else { return nil }
        let home = environment["HOME"].map { $0 + "/.Xauthority" }
        self.init(number: Int(number), authority: environment["XAUTHORITY"] ?? home)
    }
}
