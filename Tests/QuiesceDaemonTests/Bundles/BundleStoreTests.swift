import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Bundles and containers at a daemon's start", .behaviour("U1", "reliability B5"))
struct BundleStoreTests {
    private let scratch: ScratchDirectory
    private let directory: StateDirectory
    private let victim = "org.example.Victim"

    init() throws {
        scratch = try ScratchDirectory()
        directory = try StateDirectory(path: scratch.file("home"))
    }

    /// Has a daemon use the bundle store in `body`, and waits until its worker has finished every
    /// job.
    @discardableResult
    private func withBundleStore<Result>(_ body: (BundleStore) throws -> Result) throws -> Result {
        let worker = try Worker(name: "test-bundles")
        defer { worker.shutdown() }
        return try body(BundleStore(directory, users: nil, loop: EventLoop(), worker: worker))
    }

    private func names(_ folder: StateDirectory.Folder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path(of: folder)).sorted()
    }

    /// Writes a bundle as it lies in the bundle store.
    /// - Returns: what it declares.
    @discardableResult
    private func put(
        _ name: String, in folder: StateDirectory.Folder, id: String? = nil, version: String = "1"
    ) throws -> AppManifest {
        let path = "\(directory.path(of: folder))/\(name)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        let keys = [
            "CFBundleIdentifier": id ?? name, "CFBundleExecutable": "run",
            "CFBundleShortVersionString": version,
        ]
        let plist = try PropertyListSerialization.data(
            fromPropertyList: keys, format: .xml, options: 0)
        try plist.write(to: URL(fileURLWithPath: path + "/Info.plist"))
        try Data().write(to: URL(fileURLWithPath: path + "/run"))
        chmod(path + "/run", 0o755)
        return try #require(manifest(name, in: folder))
    }

    private func manifest(_ name: String, in folder: StateDirectory.Folder) -> AppManifest? {
        let fd = open("\(directory.path(of: folder))/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(fd) }
        return try? BundleReader.manifest(of: fd)
    }

    @Test("What an app had stays as long as the store knows the app, and goes after that")
    func keeping() throws {
        let (left, unknown) = (try #require(AppID("org.example.left")), "org.example.unknown")
        for folder in [StateDirectory.Folder.bundles, .containers] {
            for name in [left.name, unknown] {
                let path = "\(directory.path(of: folder))/\(name)/inside"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
            }
        }
        func reconcile(keeping kept: Set<AppID>) throws -> [[String]] {
            try withBundleStore { $0.reconcile([], keeping: kept) }
            return try [names(.bundles), names(.containers)]
        }
        #expect(try reconcile(keeping: [left]) == [[left.name], [left.name]])
        #expect(try reconcile(keeping: []) == [[], []])
    }

    @Test(
        "An app named like an update of another doesn't take its place, installed or left behind",
        .behaviour("reliability A1"), arguments: [true, false])
    func namedLikeAStage(isInstalled: Bool) throws {
        let attacker = "99999999999999999.\(victim)"
        let recorded = try put(victim, in: .bundles)
        var installed = [recorded]
        let evil = try put(attacker, in: .bundles, version: "evil")
        if isInstalled { installed.append(evil) }
        // A newer daemon reads more of it, or somebody has changed it.
        let changed = try put(victim, in: .bundles, version: "changed")
        try withBundleStore { $0.reconcile(installed, keeping: Set(installed.map(\.id))) }
        #expect(manifest(victim, in: .bundles) == changed)
        #expect(try names(.bundles) == (isInstalled ? [attacker, victim] : [victim]))
        #expect(try names(.stages) == [])
    }

    @Test("An accepted update that wasn't in place yet is, and no other", arguments: [true, false])
    func interrupted(ofOlderDaemon: Bool) throws {
        try put(victim, in: .bundles)
        // Older daemons staged beside the bundles.
        let folder: StateDirectory.Folder = ofOlderDaemon ? .bundles : .stages
        func name(_ number: Int) -> String { ofOlderDaemon ? "\(number).\(victim)" : "\(number)" }
        let recorded = try put(name(7), in: folder, id: victim, version: "2")
        try put(name(8), in: folder, id: victim, version: "3")
        try put("9.copying", in: folder, id: victim, version: "2")
        try withBundleStore { $0.reconcile([recorded], keeping: [recorded.id]) }
        #expect(manifest(victim, in: .bundles) == recorded)
        #expect(try names(.bundles) == [victim])
        #expect(try names(.stages) == [])
    }

    @Test("An update that waits for the version before is there when that has ended")
    func awaited() throws {
        let recorded = try put(victim, in: .bundles)
        let update = try put("7", in: .stages, id: victim, version: "2")
        try put("8", in: .stages, id: victim, version: "3")
        try withBundleStore {
            $0.reconcile([recorded], keeping: [recorded.id], awaiting: [StagedBundle(7)])
        }
        #expect(try names(.stages) == ["7"])
        #expect(try withBundleStore { $0.activate(StagedBundle(7), update) })
        #expect(manifest(victim, in: .bundles) == update)
        #expect(try names(.stages) == [])
    }

    @Test("A staged bundle that isn't what was accepted is deleted, and changes nothing")
    func exchanged() throws {
        let recorded = try put(victim, in: .bundles)
        let accepted = try put("7", in: .stages, id: victim, version: "2")
        try put("7", in: .stages, id: victim, version: "evil")
        #expect(try withBundleStore { $0.activate(StagedBundle(7), accepted) } == false)
        #expect(manifest(victim, in: .bundles) == recorded)
        #expect(try names(.stages) == [])
    }
}
