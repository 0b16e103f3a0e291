"""The types of the package: mypy finds nothing, and what the wheel says of its types is what is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where mypy works: outside of the sources, with one cache for all tests."""
    return tmp_path_factory.mktemp("types")


def run(folder: Path, module: str, *arguments: str | Path) -> tuple[int, str]:
    """Runs a module of mypy, and returns its exit status with all that it says."""
    environment = {**os.environ, "MYPY_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def mypy(folder: Path, *arguments: str | Path) -> tuple[int, str]:
    """The strict checks."""
    return run(folder, "mypy", "--strict", "--config-file", PYTHON / "pyproject.toml", *arguments)


def test_the_package_is_well_typed(folder: Path) -> None:
    # The installed package, where the types of the library lie beside it.
    assert mypy(folder, "--package", "riverlab")[1].startswith("Success: no issues found")


# Two folders of tests have a conftest.py each.
@pytest.mark.parametrize("names", [("tests", "benches", "examples", "examples/games"), ("cluster_tests",)])
def test_tests_benches_and_examples_are_well_typed(folder: Path, names: tuple[str, ...]) -> None:
    files = sorted(path for name in names for path in (PYTHON / name).glob("*.py"))
    assert files and mypy(folder, *files)[1].startswith("Success: no issues found")


def test_what_is_ill_typed_is_found(folder: Path) -> None:
    wrong = folder / "wrong.py"
    wrong.write_text('import riverlab\n\nriverlab.State("the-river").apply_action("draft:1")\n')
    status, said = mypy(folder, wrong)
    assert status == 1 and 'Argument 1 to "apply_action" of "State" has incompatible type "str"' in said


def test_types_of_the_wheel_are_what_is_there(folder: Path) -> None:
    configuration, allowed = PYTHON / "pyproject.toml", PYTHON / "tests" / "stubtest_allowlist.txt"
    status, said = run(folder, "mypy.stubtest", "riverlab", "--mypy-config-file", configuration, "--allowlist", allowed)
    assert status == 0, said
