// Whether a scene can be shown. Whoever is to show it asks; who sends it may.
extension Scene {
    public static let orientations = [
        "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight",
    ]

    /// - Throws: `WireError` that says what is wrong, for the app that sent it.
    public func check() throws(WireError) {
        guard version == Self.version else {
            throw .badScene("a scene of version \(version), not \(Self.version)")
        }
        guard Self.orientations.contains(orientation) else {
            throw .badScene("no orientation \"\(orientation.printable)\"")
        }
        let sides = 1...SceneLimits.coordinate
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .badScene("a scene of \(size.width) by \(size.height) points")
        }
        var left = SceneLimits.nodes
        try root.check(depth: 1, left: &left)
    }
}

extension Scene.Node {
    fileprivate func check(depth: Int, left: inout Int) throws(WireError) {
        guard depth <= SceneLimits.depth else {
            throw .badScene("views more than \(SceneLimits.depth) deep")
        }
        left -= 1
        guard left >= 0 else { throw .badScene("more than \(SceneLimits.nodes) views") }
        // NaN is in no range.
        let coordinates = -SceneLimits.coordinate...SceneLimits.coordinate
        guard [frame.x, frame.y, frame.width, frame.height].allSatisfy(coordinates.contains),
            frame.width >= 0, frame.height >= 0
        else { throw .badScene("a view whose frame is \(frame.words)") }
        if let alpha, !(0...1).contains(alpha) { throw .badScene("an alpha of \(alpha)") }
        if let background { try Scene.check(color: background) }
        if let cornerRadius, !(0...SceneLimits.coordinate).contains(cornerRadius) {
            throw .badScene("a corner radius of \(cornerRadius)")
        }
        if let text { try text.check() }
        if let image, !Scene.isPath(image) {
            throw .badScene("no image can be at \"\(image.printable)\"")
        }
        for child in children ?? [] { try child.check(depth: depth + 1, left: &left) }
    }
}

extension Scene.Text {
    fileprivate func check() throws(WireError) {
        guard size > 0, size <= SceneLimits.fontSize else {
            throw .badScene("a font of \(size) points")
        }
        guard ["left", "center", "right"].contains(alignment) else {
            throw .badScene("no alignment \"\(alignment.printable)\"")
        }
        if let weight, !SceneLimits.fontWeights.contains(weight) {
            throw .badScene("a font of weight \(weight)")
        }
        try Scene.check(color: color)
    }
}

extension Scene {
    fileprivate static func check(color: String) throws(WireError) {
        let bytes = color.utf8
        let isColor =
            (bytes.count == 7 || bytes.count == 9) && bytes.first == UInt8(ascii: "#")
            && color.dropFirst().unicodeScalars.allSatisfy {
                $0.isASCII && $0.properties.isASCIIHexDigit
            }
        if !isColor { throw .badScene("\"\(color.printable)\" is no colour") }
    }

    /// Below the bundle or the container, by its form.
    fileprivate static func isPath(_ path: String) -> Bool {
        guard (1...SceneLimits.pathBytes).contains(path.utf8.count), !path.utf8.contains(0) else {
            return false
        }
        return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0 != ".."
        }
    }
}

extension Scene.Frame {
    fileprivate var words: String { "\(x), \(y), \(width), \(height)" }
}

extension WireError {
    fileprivate static func badScene(_ message: String) -> WireError {
        WireError(code: .badScene, message: message)
    }
}
