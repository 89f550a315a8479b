"""docs/reference/verdicts.md: its example gives what it shows, and its tables name every form and every word."""

from __future__ import annotations

import re
from pathlib import Path

from unanimity import verdicts

PAGE = (Path(__file__).parents[2] / "docs" / "reference/verdicts.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_shows(capsys):
    code, shown = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL).groups()
    exec(compile(code, "docs/reference/verdicts.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_every_form_and_every_word_is_on_the_page():
    forms = [form.__name__ for variants in verdicts.FORMS.values() for form in variants]
    assert [name for name in forms if f"`{name}`" not in PAGE] == []
    assert [word for word in verdicts.WORDS if word not in PAGE] == []
