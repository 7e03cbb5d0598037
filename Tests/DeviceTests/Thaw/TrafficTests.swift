import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Programs that are thawed on traffic, on a device") struct TrafficProgramTests {
    /// A server that says each line it is given to whoever has connected last, and prints what it
    /// hears.
    private static func server() throws -> (process: SpawnedProcess, port: Int) {
        let server = try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import socket, sys
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                connection, _ = listener.accept()
                for line in sys.stdin:
                    connection.sendall(line.encode())
                """,
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
        var line = [UInt8](repeating: 0, count: 16)
        let length = read(server.output, &line, line.count)
        let port = length > 1 ? Int(String(decoding: line[..<(length - 1)], as: UTF8.self)) : nil
        return (server, try #require(port))
    }

    private static func say(_ text: String, _ server: SpawnedProcess) {
        let line = Array("\(text)\n".utf8)
        #expect(write(server.input, line, line.count) == line.count)
    }

    @Test(
        "A frozen program reads what a server sends it, is frozen again, and a new daemon goes on so",
        .behaviour("Y6", "reliability P8"), arguments: Freezer.available)
    func arrives(freezer: Freezer) throws {
        let (server, port) = try Self.server()
        defer { server.end() }
        try withDevice(options: freezer.options) { device in
            let app = try device.install(
                script: """
                    #!/bin/bash
                    exec 3<>/dev/tcp/127.0.0.1/\(port)
                    echo connected
                    while read -r line <&3; do echo "heard $line"; done
                    """, id: "org.quiesce.tests.listener",
                ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
            try device.open(app)
            try device.wait(app, toPrint: "connected")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let first = try device.mark()
            Self.say("one", server)
            try device.wait(app, toPrint: "heard one")
            try device.wait(for: "its freeze", app: app, after: first) { $0.to == "suspended" }
            let woken = try device.log(app).first { $0.seq > first && $0.to == "background" }
            #expect(woken?.reason == "wokenForTraffic")
            #expect(woken?.rule == "Y6")

            let second = try device.mark()
            try device.succeed(.killed)
            Self.say("two", server)
            try device.wait(app, toPrint: "heard two")
            try device.wait(for: "its freeze", app: app, after: second) { $0.to == "suspended" }
        }
    }
}
