"""English cues of the public domains: cities, cuisines, genres, and the words of each kind of slot."""

# ruff: noqa: ISC004 - a cue reads best as one line
from bench.understanding.cues import Cue, spread

_GAP = (
    r"(?:[\s,]+(?:on|the|at|by|it|that|this|a|car|cab|trip|date|is|of|will|would|should|be|for|my|our|around|about|"
    r"back|in|up|off|out|there|day|time|to be|like|it's|house|room|place|them|and))*[\s,]*"
)
_END = ""
_NAME = r"(?P<value>[^?!;]{2,60})"
NAME = r"(?:[A-Z][\w&'’.\-#+]*|[Aa]unt|[Uu]ncle|my [a-z]+ [A-Z]\w+|\d{1,5}[a-z]{0,2} [A-Z]\w+)(?:,? (?:(?:of|the|and|de|la|du|&|vs|-) ){0,2}[A-Z#&0-9][\w&'’\-#+]*(?:\.(?:[A-Z]\.?)*)?)*"
NO_NAMES = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "am",
    "pm",
    "i'm",
    "i'd",
    "i'll",
    "i've",
    "th",
    "subtitles",
    "subtitle",
    "english",
    "spanish",
    "music",
    "sports",
    "sport",
    "please",
    "yes",
    "ok",
    "okay",
    "thanks",
    "cool",
    "sure",
    "perfect",
    "great",
    "yep",
    "yeah",
    "awesome",
    "what",
    "good",
    "nice",
    "alright",
    "correct",
    "right",
    "fine",
    "hello",
    "hi",
    "wow",
    "wonderful",
    "excellent",
    "asap",
    "1st",
    "2nd",
    "3rd",
    "4th",
    "5th",
    "6th",
    "7th",
    "8th",
    "9th",
    "10th",
    "11th",
    "12th",
    "13th",
    "14th",
)
GIVEN: tuple[str, ...] = ()
CARELESS = (
    "don't care",
    "do not care",
    "doesn't matter",
    "does not matter",
    "no preference",
    "not important",
    "don't mind",
)
_STREET = (
    r"(?P<value>\d{1,5}[a-z]?\s+(?:[a-z0-9.']+\s+){1,4}?(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|way|court|ct|"
    r"boulevard|blvd|place|pl|circle|plaza|highway|parkway|terrace|alley|square|center|expressway)\b(?:\s+(?:#\s?\w+|(?:suite|unit|ste)\s\w+))?)"
)

