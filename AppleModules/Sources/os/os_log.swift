import Foundation

/// Logs a text with values in their places, as `%{public}@` and `%d`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
    type: OSLogType = .default, _ arguments: any CVarArg...
) {
    log.write(type, LogFormat.text("\(message)", arguments))
}

/// Likewise, with the type first.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
    _ message: StaticString, _ arguments: any CVarArg...
) {
    log.write(type, LogFormat.text("\(message)", arguments))
}

/// Logs a message with its values in it.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default, message.text) }

/// Likewise, of another weight or to another log.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(type, message.text)
}

/// The formats of `os_log`: those of printf with `%@`, and a word about who may read it in braces.
enum LogFormat {
    static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
        var text = ""
        var rest = arguments[...]
        var place = format.startIndex
        while place < format.endIndex {
            guard format[place] == "%" else {
                text.append(format[place])
                place = format.index(after: place)
                continue
            }
            let specifier = specifier(format[place...])
            place = format.index(place, offsetBy: specifier.length)
            if specifier.conversion == "%" {
                text.append("%")
            } else if let value = rest.popFirst() {
                text += write(value, specifier)
            } else {
                text += "<missing>"
            }
        }
        return text
    }

    private struct Specifier {
        var length: Int
        /// Without what is in braces.
        var format: String
        var conversion: Character
        var privacy = OSLogPrivacy.auto
    }

    private static func specifier(_ text: Substring) -> Specifier {
        var found = Specifier(length: 0, format: "", conversion: "%")
        var inBraces: String?
        for character in text {
            found.length += 1
            if let words = inBraces {
                guard character == "}" else {
                    inBraces = words + String(character)
                    continue
                }
                inBraces = nil
                if words.contains("public") { found.privacy = .public }
                if words.contains("private") || words.contains("sensitive") {
                    found.privacy = words.contains("mask.hash") ? .private(mask: .hash) : .private
                }
            } else if character == "{" {
                inBraces = ""
            } else {
                found.format.append(character)
                let isEnd = found.length > 1 && (character.isLetter || "@%".contains(character))
                if isEnd, !"hlqjztL".contains(character) {
                    found.conversion = character
                    return found
                }
            }
        }
        return found
    }

    private static func write(_ value: any CVarArg, _ specifier: Specifier) -> String {
        switch specifier.conversion {
        case "@":
            return specifier.privacy.shown("\(value)", isNumber: false)
        case "s":
            let text =
                (value as? String) ?? (value as? UnsafePointer<CChar>).map(String.init(cString:))
            return specifier.privacy.shown(text ?? "\(value)", isNumber: false)
        default:
            // A Swift type says itself how wide it is; a format that says less would cut it off.
            return specifier.privacy.shown(
                value is any BinaryInteger || value is any BinaryFloatingPoint
                    ? String(format: specifier.format, value) : "\(value)", isNumber: true)
        }
    }
}
