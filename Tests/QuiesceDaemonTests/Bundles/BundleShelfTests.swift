import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Bundles and containers at a daemon's start", .behaviour("U1", "reliability B5"))
struct BundleShelfTests {
    @Test("What an app had stays as long as the store knows the app, and goes after that")
    func keeping() throws {
        let scratch = try ScratchDirectory()
        let directory = try StateDirectory(path: scratch.file("home"))
        let (left, unknown) = (try #require(AppID("org.example.left")), "org.example.unknown")
        for folder in [StateDirectory.Folder.bundles, .containers] {
            for name in [left.name, unknown] {
                let path = "\(directory.path(of: folder))/\(name)/inside"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
            }
        }
        func reconcile(keeping kept: Set<AppID>) throws -> [[String]] {
            let worker = try Worker(name: "test-shelf")
            let shelf = BundleShelf(
                directory, users: nil, loop: try EventLoop(), worker: worker)
            shelf.reconcile([], keeping: kept)
            worker.shutdown()
            return try [StateDirectory.Folder.bundles, .containers].map {
                try FileManager.default.contentsOfDirectory(atPath: directory.path(of: $0))
            }
        }
        #expect(try reconcile(keeping: [left]) == [[left.name], [left.name]])
        #expect(try reconcile(keeping: []) == [[], []])
    }
}
