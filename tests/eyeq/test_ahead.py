"""Jobs made ready while others wait."""

import asyncio

from gander.eyeq.ahead import Ahead


def test_each_job_is_taken_once_in_order_and_few_are_ready_at_once() -> None:
    made: list[int] = []
    taken: list[tuple[int, str | None]] = []
    most = 0

    def prepare(job: int) -> str | None:
        made.append(job)
        return None if job == 5 else f"picture {job}"

    async def worker(jobs: Ahead[int, str]) -> None:
        nonlocal most
        for job in jobs:
            taken.append(job)
            await asyncio.sleep(0.03)
            most = max(most, len([number for number in made if number > max(job for job, _ in taken)]))

    async def everyone() -> None:
        jobs = Ahead(range(12), prepare, 2)
        await asyncio.gather(*(worker(jobs) for _ in range(3)))

    asyncio.run(everyone())
    assert [job for job, _ in taken] == list(range(12))
    assert 0 < most <= 2
    assert all(ready in (None, f"picture {job}") for job, ready in taken)
    assert sum(ready is not None for _, ready in taken) == len(made) - (5 in made)


def test_who_comes_too_early_finds_nothing_ready() -> None:
    async def everyone() -> list[tuple[int, int | None]]:
        return list(Ahead(range(3), lambda job: job, 2))

    assert asyncio.run(everyone()) == [(0, None), (1, None), (2, None)]
