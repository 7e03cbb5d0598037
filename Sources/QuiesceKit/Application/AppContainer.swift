import Foundation

/// The app's own directory, with `Documents`, `Library` and `tmp`.
package enum AppContainer {
    /// The container of the app that is created next. One process has one container for life,
    /// except in a test, where a virtual device brings its own; nil: there is none.
    @MainActor package static var current = ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"]
        .map { URL(fileURLWithPath: $0) }
}
