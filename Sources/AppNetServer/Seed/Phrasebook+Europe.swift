extension Phrasebook {
    static let german = Phrasebook(
        sentences: [
            "Heute früh lag der Nebel so tief, dass nur noch die Kirchturmspitze wusste, wo die Stadt ist.",
            "Drei Stunden Fehlersuche, ein vergessenes Komma. Größe ist eben doch nicht alles.",
            "Der Zug hatte fünf Minuten Verspätung, und alle haben sich zum ersten Mal unterhalten.",
            "Frage an die Runde: Wie heißt das Gegenteil von »Feierabend«?",
            "Äpfel geerntet, Übersetzung abgegeben, Öfchen repariert. Ein guter Tag für Umlaute.",
            "Die neue Wetterstation meldet Schnee. Es sind 24 Grad, aber sie ist sehr überzeugt.",
        ],
        answers: [
            "das klingt großartig, ich bringe Kuchen mit.", "genau so ist es mir gestern auch ergangen!",
            "schön gesagt.",
        ],
        tags: ["wald", "kaffee", "zugfahren", "straßenbahn", "wörter"])

    static let french = Phrasebook(
        sentences: [
            "Premier essai de mille-feuille : neuf cents feuilles, à peu près, et beaucoup de beurre.",
            "Il pleut à l'horizontale ; les parapluies ont voté la grève générale à l'unanimité.",
            "J'ai renommé toutes les variables. Le programme ne marche plus, mais il est élégant.",
            "Où vont les trains quand ils n'ont pas de retard ? Personne ne les a jamais vus.",
            "Éclaircie de dix minutes : tout le quartier est dehors, même le chat du notaire.",
        ],
        answers: ["c'est exactement ça, bravo !", "je veux bien la recette, s'il te plaît.", "à demain, alors ?"],
        tags: ["gâteaux", "météo", "été", "lecture"])

    static let spanish = Phrasebook(
        sentences: [
            "El pájaro de hoy tiene tres alas y muy mal genio. Mañana lo pinto volando, si se deja.",
            "¿Alguien más guarda los errores bonitos en una carpeta aparte? ¿No? ¿Solo yo?",
            "Ocho de la mañana, café, cuaderno y ese silencio que dura exactamente dos minutos.",
            "La base de datos creció toda la noche; los tomates, en cambio, se tomaron el día libre.",
        ],
        answers: ["¡qué maravilla!", "mañana te cuento, que es largo.", "eso mismo pensé yo."],
        tags: ["pájaros", "ilustración", "huerto", "mañana"])

    static let icelandic = Phrasebook(
        sentences: [
            "Þoka í morgun, ljósið kemur seinna.\n\nMyndir koma þegar sést til fjalla.",
            "Vitinn var málaður appelsínugulur í fyrra og mávarnir eru enn að venjast því.",
            "Kaffið kólnar, hafið ekki. Það er nú einu sinni þannig hér fyrir vestan.",
        ],
        answers: ["þetta er alveg rétt hjá þér.", "takk, sjáumst á morgun!"], tags: ["þoka", "vitar", "kaffi"])

    static let polish = Phrasebook(
        sentences: [
            "Wiatr ucichł, łódka stoi, a komary zgłosiły chęć współpracy przy projekcie.",
            "Źle nazwana zmienna znalazła się sama. Wystarczyło nazwać ją po imieniu.",
            "Na środku jeziora nie ma zasięgu i to jest najlepsza funkcja tego jeziora.",
        ],
        answers: ["też tak miałam, pomogła herbata.", "świetne, dziękuję!"], tags: ["żagle", "jezioro", "herbata"])

    static let russian = Phrasebook(
        sentences: [
            "Починил приёмник: теперь он ловит только завтрашнюю погоду, и та с помехами.",
            "На старой карте есть остров, которого нет. Завтра поеду проверить ещё раз.",
            "Варенье сварено, протокол прочитан, маяк на марке горит. День удался.",
        ],
        answers: ["вот это да! А фотографии будут?", "согласен полностью."], tags: ["маяки", "радио", "варенье"])

    static let greek = Phrasebook(
        sentences: [
            "Το μελτέμι πήρε δύο καπέλα, μία καρέκλα και την τελευταία μου δικαιολογία.",
            "Σήμερα το δίκτυο έπεσε πριν από τον ήλιο και κανείς δεν το πρόσεξε.",
        ],
        answers: ["πολύ ωραίο!", "τα λέμε την Κυριακή."], tags: ["μέλι", "νησιά"])
}
