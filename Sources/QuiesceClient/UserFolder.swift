import Foundation

/// Folders of freedesktop's XDG Base Directory Specification.
package enum UserFolder {
    /// - Parameters:
    ///   - variable: that names it.
    ///   - usual: below the user's home where the variable doesn't.
    package static func path(
        _ variable: String, _ usual: String, _ environment: [String: String]
    ) -> String {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return absolute(variable) ?? (absolute("HOME") ?? NSHomeDirectory()) + "/" + usual
    }
}
