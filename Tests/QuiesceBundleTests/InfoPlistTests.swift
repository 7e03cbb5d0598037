import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceBundle

@Suite struct InfoPlistTests {
    /// The error with which the bundle with this Info.plist is refused; nil: the bundle is
    /// accepted.
    private func refusal(_ plist: Data) throws -> BundleError? {
        let scratch = try Fixture.bundle(plist)
        return try scratch.opened("App.app") { folder in
            do {
                _ = try BundleReader.manifest(of: folder)
                return nil
            } catch let error as BundleError {
                return error
            }
        }
    }

    @Test(
        "A complete Info.plist gives its manifest, in XML and in binary form",
        .behaviour("O1", "O3", "O4"),
        arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func complete(format: PropertyListSerialization.PropertyListFormat) throws {
        let plist = try Fixture.plist(
            [
                "CFBundleDisplayName": "Uhr", "CFBundleName": "clock",
                "CFBundleShortVersionString": "1.2", "CFBundleVersion": "34",
                "UIBackgroundModes": ["fetch", "teleport", "audio", "fetch", "teleport"],
                "UIApplicationExitsOnSuspend": true, "DTPlatformVersion": "3.2",
                "QuiesceHosted": true,
                "UILaunchImages": [["a": 1], ["b": 2]],
            ], format: format)
        let scratch = try Fixture.bundle(plist)
        let manifest = try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
        #expect(
            manifest
                == AppManifest(
                    id: try #require(AppID("org.example.Clock")), name: "Uhr", version: "1.2",
                    executable: "clock", backgroundModes: [.fetch, .audio],
                    unknownBackgroundModes: ["teleport"], exitsOnSuspend: true,
                    builtForMajorVersion: 3, isHosted: true))
    }

