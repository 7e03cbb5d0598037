import Foundation

extension UITableViewCell {
    /// How `textLabel` and `detailTextLabel` lie; the values are UIKit's.
    public enum CellStyle: Int, Sendable {
        /// One text.
        case `default` = 0
        /// A text, and another at the right.
        case value1 = 1
        /// As `value1`.
        case value2 = 2
        /// A text, and a smaller one below it.
        case subtitle = 3
    }

    /// The sign at the right end; the values are UIKit's.
    public enum AccessoryType: Int, Sendable {
        /// Nothing.
        case none = 0
        /// An arrow: more is shown.
        case disclosureIndicator = 1
        /// An arrow too.
        case detailDisclosureButton = 2
        /// A tick.
        case checkmark = 3
        /// A letter i.
        case detailButton = 4

        var sign: String? {
            switch self {
            case .none: nil
            case .disclosureIndicator, .detailDisclosureButton: "›"
            case .checkmark: "✓"
            case .detailButton: "i"
            }
        }
    }

    /// How it looks when it is selected; the values are UIKit's, of which the blue ones are grey.
    public enum SelectionStyle: Int, Sendable {
        /// Nothing.
        case none = 0
        /// Grey, as on iOS 7 and later.
        case blue = 1
        /// Grey.
        case gray = 2
        /// Grey.
        case `default` = 3
    }
}
