/// A word as a shell takes it.
package struct ShellWord: CustomStringConvertible {
    package let description: String

    package init(_ text: String) {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@".contains($0) }
        let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        description = isPlain && !text.isEmpty ? text : "'\(quoted)'"
    }
}
