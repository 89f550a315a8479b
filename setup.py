"""Copies docs/ into the wheel as unanimity/docs, so that `unanimity docs NAME` works without a checkout."""

from pathlib import Path
from shutil import copyfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class WithDocs(build_py):
    """build_py, and the written pages of docs/ (no pictures, which a terminal does not show)."""

    def run(self) -> None:
        """Build the package, then copy the pages."""
        super().run()
        if not self.editable_mode:
            for page in [*HERE.glob("docs/**/*.md"), *HERE.glob("docs/**/*.csv")]:
                to = Path(self.build_lib) / "unanimity" / page.relative_to(HERE)
                to.parent.mkdir(parents=True, exist_ok=True)
                copyfile(page, to)


setup(cmdclass={"build_py": WithDocs})
