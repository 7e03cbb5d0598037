import Foundation
import TestSupport
import Testing

@testable import FetchEvaluation

@Suite struct TraceFilesTests {
    private static let header = "user,app,open_local,close_local\n"
    private static let screenHeader = "user,start_local,end_local\n"
    private static let line = "a,Mail,2013-11-07 19:12:51,2013-11-07 19:13:36\n"

    private func read(opens: String, screen: String? = nil) throws -> Trace {
        let folder = try ScratchDirectory()
        func file(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
            return folder.file(name)
        }
        return try Trace.read(
            opens: file("opens.csv", opens), screen: screen.map { try file("screen.csv", $0) })
    }

    @Test("Owners, their apps and the times in which the device was in use are read, in order")
    func reads() throws {
        let trace = try read(
            opens: Self.header + """
                b,Mail,2013-11-07 19:12:51,2013-11-07 19:13:36
                a,Maps,2013-11-07 08:00:00,2013-11-07 08:01:00
                b,Mail,2013-11-06 19:12:51,2013-11-06 19:13:36
                """,
            screen: Self.screenHeader + """
                b,2013-11-07 19:00:00,2013-11-07 19:20:00
                b,2013-11-07 19:10:00,2013-11-07 19:30:00
                c,2013-11-07 19:10:00,2013-11-07 19:30:00
                """)
        #expect(trace.owners.map(\.name) == ["a", "b"])
        #expect(trace.owners.map { $0.apps.map(\.name) } == [["Maps"], ["Mail"]])
        let day = try #require(WallText.seconds("2013-11-06 00:00:00"))
        let mail = trace.owners[1]
        #expect(
            mail.apps[0].uses.map(\.start) == [day + 69_171, day + 86_400 + 69_171])
        #expect(mail.screen == [Span(day + 86_400 + 68_400, day + 86_400 + 70_200)])
        #expect(trace.owners[0].screen.isEmpty)
    }

    @Test("Columns may stand in any order and among others, fields in quotes, lines end in CRLF")
    func dialects() throws {
        let trace = try read(
            opens: "\u{feff}close_local,\"user\",note,app,open_local\r\n\r\n"
                + "2013-11-07 19:13:36,\"o, \"\"my\"\"\",\"two\r\nlines\",Mail,2013-11-07 19:12:51\r\n"
        )
        #expect(trace.owners.map(\.name) == ["o, \"my\""])
        #expect(trace.owners[0].apps[0].uses.count == 1)
    }

    private static let malformedFiles: [(text: String, message: String)] = [
        ("", "opens.csv:1: no column user; the first line must name user, app,"),
        ("user,app,open_local\n", "opens.csv:1: no column close_local; the first line must"),
        ("\(header)", "opens.csv:1: no opens; add a line for each"),
        ("\(header)\(line)a,Mail\n", "opens.csv:3: no open_local; give the line all"),
        ("\(header)\(line)a,,x,y\n", "opens.csv:3: no app; give the line all its columns"),
        (
            "\(header)a,Mail,yesterday,2013-11-07 19:13:36\n",
            "opens.csv:2: \"yesterday\" is no time; write YYYY-MM-DD HH:MM:SS"
        ),
        (
            "\(header)a,Mail,2013-11-07 19:13:36,2013-11-07 19:12:51\n",
            "opens.csv:2: ends at 2013-11-07 19:12:51, before its start"
        ),
        ("\(header)\n\na,\"Mail\n\n", "opens.csv:4: a quote is opened and not closed; close it"),
        ("\(header)a,\"Ma\nil\"x,\n", "opens.csv:3: text after a field's closing quote; write"),
    ]

    @Test(
        "A file that is no trace is named with the line, what is wrong, and what to do",
        arguments: malformedFiles)
    func malformed(text: String, message: String) throws {
        let error = #expect(throws: TraceError.self) { try read(opens: text) }
        #expect(error?.kind == .malformed)
        let said = error?.message ?? ""
        #expect(said.contains("/" + message), "\(said)")
    }

    @Test("A year that can't be is named by its owner, before days are spent on it")
    func absurdYear() {
        let error = #expect(throws: TraceError.self) {
            try read(opens: Self.header + Self.line + Self.line.replacing("2013", with: "9013"))
        }
        #expect(error?.message.contains("the records of a span 2556698 days; correct") == true)
    }

    @Test("A wrong line of the screen's file is named, too")
    func screen() {
        let error = #expect(throws: TraceError.self) {
            try read(opens: Self.header + Self.line, screen: Self.screenHeader + "a,x,y\n")
        }
        #expect(error?.message.contains("screen.csv:2: \"x\" is no time") == true)
    }

    @Test("A file that isn't there, and a folder, can't be read")
    func unreadable() throws {
        let folder = try ScratchDirectory()
        for (path, reason) in [
            (folder.file("none.csv"), "No such file or directory"),
            (folder.path, "Is a directory"),
        ] {
            let error = #expect(throws: TraceError.self) {
                try Trace.read(opens: path, screen: nil)
            }
            #expect(error == TraceError(kind: .unreadable, message: "\(path): \(reason)"))
        }
    }
}
