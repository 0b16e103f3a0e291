"""`python -m riverlab` is the program `riverlab`, which comes with the package."""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib import metadata
from pathlib import Path


def program() -> Path:
    """Where the program is: where this very package was installed, beside the interpreter, or in the folder of the user's own
    scripts."""
    package = Path(__file__).resolve().parent
    found = [Path(str(file.locate())).resolve() for file in installed_files() if file.name == "riverlab"]
    # `pip install --target` moves scripts without a word to the list of files.
    found.append(package.parent / "bin" / "riverlab")
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    found += [Path(scheme) / "riverlab" for scheme in schemes]
    return next((path for path in found if path.is_file()), found[-2])


def installed_files() -> list[metadata.PackagePath]:
    """The files of the package, if it was installed by an installer that lists them."""
    try:
        return metadata.files("riverlab") or []
    except metadata.PackageNotFoundError:
        return []


def main() -> None:
    """Becomes the program."""
    path = program()
    if not path.is_file():
        sys.exit(f"riverlab: the program is not at {path}: install the package again")
    os.execv(path, [str(path), *sys.argv[1:]])


if __name__ == "__main__":
    main()
