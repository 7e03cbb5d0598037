import ArgumentParser
import Foundation
import QuiesceWire

/// An activity that an app is to go on with.
struct ActivityOptions: ParsableArguments {
    @Option(
        name: .customLong("activity"),
        help: ArgumentHelp(
            "Have it go on with an activity, of a type that its Info.plist has under NSUserActivityTypes.",
            valueName: "type"))
    var type: String?
    @Option(
        name: .customLong("user-info"),
        help: ArgumentHelp("All that it needs for that: a JSON object.", valueName: "json"))
    var userInfo: String?

    func validate() throws {
        guard let type else {
            if userInfo != nil { throw ValidationError("--user-info needs an --activity.") }
            return
        }
        if type == AppActivity.browsing {
            throw ValidationError("open a web page by its URL: quiesce open-url https://…")
        }
        if let userInfo,
            !((try? JSONSerialization.jsonObject(with: Data(userInfo.utf8))) is [String: Any])
        {
            throw ValidationError("--user-info is no JSON object, such as {\"page\":7}.")
        }
    }

    func request(of app: String) -> ControlRequest? {
        type.map {
            ControlRequest.link(.openActivity(app: app, activity: $0, userInfo: userInfo))
        }
    }
}
