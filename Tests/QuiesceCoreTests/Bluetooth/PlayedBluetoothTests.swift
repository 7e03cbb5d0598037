import Testing

@testable import QuiesceCore

@Suite("Words of Bluetooth") struct PlayedBluetoothTests {
    @Test("What a tool plays is said in words")
    func words() throws {
        func played(_ words: String) throws -> PlayedBluetooth {
            try PlayedBluetooth(words: words.split(separator: " ").map(String.init))
        }
        #expect(try played("bluetooth auto") == .auto)
        #expect(try played("bluetooth off") == .adapter(isOn: false))
        #expect(
            try played("bluetooth near Belt 180D/2A37:notify=0048 180d/2a38=01 180F data=4C000215")
                == .near(
                    name: "Belt",
                    [
                        GATTService(
                            handle: 1, uuid: "180D",
                            characteristics: [
                                GATTCharacteristic(handle: 2, uuid: "2A37", properties: 0x10),
                                GATTCharacteristic(handle: 3, uuid: "2A38", properties: 0x02),
                            ]), GATTService(handle: 4, uuid: "180F"),
                    ], values: [2: "AEg=", 3: "AQ=="], manufacturerData: "TAACFQ=="))
        #expect(
            try played("bluetooth value Belt 2A37 0050")
                == .value(name: "Belt", characteristic: "2A37", "AFA="))
        #expect(
            try played("bluetooth write Phone 180F 2A19 64")
                == .asks(
                    name: "Phone", PublishedPath(service: "180F", characteristic: "2A19"),
                    value: "ZA=="))
        for wrong in [
            "bluetooth", "bluetooth near", "bluetooth near Belt 18", "bluetooth value Belt 2A37 1",
            "bluetooth near Belt 180D/2A37:fly", "bluetooth gone", "motion",
        ] {
            #expect(throws: DeviceChange.Malformed.self) { try played(wrong) }
        }
    }

    @Test(
        "A UUID has one form",
        arguments: [
            ("180d", "180D"), ("0000180D-0000-1000-8000-00805f9b34fb", "180D"),
            ("12345678", "12345678"), ("0000180D", "180D"),
            ("6e400001-b5a3-f393-e0a9-e50e24dcca9e", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"),
        ])
    func canonical(text: String, canonical: String) {
        #expect(BluetoothUUID.canonical(text) == canonical)
        #expect(BluetoothUUID.canonical(BluetoothUUID.full(canonical)) == canonical)
    }

    @Test("What is no UUID is none", arguments: ["", "1", "18OD", "180D-", "180D180D180D"])
    func noUUID(text: String) { #expect(BluetoothUUID.canonical(text) == nil) }

    @Test("Bytes are words and back", arguments: 0..<7)
    func bytes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 250 + $0) }
        #expect(AttributeValue.bytes(base64: AttributeValue.base64(bytes)) == bytes)
        #expect(AttributeValue.bytes(hex: AttributeValue.hex(bytes)) == bytes)
    }

    @Test("What is no base64 is none", arguments: ["A", "AA=", "A===", "AA=A", "Ä==="])
    func noBytes(text: String) { #expect(AttributeValue.bytes(base64: text) == nil) }
}
