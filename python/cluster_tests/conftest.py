"""A Ray cluster on this machine: nodes of one processor, each on a loopback address of its own."""

from __future__ import annotations

import contextlib
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

#: Half of the memory of a node of Ray is for objects, which are small here.
STORE = 100 * 2**20
#: A node that has died is noticed within two seconds.
HEALTH = {"health_check_initial_delay_ms": 500, "health_check_period_ms": 300, "health_check_failure_threshold": 3}


class Machines:
    """The nodes of the cluster."""

    def __init__(self) -> None:
        self._last = 1
        head = self._arguments()
        self.cluster = Cluster(initialize_head=True, head_node_args={**head, "include_dashboard": False, "_system_config": HEALTH})
        self.address = str(self.cluster.address)
        self.nodes: list[Any] = [self.cluster.head_node]

    def _arguments(self) -> dict[str, Any]:
        self._last += 1
        return {"num_cpus": 1, "node_ip_address": f"127.0.0.{self._last}", "object_store_memory": STORE}

    def fill(self, nodes: int, **arguments: Any) -> None:
        """Adds nodes until there are so many."""
        while len(self.nodes) < nodes:
            self.nodes.append(self.cluster.add_node(**self._arguments(), **arguments))
        self.cluster.wait_for_nodes()

    def kill(self, node: Any) -> None:
        """A node dies at once."""
        self.nodes.remove(node)
        self.cluster.remove_node(node, allow_graceful=False)

    def workers(self, node: Any) -> list[psutil.Process]:
        """The processes of a node that play a shard."""
        raylet = next(info.process for info in node.all_processes["raylet"])
        playing = []
        # Any of them may end while it is looked at; a zombie counts as one that has ended.
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(raylet.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if "_play_shard" in " ".join(child.cmdline()):
                        playing.append(child)
        return playing

    def stop(self) -> None:
        ray.shutdown()
        for node in self.nodes:
            for process in self.workers(node):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.send_signal(signal.SIGKILL)
        self.cluster.shutdown()


@pytest.fixture(scope="session")
def machines() -> Iterator[Machines]:
    before = {process.pid for process in psutil.process_iter()}
    machines = Machines()
    try:
        ray.init(address=machines.address, _node_ip_address="127.0.0.2", log_to_driver=False, logging_level="warning")
        yield machines
    finally:
        machines.stop()
        for process in psutil.process_iter(["pid", "cmdline"]):
            words = process.info["cmdline"] or []
            if process.pid not in before and any("ray::" in word or "raylet" in word for word in words):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)
