import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Programs with work that nobody declared, on a device") struct BusyProgramTests {
    @Test(
        "A download runs on when its program is left, why says so, and then the program is frozen",
        .behaviour("Y4", "S5", "S6"), arguments: Freezer.available)
    func download(freezer: Freezer) throws {
        let server = try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import socket
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                connection, _ = listener.accept()
                while True:
                    connection.sendall(b"x" * 65536)
                """,
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var line = [UInt8](repeating: 0, count: 16)
        let length = read(server.output, &line, line.count)
        try #require(length > 1)
        let port = String(decoding: line[..<(length - 1)], as: UTF8.self)
        try withDevice(options: freezer.options) { device in
            let app = try device.install(
                script: """
                    #!/bin/bash
                    exec 3<>/dev/tcp/127.0.0.1/\(port)
                    echo connected
                    while head -c 50000 <&3 >/dev/null; do sleep 0.1; done
                    """, id: "org.quiesce.tests.download", ["QuiesceHosted": true])
            try device.open(app)
            try device.wait(app, toPrint: "connected")
            try device.wait(app, "active")
            let left = try device.mark()
            try device.perform(.home)
            try device.wait(for: "its work", app: app, after: left) { $0.reason == "hasWork" }
            #expect(try device.ps(app).state == "background")
            let why = try device.why(app)
            #expect(
                why.pending.contains { $0.sentence.contains("it sends or receives data") },
                "\(why.pending)")
            // A new daemon looks by itself.
            try device.succeed(.killed)
            #expect(try device.ps(app).state == "background")
            server.end()
            try device.wait(for: "its end", app: app, after: left) { $0.reason == "hasNoWork" }
            try device.wait(for: "its freeze", app: app, after: left) { $0.to == "suspended" }
            let rows = try device.log(app).filter { $0.seq > left && $0.to == "suspended" }
            #expect(rows.count == 1, "\(rows)")
        }
    }

    @Test(
        "A command under a terminal runs on; the user may have it frozen all the same",
        .behaviour("Y4", "U4"))
    func job() throws {
        try withDevice { device in
            let app = try device.install(
                script: """
                    #!/bin/sh
                    exec script -qfc 'exec sh -c "set -m; echo begins; (while kill -0 \\$\\$; do sleep 0.1; done)"' /dev/null
                    """, id: "org.quiesce.tests.job", ["QuiesceHosted": true])
            try device.open(app)
            try device.wait(app, "active")
            let left = try device.mark()
            try device.perform(.home)
            try device.wait(for: "its work", app: app, after: left) { $0.reason == "hasWork" }
            let why = try device.why(app)
            #expect(
                why.pending.contains { $0.sentence.contains("a command runs in its terminal") })
            _ = try device.quiesce("permissions", app, "backgroundWork", "deny")
            try device.wait(app, "suspended")
        }
    }
}
