"""How fast two nodes of one processor each play beside two threads of one process, on the same run: `overhead.py SECONDS`.

Ray's start is not counted. Prints games per second of both, taken in turn three times, and the ratio of the medians.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import ray
from conftest import Machines

from riverlab import _riverlab, cluster

BOTS = ["mcts:sims=200", "greedy"]


def words(deals: int) -> list[str]:
    return ["tournament", "the-river", "--bots", *BOTS, "--deals", str(deals)]


def here(deals: int, out: Path) -> float:
    """Games per second of two threads."""
    start = time.monotonic()
    _riverlab.run_command([*words(deals), "--quiet", "--threads", "2", "--out", str(out)], [])
    return 2 * deals / (time.monotonic() - start)


def there(deals: int, out: Path) -> float:
    """Games per second of two nodes."""
    start = time.monotonic()
    cluster.run(words(deals), out=out, progress=False)
    return 2 * deals / (time.monotonic() - start)


def main(seconds: float) -> None:
    machines = Machines()
    try:
        machines.fill(2)
        ray.init(address=machines.address, _node_ip_address="127.0.0.2", log_to_driver=False, logging_level="warning")
        with tempfile.TemporaryDirectory() as folder:
            deals = max(10, int(here(200, Path(folder) / "first") * seconds / 2))
            speeds: dict[str, list[float]] = {"two threads": [], "two nodes": []}
            for turn in range(3):
                speeds["two threads"].append(here(deals, Path(folder) / f"here-{turn}"))
                speeds["two nodes"].append(there(deals, Path(folder) / f"there-{turn}"))
                print(*(f"{name}: {all_[-1]:.1f} games/s" for name, all_ in speeds.items()), flush=True)
            medians = {name: statistics.median(all_) for name, all_ in speeds.items()}
            print(f"{2 * deals} games, two nodes over two threads: {medians['two nodes'] / medians['two threads']:.3f}")
    finally:
        machines.stop()


if __name__ == "__main__":
    main(float(sys.argv[1]))
