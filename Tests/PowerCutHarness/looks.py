"""Which kinds of facts the power cuts look at, and how, and which they don't, and why.

Tests/Python/check_stories.py compares it with the sources."""

FACTS = {
    "app": "apps installed, replaced and uninstalled, each with all its bytes",
    "audio": "who played last, and which keys it takes",
    "bluetooth": "managers that look for something, and are closed",
    "conditions": "the locale",
    "fetch": "background tasks that are submitted and cancelled",
    "location": "regions that are monitored, and no more",
    "notification": "alarms that are scheduled and cancelled",
    "permissions": "permissions that are set and taken back",
    "presentation": "the badge, and the style in which notifications come",
    "push": "each that was accepted is heard or shown",
    "pushRegistration": "its token is the one by which pushes come after every cut",
    "session": "sessions of transfers with a task that nobody resumes",
    "thaw": "schedules of a hosted program that are set and taken back",
    "transfer": "the user's downloads",
    "wake": "each push that was accepted wakes its app, or is shown",
}
LEFT_OUT = {
    "device": "the order of the switcher is promised to nobody",
    "passcode": "a device with one is locked after each cut, and nothing else could be looked at",
    "transfers": "the last number given: a number given twice is one of two transfers lost",
    "notifications": "likewise",
    "pushes": "likewise; and the gateway's sequence, without which a push is told twice",
    "energy": "what a fetch has cost is promised to nobody",
    "fetches": "when the owner uses the device: nothing of it is promised",
}
