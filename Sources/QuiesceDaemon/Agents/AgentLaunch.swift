import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// How an agent's process is started. On a worker's thread.
struct AgentLaunch: Sendable {
    /// The name of its executable.
    var name: String
    /// nil: it isn't there.
    var program: AgentProgram?
    /// Where it works; nil: it keeps nothing.
    var folder: String?
    var user: SpawnRequest.User?
    /// Its standard output and error; begun anew when it has grown too long.
    var log: String

    struct Started: Sendable {
        let process: MainProcess
        /// The daemon's end.
        let socket: CInt
    }

    struct Trouble: Error, Sendable {
        var message: String
    }

    func start() -> Result<Started, Trouble> {
        guard let program else {
            return .failure(
                Trouble(
                    message:
                        "there is no \(name) beside quiesced; install it with `make install`"
                ))
        }
        var ends: (CInt, CInt) = (-1, -1)
        let made = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                socketpair(
                    AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        guard made == 0 else {
            return .failure(Trouble(message: "\(SystemCallError("socketpair"))"))
        }
        // Its copy is its standard input.
        defer { close(ends.1) }
        do {
            let process = try start(program, input: ends.1)
            return .success(Started(process: process, socket: ends.0))
        } catch let error as Trouble {
            close(ends.0)
            return .failure(error)
        } catch {
            close(ends.0)
            return .failure(Trouble(message: "\(program.path): \(error)"))
        }
    }

    private func start(_ program: AgentProgram, input: CInt) throws -> MainProcess {
        let output = try openLog()
        defer { close(output) }
        let environment = AgentProgram.environment(folder: folder)
        let sandbox = AgentSandbox(folder: folder, program: program.path)
        var ruleset: CInt = -1
        if let made = try sandbox.makeRuleset(environment: environment) { ruleset = made.release() }
        defer { if ruleset >= 0 { close(ruleset) } }
        return try ChildProcess(
            executable: program.path,
            arguments: (folder.map { ["--folder", $0] } ?? []) + ["--socket", "0"],
            environment: environment, directory: folder ?? "/", input: input, output: output,
            user: user,
            ruleset: ruleset
        ).start()
    }

    private func openLog() throws(Trouble) -> CInt {
        let file = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Trouble(message: "\(SystemCallError("open \(log)"))") }
        var status = stat()
        if fstat(file, &status) == 0, status.st_size > Limits.agentLogBytes { ftruncate(file, 0) }
        return file
    }
}
