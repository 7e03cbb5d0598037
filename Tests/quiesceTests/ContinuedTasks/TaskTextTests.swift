import QuiesceWire
import Testing

@testable import quiesce

@Suite struct TaskTextTests {
    @Test("Tasks are listed with how far they are, or why they aren't", .behaviour("F10"))
    func lines() {
        func row(_ title: String, _ state: String, _ percent: Int) -> ContinuedRow {
            ContinuedRow(
                app: "org.example.Film", identifier: "film.\(percent)", title: title,
                subtitle: state == "running" ? "Holidays" : "", state: state, percent: percent)
        }
        let lines = TaskText.lines(
            [row("Export", "running", 75), row("Send", "waiting", 0), row("Sort", "ending", 20)],
            coloured: false)
        #expect(
            lines == [
                "APP               TASK              DONE     IDENTIFIER",
                "org.example.Film  Export, Holidays  75 %     film.75",
                "org.example.Film  Send              waiting  film.0",
                "org.example.Film  Sort              ending   film.20",
            ])
    }

    @Test("Where there is none, a line says so", .behaviour("F10"))
    func none() { #expect(TaskText.lines([]) == ["No app goes on with a task."]) }
}
