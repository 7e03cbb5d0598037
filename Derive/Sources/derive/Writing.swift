extension Description {
    private var prefix: String { access == "public" || access == "package" ? access + " " : "" }

    /// The extension that is derived of it.
    var swift: String {
        switch content {
        case .fields(let fields): structure(fields)
        case .cases(let cases, let tag): enumeration(cases, tag)
        case .nested(let cases): nested(cases)
        case .words(let words): list(of: words)
        case .raw: rawValue
        }
    }

    // MARK: Structures

    private func structure(_ fields: [Field]) -> String {
        let readable = isOnlyWritten ? "" : ", JSONFields"
        var lines = ["extension \(name): DescribedFields\(readable) {"]
        lines.append("    \(prefix)func describeFields(to sink: inout some Sink) {")
        let written = options.contains("sorted") ? fields.sorted { $0.key < $1.key } : fields
        for field in written { lines.append("        " + field.put(field.name)) }
        lines.append("    }")
        if !isOnlyWritten {
            lines += ["", "    \(prefix)init(fields: JSONObject) throws(JSONError) {"]
            for field in fields { lines.append("        \(field.name) = \(field.read)") }
            if let then { lines.append("        \(then)()") }
            lines.append("    }")
        }
        lines.append("}")
        return lines.joined(separator: "\n")
    }

    // MARK: Enumerations

    private func enumeration(_ cases: [Case], _ tag: String) -> String {
        var lines = ["extension \(name): DescribedFields, JSONFields {"]
        lines.append("    \(prefix)func describeFields(to sink: inout some Sink) {")
        lines.append("        switch self {")
        for (number, each) in cases.enumerated() {
            let names = each.values.indices.map { "let value\($0)" }
            let pattern = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
            lines.append("        case .\(each.name)\(pattern):")
            if !each.isOfWords {
                lines.append(
                    "            sink.word(\"\(each.name)\", number: \(number), at: \"\(tag)\")")
            }
            for (index, value) in each.values.enumerated() {
                lines.append("            " + value.put("value\(index)"))
            }
        }
        lines += ["        }", "    }", ""]
        lines.append("    \(prefix)init(fields: JSONObject) throws(JSONError) {")
        lines.append("        switch try fields.word(at: \"\(tag)\") {")
        for each in cases {
            if each.isOfWords {
                lines.append(
                    "        case let word where \(each.values[0].type).words.contains(word):")
                lines.append("            self = .\(each.name)(try .init(fields: fields))")
                continue
            }
            guard !each.values.isEmpty else {
                lines.append("        case \"\(each.name)\": self = .\(each.name)")
                continue
            }
            lines.append("        case \"\(each.name)\":")
            lines.append("            self = .\(each.name)(")
            let arguments = each.values.map { value in
                (value.isUnlabelled ? "" : value.name + ": ") + value.read
            }
            lines.append(
                "                " + arguments.joined(separator: ",\n                ") + ")")
        }
        let unknown =
            tag == "type" || tag == "call" ? ".unknownWord(word)" : ".wrong(\"\(tag)\")"
        lines.append(
            "        case \(unknown.contains("word)") ? "let word" : "_"): throw \(unknown)")
        lines += ["        }", "    }", "", words(of: cases), "}"]
        return lines.joined(separator: "\n")
    }

    private func nested(_ cases: [Case]) -> String {
        let readable = isOnlyWritten ? "" : ", JSONReadable"
        var lines = ["extension \(name): Described\(readable) {"]
        lines.append("    \(prefix)func describe(to sink: inout some Sink) {")
        lines.append("        switch self {")
        for (number, each) in cases.enumerated() {
            let names = each.values.indices.map { "let value\($0)" }
            let pattern = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
            lines.append("        case .\(each.name)\(pattern):")
            lines.append("            sink.beginCase(\"\(each.name)\", number: \(number))")
            for (index, value) in each.values.enumerated() {
                lines.append("            " + value.at(index).put("value\(index)"))
            }
        }
        lines += ["        }", "        sink.endCase()", "    }"]
        if !isOnlyWritten { lines += ["", readingNested(cases)] }
        lines.append("}")
        return lines.joined(separator: "\n")
    }

    private func readingNested(_ cases: [Case]) -> String {
        var lines = ["    \(prefix)init(json: JSONValue) throws(JSONError) {"]
        lines.append(
            "        let (word, \(cases.contains { !$0.values.isEmpty } ? "fields" : "_")) = try json.case()"
        )
        for (index, each) in cases.enumerated() {
            lines.append("        \(index == 0 ? "" : "} else ")if word.isWord(\"\(each.name)\") {")
            guard !each.values.isEmpty else {
                lines.append("            self = .\(each.name)")
                continue
            }
            let arguments = each.values.enumerated().map { index, value in
                (value.isUnlabelled ? "" : value.name + ": ") + value.at(index).read
            }
            lines.append("            self = .\(each.name)(")
            lines.append(
                "                " + arguments.joined(separator: ",\n                ") + ")")
        }
        lines += [
            "        } else {", "            throw .unknownWord(word.string ?? \"\")", "        }",
            "    }",
        ]
        return lines.joined(separator: "\n")
    }

    /// The list of words that a test goes through.
    private func words(of cases: [Case]) -> String {
        let own = cases.filter { !$0.isOfWords }.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let others = cases.filter(\.isOfWords).map { " + \($0.values[0].type).words" }.joined()
        let list = "[\(own)]\(others)"
        // A generic type has no stored ones.
        let words =
            isGeneric ? "static var words: [String] { \(list) }" : "static let words = \(list)"
        return "    /// The words of its cases.\n    \(prefix)\(words)"
    }

    private func list(of words: [Word]) -> String {
        let readable = isOnlyWritten ? "" : ", JSONReadable"
        var lines = ["extension \(name): Described\(readable) {"]
        lines.append("    \(prefix)func describe(to sink: inout some Sink) {")
        lines.append("        switch self {")
        for (number, word) in words.enumerated() {
            lines.append(
                "        case .\(word.name): sink.word(\"\(word.text)\", number: \(number))")
        }
        lines += ["        }", "    }"]
        if isOnlyWritten { return (lines + ["}"]).joined(separator: "\n") }
        lines += ["", "    \(prefix)init(json: JSONValue) throws(JSONError) {"]
        lines.append(
            "        guard let word = json.string, let value = Self(rawValue: word) else {")
        lines += [
            "            throw .unexpected", "        }", "        self = value", "    }", "}",
        ]
        return lines.joined(separator: "\n")
    }

    private var rawValue: String {
        """
        extension \(name): Described, JSONReadable {
            \(prefix)func describe(to sink: inout some Sink) { rawValue.describe(to: &sink) }

            \(prefix)init(json: JSONValue) throws(JSONError) {
                self.init(rawValue: try RawValue(json: json))
            }
        }
        """
    }
}

extension Case {
    /// Its value says which word it is.
    fileprivate var isOfWords: Bool { values.count == 1 && values[0].isAmongThem }
}

extension Field {
    /// As an associated value: without a label it is called by its place.
    func at(_ index: Int) -> Field {
        var field = self
        if isUnlabelled, key == name { field.key = "_\(index)" }
        return field
    }

    /// Gives `value` to a sink.
    func put(_ value: String) -> String {
        if isFlat { return "\(value).describeFields(to: &sink)" }
        let unless = usual.map { ", unless: \($0)" } ?? ""
        return "sink.field(\"\(key)\", \(value)\(unless))"
    }

    /// Takes it from `fields`.
    var read: String {
        if isFlat { return "try .init(fields: fields)" }
        if let usual { return "try fields.read(\"\(key)\", or: \(usual))" }
        if type.hasSuffix("?") { return "try fields.readIfPresent(\"\(key)\")" }
        return "try fields.read(\"\(key)\")"
    }
}