CITIES = spread(
    """
    San Francisco: SF, San Fran, San Francisco CA, SFO, Frisco
    San Jose: SJ
    Oakland
    Berkeley
    Fremont
    Hayward
    Alameda
    San Leandro
    San Lorenzo
    San Mateo
    San Rafael
    San Ramon
    San Bruno
    San Carlos
    Santa Rosa
    Santa Clara
    Santa Cruz
    Sunnyvale
    Mountain View
    Palo Alto
    Menlo Park
    Redwood City
    Foster City
    Burlingame
    Millbrae
    Daly City
    South San Francisco
    Pacifica
    Half Moon Bay
    Cupertino
    Saratoga
    Los Gatos
    Campbell
    Milpitas
    Morgan Hill
    Gilroy
    Union City
    Newark
    Castro Valley
    Livermore
    Pleasanton
    Dublin
    Danville
    Alamo
    Walnut Creek
    Lafayette
    Orinda
    Moraga
    Concord
    Pleasant Hill
    Martinez
    Antioch
    Pittsburg
    Brentwood
    Richmond
    El Cerrito
    Albany
    Emeryville
    Hercules
    Pinole
    Vallejo
    Benicia
    Fairfield
    Vacaville
    Napa
    Yountville
    St. Helena: Saint Helena
    Calistoga
    Sonoma
    Petaluma
    Rohnert Park
    Cotati
    Sebastopol
    Healdsburg
    Windsor
    Novato
    Corte Madera
    Mill Valley
    Sausalito
    Larkspur
    Tiburon
    San Anselmo
    Fairfax
    Woodside
    Portola Valley
    Los Altos
    Belmont
    Angwin
    American Canyon
    Petaluma
    Guerneville
    Bodega Bay
    Cloverdale
    Dixon
    Suisun City
    Oakley
    Discovery Bay
    Stockton
    Modesto
    Marshall
    Sacramento: Sac, Sacramento CA
    Fresno
    Anaheim
    Long Beach
    San Diego: SD
    Los Angeles: LA, L.A., LAX, Los Angeles CA
    Las Vegas: Vegas, LV
    Phoenix: Phoenix AZ, PHX
    Seattle
    Portland: Portland OR
    Vancouver: Vancouver BC
    New York: New York City, NYC, NY, N.Y.C, N.Y., Big Apple
    Chicago: Chi-town, Chi town
    Philadelphia: Philly, Phila
    Washington: Washington DC, Washington D.C., Washington D.C, DC, D.C., Washington d.c
    Atlanta: ATL, Atlanta GA, Atl
    Boston
    Houston
    Dallas
    Austin
    Denver
    Miami
    Orlando
    Detroit
    Baltimore
    Salt Lake City
    Minneapolis
    Nashville
    New Orleans
    San Antonio
    Mexico City: CDMX
    Toronto
    Montreal
    London: London UK, London England
    Paris: Paris France
    Rome
    Milan
    Barcelona
    Madrid
    Berlin
    Vienna
    Sydney: Sydney Australia
    Melbourne
    Delhi
    New Delhi
    Mumbai
    Kuala Lumpur: KL
    Kochi
    Shanghai
    Beijing
    Hong Kong
    Tokyo
    Singapore
    Bangkok
    Dubai
    Nairobi
    Cape Town: CPT
    Johannesburg
    Cairo
    """
)
CUISINES = spread(
    """
    American: burger, burgers, diner, barbecue, bbq, fast food, steakhouse
    Italian: pizza, pasta, pizza and pasta
    Mexican: tacos, taco, latin american
    Chinese: dim sum, cantonese, szechuan
    Japanese: sushi, ramen
    Indian: curry
    Thai
    French
    Greek
    Mediterranean
    Vietnamese: pho
    Korean
    Asian: asian fusion
    Seafood
    Spanish: tapas
    Middle Eastern
    Peruvian
    Filipino
    Pakistani
    Burmese
    Hawaiian
    German
    Turkish
    Ethiopian
    Breakfast: brunch
    Coffee: coffeehouse, cafe
    Californian
    """
)
GENRES = spread(
    """
    Pop
    Rock: rock n roll
    Electronica: electronic, edm, techno
    Country
    Jazz
    Blues: r&b, R&B
    Hip hop: hip-hop, rap
    Classical
    Folk
    Metal: heavy metal
    Reggae
    Latin
    Indie
    Alternative
    Drama: dramas
    Comedy: comedies, funny
    Action
    Horror: scary
    Romance: romantic, love story
    Thriller: thrillers
    Mystery
    Fantasy
    Sci-fi: science fiction, scifi
    Animation: animated, cartoon
    Documentary: documentaries
    Musical
    Biographical: biography, biopic
    Crime
    Adventure
    Supernatural
    Sport
    War
    World
    Baseball
    Basketball
    American Football: football
    Football: soccer
    Tennis
    Hockey
    """
)
_NUMBER_ASK = r"(?:how many|number of|amount of|what number)"
_ONE = {
    "1": (
        "just me",
        "only me",
        "myself",
        "just myself",
        "alone",
        "for one",
        "solo",
        "by myself",
        "only one",
        "just one",
        "the one",
        "just the one",
    ),
    "2": ("a couple", "for two", "both of us", "me and my wife", "me and my friend"),
    "3": ("for three",),
    "4": ("for four",),
    "5": ("for five",),
    "6": ("for six",),
}
_PEOPLE = (
    r"{value}\s+(?:other\s+|more\s+)?(?:people|persons?|guests?|adults?|pax|seats?|tickets?|passengers?|travell?ers?|riders?|"
    r"of us|tix|train tickets?|bus tickets?|movie tickets?|friends?|spots?|individuals?|flight tickets?)",
    r"(?:party of|group of|table for|reservation for|ride for|cab for|taxi for|seats for|tickets for|book for|room for)\s+{value}",
    r"(?:for|book|of)\s+{value}\s*(?:[.,?!;]|please|and|at|on|in|this|next|tomorrow|today|\w+day|of us|$)",
    r"(?:people|persons|passengers|seats|tickets|riders|travelers|adults)\s*(?:is|are|to|:|=|would be|will be|should be)*\s*{value}",
    r"(?P<value>the one|just the one|only the one)\s+(?:ticket|seat)",
    r"(?:just|only)(?: need| want)?\s+{value}",
    r"{value}\s+(?:(?:one[- ]way|round[- ]?trip|economy|business|premium|first|class|adult|event|concert|train|bus|movie|flight|plane|"
    r"general|admission|standard|flexible|value|extra|more|of|the|those)\s+){0,3}(?:tickets?|seats?)",
    r"(?P<value>just me|only me|myself|just myself|alone|for one|solo|by myself|only one|just one|for two|for three|for four|for five|for six|both of us|a couple)",
)
_YES_NO = {"true": ("true",), "false": ("false",)}


def _flag(
    *nouns: str, yes: tuple[str, ...] = (), no: tuple[str, ...] = (), is_bare: bool = True
) -> dict[str, tuple[str, ...]]:
    """Give the words for true and false of a flag from its nouns."""
    denied = [
        f"{deny} {noun}"
        for noun in nouns
        for deny in (
            "no",
            "without",
            "without any",
            "not need",
            "don't need",
            "don't want",
            "do not need",
            "do not want",
            "don't need any",
            "not want",
            "no need for",
            "don't add",
            "not add",
            "skip the",
            "decline the",
            "not include",
        )
    ]
    wished = [
        *(nouns if is_bare else ()),
        *(
            f"{lead} {noun}"
            for noun in nouns
            for lead in (
                "with",
                "with the",
                "include",
                "add",
                "want",
                "need",
                "the",
                "like",
                "get",
                "have",
                "some",
                "buy",
                "purchase",
                "take",
                "add some",
                "include the",
                "adding",
            )
        ),
    ]
    return {"true": (*wished, *yes), "false": (*denied, *no)}


