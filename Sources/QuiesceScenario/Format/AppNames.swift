// Apps, as events name them.
extension Reader {
    /// An app's name, or a map with `app` and more.
    func target(
        _ field: Fields.Entry, _ keys: [String], _ apps: [DeclaredApp]
    ) -> (app: Int, fields: Fields?)? {
        guard case .mapping = field.value else { return app(field, apps).map { ($0, nil) } }
        guard let fields = map(field.value, of: field.key, keys: ["app"] + keys) else { return nil }
        guard let name = fields["app"] else {
            report(fields.mark, "\(field.key) needs \"app\"")
            return nil
        }
        return app(name, apps).map { ($0, fields) }
    }

    /// The place of the app that is meant: by its id, its name, or the end of its id.
    func app(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> Int? {
        guard let name = text(field) else { return nil }
        let ids = apps.indices.filter { apps[$0].manifest.id.name == name }
        let named = apps.indices.filter {
            apps[$0].manifest.name == name || apps[$0].manifest.id.name.hasSuffix("." + name)
        }
        let found = ids.isEmpty ? named : ids
        if found.count == 1 { return found[0] }
        let known = apps.map(\.manifest.id.name)
        report(
            field.value.mark,
            found.isEmpty
                ? "no app is called \"\(name.prefix(60))\"; declared: \(known.isEmpty ? "none" : known.prefix(12).joined(separator: ", "))"
                : "\"\(name)\" could be \(found.map { known[$0] }.joined(separator: " or ")); name its id"
        )
        return nil
    }
}
