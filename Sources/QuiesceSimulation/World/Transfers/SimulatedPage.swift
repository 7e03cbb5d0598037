import Foundation
import QuiesceCore

/// What a test's own server has at one address.
package struct SimulatedPage {
    package var status: Int
    package var fields: [ReplyHead.Field]
    package var body: Data
    /// Instead of any answer.
    package var failure: TransferFailure.Kind?

    package init(
        status: Int = 200, fields: [ReplyHead.Field] = [], body: Data = Data(),
        failure: TransferFailure.Kind? = nil
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.failure = failure
    }

    /// Another body is another version.
    var version: FileVersion {
        var number = Fingerprint()
        number.add(UInt64(body.count))
        for byte in body { number.add(UInt64(byte)) }
        return FileVersion(number: number.value | 1, length: UInt64(body.count))
    }
}

/// Where the files of an app's container really are, if they are anywhere.
package protocol ContainerFiles: AnyObject {
    /// A finished file arrives, or goes (nil).
    func set(_ body: Data?, at path: String)
    /// nil: it isn't a file that can be uploaded.
    func file(at path: String) -> (size: UInt64, inode: UInt64, modified: Int64)?
}

extension SimulatedServer {
    /// What it answers where a test has said what it has.
    mutating func reply(
        to request: Request, among pages: [String: SimulatedPage]
    ) -> Result<Reply, TransferFailure> {
        guard let page = pages[request.path] else {
            return .success(
                Reply(
                    head: .init(status: 404, fields: [.init("Content-Length", "0")]),
                    body: .init(version: .garbage, start: 0, count: 0), sends: 0))
        }
        if let failure = page.failure { return .failure(TransferFailure(failure)) }
        let version = page.version
        var start: UInt64 = 0
        if page.status == 200, let wanted = request.start, wanted < version.length,
            request.ifRange == .etag("\"\(version.number)\"")
        {
            start = wanted
        }
        let count = version.length - start
        var fields = page.fields + [.init("Content-Length", "\(count)")]
        if page.status == 200 { fields.append(.init("ETag", "\"\(version.number)\"")) }
        if start > 0 {
            fields.append(
                .init("Content-Range", "bytes \(start)-\(version.length - 1)/\(version.length)"))
        }
        return .success(
            Reply(
                head: .init(status: start > 0 ? 206 : page.status, fields: fields),
                body: .init(version: version, start: start, count: count), sends: count))
    }
}

// A test's own server.
extension SimulatedDevice {
    /// From now on `url` is answered with `page`; every other address of its server that nothing was
    /// said of, with 404.
    ///
    /// - Returns: false when `url` isn't one of HTTP.
    package func serve(_ page: SimulatedPage, at url: String) -> Bool {
        guard let address = try? WebAddress(url) else { return false }
        let place: Int
        if let known = web.place(of: address) {
            place = known
        } else {
            place = web.servers.count
            web.servers.append(
                SimulatedServer(origin: "\(address.scheme.rawValue)://\(address.authority)"))
        }
        web.servers[place].pages[Self.path(address)] = page
        web.contents[page.version.number] = page.body
        return true
    }

    static func path(_ address: WebAddress) -> String {
        address.path + (address.query.map { "?\($0)" } ?? "")
    }

    /// The bytes of a file that a test's servers had.
    func contents(of body: FileRuns) -> Data {
        body.runs.reduce(into: Data()) { data, run in
            guard let content = web.contents[run.version.number] else { return }
            let start = content.startIndex + Int(run.start)
            data += content[start..<start + Int(run.count)]
        }
    }
}
