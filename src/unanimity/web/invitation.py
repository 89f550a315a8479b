"""How a class comes in: a code word that one can type, links, and their picture to scan (QR code, ISO/IEC 18004)."""

from __future__ import annotations

import io
import secrets
from dataclasses import dataclass

import segno

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH = 9  # of a code word: 31 ** 9, some 2.6e13


def code_word() -> str:
    """A token that a pupil can type."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


@dataclass(frozen=True)
class Invitation:
    """Where pupils and the teacher enter."""

    hosts: tuple[str, ...]  # addresses with the port, the likeliest first
    code: str
    teacher: str

    @property
    def link(self) -> str:
        """What the picture says: the likeliest address with the code word, straight to the lesson."""
        return f"http://{self.hosts[0]}/?token={self.code}#/class"

    def board(self, host: str) -> str:
        """The page for the projector, on this machine."""
        return f"http://{host}/?token={self.teacher}#/board"

    def in_text(self) -> str:
        """The picture for a terminal."""
        out = io.StringIO()
        segno.make(self.link, error="m", micro=False).terminal(out, compact=True, border=2)
        return out.getvalue().rstrip("\n")

    def matrix(self) -> list[str]:
        """The picture as rows of 0 and 1, which the page draws."""
        return ["".join(str(int(cell)) for cell in row) for row in segno.make(self.link, error="m",
                                                                              micro=False).matrix]
