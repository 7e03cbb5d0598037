import Foundation
import TestSupport
import Testing

@testable import quiesce

/// Files by which the session's bus starts programs.
@Suite struct BusServiceTests {
    @Test("The copy starts the app, and leaves systemd nothing to start")
    func copy() throws {
        let scratch = try ScratchDirectory()
        for folder in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: scratch.file("\(folder)/\(BusService.folder)"),
                withIntermediateDirectories: true)
        }
        let text = """
            [D-BUS Service]
            Name=org.example.Mines
            Exec=/usr/games/mines --gapplication-service
            SystemdService=mines.service

            """
        for (path, text) in [
            ("a/\(BusService.folder)/other.service", "[D-BUS Service]\nName=org.example.Other\n"),
            ("b/\(BusService.folder)/mines.service", text),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.file(path)))
        }
        let folders = ["a", "b"].map(scratch.file)
        #expect(BusService("org.example.Other", in: folders) == nil)
        let service = try #require(BusService("org.example.Mines", in: folders))
        let copy = service.copy(
            marks: ApplicationEntry.marks(app: "local.Mines", home: "/home", file: "/m.desktop"),
            command: ["/opt/a b/quiesce", "run", "--name", "It's 5%", "--"])
        #expect(
            copy == """
                [D-BUS Service]
                X-Quiesce-App=local.Mines
                X-Quiesce-Home=/home
                X-Quiesce-Source=/m.desktop
                Name=org.example.Mines
                Exec='/opt/a b/quiesce' run --name 'It'\\\\''s 5%' -- /usr/games/mines --gapplication-service

                """)
    }
}
