"""Units and nuclides: what makes an exponent or a mass number of a raised number (contract §8)."""

from __future__ import annotations

UNITS = frozenset("m cm mm km nm um µm μm s h min kg g l L ml mL dl dL ha Hz mol".split())
"""Behind one of these a raised number is an exponent, not a call-out."""

NUCLIDES = frozenset(
    "Ac At Ba Be Bi Br Ca Cl Co Cr Cs Cu Fe Ga Gd Ge Hg Ho In Ir Kr Li Lu Mg Mn Mo Na Ni Pb Pd Pu "
    "Ra Rb Re Ru Se Si Sm Sn Sr Tc Th Tl Xe Zn Zr B C F H I K N O P S U Y".split()
)
"""Before one of these a raised number is that of a nuclide, `99mTc` aside."""
