import SwiftParser
import SwiftSyntax

/// Finds the marked types of one file.
final class Finder: SyntaxVisitor {
    private(set) var found: [Description] = []
    private(set) var complaints: [String] = []
    private var around: [String] = []
    private let file: String

    init(file: String, source: String) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
        walk(Parser.parse(source: source))
    }

    /// The modules that the file's types may be of.
    private(set) var imports: [String] = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.path.trimmedDescription
        if !["Foundation", "Glibc"].contains(name) { imports.append(name) }
        return .skipChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        around.append(node.extendedType.trimmedDescription)
        return .visitChildren
    }

    override func visitPost(_ node: ExtensionDeclSyntax) { around.removeLast() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        around.append(node.name.text)
        if let options = options(of: node) {
            let access = access(node.modifiers)
            let content: Description.Content =
                options.contains("raw") ? .raw : .fields(properties(of: node, options))
            add(access, content, options, isGeneric: node.genericParameterClause != nil)
        }
        return .visitChildren
    }

    override func visitPost(_ node: StructDeclSyntax) { around.removeLast() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        around.append(node.name.text)
        if let options = options(of: node) {
            let access = access(node.modifiers)
            let content: Description.Content =
                if let tag = options.first(where: { $0.hasPrefix("tag=") })?.dropFirst(4) {
                    .cases(cases(of: node), tag: String(tag))
                } else if options.contains("cases") {
                    .nested(cases(of: node))
                } else {
                    .words(words(of: node))
                }
            add(access, content, options, isGeneric: node.genericParameterClause != nil)
        }
        return .visitChildren
    }

    override func visitPost(_ node: EnumDeclSyntax) { around.removeLast() }

    private func add(
        _ access: String, _ content: Description.Content, _ options: Set<String>, isGeneric: Bool
    ) {
        found.append(
            Description(
                name: around.joined(separator: "."), access: access, content: content,
                options: options, isGeneric: isGeneric))
    }

    // MARK: Marks

    /// The words that follow `// derive:` before a declaration; nil: the declaration has no such
    /// mark.
    private func options(of node: some SyntaxProtocol) -> Set<String>? {
        directive("derive", node.leadingTrivia).map { text in
            Set(text.split(separator: " ").map(String.init))
        }
    }

    private func directive(_ name: String, _ trivia: Trivia) -> String? {
        for piece in trivia {
            guard case .lineComment(let text) = piece else { continue }
            let mark = "// \(name):"
            if text.hasPrefix(mark) {
                return text.dropFirst(mark.count).trimmingSpaces
            }
        }
        return nil
    }

    private func access(_ modifiers: DeclModifierListSyntax) -> String {
        let words = modifiers.map(\.name.text)
        return words.first { ["public", "package", "fileprivate", "private"].contains($0) } ?? ""
    }

    // MARK: Members

    private func properties(of node: StructDeclSyntax, _ options: Set<String>) -> [Field] {
        var fields: [Field] = []
        for member in node.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(where: { $0.name.text == "static" })
            else { continue }
            let note = directive("json", variable.leadingTrivia) ?? ""
            // The last of several names in one declaration has the type.
            let shared = variable.bindings.last?.typeAnnotation
            for binding in variable.bindings where binding.accessorBlock.isStored {
                let annotation = binding.typeAnnotation ?? shared
                let name = binding.pattern.trimmedDescription
                let initially = binding.initializer?.value.trimmedDescription
                let isOptional = annotation?.type.is(OptionalTypeSyntax.self) == true
                let isConstant = variable.bindingSpecifier.text == "let" && initially != nil
                let new = field(
                    name, type: annotation?.type.trimmedDescription ?? "",
                    note: note,
                    usual: options.contains("sparse") && !isOptional ? initially : nil)
                if !new.isOmitted, !isConstant { fields.append(new) }
            }
        }
        return fields
    }

    private func cases(of node: EnumDeclSyntax) -> [Case] {
        var cases: [Case] = []
        for member in node.memberBlock.members {
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
            let note = directive("json", declaration.leadingTrivia) ?? ""
            for element in declaration.elements {
                let name = element.name.text
                let parameters = element.parameterClause?.parameters.enumerated()
                let values = parameters?.map { place, parameter in
                    let usual = parameter.defaultValue?.value.trimmedDescription
                    return field(
                        parameter.firstName?.text ?? "_", unlabelled: name, place: place,
                        type: parameter.type.trimmedDescription, note: note,
                        // Without a value it is left out anyway.
                        usual: usual == "nil" ? nil : usual)
                }
                cases.append(Case(name: name, values: values ?? []))
            }
        }
        return cases
    }

    private func words(of node: EnumDeclSyntax) -> [Word] {
        node.memberBlock.members.flatMap { member -> [Word] in
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { return [] }
            return declaration.elements.map { element in
                let name = element.name.text
                let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)?
                    .representedLiteralValue
                return Word(name: name, text: text ?? name)
            }
        }
    }

    /// - Parameter note: `flat`, `words`, `omit`, `NAME=KEY` …, or `NAME unless VALUE`, separated
    ///   by commas. A value without a label has its place for a name: `_0`.
    private func field(
        _ name: String, unlabelled: String? = nil, place: Int = 0, type: String, note: String,
        usual: String?
    ) -> Field {
        let known = name == "_" ? unlabelled ?? name : name
        func isMeant(_ name: some StringProtocol) -> Bool { name == known || name == "_\(place)" }
        var field = Field(
            name: known, key: known, type: type, usual: usual, isUnlabelled: name == "_",
            isFlat: false)
        for part in note.split(separator: ",").map({ $0.trimmingSpaces }) {
            if part == "flat" {
                field.isFlat = true
            } else if part == "words" {
                (field.isFlat, field.isAmongThem) = (true, true)
            } else if part == "omit" {
                field.isOmitted = true
            } else if part.hasPrefix("unless ") {
                field.usual = String(part.dropFirst(7))
            } else if let unless = part.range(" unless ") {
                if isMeant(part[..<unless.lowerBound]) {
                    field.usual = String(part[unless.upperBound...])
                }
            } else if let equals = part.firstIndex(of: "=") {
                if isMeant(part[..<equals]) {
                    field.key = String(part[part.index(after: equals)...])
                }
            } else if !part.isEmpty {
                complaints.append("\(file): json: \(part)?")
            }
        }
        return field
    }
}

extension AccessorBlockSyntax? {
    /// Not computed.
    fileprivate var isStored: Bool {
        guard let self else { return true }
        switch self.accessors {
        case .getter: return false
        case .accessors(let list):
            return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}

extension StringProtocol {
    func range(_ words: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(words) }
            .map { $0..<index($0, offsetBy: words.count) }
    }

    var trimmingSpaces: String {
        let spaces = drop { $0 == " " }
        return String(spaces.reversed().drop { $0 == " " }.reversed())
    }
}
