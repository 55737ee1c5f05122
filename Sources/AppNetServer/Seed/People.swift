extension Person {
    /// Everyone in the seeded world. All invented, as are their domains.
    static let all: [Person] = english + german + european + asian + rightToLeft + machines

    private static let english: [Person] = [
        Person(
            "mara_quill", "Mara Quill", .english, "America/Los_Angeles", "en_US",
            "Maps, moss and slow trains. I write small tools for people who mend large things, and keep the notes at https://quill.example.com/notes/tools. Opinions are my cat's. #cartography #slowtravel",
            domain: "quill.example.com"),
        Person(
            "teodor_fenn", "Teodor Fenn 🛶", .english, "Europe/London", "en_GB",
            "Canal boats, kettles and compilers. Building a very small editor in the open with @mara_quill: https://fenn.example.org/editor?from=profile&v=2. Ask me about locks (the wet kind). #canals",
            domain: "fenn.example.org"),
        Person(
            "juniper_vale", "Juniper Vale", .english, "America/Chicago", "en_US",
            "Reads the terms of service so that you don't have to. Sourdough, static sites, second-hand synthesizers; mostly in that order, sometimes all at once. #bread #synths",
            isFree: true),
        Person(
            "okta_bramble", "Okta Bramble 🦔", .english, "Europe/Dublin", "en_IE",
            "Hedgehog rescue by night, release engineering by day. If the build is red I am probably holding something prickly. Photos at https://bramble.example.net/hogs #hedgehogs"
        ),
        Person(
            "pim_vandersloot", "Pim v/d Sloot", .english, "Europe/Amsterdam", "nl_NL",
            "Bicycle infrastructure enthusiast & amateur cheesemonger. \"Measure twice, ship once, apologise in advance.\" Plans and drawings: http://sloot.example.org/plans #cycling",
            isFree: true),
        Person(
            "saffron_oyelle", "Saffron Oyelle", .english, "Africa/Lagos", "en_NG",
            "Radio plays, rooftop gardens and rate limits. I record the sound of every market I get lost in; listen at https://oyelle.example.com/markets?sort=lost. #fieldrecording #radio"
        ),
        Person(
            "barnaby_tusk", "Barnaby Tusk", .english, "Australia/Hobart", "en_AU",
            "Tasmanian. Counts penguins for a living and bytes for fun. <b>This is not bold</b> & never was. Long posts about short cables at https://tusk.example.net/cables #penguins"
        ),
        Person(
            "ivy_lockhaven", "Ivy Lockhaven ✏️", .english, "America/New_York", "en_US",
            "Draws the diagrams other people put in their slides. Erasers, isometric paper, strong tea. Commissions are open again: https://lockhaven.example.com/commissions #isometric"
        ),
        Person(
            "quentin_marl", "Q. Marl", .english, "America/Denver", "en_US", nil, isFree: true),
        Person(
            "delphine_ashgrove", "Delphine Ashgrove", .english, "Pacific/Auckland", "en_NZ",
            "Tide tables, type specimens, tramping huts. Kea stole my sandwich twice. Author of a book about kerning that nobody can read past page 10. #typography #tramping",
            domain: "ashgrove.example.com"),
        Person(
            "rufus_pebble", "Rufus Pebble", .english, "America/Toronto", "en_CA",
            "Stone skipping record holder of a very small lake. Teaches @ivy_lockhaven about geology in exchange for drawings. Field notebook: https://pebble.example.org/notebook/2013/summer #geology"
        ),
        Person(
            "wilhelmina_orr", "Mina Orr 👩🏽‍🔬", .english, "Europe/London", "en_GB",
            "Grows crystals, breaks parsers. Keeper of the world's second largest collection of malformed JSON (send me yours!). Papers and puzzles at https://orr.example.net #testing #crystals"
        ),
        Person(
            "cosmo_larkspur", "Cosmo Larkspur", .english, "America/Sao_Paulo", "en_US",
            "Night buses, star charts, cheap telescopes. If you can see Saturn from your balcony I want to know about it. Observing log: https://larkspur.example.com/log?m=9 #astronomy"
        ),
        Person(
            "zeno_ticker", "Zeno Ticker", .english, "Europe/Athens", "en_US",
            "Halfway there, always. Then half of the rest. Clocks, queues and the pleasures of arriving late; I once waited for a bus that was itself waiting for me. #clocks",
            isFree: true),
    ]

    private static let german: [Person] = [
        Person(
            "lotte_birkenhain", "Lotte Birkenhain", .german, "Europe/Berlin", "de_DE",
            "Übersetzerin zwischen Menschen und Maschinen. Sammle schöne Fehlermeldungen, Wälder und Wörter ohne Mehrzahl. Notizen: https://birkenhain.example.org/wörter #sprache #wald"
        ),
        Person(
            "jasper_moorfeld", "Jasper Moorfeld 🚲", .german, "Europe/Vienna", "de_AT",
            "Radwege, Röstkaffee, Regulärausdrücke. Größter anzunehmender Optimist. Baut an einer Wetterstation für Balkone: https://moorfeld.example.net/station #fahrrad #kaffee"
        ),
        Person(
            "fritzi_kolk", "Fritzi Kolk", .german, "Europe/Zurich", "de_CH",
            "Bergbahnen und Datenbahnen. Fährt lieber hinauf als hinunter; schreibt Fahrpläne, die man auch ohne Netz lesen kann. Immer mit Käse. #bergbahn",
            isFree: true),
    ]

    private static let european: [Person] = [
        Person(
            "elodie_cassonade", "Élodie Cassonade", .french, "Europe/Paris", "fr_FR",
            "Pâtissière du dimanche, développeuse le reste de la semaine. Éclairs, égouttoirs et expressions régulières. Recettes : https://cassonade.example.com/recettes?tri=été #gâteaux"
        ),
        Person(
            "bastien_ronce", "Bastien Ronce", .french, "America/Montreal", "fr_CA",
            "Photographe de tempêtes (de loin). Amateur d'érable, de typographie et de silences bien placés. L'hiver dure huit mois, le reste est un brouillon. #météo #photo"
        ),
        Person(
            "ximena_tordo", "Ximena Tordo", .spanish, "America/Mexico_City", "es_MX",
            "Ilustradora de pájaros que no existen. ¿Has visto alguno? Escríbeme. Cuaderno abierto en https://tordo.example.org/cuaderno y café siempre a las ocho. #ilustración #pájaros"
        ),
        Person(
            "nil_carbassa", "Nil Carbassa", .spanish, "Europe/Madrid", "es_ES",
            "Huertos urbanos, bases de datos y torres humanas. Cuento tomates y transacciones con el mismo entusiasmo; los tomates no hacen rollback. #huerto #datos"
        ),
        Person(
            "sigurros_thoka", "Sigurrós Þoka 🌫️", .icelandic, "Atlantic/Reykjavik", "is_IS",
            "Ljósmyndir, þoka og heitt kaffi. Skrifa um vita og veðurathuganir á https://thoka.example.is/vitar. Hér er alltaf annaðhvort of bjart eða of dimmt. #þoka #vitar"
        ),
        Person(
            "bogna_wierzba", "Bogna Wierzba", .polish, "Europe/Warsaw", "pl_PL",
            "Żaglówki, źródła i źle nazwane zmienne. Piszę o jeziorach, na których nie ma zasięgu, i o programach, które o tym nie wiedzą. Więcej: https://wierzba.example.pl #żagle"
        ),
        Person(
            "radomir_tuman", "Радомир Туман", .russian, "Europe/Moscow", "ru_RU",
            "Читаю старые карты и новые протоколы. Собираю марки с маяками, чиню радиоприёмники, варю варенье из крыжовника. Заметки: https://tuman.example.org/заметки #маяки"
        ),
        Person(
            "kallia_thyme", "Καλλία Θυμάρη", .greek, "Europe/Athens", "el_GR",
            "Μέλι, μελτέμια και μικρά προγράμματα. Γράφω για νησιά χωρίς δίκτυο και για δίκτυα χωρίς νησιά. Φωτογραφίες κάθε Κυριακή, αν το επιτρέψει ο άνεμος. #μέλι"
        ),
    ]

    private static let asian: [Person] = [
        Person(
            "hinata_sorano", "空野ひなた", .japanese, "Asia/Tokyo", "ja_JP",
            "路面電車と文房具と雲の写真。サロゲートペアが好きです：𠮷野、𩸽、🗾。週末は古い地図を歩いて、見つけた坂道の記録を https://sorano.example.jp/坂道 に書いています。 #路面電車"),
        Person(
            "ryo_kazamidori", "風見どり 🐓", .japanese, "Asia/Tokyo", "ja_JP",
            "風向計をつくる人。朝の珈琲、昼の昼寝、夜のデバッグ。バグは見つけた人が名前をつけていいことになっています。飼っているのは鶏が三羽と古いサーバーが一台。 #珈琲"),
        Person(
            "yunwei_he", "云微河", .chinese, "Asia/Shanghai", "zh_CN",
            "喜欢下雨天、老式收音机和没有尽头的楼梯。白天写代码，晚上养苔藓；偶尔把两件事弄混。照片和笔记在 https://yunwei.example.cn/苔藓 慢慢更新。 #苔藓 #收音机"),
        Person(
            "baram_dolsoe", "바람돌쇠", .korean, "Asia/Seoul", "ko_KR",
            "산책과 필름 사진, 그리고 오래된 키보드. 하루에 한 번은 강가를 걷고, 걷지 못한 날에는 지도를 읽습니다. 현상한 사진은 https://baram.example.kr/필름 에 모아 둡니다. #산책"
        ),
        Person(
            "meghna_dhara", "मेघना धारा ☔️", .hindi, "Asia/Kolkata", "hi_IN",
            "बारिश, रेलगाड़ियाँ और अधूरी कविताएँ। दिन में आँकड़े गिनती हूँ, शाम को खिड़की से बादल। हर स्टेशन की चाय का हिसाब यहाँ है: https://dhara.example.in #बारिश"
        ),
        Person(
            "ploy_saithan", "พลอย สายธาร", .thai, "Asia/Bangkok", "th_TH",
            "เรือหางยาว ตลาดน้ำ และโค้ดที่อ่านออก ชอบเก็บเสียงฝนไว้ฟังตอนหน้าร้อน สมุดบันทึกอยู่ที่ https://saithan.example.com #สายฝน"),
    ]

    private static let rightToLeft: [Person] = [
        Person(
            "layan_zaytoun", "ليان زيتون", .arabic, "Asia/Amman", "ar_JO",
            "قهوة وكتب وخرائط قديمة. أكتب عن المدن التي تمشي ببطء وعن الآلات التي لا تنام. مفكرتي مفتوحة للجميع: https://zaytoun.example.com/مفكرة #قهوة #كتب"
        ),
        Person(
            "idris_waha", "إدريس واحة", .arabic, "Africa/Casablanca", "ar_MA",
            "مصمم حدائق صغيرة وبرامج أصغر. أعدّ النجوم حين تنقطع الكهرباء، وأعدّ الأخطاء حين تعود. الشاي بالنعناع دائما على الطاولة. #حدائق",
            isFree: true),
        Person(
            "tamar_gefen", "תמר גפן", .hebrew, "Asia/Jerusalem", "he_IL",
            "כורמת חובבת ומתכנתת מקצועית, או להפך. אוספת שגיאות כתיב יפות ומפות של מקומות שאין להם שם. יומן: https://gefen.example.co.il/יומן #גפן"
        ),
        Person(
            "parvaneh_rood", "پروانه رود", .persian, "Asia/Tehran", "fa_IR",
            "عکاس پل‌ها و رودخانه‌ها. شب‌ها شعر می‌خوانم و روزها داده پاک می‌کنم؛ گاهی هم برعکس. آلبوم تازه: https://rood.example.ir/پل #رودخانه"
        ),
    ]

    private static let machines: [Person] = [
        Person(
            "tidewatch", "Tidewatch", .notices, "Europe/London", "en_GB",
            "High and low water for eleven invented harbours, four times a day. Not for navigation; the harbours are not there. Tables: https://tides.example.net/all #tides",
            kind: .feed, domain: "tides.example.net"),
        Person(
            "tram_delays", "Straßenbahn-Störungen", .notices, "Europe/Berlin", "de_DE",
            "Meldungen aller Linien einer Stadt, die es nicht gibt. Kein Anspruch auf Richtigkeit, erst recht nicht auf Pünktlichkeit. Fahrplan: https://trams.example.org/plan #tram",
            kind: .feed),
        Person(
            "echo_parrot", "Echo Parrot 🦜", .notices, "Etc/UTC", "en_US",
            "I am a bot and repeat what I hear, a little later and a little louder. Follow me and I follow you. Source and complaints: https://parrot.example.com/source #bots",
            kind: .bot),
        Person(
            "haiku_machine", "句マシン", .notices, "Etc/UTC", "ja_JP",
            "A bot. Seventeen syllables when the temperature of the server room changes, more or less. 温度が変わると詠みます。 #haiku #bots",
            kind: .bot),
        Person(
            "dice_roller_d20", "Dice Roller", .notices, "Etc/UTC", "en_US",
            "A bot that rolls what you mention, with a generator that anyone can check: https://dice.example.net/seed?show=all. The house never wins, as there is no house. #dice",
            kind: .bot),
        Person(
            "welcome_desk", "Welcome Desk", .notices, "America/Los_Angeles", "en_US",
            "Says hello to everyone who is new here and answers questions on weekdays. Start with https://welcome.example.com/first-steps and then come and say what you like. #welcome",
            kind: .feed, domain: "welcome.example.com"),
        Person(
            "nova_driftwood", "Nova Driftwood", .english, "America/Halifax", "en_CA",
            "Moved out. The posts stay, the person does not.", isGone: true),
        Person(
            "ansel_copperpot", "Ansel Copperpot 🏴‍☠️", .english, "America/Anchorage", "en_US",
            "Restores lighthouses' lamps and other people's faith in backups. 👨‍👩‍👧‍👦 of six, 🏳️‍🌈 ally, 🇮🇸 learner. Before-and-after pictures: https://copperpot.example.org/lamps #lighthouses"
        ),
        Person(
            "oona_sedge", "Oona Sedge", .english, "Europe/Dublin", "en_IE",
            "Bog botanist. Names slime moulds after rejected variable names, and the other way round. Field season: https://sedge.example.org/field?year=2013&bog=7 #bogs #botany",
            isFree: true),
    ]
}
