import QuiesceTerminal

/// An app as a person names it: its id, or the end of it from a dot on, in large letters or small.
package enum AppName {
    /// The id that `name` means among the installed `ids`. An exact id always wins. A name that
    /// means nothing is returned as it is: the daemon knows what to say about it.
    package static func resolve(_ name: String, among ids: [String]) throws(Failure) -> String {
        if ids.contains(name) { return name }
        let exact = ids.filter { $0.hasSuffix("." + name) }
        let alike = { (id: String) in id.lowercased().hasSuffix("." + name.lowercased()) }
        let candidates = (exact.isEmpty ? ids.filter(alike) : exact).sorted()
        if candidates.isEmpty, let meant = meant(by: name, among: ids) {
            throw .refused(
                "no app of the name \"\(oneLine(name))\" is installed; did you mean \(oneLine(meant))?"
            )
        }
        guard candidates.count > 1 else { return candidates.first ?? name }
        throw .refused(
            "\"\(oneLine(name))\" could be \(candidates.joined(separator: ", ")); name one of them in full"
        )
    }

    /// The ends of ids by which `resolve` finds each again.
    package static func short(_ ids: [String]) -> [String: String] {
        var short: [String: String] = [:]
        for id in ids {
            guard let end = id.split(separator: ".").last.map(String.init) else { continue }
            let alike = ids.count { ("." + $0).lowercased().hasSuffix("." + end.lowercased()) }
            if alike == 1 { short[id] = end }
        }
        return short
    }

    /// The end of an installed id that `name` is a slip of the pen for. A name with a dot may be
    /// the id of an app that was here once, which the daemon knows.
    private static func meant(by name: String, among ids: [String]) -> String? {
        guard !name.contains(".") else { return nil }
        let ends = ids.compactMap { $0.split(separator: ".").last.map(String.init) }
        return Suggestion.nearest(to: name, among: ends)
    }
}
