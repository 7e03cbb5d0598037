import Foundation
import QuiesceCore
import QuiesceSimulation
import Testing

/// The life in which an app made a mistake, kept until the app makes it no more: a scenario, in the
/// folder `Lives` of the test's package, or the one that `QUIESCE_LIVES` names.
struct LifeFile: Sendable {
    let path: String

    /// - Parameters:
    ///   - source: the test's file, from which its package is known.
    ///   - seed: nil: the test names none, and so has one life.
    ///   - profile: the rules of that life.
    @MainActor init(
        source: String, seed: UInt64?, profile: PolicyProfile, environment: [String: String]
    ) {
        var name = VirtualTimeline.plain(
            Test.current.map { VirtualTimeline.name(of: $0) } ?? "life")
        name += "-\(VirtualTimeline.plain(profile.name))"
        if let seed { name += "-seed-\(seed)" }
        path = "\(Self.folder(source, environment))/\(name).jsonl"
    }

    private static func folder(_ source: String, _ environment: [String: String]) -> String {
        if let named = environment["QUIESCE_LIVES"], !named.isEmpty { return named }
        let manager = FileManager.default
        var folder = URL(fileURLWithPath: source).deletingLastPathComponent()
        while folder.path != "/" {
            if manager.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                guard manager.isWritableFile(atPath: folder.path) else { break }
                return folder.appendingPathComponent("Lives").path
            }
            folder.deleteLastPathComponent()
        }
        return manager.temporaryDirectory.appendingPathComponent("Lives").path
    }

    /// - Returns: nil where there is no such file.
    /// - Throws: `Scenario.Malformed`
    func read() throws -> [Step]? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return try Scenario(lines: text).steps
    }

    /// A test that can't write there is none the worse for it.
    @discardableResult
    func write(_ steps: [Step], of app: AppManifest, _ profile: PolicyProfile, _ note: String)
        -> Bool
    {
        var header = Scenario.Header(note: note, profile: profile.name, apps: [app])
        header.policy = profile
        let text = Scenario(header: header, steps: steps).lines()
        let file = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
            return true
        } catch {
            return false
        }
    }

    /// The folder goes with its last file.
    func remove() {
        guard unlink(path) == 0 else { return }
        rmdir(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