    @Test("What is left out has its default", .behaviour("O1", "O3", "O4"))
    func defaults() throws {
        let scratch = try Fixture.bundle()
        let manifest = try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
        #expect(
            manifest
                == AppManifest(
                    id: try #require(AppID("org.example.Clock")), name: "Clock", version: "0",
                    executable: "clock"))
    }

    @Test("A name in another script keeps the marks that it is written with")
    func otherScripts() throws {
        // As of a chat app of a billion users, and a Persian word.
        for name in ["\u{200E}WhatsApp", "می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧"] {
            #expect(try refusal(Fixture.plist(["CFBundleDisplayName": name])) == nil)
        }
    }

    @Test("Permitted background tasks are read in order, each once", .behaviour("O4"))
    func taskIdentifiers() throws {
        let plist = try Fixture.plist([
            "BGTaskSchedulerPermittedIdentifiers": ["a.refresh", "a.clean", "a.refresh"]
        ])
        let scratch = try Fixture.bundle(plist)
        let manifest = try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
        #expect(manifest.taskIdentifiers == ["a.refresh", "a.clean"])
    }

    @Test("A list that Python wrote is read", arguments: ["FMT_XML", "FMT_BINARY"])
    func python(format: String) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import plistlib,sys;sys.stdout.buffer.write(plistlib.dumps({'CFBundleIdentifier':"
                + "'org.example.Clock','CFBundleExecutable':'clock','CFBundleName':'时计',"
                + "'UIBackgroundModes':['voip']},fmt=plistlib.\(format)))",
        ]
        process.standardOutput = pipe
        try process.run()
        let data = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        let scratch = try Fixture.bundle(data)
        let manifest = try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
        #expect(manifest.name == "时计")
        #expect(manifest.backgroundModes == [.voip])
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let data: Data
        let reason: BundleError.Reason
        /// The text that the message must mention.
        let names: String
        var testDescription: String { name }
    }

    static let key: [UInt8] = [0x51, 0x61]
    static let modesKey: [UInt8] = [0x5f, 0x10, 17] + Array("UIBackgroundModes".utf8)

    static let malformedFiles: [Wrong] = [
        ("empty", Data()),
        ("blank", Data("  \n".utf8)),
        ("truncated XML", Data(Fixture.xml("").dropLast(30))),
        ("truncated binary", (try? Fixture.plist(format: .binary).dropLast(9)) ?? Data()),
        ("only a binary header", Data("bplist00".utf8)),
        ("an array at the root", Data("<plist><array/></plist>".utf8)),
        ("a string at the root", Data("<plist><string>a</string></plist>".utf8)),
        ("a binary array at the root", Fixture.binary([[0xa0]])),
        ("a key twice", Fixture.binary([[0xd2, 1, 2, 1, 2], [0x51, 0x61], [0x61, 0, 0x61]])),
        ("a UTF-16 key longer than the file", Fixture.binary([[0xd1, 1, 1], [0x6f, 0x10, 40]])),
        ("JSON", Data("{\"CFBundleIdentifier\":\"a.b\"}".utf8)),
        ("OpenStep text", Data("{ CFBundleIdentifier = \"a.b\"; }".utf8)),
        ("UTF-16", "<plist><dict/></plist>".data(using: .utf16) ?? Data()),
        (
            "another encoding declared",
            Data("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict/></plist>".utf8)
        ),
        (
            "bytes that are no UTF-8",
            Data("<plist><dict><key>\u{ff}</key></dict></plist>".utf8).map {
                $0 == 0xc3 ? 0xff : $0
            }.asData
        ),
        ("10 MB", Fixture.xml("<key>a</key><string>" + String(repeating: "a", count: 10_000_000))),
        (
            "200,000 levels of nesting",
            Fixture.xml("<key>a</key>" + String(repeating: "<array>", count: 140_000))
        ),
        (
            "20,000 levels of dictionaries",
            Fixture.xml("<key>a</key>" + String(repeating: "<dict><key>a</key>", count: 20_000))
        ),
        (
            "nesting that a comment seems to end",
            Fixture.xml(
                "<key>a</key>" + String(repeating: "<array><!-- </array> -->", count: 20_000))
        ),
        (
            "an entity bomb",
            Fixture.xml(
                "<key>a</key><string>&c;</string>",
                type: "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">"
                    + "<!ENTITY c \"&b;&b;&b;&b;\">]>")
        ),
        (
            "an external entity",
            Fixture.xml(
                "<key>CFBundleName</key><string>&p;</string>",
                type: "<!DOCTYPE plist [<!ENTITY p SYSTEM \"file:///etc/passwd\">]>")
        ),
        ("a huge number of objects", Fixture.binary([[0xd0]], count: 1 << 60)),
        ("an offset out of the file", Fixture.binary([[0xd0]], offsets: [1 << 62])),
        ("an offset of all ones", Fixture.binary([[0xd0]], offsets: [.max])),
        ("a root out of the table", Fixture.binary([[0xd0]], root: 9)),
        (
            "a dictionary with a huge count",
            Fixture.binary([[0xdf, 0x13] + [0x7f] + [UInt8](repeating: 0xff, count: 7)])
        ),
        ("a dictionary with a rubbish count", Fixture.binary([[0xdf, 0x44, 1, 2]])),
        ("a dictionary cut short", Fixture.binary([[0xde, 1]])),
    ].map { Wrong(name: $0.0, data: $0.1, reason: .malformedInfoPlist, names: "Info.plist") }

    @Test(
        "A file that is no property list is refused in one line",
        .behaviour("reliability B1"), arguments: malformedFiles)
    func malformed(_ wrong: Wrong) throws { try expect(wrong) }

    static let wrongValues: [Wrong] = {
        var all: [Wrong] = []
        func add(
            _ name: String, _ changes: [String: any Sendable], _ reason: BundleError.Reason,
            _ key: String
        ) {
            let data = (try? Fixture.plist(changes)) ?? Data()
            all.append(Wrong(name: name, data: data, reason: reason, names: key))
        }
        add("no id", ["CFBundleIdentifier": NSNull()], .missingKey, "CFBundleIdentifier")
        add("no executable", ["CFBundleExecutable": NSNull()], .missingKey, "CFBundleExecutable")
        for id in [
            "../x", "", "a..b", ".a", "-a", "a/b", "org.exаmple.Clock", "org.example.Clock\u{200d}",
            "org.example.Clock\n", String(repeating: "a", count: 156), "a b",
        ] {
            add(
                "the id \(id.debugDescription)", ["CFBundleIdentifier": id], .wrongValue,
                "CFBundleIdentifier")
        }
        for path in ["../clock", "/bin/sh", "bin/clock", "..", ".", "", "clock\n"] {
            add(
                "the executable \(path.debugDescription)", ["CFBundleExecutable": path],
                .wrongValue, "CFBundleExecutable")
        }
        for key in [
            "CFBundleIdentifier", "CFBundleExecutable", "CFBundleName",
            "CFBundleDisplayName", "CFBundleShortVersionString", "CFBundleVersion",
            "DTPlatformVersion",
        ] {
            add("\(key) is a number", [key: 1], .wrongValue, key)
            add("\(key) is an array", [key: ["a"]], .wrongValue, key)
        }
        add(
            "a name of 256 bytes", ["CFBundleName": String(repeating: "n", count: 256)],
            .wrongValue, "CFBundleName")
        add(
            "a name with an escape sequence", ["CFBundleName": "\t[31m"], .wrongValue,
            "CFBundleName")
        for (mark, key) in [
            ("\u{202E}", "CFBundleName"), ("\u{202E}", "CFBundleDisplayName"),
            ("\u{2066}", "CFBundleName"), ("\u{2028}", "CFBundleDisplayName"),
        ] {
            add(
                "\(key) with \(mark.debugDescription)", [key: "Bank\(mark)gpj"], .wrongValue, key)
        }
        add("modes are a string", ["UIBackgroundModes": "fetch"], .wrongValue, "UIBackgroundModes")
        add("modes are numbers", ["UIBackgroundModes": [1]], .wrongValue, "UIBackgroundModes")
        add(
            "65 modes", ["UIBackgroundModes": [String](repeating: "fetch", count: 65)], .wrongValue,
            "UIBackgroundModes")
        let tasks = "BGTaskSchedulerPermittedIdentifiers"
        add("tasks are a string", [tasks: "a.refresh"], .wrongValue, tasks)
        add("tasks are numbers", [tasks: [1]], .wrongValue, tasks)
        add("a task without a name", [tasks: [""]], .wrongValue, tasks)
        add(
            "a task with a name of 256 bytes", [tasks: [String(repeating: "t", count: 256)]],
            .wrongValue, tasks)
        add("65 tasks", [tasks: (1...65).map { "task.\($0)" }], .wrongValue, tasks)
        add(
            "exits on suspend is a string", ["UIApplicationExitsOnSuspend": "yes"], .wrongValue,
            "UIApplicationExitsOnSuspend")
        for version in ["", "x", ".1", "-3", "3a.1", "99999999999999999999"] {
            add(
                "built for \(version.debugDescription)", ["DTPlatformVersion": version],
                .wrongValue, "DTPlatformVersion")
        }
        return all
    }()

    @Test(
        "A wrong value is refused in one line that names its key",
        .behaviour("reliability B2", "O4"), arguments: wrongValues)
    func wrongValue(_ wrong: Wrong) throws { try expect(wrong) }

    /// Arrays that each hold the next one twice: 2⁵⁸ values, were they all looked at.
    static let doubling: [[UInt8]] =
        (2..<60).map { [0xa2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]

    @Test(
        "A binary list that grows without bound when it is read costs nothing where no key of ours is",
        .behaviour("reliability B1"),
        arguments: [
            [[0xd1, 1, 2], key] + doubling, [[0xd1, 1, 0], key],
            [[0xd1, 1, 2], key, [0xa1, 2]],
            [[0xd1, 1, 2], key, [0xaf, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7)],
            [[0xd1, 1, 2], key, [0x5f, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7)],
        ] as [[[UInt8]]])
    func bomb(objects: [[UInt8]]) throws {
        let error = try #require(try refusal(Fixture.binary(objects)))
        // Read to its end, and the first key of ours is missing; or seen to be damaged.
        #expect([.missingKey, .malformedInfoPlist].contains(error.reason))
    }

    @Test(
        "A binary list that grows without bound under one of our keys has a wrong type",
        .behaviour("reliability B1"))
    func bombUnderKey() throws {
        let id: [UInt8] = [0x5f, 0x10, 18] + Array("CFBundleIdentifier".utf8)
        let error = try #require(
            try refusal(Fixture.binary([[0xd1, 1, 2], id] + Self.doubling)))
        #expect(error.reason == .wrongValue)
        #expect(error.message.contains("CFBundleIdentifier"))
    }

    @Test("Damage anywhere in a binary list is survived", .behaviour("reliability B1"))
    func damage() throws {
        let whole = try Fixture.plist(["UIBackgroundModes": ["fetch"]], format: .binary)
        var refused = 0
        for index in whole.indices {
            for value: UInt8 in [0, 0x7f, 0xff] {
                var data = whole
                data[index] = value
                do {
                    _ = try InfoPlist.parse(data)
                } catch {
                    refused += 1
                }
            }
            #expect(throws: BundleError.self) { try InfoPlist.parse(whole.prefix(index)) }
        }
        #expect(refused > whole.count)
    }

    @Test(
        "An unknown background mode is kept aside and is no error",
        .behaviour("reliability B2", "O4"))
    func unknownMode() throws {
        #expect(try refusal(Fixture.plist(["UIBackgroundModes": ["teleport"]])) == nil)
    }

    private func expect(_ wrong: Wrong) throws {
        let error = try #require(try refusal(wrong.data))
        #expect(error.reason == wrong.reason, "\(error)")
        #expect(error.message.contains(wrong.names), "\(error)")
        #expect(!error.message.contains("\n"))
        #expect(error.message.utf8.count < 400)
    }
}

extension [UInt8] {
    fileprivate var asData: Data { Data(self) }
}
