import CQuiesceLinux
import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite struct AppSandboxTests {
    @Test("Everything but the way to what is closed may be read, and only the container written")
    func rules() {
        let tree = [
            "/": ["usr", "h", "sys"], "/h": ["home", "other"], "/sys": ["fs", "class"],
            "/sys/fs": ["cgroup"],
        ]
        let sandbox = AppSandbox(
            home: "/h/home", bundle: "/h/home/apps/a", container: "/h/home/containers/a",
            closed: ["/sys/fs/cgroup"])
        let rules = sandbox.rules { tree[$0] ?? [] }
        #expect(
            rules.filter { $0.access == .read }.map(\.path)
                == ["/h/other", "/sys/class", "/usr", "/h/home/apps/a"])
        let writable = rules.filter { $0.access == .write }.map(\.path)
        #expect(writable.first == "/h/home/containers/a")
        #expect(writable.dropFirst().allSatisfy { $0.hasPrefix("/dev/") })
    }

    @Test("A kernel isn't asked for rights that it doesn't know")
    func rights() {
        #expect(LandlockRights(abi: 1).all == 0x1fff)
        #expect(LandlockRights(abi: 2).all == 0x3fff)
        #expect(LandlockRights(abi: 3).all == 0x7fff)
        #expect(LandlockRights(abi: 5).scopes == 0)
        #expect(LandlockRights(abi: 6).scopes == 3)
        // A file takes no rights that only directories have.
        #expect(LandlockRights(abi: 3).allowed(.write, isDirectory: false) == 0b100_0000_0000_0111)
    }

    @Test("The isolation of this process is told")
    func isolation() {
        let expected: Isolation =
            geteuid() == 0 ? .uids : ql_landlock_abi() >= 1 ? .landlock : .none
        #expect(Isolation.available() == expected)
    }

    @Test(
        "An app in a sandbox reaches its container and nothing else of the device",
        .behaviour("reliability A1"),
        .enabled(if: ql_landlock_abi() >= 1, "this kernel has no Landlock"),
        arguments: ProcessFixture.backends)
    func enforcement(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let home = "\(device.directory)/home"
        for name in ["containers/a", "containers/b", "apps/a"] {
            try FileManager.default.createDirectory(
                atPath: "\(home)/\(name)", withIntermediateDirectories: true)
        }
        for name in ["containers/b/secret", "facts", "apps/a/Info.plist"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(home)/\(name)"))
        }
        let listener = ql_listen("\(home)/app.sock", 0o600, 1)
        try #require(listener >= 0)
        defer { close(listener) }

        let tries = [
            "read-bundle": "cat ../../apps/a/Info.plist", "write-container": "echo x >file",
            "rename": "mkdir d && mv file d/", "null": "echo x >/dev/null",
            "read-system": "cat /etc/passwd", "run": "ls .",
            "read-sibling": "cat ../b/secret", "read-facts": "cat ../../facts",
            "list-home": "ls ../..", "write-bundle": "echo x >../../apps/a/Info.plist",
            "write-tmp": "echo x >/tmp/quiesce-\(device.configuration.deviceID)",
            "cgroups": "ls /sys/fs/cgroup",
        ]
        let script = tries.sorted { $0.key > $1.key }.map { name, command in
            "if (\(command)) >/dev/null 2>&1; then echo \(name); fi"
        }.joined(separator: "\n")
        var request = try device.request(device.nextKey(), "/bin/sh", ["-c", script])
        request.directory = "\(home)/containers/a"
        request.sandbox = AppSandbox(
            home: home, bundle: "\(home)/apps/a", container: "\(home)/containers/a")
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        #expect(
            Set(device.output.split(separator: "\n"))
                == ["read-bundle", "write-container", "rename", "null", "read-system", "run"])
    }
}
