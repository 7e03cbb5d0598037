import Glibc

/// The agents' own users, under a root daemon: neither root nor any app, nor one for both, as the
/// push agent holds a key.
enum AgentUser {
    /// Above those of apps (`AppUsers`).
    static let range: ClosedRange<uid_t> = 2_147_000_000...2_147_479_999

    enum Agent: uid_t {
        case transfers, pushes
    }

    /// Two devices' agents must not share one: they could signal each other.
    static func of(_ agent: Agent, deviceID: String) -> SpawnRequest.User {
        let pairs = uid_t(range.count / 2)
        let pair = (UInt32(deviceID, radix: 16) ?? 0) % pairs
        let uid = range.lowerBound + 2 * pair + agent.rawValue
        return SpawnRequest.User(uid: uid, gid: uid)
    }

    /// The user for this agent, where that user can reach what it needs.
    ///
    /// - Parameter isWanted: the daemon is root.
    static func choose(
        for agent: Agent, of directory: StateDirectory, program: AgentProgram?, isWanted: Bool
    ) -> (SpawnRequest.User?, notes: [String]) {
        guard isWanted, let program else { return (nil, []) }
        let closed =
            !AgentProgram.isOpenToAll(program.path, reading: true)
            ? program.path
            : agent == .transfers && !AgentProgram.isOpenToAll(directory.path, reading: false)
                ? directory.path : nil
        guard let closed else { return (of(agent, deviceID: directory.deviceID), []) }
        let name = program.path.split(separator: "/").last ?? ""
        return (nil, ["\(name) runs as root: other users can't reach \(closed)"])
    }
}
