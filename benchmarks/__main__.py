"""All benchmarks: ``python -m benchmarks``, or some: ``python -m benchmarks engine records``."""

import sys

from benchmarks import balance, engine, eyeq, live, records

PARTS = {
    "engine": engine.main,
    "records": records.main,
    "startup": records.startup,
    "balance": balance.measured,
    "eyeq": eyeq.main,
    "live": live.main,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
