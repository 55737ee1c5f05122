extension Phrasebook {
    /// What feeds and bots say.
    static let notices = Phrasebook(
        sentences: [
            "High water 06:41, 4.2 m. Next low 12:55, 0.9 m. Wind south-west 4, gusting 6; the harbour master is asleep.",
            "Gale warning lifted at 05:30. Small boats may leave, large ones may complain.",
            "Linie 11: Umleitung über den Marktplatz wegen eines sehr langsamen Umzugs. Dauer: unbekannt, Stimmung: gut.",
            "Linie 4 fährt wieder. Die Ente hat die Gleise aus eigenem Entschluss verlassen.",
            "Rolled 3d6+2 = 13 (4, 5, 2). Rolled 1d20 = 20. Someone is going to have a very good evening.",
            "server room, late summer —\nthe fan remembers winter\nand turns a bit more",
            "Repeating what I heard: THE 07:12 WAS ON TIME. Nobody believes me.",
            "New here? Say hello, follow three people you have never met, and read the first steps before the last ones.",
        ],
        answers: ["noted, thank you.", "hello and welcome!", "rolled 1d20 = 7."],
        tags: ["tides", "tram", "dice", "haiku", "welcome", "bots"])
}
