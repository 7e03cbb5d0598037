import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Scenes that no screen can show: a typed error, and the device goes on.
@Suite(.behaviour("reliability A3", "reliability A5")) struct BadSceneTests {
    /// Each case's name, the Python statement that sends the bad scene, and the error's code.
    static let cases: [(name: String, send: String, code: String)] = [
        ("no scene", #"send(b'{"type":"scene"}')"#, "malformed"),
        ("no JSON", #"send(b'{"type":"scene","scene":{"version":')"#, "malformed"),
        ("NaN", #"send(b'{"type":"scene","scene":%s}' % dump(x=float("nan")))"#, "malformed"),
        ("huge number", #"send(b'{"type":"scene","scene":%s}' % dump(x=1e300))"#, "badScene"),
        ("colour", #"send(b'{"type":"scene","scene":%s}' % dump(background="red"))"#, "badScene"),
        ("deep", #"send(b'{"type":"scene","scene":' + b'[' * 60000)"#, "badScene"),
        (
            "two files", #"send(b'{"type":"scene"}', [sealed(b"{}"), sealed(b"{}")])"#,
            "unexpectedDescriptor"
        ),
        (
            "file and scene", #"send(b'{"type":"scene","scene":%s}' % dump(), [sealed(dump())])"#,
            "unexpectedDescriptor"
        ),
        (
            "file with another message", #"send(b'{"type":"handled","seq":1}', [sealed(dump())])"#,
            "unexpectedDescriptor"
        ),
        ("unsealed", #"send(b'{"type":"scene"}', [memory(dump())])"#, "unsealed"),
        (
            "partly sealed", #"send(b'{"type":"scene"}', [sealed(dump(), fcntl.F_SEAL_WRITE)])"#,
            "unsealed"
        ),
        (
            "a plain file",
            #"send(b'{"type":"scene"}', [os.open("Documents/x", os.O_RDWR | os.O_CREAT)])"#,
            "unsealed"
        ),
        ("a pipe", #"send(b'{"type":"scene"}', [os.pipe()[0]])"#, "unsealed"),
        (
            "too large", #"send(b'{"type":"scene"}', [sealed(dump(image="a" * 1048576))])"#,
            "tooLarge"
        ),
        (
            "too many views", #"send(b'{"type":"scene"}', [sealed(dump(children=10001))])"#,
            "badScene"
        ),
        ("empty file", #"send(b'{"type":"scene"}', [sealed(b"")])"#, "malformed"),
    ]

    @Test(
        "A bad scene gets a typed error; the app may go on, and so does the device",
        arguments: cases.indices)
    func refused(index: Int) throws {
        let bad = Self.cases[index]
        try withDevice { device in
            let app = try device.install(
                python: """
                    import fcntl, os, socket
                    ALL = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
                    def dump(x=0, background=None, image=None, children=0):
                        frame = {"x": x, "y": 0, "width": 1, "height": 1}
                        root = {"frame": frame}
                        if background: root["background"] = background
                        if image: root["image"] = image
                        if children: root["children"] = [{"frame": frame}] * children
                        return json.dumps({"version": 1, "size": {"width": 1, "height": 1},
                            "orientation": "portrait", "root": root}, separators=(",", ":")).encode()
                    def memory(content):
                        file = os.memfd_create("bad", os.MFD_ALLOW_SEALING)
                        os.write(file, content)
                        return file
                    def sealed(content, seals=ALL):
                        file = memory(content)
                        fcntl.fcntl(file, fcntl.F_ADD_SEALS, seals)
                        return file
                    class Bad(App):
                        did = False
                        def did_become_active(self):
                            if not self.did:
                                self.did = True
                                def send(datagram, files=[]):
                                    socket.send_fds(self._socket, [datagram], files)
                                \(bad.send)
                        def _take(self, message):
                            if message["type"] == "error":
                                print("error", message["code"])
                            super()._take(message)
                            if message["type"] == "welcome" and self.did:
                                print("back")
                    os.chdir(os.environ["QUIESCE_CONTAINER"])
                    Bad().run()
                    """, id: "org.quiesce.tests.Bad")
            try device.open(app)
            try device.wait(app, toPrint: "error \(bad.code)")
            try device.wait(app, toPrint: "back")
            #expect(try device.screen()["shows"] as? String == "nothing", "\(bad.name)")
            #expect(try device.ps(app).state == "active")
        }
    }

    @Test(
        "A scene of nearly a mebibyte is shown; frames that come faster than they are read cost no memory"
    )
    func large() throws {
        try withDevice { device in
            let app = try device.install(
                python: ScreenTests.shower + """

                    class Large(Shower):
                        def did_become_active(self):
                            for n in range(300):
                                self.show(scene(str(n) + "x" * 1000000))
                            self.show(scene("done"))
                    Large().run()
                    """, id: "org.quiesce.tests.Large")
            try device.open(app)
            try device.waitForScreen("done")
            #expect(try device.ps(app).state == "active")
        }
    }
}
