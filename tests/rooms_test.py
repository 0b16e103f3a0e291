#!/usr/bin/env python3
"""Plants circles, upward imports and rooms without a floor, each in a small house of its own, and one circle in a copy of this
repository: `rooms.py` must report each, and nothing else. Usage: tests/rooms_test.py"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import rooms

ROOT = Path(__file__).parent.parent
HOUSE = {
    "ARCHITECTURE.md": "# A house\n\n```rooms\nriverlab\n  lib\nlab\n  lib\n  tune\narena\n  lib\n  cli\n  plan store\n  play\n```\n",
    "engine/src/lib.rs": "pub mod game;\npub use game::Game;\n",
    "engine/src/game.rs": "pub struct Game;\n",
    "bots/src/lib.rs": "pub mod bot;\n",
    "bots/src/bot.rs": "use riverlab_engine::Game;\npub struct Bot(Game);\n",
    "arena/src/lib.rs": "pub mod cli;\npub mod plan;\nmod play;\nmod store;\n",
    "arena/src/cli.rs": "use crate::plan::{self, Plan};\npub fn run(plan: Plan) { plan::shard::cut(plan) }\n",
    "arena/src/plan/mod.rs": "mod request;\npub mod shard;\npub use request::Request;\npub struct Plan;\n",
    "arena/src/plan/request.rs": "use crate::play::seed;\npub struct Request;\n",
    "arena/src/plan/shard.rs": "use super::request::Request;\n",
    "arena/src/play.rs": "use riverlab_bots::bot::Bot;\npub fn seed() {}\n",
    "arena/src/store.rs": "/// See [`crate::cli::run`].\nconst TEXT: &str = \"crate::cli::run\"; // crate::cli::run\n",
    "stats/src/lib.rs": "pub fn mean() {}\n",
    "lab/src/lib.rs": "mod tune;\n",
    "lab/src/tune.rs": "use riverlab_arena::plan::Plan;\n",
    "riverlab/src/lib.rs": "pub use riverlab_lab as lab;\n",
    "python/src/lib.rs": "mod table;\nuse table::Table;\n",
    "python/src/table.rs": "use riverlab_arena::plan::Plan;\npub struct Table;\n",
    "python/riverlab/__init__.py": "from .experiments import run\n",
    "python/riverlab/experiments.py": "from ._riverlab import Table\n",
}


class Rooms(unittest.TestCase):
    def check(self, planted, *expected, without=""):
        """The findings of the small house with these lines added to its files, and one line of ARCHITECTURE.md removed."""
        with tempfile.TemporaryDirectory() as folder:
            for path in HOUSE.keys() | planted.keys():
                file = Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text((HOUSE.get(path, "") + planted.get(path, "")).replace(without, "", bool(without)))
            self.assertEqual(rooms.findings(Path(folder)), list(expected))

    def test_a_clean_house_has_no_findings(self):
        self.check({})

    def test_a_circle_of_two_files_is_found(self):
        self.check(
            {"arena/src/plan/request.rs": "use super::{shard::{Shard}};\n"},
            "circle of 2 files: arena/src/plan/request.rs -> arena/src/plan/shard.rs -> arena/src/plan/request.rs",
        )

    def test_paths_in_bodies_are_arrows(self):
        circle = "circle of 2 files: arena/src/plan/request.rs -> arena/src/plan/shard.rs -> arena/src/plan/request.rs"
        self.check({"arena/src/plan/request.rs": "fn cut() { crate::plan::shard::cut(1) }\n"}, circle)
        self.check({"arena/src/plan/request.rs": "use super::shard as part;\nfn f() { part::cut() }\n"}, circle)

    def test_a_parent_that_exports_its_child_counts(self):
        self.check(
            {"arena/src/plan/request.rs": "use super::Plan;\n"},
            "circle of 2 files: arena/src/plan/mod.rs -> arena/src/plan/request.rs -> arena/src/plan/mod.rs",
        )
        self.check(
            {"arena/src/plan/request.rs": "use super::shard;\n", "arena/src/plan/shard.rs": "use crate::plan::Request;\n"},
            "circle of 3 files: arena/src/plan/request.rs -> arena/src/plan/shard.rs -> arena/src/plan/request.rs",
        )

    def test_the_root_of_a_crate_is_a_parent(self):
        self.check(
            {"engine/src/lib.rs": "mod bag;\npub use bag::Bag;\n", "engine/src/bag.rs": "use crate::Game;\n"},
            "circle of 2 files: engine/src/bag.rs -> engine/src/lib.rs -> engine/src/bag.rs",
        )

    def test_upward_imports_between_rooms_are_found(self):
        self.check(
            {"arena/src/play.rs": "use crate::store::TEXT;\n"},
            "arena/src/play.rs:3: play imports store, a room above it (crate::store::TEXT)",
        )
        self.check(
            {"arena/src/store.rs": "fn plan() -> crate::plan::Plan {}\n"},
            "arena/src/store.rs:3: store imports plan, a room on its floor (crate::plan::Plan)",
        )

    def test_upward_imports_between_crates_are_found(self):
        self.check(
            {"engine/src/game.rs": "use riverlab_bots::bot;\n"},
            "engine/src/game.rs:2: the crate engine imports bots, a crate above it",
        )
        self.check(
            {"lab/src/tune.rs": "use riverlab::cli::main;\n"},
            "lab/src/tune.rs:2: the crate lab imports riverlab, a crate above it",
        )

    def test_every_room_needs_a_floor(self):
        self.check(
            {"arena/src/lib.rs": "mod tune;\n", "arena/src/tune/mod.rs": "use crate::cli::run;\n"},
            "ARCHITECTURE.md: the room tune of arena/src has no floor",
        )

    def test_every_floor_needs_its_room(self):
        self.check({}, "ARCHITECTURE.md: there is no room store in arena/src", without="mod store;\n")

    def test_a_house_without_an_order_is_refused(self):
        self.check(
            {}, "ARCHITECTURE.md: no block `rooms` that declares the order of the rooms of crates", without="```rooms\n"
        )

    def test_what_only_tests_compile_is_no_arrow(self):
        self.check(
            {
                "arena/src/play.rs": "#[cfg(test)]\nmod tests { use crate::cli::run; }\n#[cfg(test)]\nuse crate::{cli, plan};\n",
                "arena/src/store.rs": "#[cfg(test)]\nmod store_tests;\n",
                "arena/src/store/store_tests.rs": "use crate::cli::run;\n",
            }
        )

    def test_circles_of_python_files_are_found(self):
        self.check(
            {"python/riverlab/experiments.py": "def late():\n    from . import run\n"},
            "circle of 2 files: python/riverlab/__init__.py -> python/riverlab/experiments.py -> python/riverlab/__init__.py",
        )

    def test_a_circle_planted_in_this_repository_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for part in [*(f"{crate}/src" for crate in rooms.CRATES), "python/riverlab"]:
                shutil.copytree(ROOT / part, Path(folder) / part)
            shutil.copy(ROOT / "ARCHITECTURE.md", folder)
            source = Path(folder) / "engine/src"
            with (source / "lib.rs").open("a") as root:
                root.write("mod planted_here;\nmod planted_there;\n")
            (source / "planted_here.rs").write_text("use crate::planted_there::There;\n")
            (source / "planted_there.rs").write_text("use crate::planted_here::Here;\n")
            run = subprocess.run([sys.executable, ROOT / "tests/rooms.py", folder], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn(
            "circle of 2 files: engine/src/planted_here.rs -> engine/src/planted_there.rs -> engine/src/planted_here.rs\n",
            run.stdout,
        )


if __name__ == "__main__":
    unittest.main()
