import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A hostile app") struct HostileAppTests {
    /// Whether a device here has views: its own word.
    private func hasViews(_ device: LiveDevice) throws -> Bool {
        try !device.status().notes.contains { $0.contains("no view of their own") }
    }

    /// A suspended app, with a file of its own.
    private func victim(on device: LiveDevice) throws -> (app: String, pid: Int) {
        let app = try device.installRecorder()
        try device.open(app)
        try device.wait(app, "active")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return (app, try device.pid(app))
    }

    private func notRefused(_ output: String) -> Set<String> {
        let sign = "NOT REFUSED: "
        return Set(
            output.split(separator: "\n").filter { $0.hasPrefix(sign) }
                .map { String($0.dropFirst(sign.count)) })
    }

    @Test(
        "One has nothing of the machine's others, of the device or of another app, and gets no more than it has",
        .behaviour("reliability A1"), arguments: Freezer.available)
    func refused(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            guard try hasViews(device) else {
                Issue.record("no views can be made here: \(try device.status().notes)")
                return
            }
            let hostile = try HostileApp(device)
            let victim = try victim(on: device)
            let app = try device.install(
                script: HostileApp.script, id: "org.quiesce.tests.Hostile")
            try device.perform(
                .open(
                    app: app,
                    arguments: hostile.arguments(device, victim: victim.app, victim.pid)))
            let output = try device.wait(app, toPrint: "done")
            #expect(notRefused(output) == [], "\(output)")
            #expect(try device.pid(victim.app) == victim.pid)
            #expect(try device.ps(victim.app).state == "suspended")
        }
    }

    @Test(
        "A program that isn't apart isn't refused: what keeps an app from it is the device",
        .behaviour("reliability A1"))
    func notApart() throws {
        try withDevice { device in
            let hostile = try HostileApp(device)
            let victim = try victim(on: device)
            let script = device.scratch + "/hostile"
            try Data(
                HostileApp.script.replacingOccurrences(of: "time.sleep(1000)", with: "").utf8
            ).write(to: URL(fileURLWithPath: script))
            // Root's apps have users of their own.
            let user =
                geteuid() == 0
                ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            let (output, _) = try LiveDevice.command(
                user + ["/usr/bin/python3", script]
                    + hostile.arguments(device, victim: victim.app, victim.pid))
            #expect(output.contains("done"))
            let expected =
                HostileApp.openToAll.union(geteuid() == 0 ? [] : HostileApp.openToUser)
            #expect(expected.subtracting(notRefused(output)) == [], "\(output)")
        }
    }

    @Test(
        "Apps read in a folder of QUIESCE_APP_READS and write nothing there, and write in one of QUIESCE_APP_WRITES"
    )
    func reads() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        for name in ["tools", "shared", "beside"] {
            try FileManager.default.createDirectory(
                atPath: "\(device.scratch)/\(name)", withIntermediateDirectories: false)
            try Data(name.utf8).write(to: URL(fileURLWithPath: "\(device.scratch)/\(name)/file"))
            chmod("\(device.scratch)/\(name)", 0o777)
        }
        device.wrapper = [
            "env", "QUIESCE_APP_READS=\(device.scratch)/tools",
            "QUIESCE_APP_WRITES=\(device.scratch)/shared",
        ]
        try device.start()
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        let done = try puppet.ask(
            """
            result = [open("\(device.scratch)/tools/file").read()]
            for name, mode in ("tools/new", "w"), ("beside/file", "r"), ("shared/new", "w"):
                try:
                    open("\(device.scratch)/" + name, mode)
                    result.append(name)
                except OSError:
                    pass
            """, [String].self)
        let areMade = try hasViews(device)
        #expect(!areMade || done == ["tools", "shared/new"], "\(done)")
    }
}
