import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceSimulation
import Yams

/// An app as the file declares it.
struct DeclaredApp {
    var manifest: AppManifest
    var isInstalled = true
    var behaviourChanges: [BehaviourChange] = []
    /// Where it stands in the file.
    var mark: Mark?
}

extension Reader {
    private static let manifestKeys = [
        "id", "name", "version", "modes", "exitsOnSuspend", "builtFor", "groups",
        "accessories", "hosted",
    ]

    /// - Parameter folder: that the paths in the file start from.
    func apps(_ node: Node, folder: String) -> [DeclaredApp] {
        var apps: [DeclaredApp] = []
        let nodes = list(node, of: "apps")
        if case .sequence = node, nodes.isEmpty {
            report(node.mark, "a scenario has at least one app")
        }
        if nodes.count > Limits.installedApps {
            report(node.mark, "a device holds \(Limits.installedApps) apps, got \(nodes.count)")
            return []
        }
        var seen: [AppID: Int] = [:]
        for node in nodes {
            guard let app = app(node, folder: folder) else { continue }
            if let line = seen[app.manifest.id] {
                report(
                    app.mark,
                    "\(app.manifest.id) is declared a second time (first in line \(line)); an id is an app's own"
                )
                continue
            }
            seen[app.manifest.id] = app.mark?.line ?? 1
            apps.append(app)
        }
        return apps
    }

    private func app(_ node: Node, folder: String) -> DeclaredApp? {
        let keys = Self.manifestKeys + ["bundle", "installed", "behaves"]
        guard let fields = map(node, of: "an app", keys: keys) else { return nil }
        let manifest = fields["bundle"].map { bundle($0, fields, folder) } ?? declared(fields)
        var app = manifest.map { DeclaredApp(manifest: $0, mark: fields.mark) }
        if let field = fields["installed"], let value = flag(field) { app?.isInstalled = value }
        if let field = fields["behaves"],
            let behaves = map(field.value, of: "behaves", keys: Self.behaviourKeys)
        {
            app?.behaviourChanges = behaviourChanges(behaves)
        }
        return app
    }

    /// The declarations of a bundle's Info.plist.
    private func bundle(
        _ field: Fields.Entry, _ fields: Fields, _ folder: String
    ) -> AppManifest? {
        let doubled = fields.entries.filter { Self.manifestKeys.contains($0.key) }
        for other in doubled {
            report(other.mark, "\(other.key) is read from the bundle; leave one of the two out")
        }
        guard doubled.isEmpty, let name = text(field) else { return nil }
        let path = resolve(name, in: folder)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let why = String(cString: strerror(errno))
            report(
                field.value.mark,
                "can't open the bundle \(path): \(why); name an app's folder, from this file's on")
            return nil
        }
        defer { close(descriptor) }
        do {
            return try BundleReader.manifest(of: descriptor)
        } catch {
            report(field.value.mark, "\(path): \(error)")
            return nil
        }
    }

    private func declared(_ fields: Fields) -> AppManifest? {
        guard let field = fields["id"] else {
            report(fields.mark, "an app needs an id such as org.example.Mail, or a bundle")
            return nil
        }
        guard let text = text(field) else { return nil }
        guard let id = AppID(text) else {
            report(
                field.value.mark,
                "id must be a reverse-DNS name such as org.example.Mail, got \"\(text.prefix(60))\""
            )
            return nil
        }
        let last = text.split(separator: ".").last.map(String.init) ?? text
        var app = AppManifest(
            id: id, name: last, version: "1", executable: last,
            taskIdentifiers: [ContinuedStep.identifiers(of: id)])
        if let field = fields["name"] { app.name = self.text(field) ?? last }
        if let field = fields["version"] { app.version = self.text(field) ?? "1" }
        if let field = fields["exitsOnSuspend"] { app.exitsOnSuspend = flag(field) ?? false }
        if let field = fields["hosted"] { app.isHosted = flag(field) ?? false }
        if let field = fields["builtFor"] {
            app.builtForMajorVersion = number(field, in: 1...99)
        }
        if let field = fields["groups"] { app.groups = groups(field) }
        if let field = fields["accessories"] { app.accessoryProtocols = names(field) }
        if let field = fields["modes"] {
            let names = words(field, among: BackgroundMode.allCases.map(\.rawValue)) ?? []
            app.backgroundModes = names.compactMap(BackgroundMode.init(rawValue:))
        }
        return app
    }

    private func groups(_ field: Fields.Entry) -> [String] {
        list(field.value, of: "app groups").compactMap { node in
            if case .scalar(let scalar) = node, AppID(scalar.string) != nil {
                return scalar.string
            }
            report(node.mark, "groups lists names such as group.org.example.notes")
            return nil
        }
    }

    /// A path of the file, from the folder that the file is in.
    func resolve(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
    }
}
