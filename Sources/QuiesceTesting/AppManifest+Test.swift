import Foundation
import QuiesceBundle
import QuiesceCore

extension AppManifest {
    /// The Info.plist of an app under test.
    ///
    /// - Parameters:
    ///   - name: as it appears in explanations.
    ///   - modes: `UIBackgroundModes` (O4).
    ///   - tasks: `BGTaskSchedulerPermittedIdentifiers` (F2).
    ///   - groups: `QuiesceAppGroups`, of which the app shares a folder each with other apps (C2).
    ///   - exitsOnSuspend: `UIApplicationExitsOnSuspend` (O1).
    ///   - builtForMajorVersion: the system that it was built for; nil: the current one (O3).
    public static func underTest(
        _ name: String = "App", modes: [BackgroundMode] = [], tasks: [String] = [],
        groups: [String] = [],
        exitsOnSuspend: Bool = false,
        builtForMajorVersion: Int? = nil
    ) -> AppManifest {
        // A constant that is one.
        let id = AppID("org.quiesce.testing.App")!
        return AppManifest(
            id: id, name: name, version: "1.0", executable: name, backgroundModes: modes,
            exitsOnSuspend: exitsOnSuspend, builtForMajorVersion: builtForMajorVersion,
            groups: groups, taskIdentifiers: tasks)
    }

    /// The Info.plist of a bundle.
    ///
    /// - Throws: an error that says what is wrong with the file, if it can be read.
    public static func infoPlist(_ url: URL) throws -> AppManifest {
        try BundleReader.manifest(infoPlist: Data(contentsOf: url))
    }
}
