import Foundation
import FoundationNetworking
import QuiesceWire

extension TransferResponse {
    /// As an app gets it. Fields of the same name are joined with commas.
    var urlResponse: HTTPURLResponse? {
        guard let url = URL(string: url) else { return nil }
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        for header in headers {
            let name = names[header.name.lowercased(), default: header.name]
            names[header.name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(header.value)" } ?? header.value
        }
        return HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/\(version)", headerFields: fields)
    }

    /// Puts the cookies that it sets into `storage`, where `policy` lets it.
    func saveCookies(
        in storage: HTTPCookieStorage, _ policy: HTTPCookie.AcceptPolicy, mainDocument: URL?
    ) {
        guard let url = URL(string: url), policy != .never else { return }
        if policy == .onlyFromMainDocumentDomain, let main = mainDocument?.host, let own = url.host,
            own != main, !own.hasSuffix("." + main)
        {
            return
        }
        for header in headers where header.name.lowercased() == "set-cookie" {
            let cookies = HTTPCookie.cookies(
                withResponseHeaderFields: ["Set-Cookie": header.value], for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }
}
