"""Speed, as figures and ratios measured in one run: `make bench` prints them and writes them to ``var/bench.json``."""
