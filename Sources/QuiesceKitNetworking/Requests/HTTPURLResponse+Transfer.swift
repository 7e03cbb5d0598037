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

    /// Puts the cookies that it sets into `storage`.
    func saveCookies(in storage: HTTPCookieStorage) {
        guard let url = URL(string: url) else { return }
        for header in headers where header.name.lowercased() == "set-cookie" {
            let cookies = HTTPCookie.cookies(
                withResponseHeaderFields: ["Set-Cookie": header.value], for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }
}
