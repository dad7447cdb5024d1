"""Phrases: how a question, a wish, a count and a value behind its label are said, for every field alike."""

ASKED = {
    "zh": r"(?:需要|要不要|是否|有没有|想要|希望|要|能否|介意)[^。?？!！]{0,14}NOUN[^。?？!！]{0,12}(?:[?？]|吗)",
    "en": r"(?:^|[.?!,]\s*|\band )(?:would|do|should|shall|are|is|will|did)\s+(?:you|i|it|a|the|this|we)\b[^.?!]{0,80}NOUN[^.?!]{0,50}\?"
    r"|(?:^|[.?!]\s*)(?:[a-z]+ ){0,4}NOUN[^.?!]{0,20}\?|\bi can (?:also )?(?:help|get|add|include|offer)[^.?!]{0,40}NOUN",
}
WISH = {
    "en": r"(?:find|looking|search|need|want|like|get|book|prefer|preferably|ideally|something|somewhere|with|has|have|show|include|add|adding|any|anything|another|other|else|ones?)\b[^.?!]{0,60}?",
    "zh": r"(?:找|推荐|预订|订|需要|想要|要|满足|希望|最好|哪些|有没有)[^。?？!！]{0,24}?",
}
NARROWED = r"有[^。?？!！]{0,24}?"  # 有带免费wifi的吗
COUNT = {
    "en": "{value}",
    "zh": r"^(?:嗯|好的|好|是的|对|需要|大概|大约|就|我们|一共|总共|有|要|想要|,|，|。|\s)*{value}\s*(?:个?人|位|名|星|颗星|张|天|晚|座|个座|分|吧|[,，。.!！]|$)",
}
COUNT_JOINT = r"\s*(?:is|are|be|of|to|should|would|will|about|around|changed|instead|as|=|:|,|\s)*"  # no 5 of "rooms in a 5 star hotel"
JOINT = {
    "en": r"\s*(?:is|are|be|of|to|for|on|at|in|should|would|will|a|an|the|about|around|changed|instead|as|=|:|,|\s)*",
    "zh": r"\s*(?:要求|最好|应该|大概|大约|需要|更改|改|换|变|调整|定|设|成|就|在|是|为|要|到|:|,|\s)*",
}

FROM_TO = {  # as in the shipped rules: 到达时间从12:00改为13:15
    "en": r"\s+(?:has |was |is )?(?:changed |moved |switched )?from [^,.?!]{1,24} to\s+",
    "zh": r"(?:从|由)[^,，。?？!！]{1,12}(?:改|换|调|变|推|提)[^,，。\d]{0,2}(?:为|成|到|至)\s*",
}
IN_RANGE = r"(?:in|within|of|with)\s+(?:the|a|an)\s+{value}\s+(?:prices?|range|budget)\b"
