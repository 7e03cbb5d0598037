import BusTestSupport
import Foundation
import FoundationXML
import QuiesceBus
import TestSupport
import Testing

@testable import QuiesceDeviceBus

/// The members of the interface that a description has.
private final class Described: NSObject, XMLParserDelegate {
    /// Types by the member's name.
    private(set) var arguments: [String: String] = [:]
    private(set) var results: [String: String] = [:]
    private(set) var signals: [String: String] = [:]
    private(set) var properties: [String: String] = [:]
    private var isOurs = false
    private var member = (kind: "", name: "")

    init(_ text: String) throws {
        super.init()
        // A document type has an address, which nobody is to fetch.
        let plain = text.split(separator: "<node>", maxSplits: 1).last.map { "<node>\($0)" } ?? ""
        let parser = XMLParser(data: Data(plain.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        if element == "interface" { isOurs = attributes["name"] == DeviceInterface.interface }
        guard isOurs else { return }
        switch element {
        case "method":
            member = (element, attributes["name"] ?? "")
            arguments[member.name] = ""
            results[member.name] = ""
        case "signal":
            member = (element, attributes["name"] ?? "")
            signals[member.name] = ""
        case "property": properties[attributes["name"] ?? ""] = attributes["type"]
        case "arg":
            let type = attributes["type"] ?? ""
            if member.kind == "signal" {
                signals[member.name]? += type
            } else if attributes["direction"] == "out" {
                results[member.name]? += type
            } else {
                arguments[member.name]? += type
            }
        case _: break
        }
    }
}

@Suite("The description of the device on the bus", .enabled(if: TestBus.canRun, TestBus.missing))
struct IntrospectionTests {
    private static let properties = "org.freedesktop.DBus.Properties"

    @Test("It has the methods, properties and signals that are served, and no others")
    func members() throws {
        let described = try Described(Introspection.device)
        let methods = DeviceInterface.Method.allCases.map { ($0.rawValue, $0.arguments.signature) }
        #expect(described.arguments == Dictionary(uniqueKeysWithValues: methods))
        #expect(
            Set(described.properties.keys)
                == Set(DeviceInterface.Property.allCases.map(\.rawValue)))
        #expect(
            Set(described.signals.keys) == Set(DeviceInterface.Signal.allCases.map(\.rawValue)))
    }

    @Test("Each method takes the arguments that it is described with, and is answered")
    func methods() throws {
        let played = try PlayedDeviceBus()
        let caller = try played.caller()
        let text = try caller.call("org.freedesktop.DBus.Introspectable", "Introspect")
        let described = try Described(try #require(text.values.first?.text))
        for (method, signature) in described.arguments {
            let wrong = try caller.call(DeviceInterface.interface, method) {
                call throws(BusError) in try call.append(byte: 1)
            }
            #expect(wrong.error == "org.freedesktop.DBus.Error.InvalidArgs", "\(method)")
            #expect(wrong.errorText == "it takes (\(signature))", "\(method)")
            let right = try caller.call(DeviceInterface.interface, method) {
                call throws(BusError) in
                for type in signature {
                    switch type {
                    case "s": try call.append("org.example.App")
                    case "t": try call.append(1 as UInt64)
                    case "b": try call.append(true)
                    case _: break
                    }
                }
            }
            #expect(right.error == "org.quiesce.Device1.Error.NotRunning", "\(method)")
            #expect(right.errorText?.contains("quiesce up") == true, "\(method)")
        }
    }

    @Test("Each property has the type that it is described with, and can only be read")
    func propertyTypes() throws {
        let played = try PlayedDeviceBus()
        let caller = try played.caller()
        let described = try Described(Introspection.device)
        for (property, type) in described.properties {
            let named = { (call: borrowing BusMessage) throws(BusError) in
                try call.append(DeviceInterface.interface)
                try call.append(property)
            }
            let answer = try caller.call(Self.properties, "Get", named)
            #expect(answer.signature == "v")
            switch type {
            case "s": #expect(answer.values.first?.text == "", "\(property)")
            case "b": #expect(answer.values.first?.flag == false, "\(property)")
            case "u": #expect(answer.values.first?.number == 1, "\(property)")
            case _: Issue.record("\(property): \(type)")
            }
            let set = try caller.call(Self.properties, "Set") { call throws(BusError) in
                try named(call)
                try call.begin(BusType.variant, "s")
                try call.append("")
                try call.end()
            }
            #expect(set.error == "org.freedesktop.DBus.Error.PropertyReadOnly")
        }
        let all = try caller.call(Self.properties, "GetAll") { call throws(BusError) in
            try call.append(DeviceInterface.interface)
        }
        #expect(Set((all.values.first?.entries ?? [:]).keys) == Set(described.properties.keys))
    }

    @Test("Tools of the bus read it", arguments: ["gdbus", "busctl"])
    func tools(_ tool: String) throws {
        let played = try PlayedDeviceBus()
        let (address, name, path) = (
            played.bus.address, PlayedDeviceBus.name, PlayedDeviceBus.path
        )
        let arguments =
            tool == "gdbus"
            ? ["introspect", "--address", address, "--dest", name, "--object-path", path]
            : ["--address=\(address)", "introspect", name, path]
        let run = try ToolRun(
            arguments, home: played.scratch.path, program: "/usr/bin/\(tool)")
        #expect(run.exitCode == 0, "\(run.errors)")
        for member in DeviceInterface.Method.allCases.map(\.rawValue)
            + DeviceInterface.Property.allCases.map(\.rawValue)
            + DeviceInterface.Signal.allCases.map(\.rawValue)
        {
            #expect(run.output.contains(member), "\(member)")
        }
    }

    @Test("A method, property or interface that isn't there is an error of D-Bus's own")
    func others() throws {
        let played = try PlayedDeviceBus()
        let asked = try played.caller()
        let error = "org.freedesktop.DBus.Error."
        #expect(
            try asked.call(DeviceInterface.interface, "Sing").error == error + "UnknownMethod")
        #expect(
            try asked.call("org.example.Other", "List").error == error + "UnknownInterface")
        #expect(
            try asked.call(DeviceInterface.interface, "List", path: "/").error?.hasPrefix(error)
                == true)
        let property = try asked.call(Self.properties, "Get") { call throws(BusError) in
            try call.append(DeviceInterface.interface)
            try call.append("Colour")
        }
        #expect(property.error == error + "UnknownProperty")
    }

    @Test("The document has each member, with its types") func document() throws {
        let text = try String(
            contentsOf: BuiltProducts.package.appendingPathComponent("docs/device-bus.md"),
            encoding: .utf8)
        let described = try Described(Introspection.device)
        for (method, result) in described.results {
            let row = try #require(
                text.split(separator: "\n").first { $0.hasPrefix("| `\(method)(") }, "\(method)")
            let arguments = described.arguments[method] ?? ""
            let form = row.components(separatedBy: "`")[1]
            let types = form.components(separatedBy: "(")[1].components(separatedBy: ")")[0]
            // `id t, allow b`: each argument's last word.
            let named = types.split(separator: ",").compactMap { $0.split(separator: " ").last }
            #expect(named.joined() == arguments, "\(method)")
            let arrow = form.components(separatedBy: " → ")
            #expect((arrow.count == 2 ? arrow[1] : "") == result, "\(method)")
        }
        for (signal, _) in described.signals {
            #expect(text.contains("| `\(signal)("), "\(signal)")
        }
        for (property, type) in described.properties {
            #expect(text.contains("| `\(property) \(type)`"), "\(property)")
        }
    }
}
