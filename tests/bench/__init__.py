"""Benchmarks, run by `make bench`.

Each `bench_NAME.py` measures one thing when run as a module and writes its block of docs/performance.md.
"""

import os

# In these processes the engine is what its sources say, whether a build of them lies about or not.
os.environ["PURE_ENGINE"] = "yes"
