"""The wheel in fresh virtual environments of every Python that it is for, without Rust.

Interpreters are looked for on the path and among those of pyenv; one that is missing is skipped.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

import riverlab

VERSIONS = ["3.11", "3.12", "3.13"]
#: Where `test.sh` has put the wheel.
WHEELS = Path(os.environ.get("RIVERLAB_WHEELS", Path(__file__).resolve().parents[2] / "target" / "python" / "wheels"))
#: No import may take more seconds of the processor.
IMPORT = 0.2

#: Prints the seconds that the import takes, by the clock and of the processor, and what it has loaded from elsewhere.
IMPORTS = """
import sys, time
before, begun, worked = set(sys.modules), time.perf_counter(), time.process_time()
import riverlab
print(time.perf_counter() - begun, time.process_time() - worked)
others = {name.partition(".")[0] for name in set(sys.modules) - before} & {"numpy", "gymnasium", "pettingzoo", "pyspiel"}
print(*sorted(others))
"""

PLAYS = """
import riverlab
state = riverlab.State("the-river", 3, seed=1)
bot = riverlab.Bot("mcts:sims=20")
while True:
    state.play_chance()
    if state.is_terminal():
        break
    assert state.observation_tensor().shape == (state.observation_tensor_size(),)
    state.apply_action(bot.choose(state, seed=len(state.history())))
print(sum(state.returns()))
"""


def interpreter(version: str) -> Path | None:
    """A Python of this version that makes virtual environments."""
    found = [shutil.which(f"python{version}"), *sorted(glob.glob(f"{Path.home()}/.pyenv/versions/{version}.*/bin/python"))]
    for path in filter(None, found):
        probe = [path, "-c", "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"]
        if subprocess.run(probe, capture_output=True, text=True).stdout.strip() == version:
            return Path(path)
    return None


def without_rust(scripts: Path) -> dict[str, str]:
    """An environment with these scripts and no Rust."""
    folders = [folder for folder in os.environ["PATH"].split(os.pathsep) if not shutil.which("cargo", path=folder)]
    path = os.pathsep.join([str(scripts), *folders])
    assert shutil.which("cargo", path=path) is None and shutil.which("rustc", path=path) is None
    dropped = {"PATH", "PYTHONPATH", "VIRTUAL_ENV", "CARGO_HOME", "RUSTUP_HOME", "CARGO"}
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, "PATH": path}


def test_the_licences_of_all_crates_are_in_the_wheel() -> None:
    files = [file for file in metadata.files("riverlab") or [] if file.name == "THIRD-PARTY.txt"]
    assert [file.parent.name for file in files] == ["licenses"], files
    text = files[0].read_text(encoding="utf-8")
    for crate in ["pyo3 ", "rayon ", "clap ", "numpy "]:
        assert f"\n{crate}" in text, crate
    assert text.count("Permission is hereby granted, free of charge") > 3 and "Apache License" in text


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_works_in_a_fresh_environment(version: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on the path or among those of pyenv")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    scripts = tmp_path / "venv" / "bin"
    environment = without_rust(scripts)

    def run(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    pip: list[str | Path] = [scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    run(*pip, "numpy>=2", f"mypy=={metadata.version('mypy')}")
    run(*pip, "--no-index", "--find-links", WHEELS, "riverlab")
    expected = f"riverlab {riverlab.__version__}"
    assert run("riverlab", "--version").startswith(expected)
    assert run(scripts / "python", "-m", "riverlab", "--version").startswith(expected)
    # Installed elsewhere, the package finds the program that came with it.
    elsewhere = tmp_path / "elsewhere"
    run(*pip, "--no-index", "--no-deps", "--find-links", WHEELS, "--target", elsewhere, "riverlab")
    found = f"import sys; sys.path.insert(0, {str(elsewhere)!r}); import riverlab.__main__ as main; print(main.program())"
    assert Path(run(scripts / "python", "-c", found).strip()) == elsewhere / "bin" / "riverlab"
    assert run(scripts / "python", "-c", PLAYS).strip() == "1.0"
    # The types of the library are what is there, to this version of Python as well.
    assert run(scripts / "python", "-m", "mypy.stubtest", "riverlab._riverlab").startswith("Success")
    imports = [run(scripts / "python", "-c", IMPORTS).splitlines() for _ in range(7)]
    # Who only wants the engine does not wait for the environments.
    assert {others for _, others in imports} == {""}
    clock, processor = (min(times) for times in zip(*([float(seconds) for seconds in line.split()] for line, _ in imports)))
    with capfd.disabled():
        print(f" Python {version}: import riverlab takes {clock:.3f} s, {processor:.3f} s of the processor")
    assert processor < IMPORT
