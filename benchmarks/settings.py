"""How long things may take: the whole run, and the quick one that stops at 1 MB."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Plan


@dataclass(frozen=True, slots=True)
class Settings:
    """`sizes`: characters of the texts that scale; growth is judged from `small` to the last.

    `limit`, `peer_limit`: seconds after which a run of ours or of a peer is stopped. `peer_plan`: for peers
    on texts that grow, which no target is about.
    `small_checked`: the size at which the results of all parsers are compared before a text grows.
    """

    sizes: tuple[int, ...]
    workload_plan: Plan
    growth_plan: Plan
    bundled_plan: Plan
    peer_plan: Plan
    limit: float
    peer_limit: float
    memory_size: int
    import_runs: int
    small: int = 100_000
    small_checked: int = 2_000

    @property
    def large(self) -> int:
        return self.sizes[-1]


WHOLE = Settings(
    sizes=(10_000, 100_000, 1_000_000, 10_000_000),
    workload_plan=Plan(budget=2.0, rounds=15, most=400),
    growth_plan=Plan(budget=0.7, rounds=3, most=50),
    bundled_plan=Plan(budget=0.2, rounds=7, most=100),
    peer_plan=Plan(budget=0.1, rounds=1, most=20),
    limit=20.0,
    peer_limit=1.0,
    memory_size=10_000_000,
    import_runs=30,
)
QUICK = Settings(
    sizes=(10_000, 100_000, 1_000_000),
    workload_plan=Plan(budget=0.4, rounds=7, most=200),
    growth_plan=Plan(budget=0.2, rounds=3, most=30),
    bundled_plan=Plan(budget=0.1, rounds=3, most=50),
    peer_plan=Plan(budget=0.1, rounds=1, most=20),
    limit=5.0,
    peer_limit=1.0,
    memory_size=1_000_000,
    import_runs=20,
)
SETTINGS = {"whole": WHOLE, "quick": QUICK}
