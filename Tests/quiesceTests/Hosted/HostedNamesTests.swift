import Testing

@testable import quiesce

/// The names of the apps that entries of menus become.
@Suite struct HostedNamesTests {
    private func name(_ id: String, among entries: [(id: String, name: String, exec: String)])
        -> String?
    {
        let all = entries.map { entry in
            ApplicationEntry(
                file: "/\(entry.id)",
                text: "[Desktop Entry]\nType=Application\nName=\(entry.name)\nExec=\(entry.exec)\n")
        }
        let names = HostedNames(all)
        return all.first { $0.id == id }.map { names[$0] }
    }

    @Test("Entries of one program are one app, by the name of the plainest")
    func oneProgram() {
        let office = [
            ("calc", "Calc", "/bin/office --calc %U"), ("office", "Office", "/bin/office %U"),
            ("writer", "Writer", "/bin/office --writer %U"),
        ]
        for (id, _, _) in office { #expect(name(id, among: office) == "Office") }
    }

    @Test("Programs of one name are two apps, and so are two scripts of an interpreter")
    func severalPrograms() {
        let files = [
            ("a", "Files", "/opt/a/dolphin"), ("b", "Files", "/opt/b/nemo"),
            ("c", "One", "python3 /opt/one.py"), ("d", "Two", "python3 /opt/two.py"),
            ("e", "Shotwell", "/opt/shotwell"), ("f", "Shell", "/opt/sh one"),
        ]
        #expect(
            files.map { name($0.0, among: files) }
                == ["Files (dolphin)", "Files (nemo)", "One", "Two", "Shotwell", "Shell"])
    }
}
