import Foundation
import TestSupport

/// A desktop of a test's own without a screen, whose windows are terminals with names.
protocol TestDesktop: AnyObject {
    /// For the programs of the session. Without XDG_RUNTIME_DIR, by which tools find the device.
    var environment: [String: String] { get }

    /// The command line of a terminal with this name, in which a shell's command runs.
    func terminal(_ name: String, _ command: String) -> [String]
    func show(workspace: Int) throws
    func move(_ name: String, toWorkspace workspace: Int) throws
    func focus(_ name: String) throws
    /// Ends without a word, as by a crash.
    func kill()
}

enum DesktopKind: String, CaseIterable, Sendable {
    case sway
    case x11 = "X11"

    static let installed = allCases.filter(\.isInstalled)

    private var isInstalled: Bool {
        switch self {
        case .sway: SwayDesktop.isInstalled
        case .x11: X11Desktop.isInstalled
        }
    }

    /// - Parameter folder: of the session, with a short path.
    func start(in folder: String) throws -> any TestDesktop {
        switch self {
        case .sway: try SwayDesktop(in: folder)
        case .x11: try X11Desktop(in: folder)
        }
    }
}
