"""Builds the wheel: the library by maturin, and beside it the program `riverlab`, which maturin does not put into one wheel
with a library by itself. It is built by cargo first and stands in the data of the wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import maturin

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
#: The licences of all crates in the wheel, which stand beside those of ours.
THIRD_PARTY = HERE / "licenses" / "THIRD-PARTY.txt"
SCRIPTS = HERE / "riverlab.data" / "scripts"
#: The target of the library's own package, so that nothing is compiled twice.
PROGRAM = "riverlab-program"


def _build_program() -> None:
    """Builds the program and puts it where maturin takes scripts from."""
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "build", "--release", "--locked", "--package", "riverlab-python", "--bin", PROGRAM]
    subprocess.run(command, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    shutil.copy2(target / "release" / PROGRAM, SCRIPTS / "riverlab")


def _write_licences() -> None:
    """Writes the licence texts of all crates that are in the wheel."""
    command = [sys.executable, str(ROOT / "packaging" / "third_party.py"), "riverlab-python"]
    THIRD_PARTY.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def _with_stubs(config_settings: dict[str, Any] | None) -> dict[str, Any]:
    """The settings, with the types of the library written into the wheel."""
    settings = dict(config_settings or {})
    given = settings.get("build-args", "")
    words = given if isinstance(given, str) else " ".join(given)
    return {**settings, "build-args": f"{words} --generate-stubs".strip()}


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    _build_program()
    _write_licences()
    return str(maturin.build_wheel(wheel_directory, _with_stubs(config_settings), metadata_directory))


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    return str(maturin.build_sdist(sdist_directory, config_settings))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    _write_licences()
    return str(maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return list(maturin.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return list(maturin.get_requires_for_build_sdist(config_settings))
