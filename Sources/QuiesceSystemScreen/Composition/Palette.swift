import Foundation

/// The colours of the system's own panels. Each text has a contrast of 4.5 or more on its panel.
struct Palette {
    var panel, text, faint, tint, warning, line: String
    /// The wallpaper from top to bottom, dark enough for white text.
    var wallpaper: [String]

    static let light = Palette(
        panel: "#F2F2F7", text: "#000000", faint: "#55555B", tint: "#0057B8", warning: "#B8001A",
        line: "#C9C9CF", wallpaper: ["#2A6A9C", "#4F5C9B", "#74497A"])
    static let dark = Palette(
        panel: "#1C1C1E", text: "#FFFFFF", faint: "#AEAEB2", tint: "#5CB0FF", warning: "#FF7B72",
        line: "#3A3A3C", wallpaper: ["#10233A", "#1B1F3B", "#2A1A33"])

    /// Behind a call.
    static let call = ["#22344A", "#131822"]
    static let white = "#FFFFFF"
    static let black = "#000000"
    static let accept = "#1F7A35"
    static let decline = "#C8102E"
    static let badge = "#D70015"
    static let dim = "#00000099"
    /// Glass on the wallpaper.
    static let glass = "#FFFFFF33"
}

/// A colour by its parts, from 0 to 1.
struct Colour: Hashable {
    var red, green, blue, alpha: Double

    init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// - Parameter hex: `#RRGGBB` or `#RRGGBBAA`.
    init(_ hex: String) {
        let digits = hex.dropFirst()
        let number = UInt32(digits, radix: 16) ?? 0
        let all = digits.count == 8 ? number : number << 8 | 0xff
        func part(_ shift: UInt32) -> Double { Double(all >> shift & 0xff) / 255 }
        self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
    }

    var hex: String {
        func part(_ value: Double) -> String {
            let digits = String(Int((value * 255).rounded()), radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "#" + part(red) + part(green) + part(blue) + (alpha < 1 ? part(alpha) : "")
    }

    /// This colour in front of another one.
    func over(_ back: Colour) -> Colour {
        func mix(_ front: Double, _ back: Double) -> Double { front * alpha + back * (1 - alpha) }
        return Colour(
            red: mix(red, back.red), green: mix(green, back.green), blue: mix(blue, back.blue))
    }

    /// Between two colours; 0 is the first.
    static func between(_ a: Colour, _ b: Colour, _ part: Double) -> Colour {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        return Colour(
            red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue))
    }

    /// WCAG's relative luminance.
    private var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// WCAG's contrast, from 1 to 21.
    func contrast(to other: Colour) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Each dark enough for a white letter.
    static let ofApps = [
        "#CF3430", "#B84E0A", "#8A6100", "#4C7A10", "#187A4B", "#0B7A7C", "#0A72A6", "#2563C9",
        "#4F46C8", "#7A3BC2", "#A0319E", "#C22B6B",
    ]

    /// The colour of an app without an icon, the same for ever: by a hash of the app's id (FNV-1a).
    static func ofApp(_ id: String) -> Colour {
        let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Colour(ofApps[Int(hash >> 8) % ofApps.count])
    }
}
