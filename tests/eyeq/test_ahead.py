"""Jobs made ready while others wait."""

import asyncio

from gander.eyeq.ahead import Ahead


def test_each_job_is_taken_once_in_order_and_few_are_ready_at_once() -> None:
    made: list[int] = []
    taken: list[int] = []
    ahead = 0

    def prepare(job: int) -> str:
        nonlocal ahead
        made.append(job)
        ahead = max(ahead, len(made) - len(taken))
        return f"picture {job}"

    async def worker(jobs: Ahead[int, str]) -> None:
        async for job, ready in jobs:
            assert ready == f"picture {job}"
            taken.append(job)
            await asyncio.sleep(0.03)

    async def everyone() -> None:
        jobs = Ahead(range(12), prepare, 2)
        await asyncio.gather(*(worker(jobs) for _ in range(3)))

    asyncio.run(everyone())
    assert made == taken == list(range(12))
    assert 1 < ahead <= 2 + 1


def test_no_worker_prepares_before_the_one_before_it_has_gone_on() -> None:
    told: list[str] = []

    async def worker(jobs: Ahead[int, None]) -> None:
        async for job, _ in jobs:
            told.append(f"sent {job}")
            await asyncio.sleep(1)

    async def everyone() -> None:
        jobs = Ahead(range(3), lambda job: told.append(f"ready {job}"), 1)
        await asyncio.wait([asyncio.create_task(worker(jobs)) for _ in range(3)], timeout=0.1)

    asyncio.run(everyone())
    assert told == ["ready 0", "sent 0", "ready 1", "sent 1", "ready 2", "sent 2"]
