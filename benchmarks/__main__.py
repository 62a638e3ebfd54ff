"""All benchmarks: ``python -m benchmarks``, or some: ``python -m benchmarks engine records``."""

import sys

from benchmarks import analyses, arena, balance, engine, eyeq, live, pictures, records, viewer

PARTS = {
    "engine": engine.main,
    "records": records.main,
    "pictures": pictures.main,
    "startup": records.startup,
    "balance": balance.measured,
    "eyeq": eyeq.main,
    "analyses": analyses.main,
    "live": live.main,
    "arena": arena.main,
    "viewer": viewer.main,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
