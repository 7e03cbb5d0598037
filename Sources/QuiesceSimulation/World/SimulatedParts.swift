/// The simulator's parts, one for each capability: the one list of them. They hear of everything in
/// this order.
struct SimulatedParts {
    let protection = ProtectionPart()
    let screen = ScreenPart()
    let conduct = ConductPart()
    let transfers = TransferPart()
    let notifications = NotificationPart()
    let fetches = FetchPart()
    let pushes = PushPart()
    let motion = MotionPart()
    let location = LocationPart()
    let audio = AudioPart()
    let voip = VoIPPart()
    let accessories = AccessoryPart()
    let bluetooth = BluetoothPart()
    let idleTimer = IdleTimerPart()
    let energy = EnergyPart()
    let thaw = ThawPart()
    let windows = WindowPart()
    let busy = BusyPart()
    let traffic = TrafficPart()
    let awake = AwakePart()
    let endings = EndingPart()
    let links = LinkPart()
    let continuedTasks = ContinuedPart()

    let all: [any SimulatedPart]

    /// The mixes whose steps generators put between the others, in this order.
    static var mixes: [any StepMix.Type] {
        [
            TransferStepKind.self, NotificationStepKind.self, PushStepKind.self,
            MotionStepKind.self,
            LocationStepKind.self,
            AudioStepKind.self,
            VoIPStepKind.self,
            AccessoryStepKind.self,
            BluetoothStepKind.self,
            CallPushStepKind.self,
            AnswerStepKind.self,
            IdleTimerStepKind.self,
            EndingStepKind.self,
            LinkStepKind.self,
            PlaceStepKind.self,
            ThawStepKind.self,
            WindowStepKind.self,
            BusyStepKind.self,
            TrafficStepKind.self,
            ContinuedStepKind.self,
        ]
    }

    init() {
        all = [
            protection, screen, conduct, transfers, notifications, fetches, pushes, MemoryPart(),
            motion, location, audio, voip, accessories, bluetooth, idleTimer, energy, thaw,
            endings, links, windows, busy, traffic, awake,
            continuedTasks,
        ]
    }
}
