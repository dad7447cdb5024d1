"""Naive: the word list that the benches are compared with."""

import re

_YES = {
    "en": r"\b(yes|yeah|yep|yup|sure|ok|okay|correct|right|perfect|great|good|fine|absolutely|definitely|please)\b",
    "zh": r"是的|对|好|可以|行|没错|确认|嗯|是",
}
_NO = {
    "en": r"\b(no|not|nope|don't|wrong|incorrect|cancel|actually|instead|change|never)\b",
    "zh": r"不|没有|错|取消|算了|别|改",
}


def label(text: str, language: str) -> str:
    """Give affirm, negate or other by the first word of either list that the text holds."""
    lowered = text.lower().replace("’", "'")
    yes, no = re.search(_YES[language], lowered), re.search(_NO[language], lowered)
    if yes and (no is None or yes.start() < no.start()):
        return "affirm"
    return "negate" if no else "other"
