import Foundation
import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Answers what is on the screen. Belongs to the loop's thread.
struct ScreenAnswer {
    let device: Device
    let screen: Screen

    /// - Parameter app: the app to be shown; nil: whatever is on the screen.
    func send(_ app: SystemMachine.AppView?, svg: Bool, to client: ControlServer.Client) {
        let machine = device.machine
        let dark = machine.isLockedOrLocking || machine.isAsleep
        guard let view = app ?? machine.foreground.flatMap({ machine.view($0) }),
            app != nil || !dark
        else {
            let shows: ScreenRow.Content = dark ? .black : .home
            let drawing = SceneDrawing.blank(dark ? "#000000" : "#808080")
            return send(ScreenRow(app: nil, shows: shows), svg ? drawing : "", to: client)
        }
        let inFront = machine.foreground == view.manifest.id && !dark
        screen.picture(of: view.key, inFront: inFront, svg: svg) { picture in
            let row = ScreenRow(
                app: view.manifest.id.name, shows: picture.shows,
                width: picture.scene?.size.width, height: picture.scene?.size.height,
                taken: picture.taken?.iso8601)
            let drawing = picture.svg ?? SceneDrawing.blank("#FFFFFF")
            let document = picture.scene.flatMap { try? WireCoder().document(of: $0) }
            send(
                row, svg ? drawing : String(decoding: document ?? Data(), as: UTF8.self), to: client
            )
        }
    }

    private func send(_ row: ScreenRow, _ text: String, to client: ControlServer.Client) {
        client.send(item: row)
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            client.send(item: String(rest.prefix(Limits.pieceScalars)))
            rest = rest.dropFirst(Limits.pieceScalars)
        }
        client.send(.end)
    }
}
