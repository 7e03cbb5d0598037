/// Whoever makes a request: what libcurl has of it comes here, on the loop's thread.
package protocol Exchange: AnyObject {
    /// A piece of the response's body.
    ///
    /// - Returns: `count`, or that libcurl is to wait; anything else ends the request.
    func took(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int
    /// A line of the response's head; returns as `took`.
    func tookHead(_ line: UnsafeRawBufferPointer) -> Int
    /// Puts the bytes that are sent next into `buffer`. Returns how many, or that libcurl is to
    /// wait or to end.
    func give(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int
    func seek(to offset: Int64, _ origin: Int32) -> Int32
}

/// For requests that send no body.
extension Exchange {
    package func give(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int { 0 }
    /// CURL_SEEKFUNC_CANTSEEK
    package func seek(to offset: Int64, _ origin: Int32) -> Int32 { 2 }
}
