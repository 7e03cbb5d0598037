import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The map of accessories", .behaviour("E1")) struct AccessoryMapTests {
    @Test("A vendor and product have a name, protocols and a speed")
    func reads() {
        let map = AccessoryMap(
            """
            # Scales.
            [0403:6001:A50285BI]
            name = Grandmother's scale
            protocols = org.example.scale
            [0403:6001]
              name =  Kitchen scale
            protocols = org.example.scale, org.example.scale.v2
            speed=9600

            [1A86:7523]
            protocols = org.example.lamp
            """, from: "f")
        #expect(map.mistakes.isEmpty)
        let known = map.entry(vendor: "0403", product: "6001", serial: "A50285BI")
        #expect(known?.name == "Grandmother's scale")
        let other = map.entry(vendor: "0403", product: "6001", serial: "B")
        #expect(other?.name == "Kitchen scale")
        #expect(other?.protocols == ["org.example.scale", "org.example.scale.v2"])
        #expect(other?.speed == 9_600)
        #expect(map.entry(vendor: "1a86", product: "7523", serial: nil)?.name == nil)
        #expect(map.entry(vendor: "dead", product: "beef", serial: nil) == nil)
    }

    @Test(
        "A section with a mistake is left out, and its line is said",
        arguments: [
            ("[0403]\nprotocols = a", "f:1: \"[0403]\" is no section"),
            ("[0403:6001]\nname = x", "f:2: [0403:6001] has no protocols"),
            ("[0403:6001]\nprotocols = a\nspeed = fast", "f:3: fast is no speed"),
            ("[0403:6001]\nprotocols = a\ncolour = red", "f:3: \"colour\" is not known"),
            ("[0403:6001]\nprotocols = a\nwhat", "f:3: expected a key"),
            ("[0403:6001]\nprotocols = \n", "f:2: an accessory speaks 1 to"),
            ("name = x\n[0403:6001]\nprotocols = a", "f:1: what is before"),
        ])
    func mistakes(text: String, said: String) {
        let map = AccessoryMap(text + "\n[ffff:0001]\nprotocols = b", from: "f")
        #expect(map.mistakes.count == 1)
        #expect(map.mistakes.first?.hasPrefix(said) == true, "\(map.mistakes)")
        #expect(map.entry(vendor: "ffff", product: "0001", serial: nil) != nil)
        let isLeftOut = map.entry(vendor: "0403", product: "6001", serial: nil) == nil
        #expect(isLeftOut == !said.contains("before"))
    }
}
