import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Programs that are thawed on traffic, on a device") struct TrafficProgramTests {
    /// A server that does as it is told by lines: `say N TEXT` to its connection number N, counted
    /// from 0 in the order in which they came, `close N`, or `ask N TEXT`: it says that, and closes
    /// the connection after two seconds.
    private static func server() throws -> (process: SpawnedProcess, port: Int) {
        let server = try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import socket, sys, threading, time
                listener = socket.create_server(("127.0.0.1", 0))
                connections = []
                def accept():
                    while True:
                        connections.append(listener.accept()[0])
                threading.Thread(target=accept, daemon=True).start()
                print(listener.getsockname()[1], flush=True)
                for line in sys.stdin:
                    what, number, *rest = line.split()
                    connection = connections[int(number)]
                    if what != "close":
                        connection.sendall(f"{rest[0]}\\n".encode())
                    if what == "ask":
                        time.sleep(2)
                    if what != "say":
                        connection.close()
                """,
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
        return (server, try #require(Int(line(from: server))))
    }

    /// The next line that a server says; one of one byte at least.
    private static func line(from server: SpawnedProcess) -> String {
        var line = [UInt8](repeating: 0, count: 16)
        let length = read(server.output, &line, line.count)
        return String(decoding: line.prefix(max(0, length - 1)), as: UTF8.self)
    }

    private static func tell(_ order: String, _ server: SpawnedProcess) {
        let line = Array("\(order)\n".utf8)
        #expect(write(server.input, line, line.count) == line.count)
    }

    /// A program that was left and is frozen. It opens as many connections one after the other,
    /// prints what it hears over them, and opens one that ends anew.
    private func listener(
        to port: Int, connections: Int = 1, on device: LiveDevice
    ) throws -> String {
        let app = try device.install(
            script: """
                #!/usr/bin/python3 -u
                import selectors, socket
                waiting = selectors.DefaultSelector()
                def connect():
                    waiting.register(socket.create_connection(("127.0.0.1", \(port))), 1)
                for _ in range(\(connections)):
                    connect()
                print("connected")
                while True:
                    for key, _ in waiting.select():
                        data = key.fileobj.recv(100)
                        if data:
                            print("heard", data.decode().strip())
                            continue
                        waiting.unregister(key.fileobj)
                        key.fileobj.close()
                        connect()
                """, id: "org.quiesce.tests.listener",
            ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
        try device.open(app)
        try device.wait(app, toPrint: "connected")
        try device.wait(app, "active")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return app
    }

    @Test(
        "A frozen program reads what a server sends it, is frozen again, and a new daemon goes on so",
        .behaviour("Y6", "reliability P8"), arguments: Freezer.available)
    func arrives(freezer: Freezer) throws {
        let (server, port) = try Self.server()
        defer { server.end() }
        try withDevice(options: freezer.options) { device in
            let app = try listener(to: port, on: device)
            let first = try device.mark()
            Self.tell("say 0 one", server)
            try device.wait(app, toPrint: "heard one")
            try device.wait(for: "its freeze", app: app, after: first) { $0.to == "suspended" }
            let woken = try device.log(app).first { $0.seq > first && $0.to == "background" }
            #expect(woken?.reason == "wokenForTraffic")
            #expect(woken?.rule == "Y6")

            let second = try device.mark()
            try device.succeed(.killed)
            Self.tell("say 0 two", server)
            try device.wait(app, toPrint: "heard two")
            try device.wait(for: "its freeze", app: app, after: second) { $0.to == "suspended" }
        }
    }

    /// A mail client, as far as this goes: it says a word when it hears one, is answered, and asks
    /// two seconds later to be told of more. Its server, who tells nobody else, says `asked`.
    private static func mail(on device: LiveDevice) throws -> (String, SpawnedProcess) {
        let server = try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import socket, sys, threading
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                connection = listener.accept()[0]
                def serve():
                    for line in connection.makefile():
                        if line == "fetch\\n":
                            connection.sendall(b"mail\\n")
                        else:
                            print("asked", flush=True)
                threading.Thread(target=serve, daemon=True).start()
                for line in sys.stdin:
                    connection.sendall(b"exists\\n")
                """,
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
        let port = try #require(Int(line(from: server)))
        let app = try device.install(
            script: """
                #!/usr/bin/python3 -u
                import socket, time
                connection = socket.create_connection(("127.0.0.1", \(port)))
                print("connected")
                for line in connection.makefile():
                    if line == "exists\\n":
                        connection.sendall(b"fetch\\n")
                    else:
                        print("fetched")
                        time.sleep(2)
                        connection.sendall(b"idle\\n")
                """, id: "org.quiesce.tests.mail",
            ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
        try device.open(app)
        try device.wait(app, toPrint: "connected")
        return (app, server)
    }

    @Test("A program that is answered is left the time to speak again", .behaviour("Y6"))
    func speaksAgain() throws {
        try withDevice { device in
            let (app, server) = try Self.mail(on: device)
            defer { server.end() }
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let left = try device.mark()
            Self.tell("mail", server)
            #expect(Self.line(from: server) == "asked")
            let thaws = try device.log(app).filter { $0.seq > left && $0.to == "background" }
            #expect(thaws.map(\.reason) == ["wokenForTraffic"])
        }
    }

    @Test(
        "A program that is left while it speaks with a server is thawed to go on",
        .behaviour("Y6"))
    func goesOn() throws {
        try withDevice { device in
            let (app, server) = try Self.mail(on: device)
            defer { server.end() }
            try device.wait(app, "active")
            Self.tell("mail", server)
            try device.wait(app, toPrint: "fetched")
            let left = try device.mark()
            try device.perform(.home)
            let asleep = try device.wait(for: "its freeze", app: app, after: left) {
                $0.to == "suspended"
            }
            let began = ContinuousClock.now
            #expect(Self.line(from: server) == "asked")
            // One that isn't interrupted is thawed after a minute.
            #expect(ContinuousClock.now - began < .seconds(30))
            let woken = try device.log(app).first { $0.seq > asleep.seq && $0.to == "background" }
            #expect(woken?.reason == "wokenForTraffic")
        }
    }

    @Test("A server that gives up before it is answered is answered sooner", .behaviour("Y6"))
    func givesUp() throws {
        let (server, port) = try Self.server()
        defer { server.end() }
        try withDevice { device in
            let app = try listener(to: port, on: device)
            let left = try device.mark()
            // Data just after it fell asleep wait for five seconds; this one waits for less.
            Self.tell("ask 0 ping", server)
            try device.wait(for: "its lesson", app: app, after: left) {
                $0.reason == "serverGaveUp" && $0.rule == "Y6"
            }
            try device.wait(app, toPrint: "heard ping")
        }
    }

    @Test(
        "A server that drops a silent client, which connects anew, has it thawed more often",
        .behaviour("Y6"))
    func connectsAnew() throws {
        let (server, port) = try Self.server()
        defer { server.end() }
        try withDevice { device in
            let app = try listener(to: port, connections: 2, on: device)
            let left = try device.mark()
            Self.tell("close 0", server)
            Self.tell("say 1 news", server)
            try device.wait(app, toPrint: "heard news")
            try device.wait(for: "its lesson", app: app, after: left) {
                $0.reason == "connectedAnew" && $0.rule == "Y6"
            }
        }
    }

    @Test(
        "A program that takes CPU time in its thaws, and awake next to nothing, is left awake",
        .behaviour("Y7"))
    func cheaperAwake() throws {
        let (server, port) = try Self.server()
        defer { server.end() }
        try withDevice { device in
            // Its work is by order: a clock can't tell a frozen program from one that waits for a
            // processor.
            let app = try device.install(
                script: """
                    #!/usr/bin/python3 -u
                    import socket, time
                    connection = socket.create_connection(("127.0.0.1", \(port)))
                    print("connected")
                    while connection.recv(100):
                        end = time.process_time() + 0.1
                        while time.process_time() < end:
                            pass
                    """, id: "org.quiesce.tests.putsOff",
                ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
            try device.open(app)
            try device.wait(app, toPrint: "connected")
            try device.perform(.home)
            var mark = UInt64(0)
            while true {
                let row = try device.wait(for: "its freeze, or trial", app: app, after: mark) {
                    $0.to == "suspended" || $0.reason == "triedAwake"
                }
                if row.reason == "triedAwake" { break }
                mark = row.seq
                Self.tell("say 0 news", server)
            }
            // The trial takes a minute without a decision.
            try device.wait(for: "its verdict", app: app, patience: 120) {
                $0.reason == "cheaperAwake" && $0.rule == "Y7"
            }
            #expect(try device.ps(app).state == "background")
            #expect(try !device.log(app).contains { $0.reason == "dearerAwake" })
        }
    }

    @Test("Nobody waits for data of a program without connections", .behaviour("Y6"))
    func alone() throws {
        try withDevice { device in
            let app = try device.install(
                script: """
                    #!/bin/sh
                    echo ready
                    exec sleep 1000
                    """, id: "org.quiesce.tests.alone",
                ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
            try device.open(app)
            try device.wait(app, toPrint: "ready")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try waitUntil("why says that it has no connections") {
                try device.why(app).pending.contains {
                    $0.sentence.contains("It has no connections")
                }
            }
        }
    }

    @Test("Who connects to a frozen server is served", .behaviour("Y6"))
    func serves() throws {
        try withDevice { device in
            let app = try device.install(
                script: """
                    #!/usr/bin/python3 -u
                    import socket
                    listener = socket.create_server(("127.0.0.1", 0))
                    print("port", listener.getsockname()[1], "listens")
                    while True:
                        connection, _ = listener.accept()
                        connection.sendall(b"served\\n")
                        connection.close()
                    """, id: "org.quiesce.tests.server",
                ["QuiesceHosted": true, "QuiesceThaw": "on traffic"])
            try device.open(app)
            let printed = try device.wait(app, toPrint: " listens")
            let port = try #require(
                printed.split(separator: "\n").last { $0.hasPrefix("port ") }?.split(
                    separator: " ")[1])
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let client = try SpawnedProcess(
                ["/bin/bash", "-c", "cat </dev/tcp/127.0.0.1/\(port)"],
                environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
            defer { client.end() }
            var line = [UInt8](repeating: 0, count: 16)
            let length = read(client.output, &line, line.count)
            #expect(String(decoding: line.prefix(max(length, 0)), as: UTF8.self) == "served\n")
            // Its sockets were looked at long before it was served, if they were.
            #expect(try !device.log(app).contains { $0.reason == "portsLeftOpen" })
        }
    }
}
