import QuiesceCore

// Schemes of URLs, domains of web pages and types of activities that an app can be opened with.
extension InfoPlist {
    private enum URLTypeKey: String, CodingKey {
        case schemes = "CFBundleURLSchemes"
    }

    /// In lower case, each once.
    static func urlSchemes(in keys: KeyedDecodingContainer<Key>) throws -> [String] {
        guard keys.contains(.urlTypes) else { return [] }
        func tooMany() -> BundleError {
            BundleError(
                .wrongValue,
                "CFBundleURLTypes has more than \(Limits.urlSchemesPerApp) schemes; name each once")
        }
        var list = try keys.nestedUnkeyedContainer(forKey: .urlTypes)
        var schemes: [String] = []
        var count = 0
        while !list.isAtEnd {
            guard list.currentIndex < Limits.urlSchemesPerApp else { throw tooMany() }
            let type = try list.nestedContainer(keyedBy: URLTypeKey.self)
            // A type may name none: it stands for files alone.
            guard type.contains(.schemes) else { continue }
            var names = try type.nestedUnkeyedContainer(forKey: .schemes)
            while !names.isAtEnd {
                count += 1
                guard count <= Limits.urlSchemesPerApp else { throw tooMany() }
                let name = try names.decode(String.self)
                guard let scheme = URLScheme.normalized(name) else {
                    throw BundleError(
                        .wrongValue,
                        "CFBundleURLTypes has the scheme \"\(name.printable)\", which is none; use one such as "
                            + "notes or org.example.notes: a letter, then letters, digits, +, - and ., at "
                            + "most \(Limits.urlSchemeBytes) bytes, and no colon")
                }
                if !schemes.contains(scheme) { schemes.append(scheme) }
            }
        }
        return schemes
    }

    /// The domains whose pages an app opens. The only service that opens pages is `applinks`; a
    /// mode says on iOS who asks the domain's server, and nobody does here.
    static func linkDomains(in keys: KeyedDecodingContainer<Key>) throws -> [String] {
        var domains: [String] = []
        // Each domain may be named once for each of iOS's four services.
        for entry in try strings(.domains, in: keys, atMost: 4 * Limits.linkDomainsPerApp) {
            let parts = entry.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.last?.split(separator: "?", maxSplits: 1).first ?? ""
            guard parts.count == 2, !parts[0].isEmpty,
                let domain = LinkDomain.normalized(String(name))
            else {
                throw BundleError(
                    .wrongValue,
                    "com.apple.developer.associated-domains has \"\(entry.printable)\", which is no service with a "
                        + "domain; use one such as applinks:example.com or applinks:*.example.com, without https://, "
                        + "path and port")
            }
            guard parts[0] == "applinks", !domains.contains(domain) else { continue }
            domains.append(domain)
        }
        guard domains.count <= Limits.linkDomainsPerApp else {
            throw BundleError(
                .wrongValue,
                "com.apple.developer.associated-domains has more than \(Limits.linkDomainsPerApp) domains of "
                    + "applinks; use *.example.com for all that are below one")
        }
        return domains
    }

    /// Pages come by their domain: their type, which some apps declare too, is none of these.
    static func activityTypes(in keys: KeyedDecodingContainer<Key>) throws -> [String] {
        let types = try each(.activityTypes, in: keys, atMost: Limits.activityTypesPerApp)
        for type in types where !type.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
            throw BundleError(
                .wrongValue,
                "NSUserActivityTypes has \"\(type.printable)\", which is no type of activities; use one such as "
                    + "org.example.reading: ASCII without white space")
        }
        return types.filter { $0 != AppActivity.browsing }
    }
}
