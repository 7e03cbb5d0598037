import QuiesceCore
extension Transfer { var settings: SessionSettings? { nil }; var resumed: WallTime? { nil } }
extension PolicyProfile { var discretionaryBatteryPercent: Int { 50 } }