CUES = (
    Cue(
        r"\.check_?in_date$",
        (
            rf"(?:check(?:ing)?[- ]?in|arriv(?:e|ing|al)|stay(?:ing)?(?: from)?|start(?:s|ing)?|from|begin(?:s|ning)?|need it)\b{_GAP}{{value}}",
        ),
        (r"check(?:ing)?[- ]?in|(?:date|when|day)[^.?!]{0,40}(?:arriv|start|begin|stay)",),
    ),
    Cue(
        r"\.(start_date|pickup_date)$",
        (
            rf"(?:pick(?:ing|ed)?(?:[- ]?(?:it|the car|up))*|rent(?:ing)?|start(?:s|ing)?|from|begin(?:s|ning)?|need it)\b{_GAP}{{value}}",
        ),
        (
            r"(?:pick|start|begin|collect)[^.?!]{0,40}\b(?:date|when|day)|(?:date|when|day)[^.?!]{0,40}(?:pick|start|begin|need|rent|from|collect|want)",
        ),
    ),
    Cue(
        r"\.(departure_date|leaving_date|date_of_journey)$",
        (
            rf"(?:leav(?:e|es|ing)|depart(?:s|ing|ure)?|travel(?:l?ing)?|go(?:ing)?|fly(?:ing)?|outbound|start(?:s|ing)?|from|trip|flight|bus|train)\b{_GAP}{{value}}",
        ),
        (
            r"(?:leav|depart|travel|go|trip|journey)[^.?!]{0,40}\b(?:date|when|day)|(?:date|when|day)[^.?!]{0,60}(?:leav|depart|travel|go\b|going|journey|trip|fly|like)|departure date|^when\b|what date|which date|what day",
        ),
    ),
    Cue(
        r"\.check_?out_date$",
        (
            rf"(?:until|till?|'til|through|thru|check(?:ing)?[- ]?out|leav(?:e|ing)|end(?:s|ing)?)\b{_GAP}{{value}}",
            r"(?:to|-|through|until|till)\s*(?:the\s+)?{value}",
        ),
        (r"check(?:ing)?[- ]?out|how long|(?:date|when|day|until)[^.?!]{0,40}(?:leav|end|until|stay)",),
        bare=False,
    ),
    Cue(
        r"\.(end_date|dropoff_date)$",
        (
            rf"(?:until|till?|'til|through|thru|return(?:ing|s|ed)?|drop(?:ping|ped)?(?:[- ]?(?:it|the car|off))*|end(?:ing|s)?|bring(?:ing)? it back|back|keep)\b{_GAP}{{value}}",
            r"(?:to|-|through|until|till|up to)\s*(?:the\s+)?{value}",
        ),
        (r"drop|return|how long|until|till|to which date|(?:date|when|day)[^.?!]{0,40}(?:end|back|keep)",),
        bare=False,
    ),
    Cue(
        r"\.return_date$",
        (
            rf"(?:return(?:ing|s)?|back|com(?:e|ing) (?:back|home)|inbound)\b{_GAP}{{value}}",
            r"(?:until|till|through)\s*(?:the\s+)?{value}",
        ),
        (r"return|com(?:e|ing) back",),
        bare=False,
    ),
    Cue(
        r"\.(date|show_date|visit_date|appointment_date)$",
        (),
        (r"\b(?:what|which|preferred)\s+(?:date|day)|\bwhen\b|\bdate\b|\bday\b",),
    ),
    Cue(r"\.(.*time|leaveat|arriveby)$", (), (r"\bwhat time|\bwhich time|\bwhen\b|\btime\b",)),
    Cue(
        r"taxi\.leaveat|train\.leaveat",
        (
            r"(?:leav(?:e|es|ing)|depart(?:s|ing|ure)?|after|go(?:ing)?|pick(?:ed|s)?[^.?!]{0,12}up|from|any ?time after)\b(?:\s+(?:at|after|around|by|from|[a-z' ]{0,24}))?\s*{value}",
        ),
    ),
    Cue(
        r"taxi\.arriveby|train\.arriveby",
        (
            r"(?:arriv(?:e|es|ing|al)|get(?:s|ting)?(?: me)? (?:there|to|in)|be there|reach(?:es)?|by|before|need to be)\b[^.?!\d]{0,30}{value}",
        ),
        bare=False,
    ),
    Cue(
        r"(from|from_location|from_city|origin_city|origin_airport|departure)$",
        (
            r"(?:from|leaving|departing|departs?|leave|out of|departure (?:city|location|station|site)(?: is)?|originat\w+ (?:in|from)|start(?:ing)?(?: in| from| at)?|live in)\b(?:\s+(?:from|the|at|in|will|be|is|out|of))*\s*{value}",
        ),
        (
            r"(?:where|which|what|city|station|airport|location|place)[^.?!]{0,50}(?:leav|from|depart|origin|start|coming)|(?:leav|depart|origin)[^.?!]{0,30}(?:where|city|from)|departure city|origin",
        ),
        bare=False,
    ),
    Cue(
        r"(to|to_location|to_city|destination_city|destination_airport)$",
        (
            r"(?:to|into|going|heading|headed|travel(?:l?ing)?|arriv(?:e|es|ing|al)|visit(?:ing)?|destination(?: city| location| is)*|towards?|fly(?:ing)?|get(?:ting)?|reach)\b(?:\s+(?:to|in|into|at|for|is|the|be|city|of|will))*\s*{value}",
        ),
        (
            r"(?:where|which|what|city|destination)[^.?!]{0,50}(?:going|go\b|to\b|travel|head|destination|arriv|visit)|destination",
        ),
        bare=False,
    ),
    Cue(
        r"(train|taxi)\.(departure)$",
        (
            rf"(?:from|leav(?:e|ing)|depart(?:s|ing)?|out of|pick(?:ed|ing)?(?: me)? up (?:at|from)|at)\s+(?:the\s+)?{_NAME}(?:\s+(?:and|to|going|on|at|after|by|in|for|station|heading|that|i|with|arriving)\b|[.,?!;]|\s*$)",
        ),
    ),
    Cue(
        r"(train|taxi)\.(destination)$",
        (
            rf"(?:going to|to|into|arriv(?:e|ing) (?:in|at)|heading to|headed to|destination is|get to)\s+(?:the\s+)?{_NAME}(?:\s+(?:and|from|on|at|after|by|in|for|that|i|with|before|leaving|arriving)\b|[.,?!;]|\s*$)",
        ),
    ),
    Cue(
        r"(\.city|\.area|city_of_event|where_to|hotels_1\.destination|hotels_4\.location|restaurants_2\.location|movies_1\.location|travel_1\.location|pickup_city)$",
        (r"(?:in|at|near|around|visit|city|area)\s+(?:the\s+|downtown\s+)?{value}",),
        (r"\b(?:city|area|location|where|town|place|region)\b",),
    ),
    Cue(
        r"(ridesharing_\d\.destination|messaging_1\.location)$",
        (
            _STREET,
            rf"(?:going|go|get|head|ride|cab|taxi|be)\s+to\s+(?:the\s+)?{_NAME}",
            rf"(?:to|going to|ride to|cab to|taxi to|go to|get to|head to|location|address|share|at)\s+(?:the\s+)?{_NAME}{_END}",
        ),
        (r"where|destination|address|location|place|going",),
    ),
    Cue(
        r"pickup_location$",
        (
            r"(?P<value>[a-z]+(?: [a-z]+){0,3} (?:airport|station|terminal|village|plaza|square|bart station))",
            r"(?:at|from|in|near)\s+(?:the\s+)?(?P<value>[a-z0-9']+(?: [a-z0-9']+){0,4} (?:airport|station|terminal|village|plaza|square|center|centre|garage|hotel))",
        ),
        (r"where[^.?!]*pick|pick[^.?!]*(?:where|location|place)|pick-?up location",),
    ),
    Cue(
        r"\.(number_of_(seats|tickets|adults|riders)|num_passengers|travelers|passengers|people)$",
        _PEOPLE,
        (
            rf"{_NUMBER_ASK}[^.?!]{{0,40}}(?:seats?|tickets?|people|person|passengers?|adults?|riders?|travell?ers?|guests?|of you|going|party|spots)|party size|how big|group size",
        ),
        words=_ONE,
    ),
    Cue(
        r"number_of_rooms$",
        (r"{value}\s+(?:\w+\s+)?rooms?", r"(?P<value>a room|one room|single room|just one|only one)"),
        (rf"{_NUMBER_ASK}[^.?!]{{0,20}}rooms?",),
        words={"1": ("a room", "single room", "just one", "only one")},
    ),
    Cue(
        r"number_of_beds$",
        (r"{value}\s*-?\s*(?:bed ?rooms?|beds?|br\b|bdrms?)", r"bed ?rooms?\s*(?:is|are|:)?\s*{value}"),
        (r"bed ?rooms?|beds",),
    ),
    Cue(
        r"number_of_baths$",
        (r"{value}\s*-?\s*(?:bath ?rooms?|baths?|ba\b)", r"bath ?rooms?\s*(?:is|are|:)?\s*{value}"),
        (r"bath ?rooms?|baths",),
    ),
    Cue(
        r"stars?(_rating)?$",
        (
            r"{value}\s*-?\s*stars?",
            r"(?:star rating|rating|stars)\s*(?:of|is|:|should be|around|to)*\s*{value}",
            r"rated\s+{value}",
        ),
        (r"star|rating",),
    ),
    Cue(
        r"hotels_2\.rating$",
        (
            r"(?:rating|rated|score)\w*\s*(?:of|is|:|at|above|least|over|higher|than|or|around|about|should|be|to|minimum|\s)*{value}",
            r"{value}\s*(?:\+|or (?:higher|above|better|more))?\s*(?:rating|stars?|rated)",
            r"{value}\s+or (?:higher|above|better|more)",
        ),
        (r"rating|rated",),
    ),
    Cue(
        r"number_checked_bags$",
        (r"{value}\s+(?:checked\s+)?bags?", r"check(?:ing)?(?: in)?\s+{value}"),
        (r"bags?|luggage",),
        words={"0": ("no bags", "any bags"), "1": ("a bag",)},
    ),
    Cue(
        r"(number_of_days|stay_length|\.stay)$",
        (
            r"(?:for|stay(?:ing)?|of)\s+{value}",
            r"(?P<value>\d+|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*-?\s*)(?:nights?|days?)",
        ),
        (r"how (?:many|long)[^.?!]{0,30}(?:nights?|days?|stay|long)?|length of",),
    ),
    Cue(r"\.year$", (r"(?:from|in|of|released in|year)\s+{value}",), (r"\byear\b",)),
    Cue(
        r"(restaurants_2\.category|restaurant\.food)$",
        (r"{value}\s+(?:food|cuisine|restaurants?|place|meal|dish(?:es)?|eatery)",),
        (r"\b(?:kind|type|sort|style|category) of (?:food|restaurant|cuisine)|cuisine|food",),
    ),
    Cue(
        r"\.genre$|subcategory$",
        (r"{value}\s+(?:movies?|films?|music|songs?|games?|concerts?|events?|flick|match)",),
        (r"genre|kind of|type of|sport",),
    ),
    Cue(
        r"restaurant_name$",
        (
            rf"(?:reservations? at|tables? at|book(?:ing)?(?: a table)? at|eat at|dine at|dining at|restaurant (?:called|named)|called|named|try|at)\s+(?:the restaurant\s+)?(?:the\s+)?{_NAME}{_END}",
            rf"(?:book|try|reserve)\s+(?:a table (?:at|in|for)\s+)?{_NAME}{_END}",
        ),
        (
            r"which restaurant|restaurant name|name of the restaurant|what restaurant|restaurant (?:do|would|in mind)|where (?:do|would) you (?:want|like) to (?:eat|dine|reserve)",
        ),
    ),
    Cue(
        r"(receiver|recipient_name|contact_name)$",
        (
            r"(?:to|from|with|for|pay|send|request from|transfer to|share with)\s+(?:my\s+)?(?P<value>(?:uncle |aunt |brother |sister )?[a-z]{3,12})(?:\s+(?:\$|\d|\w+ dollars|for|from|with|please|using|via|on|and|by)|[.,?!;'’]|\s*$)",
            r"(?:send|pay|give|transfer|request)\s+(?P<value>[a-z]{3,12})\s+(?:\$|\d|\w+ (?:dollars|bucks))",
            r"(?:name|contact|person|receiver|recipient)(?:\s+\w+){0,3}\s+(?:is|as|to)\s+(?P<value>(?:uncle |aunt )?[a-z]{3,12})",
            r"^(?P<value>(?:uncle |aunt )?[a-z]{3,12})(?:\s+owes|\.|$)",
        ),
        (r"\bwho\b|recipient|receiver|contact|name|whom",),
    ),
    Cue(
        r"(movie_name|media_3\.title)$",
        (
            rf"(?:watch|see|play|movie|film|called|named|title is|tickets (?:to|for))\s+(?:the (?:movie|film)\s+)?{_NAME}{_END}",
        ),
        (r"(?:which|what) movie|name of the movie|movie[^.?!]{0,20}(?:watch|see)|title",),
    ),
    Cue(
        r"(song_name|track)$",
        (rf"(?:play|hear|listen to|song|track|called|named)\s+(?:the (?:song|track)\s+)?{_NAME}{_END}",),
        (r"(?:which|what) (?:song|track)|song|track",),
    ),
    Cue(r"(artist)$", (rf"(?:by|from|artist)\s+{_NAME}{_END}",), (r"artist|singer|who sings",)),
    Cue(r"(album)$", (rf"(?:album)\s+(?:called |named |is )?{_NAME}{_END}",), (r"album",)),
    Cue(r"(director)$", (rf"(?:directed by|director(?: is)?|from)\s+{_NAME}{_END}",), (r"director|directed",)),
    Cue(
        r"(starring|actors)$",
        (rf"(?:starring|stars|acted by|with|featuring|actor(?: is)?)\s+{_NAME}{_END}",),
        (r"actor|starring|star in|cast",),
    ),
    Cue(
        r"event_name$",
        (
            rf"(?:tickets? (?:to|for)|tix for|seats? (?:to|for)|prefer|see|attend|event (?:called|named)|go to|watch|about)\s+(?:the\s+)?{_NAME}{_END}",
        ),
        (r"(?:which|what) (?:event|game|concert|show|artist|play)|event name|name of",),
    ),
    Cue(
        r"(stylist_name|therapist_name|theater_name|hotel_name|place_name|property_name)$",
        (
            rf"(?:at|with|see|book(?: an appointment (?:at|with))?|appointment (?:at|with)|visit|stay at|called|named)\s+(?:the\s+)?{_NAME}{_END}",
        ),
        (
            r"(?:which|what|name)[^.?!]{0,20}(?:salon|stylist|therapist|theater|hotel|place|property|shop|apartment)|with whom|where (?:do|would)",
        ),
    ),
    Cue(
        r"new_alarm_name$",
        (
            rf"(?:called?|named?|name it|label(?:ed|led)?|titled|for|name (?:is|should be|of))\s+(?:it\s+|as\s+|my\s+|to\s+)?{_NAME}{_END}",
        ),
        (r"name|call",),
    ),
    Cue(
        r"(attraction|hotel|restaurant)\.name$",
        (
            rf"(?:called|named|about|at|for|is|find|looking for)\s+(?:the\s+|a\s+)?(?:place\s+|hotel\s+|restaurant\s+|attraction\s+)?(?:called\s+|named\s+)?{_NAME}(?:\s*[.,?!;]|\s*$)",
        ),
        (r"which one|name|particular",),
    ),
    Cue(
        r"payment_method$",
        (),
        (r"payment|account|method|how[^.?!]*pay|which card|source|from",),
        words={
            "app balance": (
                "my balance",
                "in-app balance",
                "balance",
                "app account",
                "in app balance",
                "app-balance",
                "the app",
            ),
            "debit card": (
                "debit",
                "check card",
                "bank account",
                "bank card",
                "checking account",
                "saving account",
                "savings account",
                "bank",
            ),
            "credit card": ("credit", "visa", "mastercard"),
        },
    ),
    Cue(
        r"recipient_account_type$",
        (
            r"(?:to|into|their|his|her|recipient's|friend's|'s|receiver's|recipient)\s+(?:\w+\s+)?(?:account\s+)?{value}",
        ),
        (
            r"(?:recipient|receiver|their|his|her)[^.?!]*account|account[^.?!]*(?:recipient|receiver|transfer(?:red)? to|into)",
        ),
        bare=False,
    ),
    Cue(
        r"banks_2\.account_type$",
        (r"(?:my|from|from my|own)\s+{value}",),
        (r"account",),
        words={"savings": ("saving",), "checking": ("chequing", "current account")},
    ),
    Cue(
        r"intent$",
        (),
        (r"rent or buy|buy or rent|rent|buy",),
        words={
            "buy": ("purchase", "buying", "purchasing", "for sale", "to own"),
            "rent": ("renting", "rental", "lease", "for rent", "leasing"),
        },
    ),
    Cue(
        r"events_\d\.(category|event_type)$",
        (),
        (r"(?:type|kind|category) of event|event type|events?",),
        words={
            "Music": (
                "musical",
                "concert",
                "concerts",
                "live music",
                "band",
                "bands",
                "song",
                "songs",
                "musician",
                "gig",
                "singer",
                "music events",
            ),
            "Theater": ("theatre", "play", "plays", "theatrical", "theater show", "broadway", "drama"),
            "Sports": (
                "sport",
                "game",
                "games",
                "sporting",
                "match",
                "matches",
                "baseball",
                "basketball",
                "football",
                "soccer",
                "hockey",
            ),
        },
    ),
    Cue(
        r"(trains_1\.class|flight_class|seating_class)$",
        (r"{value}\s+(?:class|tickets?|seats?|fare)",),
        (r"class|seat|ticket type|fare",),
        words={
            "Value": ("value class", "cheapest", "value ticket"),
            "Flexible": ("fully refundable", "refundable", "flexible class"),
            "Business": ("business class",),
            "Economy": ("economy class", "coach", "standard", "cheap seats"),
            "Premium Economy": ("premium", "premium economy class", "premium class"),
        },
    ),
    Cue(
        r"airlines$",
        (),
        (r"airline|carrier|fly with",),
        words={
            "United Airlines": ("united",),
            "American Airlines": ("american",),
            "Delta Airlines": ("delta",),
            "Southwest Airlines": ("southwest",),
            "Alaska Airlines": ("alaska",),
            "British Airways": ("british",),
            "South African Airways": ("south african",),
        },
    ),
    Cue(
        r"subtitle_language$",
        (
            r"{value}\s+(?:subtitles?|subs?|captions?|caption)",
            r"(?:subtitles?|subs?|captions?|subtitled)\s*(?:in|to|be|is|are|should|language|with|:)*\s*{value}",
        ),
        (r"subtitle|caption|language",),
        words={
            "None": (
                "no subtitles",
                "without subtitles",
                "don't need subs",
                "don't need subtitles",
                "no subs",
                "any subtitles",
                "no captions",
                "without captions",
                "no caption",
            ),
            "Mandarin": ("chinese",),
            "Spanish": ("espanol",),
        },
    ),
    Cue(
        r"show_type$",
        (),
        (r"type of (?:show|screening|movie)|show type|regular|3d|imax",),
        words={
            "3d": ("3-d", "three dimensional"),
            "imax": ("i-max",),
            "regular": ("normal", "standard", "2d", "ordinary"),
        },
    ),
    Cue(
        r"(playback_device|music_3\.device)$",
        (),
        (r"where|device|speaker|room|which one",),
        words={
            "TV": ("television", "tele"),
            "Kitchen speaker": ("kitchen", "kitchen device", "kitchen speakers"),
            "Bedroom speaker": ("bedroom", "bedroom device", "bedroom speakers"),
            "Living room": ("living room speaker", "lounge", "livingroom"),
            "Kitchen": ("kitchen speaker",),
            "Patio": ("outside", "outdoors", "outdoor", "porch", "backyard"),
        },
    ),
    Cue(
        r"(rentalcars_\d\.(car_)?type)$",
        (),
        (r"(?:type|kind|sort|category) of (?:car|vehicle)|car type|which car|car",),
        words={
            "Hatchback": ("hatch back", "hatchbacks"),
            "SUV": ("suvs", "sport utility", "sports utility"),
            "Sedan": ("sedans", "saloon"),
            "Full-size": ("full size", "full sized", "fullsize", "large", "big", "full-sized"),
            "Compact": ("small", "compact size", "compact-sized"),
            "Standard": ("normal", "standard size", "mid-size", "medium", "regular"),
        },
    ),
    Cue(
        r"ride_type$",
        (),
        (r"(?:type|kind) of (?:ride|cab|car)|ride type|regular|luxury|pool",),
        words={
            "Pool": ("shared", "share", "cheapest", "shared ride", "carpool", "sharing"),
            "Luxury": ("luxurious", "fancy", "high-end"),
            "Regular": ("standard", "normal", "ordinary"),
        },
    ),
    Cue(
        r"services_4\.type$",
        (),
        (r"(?:type|kind) of (?:therapist|doctor|counselor)|therapist",),
        words={
            "Family Counselor": (
                "family therapist",
                "family counsellor",
                "family counseling",
                "family counselors",
                "family",
            ),
            "Psychologist": ("psychologists", "psychology"),
            "Psychiatrist": ("psychiatrists", "psychiatry"),
        },
    ),
    Cue(
        r"price_?range$",
        (r"(?:price(?: range)?|cost)\s*(?:is|of|in the|should be|range|:)*\s*{value}",),
        (r"price|budget|expensive",),
        words={
            "cheap": (
                "inexpensive",
                "low cost",
                "low-cost",
                "affordable",
                "economical",
                "cheaply",
                "cheaper",
                "budget",
                "low price",
                "cheap price",
            ),
            "moderate": (
                "moderately priced",
                "mid-range",
                "medium priced",
                "moderately",
                "reasonable",
                "average",
                "intermediate",
                "medium",
                "mid range",
                "reasonably priced",
                "mid-priced",
            ),
            "pricey": ("expensive", "costly"),
            "ultra high-end": ("very expensive", "ultra", "high-end", "luxury", "extremely expensive"),
            "expensive": (
                "pricey",
                "high-end",
                "upscale",
                "high end",
                "luxury",
                "fancy",
                "costly",
                "luxurious",
                "expensively",
            ),
        },
    ),
    Cue(
        r"buses_3\.category$",
        (),
        (r"direct|stop",),
        words={"direct": ("non-stop", "nonstop", "no stops"), "one-stop": ("one stop", "1 stop")},
    ),
    Cue(
        r"travel_1\.category$",
        (),
        (r"(?:type|kind|sort) of (?:attraction|place)|category",),
        words={
            "Museum": ("museums",),
            "Park": ("parks",),
            "Theme Park": ("amusement park",),
            "Historical Landmark": ("historic", "historical", "landmark"),
            "Place of Worship": ("church", "temple", "churches"),
        },
    ),
    Cue(
        r"\.area$",
        (),
        (r"\barea|part of town|where",),
        words={
            "centre": (
                "center",
                "central",
                "downtown",
                "city centre",
                "centrally",
                "middle of town",
                "city center",
                "town centre",
            ),
            "north": ("northern", "north side"),
            "south": ("southern",),
            "east": ("eastern",),
            "west": ("western",),
        },
    ),
    Cue(
        r"\.day$",
        (),
        (r"\bday\b|\bwhen\b|date",),
        words={
            "monday": ("mon", "mondays"),
            "tuesday": ("tues", "tue"),
            "wednesday": ("wed", "weds"),
            "thursday": ("thurs", "thur", "thu", "thursdays"),
            "friday": ("fri",),
            "saturday": ("sat", "saturdays"),
            "sunday": ("sun", "sundays"),
        },
    ),
    Cue(
        r"hotel\.type$",
        (),
        (r"type of|hotel or|guest ?house",),
        words={
            "guesthouse": ("guest house", "guesthouses", "guest houses", "bed and breakfast", "b&b"),
            "hotel": ("hotels",),
        },
    ),
    Cue(
        r"attraction\.type$",
        (),
        (r"type of|kind of|what type|particular",),
        is_free=True,
        words={
            "museum": ("museums", "gallery", "art gallery"),
            "college": ("colleges", "university"),
            "theatre": ("theater", "theatres", "theaters"),
            "architecture": ("architectural", "architectures", "church", "churches"),
            "swimming pool": ("pool", "swimming", "swimmingpool", "swim", "pools"),
            "night club": ("nightclub", "nightclubs", "club", "night clubs", "clubs", "nightlife"),
            "park": ("parks",),
            "boat": ("boats", "boating"),
            "cinema": ("cinemas", "movie theater", "movies", "movie"),
            "concert hall": ("concerthall", "concert", "concerts"),
            "multiple sports": ("sports", "sporting", "sport"),
            "entertainment": ("entertaining", "fun"),
        },
    ),
    Cue(
        r"hotel\.internet$",
        (),
        (r"wifi|internet",),
        words=_flag("wifi", "free wifi", "internet", "wi-fi", "free internet", "free wi-fi"),
    ),
    Cue(r"hotel\.parking$", (), (r"parking",), words=_flag("parking", "free parking")),
    Cue(r"has_wifi$", (), (r"wi-?fi|internet",), words=_flag("wifi", "wi-fi", "internet")),
    Cue(
        r"add_insurance$",
        (),
        (r"insurance|coverage",),
        words=_flag(
            "insurance",
            "coverage",
            is_bare=False,
            yes=("insured", "insurance please", "insurance included"),
            no=(
                "no insurance",
                "decline insurance",
                "without insurance",
                "insurance is not",
                "do not add insurance",
                "not interested in insurance",
                "without the insurance",
                "don't want the insurance",
                "don't need the insurance",
            ),
        ),
    ),
    Cue(
        r"trip_protection$",
        (),
        (r"protection|insurance",),
        words=_flag(
            "trip protection",
            "protection",
            "travel protection",
            "trip insurance",
            "insurance",
            no=("all set on trip insurance",),
        ),
    ),
    Cue(
        r"additional_luggage$",
        (),
        (r"luggage|baggage|bags",),
        words=_flag(
            "extra luggage",
            "additional luggage",
            "luggage",
            "extra baggage",
            "excess baggage",
            "baggage",
            "bags",
            "additional baggage",
        ),
    ),
    Cue(
        r"shared_ride$",
        (),
        (r"shar",),
        words=_flag(
            "shared ride",
            "shared",
            "share",
            "sharing",
            "pool",
            yes=("okay with sharing", "fine with sharing", "don't mind sharing"),
            no=(
                "by myself",
                "private ride",
                "alone",
                "not shared",
                "not share",
                "don't want to share",
                "not a shared",
                "not to share",
            ),
        ),
    ),
    Cue(
        r"private_visibility$",
        (),
        (r"private|public|visib",),
        words={
            "true": ("private", "privately", "keep it private", "hidden"),
            "false": ("public", "publicly", "visible", "not private", "doesn't need to be private", "not be private"),
        },
    ),
    Cue(
        r"pets_allowed$",
        (),
        (r"pets?|dog|cat",),
        words=_flag("pets", "pet friendly", "pet-friendly", "allows pets", "pets allowed", "dog", "cat", "pet"),
    ),
    Cue(r"has_garage$", (), (r"garage",), words=_flag("garage", "a garage")),
    Cue(
        r"in_unit_laundry$|has_laundry_service$",
        (),
        (r"laundry|washer",),
        words=_flag(
            "laundry",
            "laundry service",
            "in-unit laundry",
            "in unit laundry",
            "washer",
            "a laundry",
            "laundry facilities",
        ),
    ),
    Cue(r"is_unisex$", (), (r"unisex",), words=_flag("unisex", "unisex salon")),
    Cue(
        r"has_seating_outdoors$",
        (),
        (r"outdoor|outside",),
        words=_flag(
            "outdoor seating",
            "seating outdoors",
            "outside seating",
            "sit outside",
            "seats outside",
            "outdoors",
            "outdoor",
            "outside",
        ),
    ),
    Cue(
        r"has_vegetarian_options$",
        (),
        (r"vegetarian",),
        words=_flag("vegetarian", "vegetarian options", "vegetarian food", "vegan"),
    ),
    Cue(
        r"good_for_kids$",
        (),
        (r"kids|child",),
        words=_flag(
            "kids", "children", "kid friendly", "good for kids", "child-friendly", "kid-friendly", "child friendly"
        ),
    ),
    Cue(
        r"smoking_allowed$",
        (),
        (r"smok",),
        words={
            "true": ("smoking", "smoking allowed", "smoke", "smoking room"),
            "false": ("non-smoking", "no smoking", "nonsmoking", "non smoking", "smoke free", "smoke-free"),
        },
    ),
)
LISTS = (
    (
        r"(^|\.)(from|from_location|from_city|origin_city|origin_airport|to|to_location|to_city|destination_city|destination_airport|city|area|city_of_event|where_to|pickup_city)$",
        CITIES,
    ),
    (
        r"^(hotels_1\.destination|hotels_4\.location|restaurants_2\.location|movies_1\.location|travel_1\.location)$",
        CITIES,
    ),
    (r"^(restaurants_2\.category)$|restaurant\.food$", CUISINES),
    (r"\.genre$|subcategory$", GENRES),
)
GROUPS = spread(
    """
    multiwoz.taxi: taxi, cab
    multiwoz.train: train, trains
    multiwoz.hotel: hotel, guesthouse, place to stay, lodging, room, hotels, guest house, somewhere to stay, accommodation, guesthouses
    multiwoz.restaurant: restaurant, restaurants, food, eat, dining, table
    multiwoz.attraction: attraction, attractions, places to go, sight
    Alarm_1: alarm, alarms
    Banks_2: bank, transfer, account, balance, checking, savings
    Buses_1: bus, buses
    Buses_3: bus, buses
    Events_1: event, events, concert, concerts, game, games, music, sports, show, things to do, something to do, something else to do, something fun, something interesting, tickets for
    Events_3: event, events, concert, concerts, show, shows, play, music, theater, something to do, something else to do, something fun, something interesting, things to do, musical
    Flights_3: flight, flights, fly, flying, plane, airline
    Flights_4: flight, flights, fly, flying, plane, airline, airlines
    Homes_1: apartment, apartments, home, homes, flat, property
    Homes_2: apartment, apartments, home, homes, house, property, properties, place to live, rent, buy
    Hotels_1: hotel, hotels, place to stay, room, rooms, accommodation, stay, lodging
    Hotels_2: house, houses, place to stay, accommodation, stay, airbnb, lodging
    Hotels_4: hotel, hotels, place to stay, room, rooms, accommodation, stay, lodging
    Media_2: movie, movies, film, films, watch, rent a movie
    Media_3: movie, movies, film, films, watch, something to watch, stream
    Messaging_1: location, address, share, send, message
    Movies_1: movie, movies, film, films, theater, theatre, cinema, show, shows, watch
    Movies_2: movie, movies, film, films, watch
    Music_1: song, songs, music, play, listen, track, album
    Music_3: song, songs, music, play, listen, track, album, tune
    Payment_1: payment, pay, money, transaction, transfer, send, request
    RentalCars_1: car, cars, rental, rent a car, vehicle, rental car
    RentalCars_3: car, cars, rental, rent a car, vehicle, rental car
    Restaurants_2: restaurant, restaurants, eat, dinner, lunch, food, dining, table, place to eat, reservation, breakfast, somewhere to eat, meal, hungry
    RideSharing_1: ride, cab, taxi, cabs, uber, lyft, get there, transportation
    RideSharing_2: ride, cab, taxi, cabs, uber, lyft, get there, transportation
    Services_1: salon, hair, haircut, stylist, barber, hair stylist, hairstylist, hairdresser
    Services_4: therapist, counselor, psychologist, psychiatrist, doctor, therapy, family counselor
    Trains_1: train, trains
    Travel_1: attraction, attractions, things to do, places to visit, sightseeing, museum, park, somewhere to go, interesting places, go sightseeing, explore
    Weather_1: weather, temperature, rain, forecast, humidity, raining, sunny, cold
    """
)
