import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Tables: the cells that are shown, reused and selected.
@MainActor @Suite(.behaviour("H2")) struct TableTests {
    /// Rows with their numbers, and a diary of the calls.
    private final class Numbers: UITableViewDataSource, UITableViewDelegate {
        var counts = [100]
        var titles: [String?] = [nil]
        var height = UITableView.automaticDimension
        var made = 0
        let diary = Diary()

        func numberOfSections(in tableView: UITableView) -> Int { counts.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            counts[section]
        }
        func tableView(
            _ tableView: UITableView, titleForHeaderInSection section: Int
        ) -> String? { titles[section] }
        func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let old = tableView.dequeueReusableCell(withIdentifier: "number")
            if old == nil { made += 1 }
            let cell = old ?? UITableViewCell(style: .value1, reuseIdentifier: "number")
            cell.textLabel?.text = "Row \(indexPath.row)"
            cell.detailTextLabel?.text = "\(indexPath.section)"
            return cell
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
            height
        }
        func tableView(
            _ tableView: UITableView, willSelectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            diary.write("will select \(indexPath.row)")
            return indexPath.row == 4 ? nil : indexPath
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            diary.write("selected \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            diary.write("deselected \(indexPath.row)")
        }
        func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell,
            forRowAt indexPath: IndexPath
        ) { if indexPath.row > 90 { diary.write("shows \(indexPath.row)") } }
        func tableView(
            _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
            forRowAt indexPath: IndexPath
        ) { if indexPath.row == 0 { diary.write("hides 0") } }
        func tableView(
            _ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath
        ) -> Bool { indexPath.row != 3 }
    }

    private func table(_ numbers: Numbers, _ style: UITableView.Style = .plain) -> UITableView {
        let table = UITableView(frame: rect(0, 0, 320, 440), style: style)
        table.dataSource = numbers
        table.delegate = numbers
        table.layoutIfNeeded()
        return table
    }

    private func texts(_ table: UITableView) -> [String] {
        table.visibleCells.compactMap { $0.textLabel?.text }
    }

    @Test("There are cells for the rows that are seen, and scrolling reuses them")
    func reuse() {
        let numbers = Numbers()
        let table = table(numbers)
        #expect(texts(table) == (0..<10).map { "Row \($0)" })
        #expect(table.contentSize == CGSize(width: 320, height: 4_400))
        #expect(table.visibleCells[2].frame == rect(0, 88, 320, 44))
        for step in 1...88 {
            table.contentOffset.y = CGFloat(step) * 44
            table.layoutIfNeeded()
        }
        #expect(texts(table) == (88..<98).map { "Row \($0)" })
        #expect(numbers.made <= 12)
        #expect(numbers.diary.news().contains("hides 0"))
        table.scrollToRow(at: IndexPath(row: 99, section: 0), at: .bottom, animated: false)
        table.layoutIfNeeded()
        #expect(texts(table).last == "Row 99")
        #expect(numbers.diary.news() == ["shows 98", "shows 99"])
        #expect(table.contentOffset.y == 3_960)
    }

    @Test("Rows have the height that the delegate says, and headers their texts")
    func sections() {
        let numbers = Numbers()
        (numbers.counts, numbers.titles, numbers.height) = ([2, 0, 3], ["A", nil, "C"], 30)
        let table = table(numbers)
        #expect(table.numberOfSections == 3 && table.numberOfRows(inSection: 2) == 3)
        #expect(table.rectForRow(at: IndexPath(row: 1, section: 0)) == rect(0, 58, 320, 30))
        #expect(table.rectForRow(at: IndexPath(row: 0, section: 2)) == rect(0, 116, 320, 30))
        let headers = table.subviews.compactMap { $0 as? UITableViewHeaderFooterView }
        #expect(Set(headers.compactMap { $0.textLabel?.text }) == ["A", "C"])
        #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 120)) == IndexPath(row: 0, section: 2))
        #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 100)) == nil)
    }

    @Test("A plain table's header stays at the top while its section is seen")
    func sticky() throws {
        let numbers = Numbers()
        (numbers.counts, numbers.titles) = ([50, 50], ["A", "B"])
        let table = table(numbers)
        table.contentOffset.y = 500
        table.layoutIfNeeded()
        let header = try #require(
            table.subviews.first {
                ($0 as? UITableViewHeaderFooterView)?.textLabel?.text == "A"
            })
        #expect(header.frame == rect(0, 500, 320, 28))
        #expect(table.subviews.last === header)
    }

    @Test("A row that follows from its content is as high as its texts", .behaviour("H2"))
    func automaticHeights() {
        final class Texts: UITableViewDataSource {
            let texts = ["Short", String(repeating: "A rather long text. ", count: 12), "End"]
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
                texts.count
            }
            func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = tableView.dequeueReusableCell(withIdentifier: "text", for: indexPath)
                var content = cell.defaultContentConfiguration()
                content.text = texts[indexPath.row]
                cell.contentConfiguration = content
                return cell
            }
        }
        let texts = Texts()
        let table = UITableView(frame: rect(0, 0, 320, 440))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "text")
        table.dataSource = texts
        table.layoutIfNeeded()
        let lines = TextMeasure.lines(of: texts.texts[1], size: 17, within: 296).count
        #expect(lines > 5)
        let heights = table.visibleCells.map(\.frame.height)
        #expect(heights == [44, CGFloat(lines) * 21 + 22 + 1, 44])
        #expect(table.contentSize.height == heights.reduce(0, +))
        #expect(table.visibleCells[2].frame.minY == heights[0] + heights[1])
    }

    /// As apps write it for iOS.
    private final class CountCell: UITableViewCell {
        let count = UILabel()
        private(set) var reuses = 0
        override init(style: CellStyle, reuseIdentifier: String?) {
            super.init(style: style, reuseIdentifier: reuseIdentifier)
            count.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(count)
            NSLayoutConstraint.activate([
                count.leadingAnchor.constraint(
                    equalTo: contentView.layoutMarginsGuide.leadingAnchor),
                count.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 20),
                count.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -20),
            ])
        }
        required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
        override func prepareForReuse() {
            super.prepareForReuse()
            reuses += 1
        }
    }

    @Test("A cell of the app's own is made by its own initializer, laid out, and told of its reuse")
    func ownCells() throws {
        final class Counts: UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
                30
            }
            func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = tableView.dequeueReusableCell(withIdentifier: "count", for: indexPath)
                (cell as? CountCell)?.count.text = "\(indexPath.row)"
                return cell
            }
        }
        let counts = Counts()
        let table = UITableView(frame: rect(0, 0, 320, 440), style: .plain)
        table.register(CountCell.self, forCellReuseIdentifier: "count")
        table.dataSource = counts
        table.layoutIfNeeded()
        let cell = try #require(table.visibleCells.first as? CountCell)
        #expect(cell.reuseIdentifier == "count" && cell.reuses == 0)
        // A line of 21, 20 above and below it, and the line below the cell.
        #expect(cell.frame.height == 62)
        #expect(cell.count.frame.origin == CGPoint(x: 16, y: 20))
        table.contentOffset.y = 1_000
        table.layoutIfNeeded()
        table.contentOffset.y = 1_300
        table.layoutIfNeeded()
        let reuses = table.visibleCells.map { ($0 as? CountCell)?.reuses ?? 0 }
        #expect(reuses.max() ?? 0 > 0)
    }

    @Test("A tap selects a row, as far as the delegate lets it, and deselects the one before")
    func selection() {
        Stage.play { stage in
            let numbers = Numbers()
            let controller = UIViewController()
            let table = UITableView(frame: rect(0, 20, 320, 440))
            table.contentInsetAdjustmentBehavior = .never
            (table.dataSource, table.delegate) = (numbers, numbers)
            controller.view.addSubview(table)
            _ = stage.window(controller)
            stage.turn()
            let row = { (row: Int) in stage.tap(100, 20 + 44 * Double(row) + 20) }
            stage.touch(.began, 100, 20 + 44 + 20)
            #expect(table.visibleCells[1].isHighlighted)
            stage.touch(.ended, 100, 20 + 44 + 20)
            #expect(table.visibleCells[1].isSelected && !table.visibleCells[1].isHighlighted)
            row(2)
            #expect(
                numbers.diary.news() == [
                    "will select 1", "selected 1", "will select 2", "deselected 1", "selected 2",
                ])
            #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
            row(4)
            row(3)
            #expect(numbers.diary.news() == ["will select 4"])
            #expect(table.indexPathForSelectedRow?.row == 2)
            table.deselectRow(at: IndexPath(row: 2, section: 0), animated: true)
            #expect(table.indexPathsForSelectedRows == nil && !table.visibleCells[2].isSelected)
            table.allowsSelection = false
            row(1)
            #expect(numbers.diary.news() == [])
        }
    }

    @Test("Data that is loaded anew is shown, and nothing is selected then")
    func reload() {
        let numbers = Numbers()
        let table = table(numbers)
        table.selectRow(
            at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
        numbers.counts = [3]
        table.reloadData()
        #expect(table.numberOfRows(inSection: 0) == 3)
        table.layoutIfNeeded()
        #expect(texts(table) == ["Row 0", "Row 1", "Row 2"])
        #expect(table.indexPathForSelectedRow == nil)
        #expect(table.visibleCells.map(\.isSelected) == [false, false, false])
        numbers.counts = [4]
        table.insertRows(at: [IndexPath(row: 3, section: 0)], with: .automatic)
        table.layoutIfNeeded()
        #expect(texts(table).count == 4)
    }

    @Test("An identifier that nothing is registered for gives no cell")
    func unregistered() {
        #expect(UITableView().dequeueReusableCell(withIdentifier: "none") == nil)
    }

    @Test("A table's controller is its data source and delegate, and deselects on its return")
    func controller() {
        final class Letters: UITableViewController {
            override func tableView(
                _ tableView: UITableView, numberOfRowsInSection section: Int
            ) -> Int { 3 }
            override func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
                cell.textLabel?.text = ["a", "b", "c"][indexPath.row]
                return cell
            }
            override func tableView(
                _ tableView: UITableView, didSelectRowAt indexPath: IndexPath
            ) {
                let next = UIViewController()
                next.title = "Next"
                navigationController?.pushViewController(next, animated: true)
            }
        }
        Stage.play { stage in
            let letters = Letters(style: .plain)
            let navigation = UINavigationController(rootViewController: letters)
            _ = stage.window(navigation)
            stage.turn()
            #expect(texts(letters.tableView) == ["a", "b", "c"])
            // Below the status bar and the navigation bar.
            #expect(letters.tableView.contentOffset.y == -64)
            stage.tap(100, 64 + 44 + 20)
            stage.turn()
            #expect(navigation.topViewController?.title == "Next")
            #expect(letters.tableView.indexPathForSelectedRow?.row == 1)
            navigation.popViewController(animated: true)
            stage.turn()
            #expect(letters.tableView.indexPathForSelectedRow == nil)
        }
    }
}
