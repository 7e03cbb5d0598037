/// Texts of freedesktop's Desktop Entry Specification, and the keys that mark entries of ours.
package enum EntryText {
    /// The app that an entry starts.
    package static let appKey = "X-Quiesce-App"
    /// The home of its device.
    package static let homeKey = "X-Quiesce-Home"

    /// The first value of a key, as it is written.
    package static func value(_ key: String, in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }
            .map { unescaped($0.dropFirst(key.count + 1)) }
    }

    /// Quoted in whole; a percent sign would be a field code.
    package static func argument(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "`", "$", "\\": quoted += "\\\(character)"
            case "%": quoted += "%%"
            case _: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }

    /// As every value of the type string is escaped, after it was quoted.
    package static func string(_ text: String) -> String {
        var escaped = ""
        for (index, character) in text.unicodeScalars.enumerated() {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case " " where index == 0: escaped += "\\s"
            case _: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    package static func unescaped(_ text: Substring) -> String {
        var plain = ""
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                switch character {
                case "n": plain += "\n"
                case "r": plain += "\r"
                case "t": plain += "\t"
                case "s": plain += " "
                case _: plain.unicodeScalars.append(character)
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                plain.unicodeScalars.append(character)
            }
        }
        return plain
    }
}
