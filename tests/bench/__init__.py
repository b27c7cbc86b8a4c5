"""Benchmarks, run by `make bench`.

Each `bench_NAME.py` measures one thing when run as a module and writes its block of docs/performance.md.
"""
