import Foundation
import QuiesceWire
import TestSupport
import Testing

extension ChildApp {
    /// An example in a bundle of its own, with all that lies there, and a container.
    ///
    /// - Parameter change: what is otherwise in the bundle.
    static func bundled(
        _ name: String, _ daemon: FakeDaemon, arguments: [String] = [],
        _ change: (URL) throws -> Void = { _ in }
    ) throws -> ChildApp {
        let folder = URL(fileURLWithPath: daemon.directory)
        let source = BuiltProducts.package.appendingPathComponent("Examples/\(name)")
        let bundle = folder.appendingPathComponent("\(name).app")
        let files = FileManager.default
        try files.createDirectory(
            at: folder.appendingPathComponent("Documents"), withIntermediateDirectories: true)
        let resources = source.appendingPathComponent("Resources")
        if files.fileExists(atPath: resources.path) {
            try files.copyItem(at: resources, to: bundle)
        } else {
            try files.createDirectory(at: bundle, withIntermediateDirectories: true)
        }
        try files.copyItem(
            at: source.appendingPathComponent("Info.plist"),
            to: bundle.appendingPathComponent("Info.plist"))
        let executable = bundle.appendingPathComponent(name)
        try BuiltProducts.place(products + "/\(name)", at: executable.path)
        try change(bundle)
        return try ChildApp(
            executable.path, arguments,
            environment: [
                "QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory,
            ])
    }
}

extension FakeDaemon {
    /// The next scene for which `condition` holds; what else the app says is passed over.
    func scene(where condition: (Scene) -> Bool = { _ in true }) throws -> Scene {
        while true {
            if case .scene(let scene?) = try receive(), condition(scene) { return scene }
        }
    }

    /// A finger put down, which is delivery `seq`, and lifted, which is the one after.
    func tap(_ seq: UInt64, x: Double, y: Double) throws {
        try deliver(seq, .input(.touch(.began, x: x, y: y)))
        try deliver(seq + 1, .input(.touch(.ended, x: x, y: y)))
    }

    /// The state of the display that the example has saved.
    func state() throws -> [String: Any] {
        let file = URL(fileURLWithPath: directory + "/Documents/state.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(object as? [String: Any])
    }
}
