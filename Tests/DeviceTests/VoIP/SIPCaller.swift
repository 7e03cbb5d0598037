import Foundation
import Glibc
import TestSupport

/// sipp as a SIP server: it lets a phone register, waits, calls it, talks until the phone hangs up,
/// and ends.
final class SIPCaller {
    let address: String
    private let folder: ScratchDirectory
    private let process = Process()

    /// - Parameter waits: seconds between the registration and the call.
    init(_ transport: String, waits: Int, port: Int) throws {
        address = "\(transport):127.0.0.1:\(port)"
        folder = try ScratchDirectory()
        let scenario = folder.file("call.xml")
        try Self.scenario(milliseconds: waits * 1_000)
            .write(toFile: scenario, atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sipp")
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.arguments = [
            "-sf", scenario, "-i", "127.0.0.1", "-p", "\(port)", "-m", "1", "-nostdin",
            "-t", transport == "tcp" ? "t1" : "u1", "-timeout", "60s", "-trace_err",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits for the end of the call.
    ///
    /// - Returns: what went wrong; empty: nothing.
    func end() -> String {
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return "" }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let errors = names.filter { $0.hasSuffix("_errors.log") }.compactMap {
            try? String(contentsOfFile: folder.file($0), encoding: .utf8)
        }
        return "sipp ended with \(process.terminationStatus): \(errors.joined())"
    }

    private static func scenario(milliseconds: Int) -> String {
        """
        <?xml version="1.0" encoding="ISO-8859-1" ?>
        <scenario name="A server that calls">
        <recv request="REGISTER"/>
        <send><![CDATA[

        SIP/2.0 200 OK
        [last_Via:]
        [last_From:]
        [last_To:];tag=server
        [last_Call-ID:]
        [last_CSeq:]
        Content-Length: 0

        ]]></send>
        <pause milliseconds="\(milliseconds)"/>
        <send><![CDATA[

        INVITE sip:phone@127.0.0.1 SIP/2.0
        Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
        From: Caller <sip:caller@127.0.0.1>;tag=caller
        To: <sip:phone@127.0.0.1>
        Call-ID: [call_id]
        CSeq: 1 INVITE
        Contact: <sip:caller@[local_ip]:[local_port]>
        Max-Forwards: 70
        Content-Length: 0

        ]]></send>
        <recv response="180"/>
        <recv response="200"/>
        <send><![CDATA[

        ACK sip:phone@127.0.0.1 SIP/2.0
        Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
        From: Caller <sip:caller@127.0.0.1>;tag=caller
        To: <sip:phone@127.0.0.1>;tag=phone
        Call-ID: [call_id]
        CSeq: 1 ACK
        Max-Forwards: 70
        Content-Length: 0

        ]]></send>
        <recv request="BYE"/>
        <send><![CDATA[

        SIP/2.0 200 OK
        [last_Via:]
        [last_From:]
        [last_To:]
        [last_Call-ID:]
        [last_CSeq:]
        Content-Length: 0

        ]]></send>
        </scenario>
        """
    }
}
