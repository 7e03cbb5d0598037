import Foundation
import QuiesceCore
import Testing

@testable import quiesce

/// There is no Xcode where these run: they show that the project is well-formed and refers to what
/// is there, and not that Xcode builds it.
@Suite("The Xcode project of a new app") struct XcodeProjectTests {
    private let files: [PackageFile]
    private let project: OldStylePropertyList

    init() throws {
        files = try NewPackageTests.template(isForIOS: true).files()
        let file = try #require(files.first { $0.path == "Reader.xcodeproj/project.pbxproj" })
        #expect(file.text.hasPrefix("// !$*UTF8*$!\n"))
        project = try OldStylePropertyList(parsing: file.text)
    }

    private var objects: [String: OldStylePropertyList] {
        if case .dictionary(let objects)? = project["objects"] { objects } else { [:] }
    }

    private func object(_ isa: String) throws -> OldStylePropertyList {
        try #require(objects.values.first { $0["isa"]?.text == isa })
    }

    /// Ids are 24 hexadecimal digits, which nothing else in it is.
    private static func isID(_ text: String) -> Bool {
        text.count == 24 && text.allSatisfy { $0.isHexDigit && !$0.isLowercase }
    }

    @Test("Each reference leads to an object, each object is referred to, and each has its kind")
    func references() throws {
        #expect(project["objectVersion"]?.text == "77" && project["archiveVersion"]?.text == "1")
        #expect(objects.keys.allSatisfy(Self.isID) && objects.count == 17)
        let referred = Set(project.strings.filter(Self.isID))
        #expect(referred == Set(objects.keys))
        #expect(objects.values.allSatisfy { $0["isa"]?.text != nil })
        let root = try #require(project["rootObject"]?.text)
        #expect(objects[root]?["isa"]?.text == "PBXProject")
    }

    /// The kinds of what each key leads to.
    private static let kinds: [String: Set<String>] = [
        "buildConfigurationList": ["XCConfigurationList"],
        "buildConfigurations": ["XCBuildConfiguration"],
        "buildPhases": [
            "PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase",
        ],
        "children": ["PBXGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup"],
        "fileSystemSynchronizedGroups": ["PBXFileSystemSynchronizedRootGroup"],
        "mainGroup": ["PBXGroup"], "productRefGroup": ["PBXGroup"],
        "productReference": ["PBXFileReference"], "targets": ["PBXNativeTarget"],
    ]

    @Test("Each key leads to an object of a kind that it may lead to")
    func kinds() throws {
        for object in objects.values {
            guard case .dictionary(let entries) = object else { continue }
            for (key, value) in entries where key != "attributes" {
                for id in value.strings where Self.isID(id) {
                    let kind = try #require(objects[id]?["isa"]?.text)
                    #expect(Self.kinds[key]?.contains(kind) == true, "\(key) leads to a \(kind)")
                }
            }
        }
    }

    @Test("Its target is an app of the package's sources, with the package's Info.plist and id")
    func target() throws {
        let target = try object("PBXNativeTarget")
        #expect(target["name"]?.text == "Reader")
        #expect(target["productType"]?.text == "com.apple.product-type.application")
        let groups = target["fileSystemSynchronizedGroups"]?.strings ?? []
        #expect(groups.compactMap { objects[$0]?["path"]?.text } == ["Reader"])
        let parent = objects.values.first { $0["children"]?.strings == groups }
        #expect(parent?["path"]?.text == "Sources")
        #expect(files.contains { $0.path == "Sources/Reader/AppDelegate.swift" })

        let list = try #require(target["buildConfigurationList"]?.text.flatMap { objects[$0] })
        let configurations = (list["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
        #expect(configurations.compactMap { $0["name"]?.text } == ["Debug", "Release"])
        for configuration in configurations {
            let settings = configuration["buildSettings"]
            #expect(settings?["INFOPLIST_FILE"]?.text == "Info.plist")
            #expect(settings?["PRODUCT_BUNDLE_IDENTIFIER"]?.text == "com.example.reading-room")
        }
        #expect(files.contains { $0.path == "Info.plist" })
    }

    @Test(
        "The reader of projects takes none that is malformed",
        arguments: [
            "{", "{ a = 1 }", "{ a = 1; a = 2; }", "( a b )", "{ a = b-c; }", "\"a", "/* a",
            "{ } }",
            "{ = 1; }",
        ])
    func strict(text: String) {
        #expect(throws: OldStylePropertyList.Fault.self) { try OldStylePropertyList(parsing: text) }
    }
}
