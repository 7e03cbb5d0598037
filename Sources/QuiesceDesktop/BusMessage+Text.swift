import QuiesceBus

extension BusMessage {
    /// One entry of an `a{sv}` that is a text.
    func text(_ name: String, _ value: String) throws(BusError) {
        try entry(name, "s") { () throws(BusError) in
            try append(PlainText.clean(value, characters: DesktopLimits.bodyCharacters))
        }
    }
}
