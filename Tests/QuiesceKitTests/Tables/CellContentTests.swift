import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Headers and contents of an app's own.
@MainActor @Suite(.behaviour("H2")) struct CellContentTests {
    /// A mark that is seen while the cell is touched.
    private struct Mark: UIContentConfiguration {
        var isSeen = false
        func makeContentView() -> UIView & UIContentView { MarkView(self) }
        func updated(for state: any UIConfigurationState) -> Mark {
            Mark(isSeen: (state as? UICellConfigurationState)?.isHighlighted ?? false)
        }
    }

    private final class MarkView: UIView, UIContentView {
        var configuration: any UIContentConfiguration
        init(_ mark: Mark) {
            configuration = mark
            super.init(frame: .zero)
        }
        required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
        var isSeen: Bool? { (configuration as? Mark)?.isSeen }
    }

    @Test("A content of the app's own fills the cell, and is told of the cell's state")
    func content() throws {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.frame = rect(0, 0, 320, 50)
        cell.contentConfiguration = Mark()
        cell.layoutIfNeeded()
        let view = try #require(cell.contentView.subviews.first as? MarkView)
        #expect(view.frame == rect(0, 0, 320, 50))
        #expect(view.isSeen == false)
        cell.setHighlighted(true, animated: false)
        #expect(view.isSeen == true)
        #expect(cell.contentView.subviews == [view])
        cell.contentConfiguration = cell.defaultContentConfiguration()
        #expect(cell.contentView.subviews.first is UIListContentView)
    }

    private final class Banner: UITableViewHeaderFooterView {
        override init(reuseIdentifier: String?) {
            super.init(reuseIdentifier: reuseIdentifier)
            let line = Sized.of(10, 50)
            line.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(line)
            NSLayoutConstraint.activate([
                line.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 5),
                line.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -5),
                line.leftAnchor.constraint(equalTo: contentView.leftAnchor),
            ])
        }
        required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
    }

    private final class Banners: UITableViewDataSource, UITableViewDelegate {
        func numberOfSections(in tableView: UITableView) -> Int { 2 }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell { UITableViewCell(style: .subtitle, reuseIdentifier: nil) }
        func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            tableView.dequeueReusableHeaderFooterView(withIdentifier: "banner")
        }
        func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
            7
        }
    }

    @Test("A header of the app's own is made by its own initializer, and as high as it asks for")
    func header() throws {
        let (table, banners) = (UITableView(frame: rect(0, 0, 320, 440)), Banners())
        table.register(Banner.self, forHeaderFooterViewReuseIdentifier: "banner")
        (table.dataSource, table.delegate) = (banners, banners)
        table.tableHeaderView = UIView(frame: rect(0, 0, 10, 20))
        table.layoutIfNeeded()
        let headers = table.subviews.compactMap { $0 as? Banner }
        #expect(headers.map(\.frame) == [rect(0, 20, 320, 60), rect(0, 131, 320, 60)])
        #expect(headers.map(\.reuseIdentifier) == ["banner", "banner"])
        #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)) == rect(0, 80, 320, 44))
        #expect(table.tableHeaderView?.frame == rect(0, 0, 320, 20))
        #expect(table.contentSize.height == 242)
    }

    @Test("In an inset table rows keep away from the sides, and groups from each other")
    func inset() {
        let banners = Banners()
        let table = UITableView(frame: rect(0, 0, 320, 440), style: .insetGrouped)
        table.dataSource = banners
        table.layoutIfNeeded()
        #expect(table.visibleCells.map(\.frame) == [rect(16, 18, 288, 44), rect(16, 98, 288, 44)])
    }

    @Test("The texts of a cell lie by its style, the accessory beside them")
    func styles() throws {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        cell.frame = rect(0, 0, 320, 44)
        cell.textLabel?.text = "Left"
        cell.detailTextLabel?.text = "Right"
        cell.accessoryType = .disclosureIndicator
        cell.layoutIfNeeded()
        #expect(cell.contentView.frame == rect(0, 0, 284, 44))
        let (text, detail) = (try #require(cell.textLabel), try #require(cell.detailTextLabel))
        #expect(text.frame.minX == 16 && detail.frame.maxX == 268)
        #expect(text.frame.maxX < detail.frame.minX)
        #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
        let below = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        below.frame = rect(0, 0, 320, 60)
        below.textLabel?.text = "Above"
        below.detailTextLabel?.text = "Below"
        below.layoutIfNeeded()
        let (upper, lower) = (try #require(below.textLabel), try #require(below.detailTextLabel))
        #expect(upper.frame.maxY < lower.frame.minY && upper.frame.minX == lower.frame.minX)
    }
}
