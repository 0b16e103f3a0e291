"""`python -m riverlab` is the program `riverlab`, which comes with the package."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path


def program() -> Path:
    """Where the program is: beside the interpreter, or in the folder of the user's own scripts."""
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    found = [Path(scheme) / "riverlab" for scheme in schemes]
    return next((path for path in found if path.is_file()), found[0])


def main() -> None:
    """Becomes the program."""
    path = program()
    if not path.is_file():
        sys.exit(f"riverlab: the program is not at {path}: install the package again")
    os.execv(path, [str(path), *sys.argv[1:]])


if __name__ == "__main__":
    main()
