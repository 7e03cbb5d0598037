import Foundation
import Glibc
import QuiesceBundle
import TestSupport
import Testing

@Suite struct MakeBundleTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/quiesce-make-XXXXXX".utf8CString)
        let path = String(cString: try #require(mkdtemp(&template)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path + "/clock"))
        try #require(chmod(path + "/clock", 0o755) == 0)
        try body(path)
    }

    @Test("One command makes a bundle from an executable, and makes it again")
    func executable() throws {
        try withFolder { path in
            for version in ["1.0", "2.0"] {
                let run = try ToolRun(
                    [
                        "bundle", "--executable", path + "/clock", "--id", "org.example.Clock",
                        "--name", "Uhr", "--app-version", version, "--mode", "fetch", "--mode",
                        "audio",
                        "-o", path + "/out",
                    ], home: "/nowhere")
                #expect(run.exitCode == 0, "\(run.errors)")
                let data = try #require(
                    FileManager.default.contents(atPath: path + "/out/clock.app/Info.plist"))
                let keys = try #require(
                    try PropertyListSerialization.propertyList(from: data, format: nil)
                        as? [String: Any])
                #expect(keys["CFBundleIdentifier"] as? String == "org.example.Clock")
                #expect(keys["CFBundleShortVersionString"] as? String == version)
                #expect(keys["UIBackgroundModes"] as? [String] == ["fetch", "audio"])
                #expect(access(path + "/out/clock.app/clock", X_OK) == 0)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: path + "/out").count == 1)
            }
        }
    }

    @Test("A program that knows nothing of Quiesce is an app that is named by its id's end")
    func hosted() throws {
        try withFolder { path in
            let run = try ToolRun(
                [
                    "bundle", "--executable", path + "/clock", "--id", "org.example.Player",
                    "--hosted", "-o", path + "/out",
                ], home: "/nowhere")
            #expect(run.exitCode == 0, "\(run.errors)")
            let data = try #require(
                FileManager.default.contents(atPath: path + "/out/clock.app/Info.plist"))
            let manifest = try BundleReader.manifest(infoPlist: data)
            #expect(manifest.isHosted && manifest.name == "Player")
            #expect(manifest.executable == "clock")
        }
    }

    @Test(
        "A wrong Info.plist is refused with what is wrong with it, and nothing is made",
        .behaviour("reliability B2"))
    func wrongInfo() throws {
        try withFolder { path in
            try Data("<plist><dict/></plist>".utf8).write(
                to: URL(fileURLWithPath: path + "/Info.plist"))
            let run = try ToolRun(
                [
                    "bundle", "--executable", path + "/clock", "--info", path + "/Info.plist", "-o",
                    path,
                ], home: "/nowhere")
            #expect(run.exitCode == 1)
            #expect(run.errors.contains("CFBundleIdentifier"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                    "Info.plist", "clock",
                ])
        }
    }

    @Test("A folder that is no bundle is not replaced")
    func keepsOthers() throws {
        try withFolder { path in
            try FileManager.default.createDirectory(
                atPath: path + "/clock.app/precious", withIntermediateDirectories: true)
            let run = try ToolRun(
                ["bundle", "--executable", path + "/clock", "--id", "a.b", "-o", path],
                home: "/nowhere")
            #expect(run.exitCode == 1)
            #expect(access(path + "/clock.app/precious", F_OK) == 0)
        }
    }
}
