/// Apps' texts on their way to the desktop.
enum PlainText {
    /// The text without what could break a line, a message or a screen: control characters, those
    /// that turn the direction of what follows, and what D-Bus doesn't take.
    static func clean(_ text: String, characters: Int, multiline: Bool = false) -> String {
        var clean = ""
        var count = 0
        for character in text {
            guard count < characters else { return clean + "…" }
            count += 1
            if character.isNewline {  // Also "\r\n", which is one character.
                clean.append(multiline ? "\n" : " ")
                continue
            }
            let scalars = character.unicodeScalars.prefix(DesktopLimits.scalarsPerCharacter)
            for scalar in scalars where !isHidden(scalar) {
                clean.unicodeScalars.append(isTaken(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return clean
    }

    /// Escapes markup, so that a server that knows markup shows this very text.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// `file://` with everything escaped that isn't plain in a path.
    static func fileAddress(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var address = "file://"
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
                || "/-._~".unicodeScalars.contains(scalar)
            if isPlain {
                address.unicodeScalars.append(scalar)
            } else {
                address.unicodeScalars.append(contentsOf: [
                    "%", digits[Int(byte >> 4)], digits[Int(byte & 15)],
                ])
            }
        }
        return address
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x202A...0x202E, 0x2066...0x2069: true
        case _: false
        }
    }

    /// sd-bus refuses a message with a noncharacter in it.
    private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
        !(0xFDD0...0xFDEF ~= scalar.value) && scalar.value & 0xFFFE != 0xFFFE
    }
}
