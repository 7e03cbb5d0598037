import Foundation
import Glibc

// The machine's identity: the same for all apps, and from the start of an app to its end.
extension UIDevice {
    /// The machine's name in the network.
    public var name: String { ProcessInfo.processInfo.hostName }
    /// "Linux".
    public var systemName: String { Self.kernel.name }
    /// The kernel's release, for example "6.1.0-18-amd64".
    public var systemVersion: String { Self.kernel.release }
    /// The machine's kind, for example "x86_64": nothing says what it is called.
    public var model: String { Self.kernel.machine }
    /// As `model`.
    public var localizedModel: String { model }
    /// A phone: apps have one window, which fills the screen.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }

    private static let kernel: (name: String, release: String, machine: String) = {
        var names = utsname()
        uname(&names)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return (text(names.sysname), text(names.release), text(names.machine))
    }()
}

/// For what kind of device an interface is; the values are UIKit's.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known.
    case unspecified = -1
    /// A phone, as every device here is.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// A headset.
    case vision = 6
}
