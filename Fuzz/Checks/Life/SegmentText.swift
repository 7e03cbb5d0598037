import Foundation
import QuiesceCore

/// Journal segments whose first line says in short what the state is, so that the corpus needs no
/// change when the state gets another part.
///
/// `"state":"new"` is a device without apps; `"state":{"apps.0.freezes":-1}` is one with three
/// apps, suspended, in the background with a task, and being launched, in which the parts that are
/// named have another value.
enum SegmentText {
    /// - Returns: the segment with its state written out; `input` itself when it isn't in short.
    static func complete(_ input: Data) throws -> Data {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        guard input[..<end].count < 8_192,
            let line = try? JSONSerialization.jsonObject(with: input[..<end]),
            var header = line as? [String: Any]
        else { return input }
        if header["state"] as? String == "new" {
            header["state"] = try object(SystemMachine(profile: .ios8))
        } else if let changes = header["state"] as? [String: Any], changes["profile"] == nil {
            var state = try object(try running())
            for (path, value) in changes {
                state = change(state, path.split(separator: ".")[...], to: value)
            }
            header["state"] = state
        } else {
            return input
        }
        guard let bytes = try? JSONSerialization.data(withJSONObject: header) else { return input }
        return bytes + input[end...]
    }

    private static func object(_ machine: SystemMachine) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(machine.json))
    }

    /// `tree` with the part at `path` changed; NSNull takes it away.
    private static func change(_ tree: Any, _ path: ArraySlice<Substring>, to value: Any) -> Any {
        guard let key = path.first else { return value }
        let rest = path.dropFirst()
        if var fields = tree as? [String: Any] {
            let key = String(key)
            if rest.isEmpty, value is NSNull {
                fields[key] = nil
            } else {
                fields[key] = change(fields[key] ?? [String: Any](), rest, to: value)
            }
            return fields
        }
        guard var items = tree as? [Any], let index = Int(key), index >= 0 else { return tree }
        if index < items.count {
            items[index] = change(items[index], rest, to: value)
        } else if index == items.count {
            items.append(change([String: Any](), rest, to: value))
        }
        return items
    }

    /// `app.a` is suspended, `app.b` runs in the background with a task, `app.c` is being launched
    /// for a fetch.
    private static func running() throws -> SystemMachine {
        var life = Life(SystemMachine(profile: .ios8))
        let launch = Launch(number: 1)
        var ticket: UInt64 = 100
        func asked(_ event: (Ticket) -> Event) throws {
            ticket += 1
            try life.take(event(Ticket(ticket)), at: .zero)
        }
        for app in LifeScript.apps.prefix(3) {
            let manifest = AppManifest(
                id: app, name: "App", version: "1", executable: "App",
                backgroundModes: [.fetch, .remoteNotification])
            try asked { .install(manifest, StagedBundle(1), $0) }
        }
        for app in LifeScript.apps.prefix(2) {
            try asked { .open(app, arguments: [], $0) }
            for event in [
                Event.spawned(app, launch, pid: 7),
                .connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: []),
                .beginTask(app, launch, request: 1, TaskID(1), name: "t"),
                .handled(app, launch, seq: 1),
            ] {
                try life.take(event, at: .zero)
            }
        }
        try asked { .home($0) }
        for app in LifeScript.apps.prefix(2) {
            try life.take(.handled(app, launch, seq: 4), at: .zero)
        }
        guard let first = LifeScript.apps.first, let third = LifeScript.apps.dropFirst(2).first
        else { return life.machine }
        try life.take(.endTask(first, launch, request: 2, TaskID(1)), at: .zero)
        try life.take(.frozen(first, launch, freeze: 1), at: .zero)
        try asked { .fetch(third, $0) }
        return life.machine
    }
}
