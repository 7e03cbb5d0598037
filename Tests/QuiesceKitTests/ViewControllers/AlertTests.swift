import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Questions to the user.
@MainActor @Suite struct AlertTests {
    @Test("An alert shows its title, message and buttons; the one that is pressed ends it")
    func alert() throws {
        try Stage.play { stage in
            let diary = Diary()
            let root = UIViewController()
            _ = stage.window(root)
            let alert = UIAlertController(
                title: "Delete?", message: "For ever", preferredStyle: .alert)
            let buttons: [(String, UIAlertAction.Style)] = [
                ("Delete", .destructive), ("Keep", .cancel),
            ]
            for (title, style) in buttons {
                alert.addAction(
                    UIAlertAction(title: title, style: style) { action in
                        #expect(root.presentedViewController == nil)
                        diary.write(action.title ?? "")
                    })
            }
            root.present(alert, animated: false)
            stage.turn()
            #expect(stage.scenes.last?.texts == ["Delete?", "For ever", "Delete", "Keep"])
            // Beside the buttons nothing happens.
            stage.tap(1, 1)
            #expect(root.presentedViewController === alert)
            try stage.press("Keep")
            #expect(diary.news() == ["Keep"])
            stage.turn()
            #expect(stage.scenes.last?.texts == [])
        }
    }

    @Test(
        "An alert is still there after the background, and is answered then", .behaviour("S11"))
    func background() throws {
        try Stage.play { stage in
            var answers = 0
            let root = UIViewController()
            _ = stage.window(root)
            let sheet = UIAlertController(
                title: "Share", message: nil, preferredStyle: .actionSheet)
            sheet.addAction(UIAlertAction(title: "Mail", style: .default) { _ in answers += 1 })
            root.present(sheet, animated: false)
            stage.leave()
            #expect(stage.scenes.last?.texts == ["Share", "Mail"])
            stage.comeBack()
            #expect(root.presentedViewController === sheet)
            #expect(answers == 0)
            try stage.press("Mail")
            #expect(answers == 1)
        }
    }

    @Test("An app that quits ends its alerts as their cancel buttons would", .behaviour("S11"))
    func cancelled() {
        Stage.play { stage in
            let diary = Diary()
            let root = UIViewController()
            _ = stage.window(root)
            let alert = UIAlertController(title: "A", message: nil, preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Do", style: .default) { _ in diary.write("do") })
            alert.addAction(
                UIAlertAction(title: "Cancel", style: .cancel) { _ in diary.write("cancel") })
            root.present(alert, animated: false)
            stage.application.cancelAlerts()
            #expect(diary.news() == ["cancel"])
            #expect(root.presentedViewController == nil)
        }
    }

    @Test("The alert view of old apps comes in front of everything and tells its delegate")
    func alertView() throws {
        @MainActor final class Delegate: UIAlertViewDelegate {
            let diary = Diary()
            func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
                diary.write("clicked \(alertView.buttonTitle(at: buttonIndex) ?? "none")")
            }
            func alertView(
                _ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int
            ) {
                diary.write("dismissed \(buttonIndex)")
            }
        }
        try Stage.play { stage in
            let delegate = Delegate()
            let window = stage.window()
            UIAlertView(
                title: "Yawn!", message: "Was I asleep?", delegate: delegate,
                cancelButtonTitle: "Welcome Back", otherButtonTitles: "Yes"
            ).show()
            stage.turn()
            #expect(stage.scenes.last?.texts == ["Yawn!", "Was I asleep?", "Welcome Back", "Yes"])
            #expect(stage.application.keyWindow === window)
            try stage.press("Yes")
            #expect(delegate.diary.news() == ["clicked Yes", "dismissed 1"])
            #expect(stage.application.windows == [window])
        }
    }
}

extension Stage {
    /// Taps the middle of what shows a text.
    func press(_ text: String) throws {
        application.display.prepare()
        let labels = application.windows.reversed().compactMap { window in
            window.first { ($0 as? UILabel)?.text == text }
        }
        let label = try #require(labels.first)
        let point = label.toScreen(CGPoint(x: label.bounds.midX, y: label.bounds.midY))
        tap(point.x, point.y)
    }
}
