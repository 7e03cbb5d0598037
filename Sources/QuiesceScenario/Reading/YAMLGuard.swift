import QuiesceCore

/// Looks at a file's text before the YAML parser does.
///
/// The parser puts an anchor's contents wherever its alias stands, so a few lines can stand for
/// more than fits into memory, and it calls itself for each list in a list. Both are refused here
/// by a look that may err on the safe side: scenarios need neither.
enum YAMLGuard {
    struct Refusal: Error {
        var line: Int
        var message: String
    }

    static func check(_ text: String) throws(Refusal) {
        var line = 1
        var brackets = 0
        /// Where an anchor may begin: at the start of a line, after a blank or an indicator.
        var mayBeginNode = true
        /// Blanks and dashes at the start of the line.
        var indentation: Int? = 0
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                indentation = 0
                mayBeginNode = true
                continue
            case UInt8(ascii: "\r"), 0x80...0xFF:
                // YAML also ends lines at these, some of them beyond ASCII.
                indentation = 0
                mayBeginNode = true
                continue
            case UInt8(ascii: "&") where mayBeginNode && !isBlank(next):
                throw Refusal(
                    line: line,
                    message:
                        "anchors (&name) are not supported; write the value out, or put a blank after the &"
                )
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                brackets += 1
                guard brackets <= Limits.scenarioBrackets else { throw tooDeep(line) }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                brackets = max(0, brackets - 1)
            case _: break
            }
            if let count = indentation {
                indentation = isBlank(byte) || "-?".utf8.contains(byte) ? count + 1 : nil
                guard count < Limits.scenarioIndentation else { throw tooDeep(line) }
            }
            mayBeginNode = isBlank(byte) || "[]{},:?-!".utf8.contains(byte)
        }
    }

    private static func tooDeep(_ line: Int) -> Refusal {
        Refusal(line: line, message: "lists and maps are nested too deeply")
    }

    /// The end of the file is blank too.
    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte.map { " \t\r\n".utf8.contains($0) } ?? true
    }
}
