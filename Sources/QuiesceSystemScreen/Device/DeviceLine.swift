import QuiesceWire

/// A connection to a device's control socket.
public protocol DeviceLine {
    /// Sends a request and reads its answer to the end.
    ///
    /// - Parameter row: gets every item, as JSON text.
    /// - Returns: the daemon's message, if it has one.
    /// - Throws: an error of its own where the daemon refuses, or what `row` throws.
    func ask(_ request: ControlRequest, row: (String) throws -> Void) throws -> String?
}

extension DeviceLine {
    func rows<Row: JSONReadable>(_ request: ControlRequest, _: Row.Type) throws -> [Row] {
        var rows: [Row] = []
        _ = try ask(request) { text in
            do {
                rows.append(try Row.read(Array(text.utf8)))
            } catch {
                throw ScreenProblem.badRow
            }
        }
        return rows
    }

    /// The screen of an app, or the one that is shown.
    func screen(of app: String? = nil) throws -> (row: ScreenRow, scene: Scene?) {
        var row: ScreenRow?
        var text = ""
        _ = try ask(.screen(app: app, svg: false)) { item in
            do {
                if row == nil {
                    row = try ScreenRow.read(Array(item.utf8))
                } else {
                    text += try String.read(Array(item.utf8))
                }
            } catch {
                throw ScreenProblem.badRow
            }
        }
        guard let row else { throw ScreenProblem.noRow }
        return (row, text.isEmpty ? nil : try? Scene.read(Array(text.utf8)))
    }
}
