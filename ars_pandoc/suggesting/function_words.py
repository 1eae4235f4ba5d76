"""Words that tie sentences together and tell nothing of what they are about."""

from __future__ import annotations

_ENGLISH = """
a about above after again all also although among an and any are as at be because been before being
below between both but by can cannot could did do does doing down during each either for from further
had has have having he her here his how however i if in into is it its itself just many may might more
most much must no nor not now of off on once one only or other our out over own per same several shall
she should since so some such than that the their them then there therefore these they this those
through thus to too under until up upon us use used using various very was we were what when where
whether which while who whose why will with within without would you your et al
"""
_GERMAN = """
aber alle allem allen aller alles als also am an andere auch auf aus bei beim bis bzw da dabei dadurch
daher damit dann das dass dem den denn der deren des dessen die dies diese diesem diesen dieser dieses
doch dort durch ein eine einem einen einer eines er es etwa für gegen hat hatte haben hier ihr ihre
ihrem ihren ihrer im in ist jede jeder jedoch kann kein keine können mehr mit nach nicht noch nur ob
oder ohne sehr sein seine seiner sich sie sind so sowie über um und unter vom von vor war waren wenn
werden wie wird wir wurde wurden zu zum zur zwischen
"""
_FRENCH = """
au aux avec ce ces cet cette comme dans de des donc du elle elles en est et été être eux il ils je la
le les leur leurs lui mais même ne nos notre nous on ont ou où par pas plus pour qu que qui sa sans se
ses si son sont sous sur un une vous ainsi entre aussi
"""
_SPANISH = """
al como con cual cuando de del desde donde el ella ellos en entre era es esa ese esta este esto están
fue fueron ha han hay la las le les lo los más muy no nos o para pero por que se según ser si sin sobre
son su sus también un una unos unas y
"""
_ITALIAN_PORTUGUESE_DUTCH = """
che chi con cui dal dalla degli dei del della delle dello di e gli ha hanno il la le lo ma nel nella non
o per più si sono sua suo tra un una uno
ao aos as com como da das de do dos em entre foi foram mais mas na nas no nos não o os ou para pela pelo
por que se sua são também um uma
aan als bij dat de deze die dit door een en er het hun ik in is maar met naar niet of om ook op te tot
uit van voor was werd wij worden wordt zijn zich
"""
_RUSSIAN = """
а без был была были было в во все для до его ее если же за и из или их к как ко который которые между
мы на не но о об от по при с со так также то только у что это этот эти
"""

_ELSEWHERE_A_WORD = frozenset("die hat war man son sur".split())
"""What ties sentences together in one language, and is a word that tells in English."""

FUNCTION_WORDS = frozenset(_ENGLISH.split()) | (
    frozenset(" ".join((_GERMAN, _FRENCH, _SPANISH, _ITALIAN_PORTUGUESE_DUTCH, _RUSSIAN)).split())
    - _ELSEWHERE_A_WORD
)
"""In small letters."""
