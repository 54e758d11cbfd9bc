#!/usr/bin/env python3
"""Checks the deal of a finished match: python3 check_deal.py partida.json   (needs nothing but Python)"""

import hashlib
import json
import struct
import sys


def words(code, number):
    counter = 0
    while True:
        yield from struct.unpack(">4Q", hashlib.sha256(f"{code}:{number}:{counter}".encode()).digest())
        counter += 1


def permutation(code, number, size):
    stream, order = words(code, number), list(range(size))
    for i in range(size - 1, 0, -1):
        bound = 2**64 - 2**64 % (i + 1)
        j = next(word for word in stream if word < bound) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


match = json.load(open(sys.argv[1], encoding="utf-8"))
deal, events = match["deal"], match["events"]
wrong = []
if hashlib.sha256((deal["code"] + deal["nonce"]).encode()).hexdigest() != deal["commitment"]:
    wrong.append("commitment")
shuffles = [event["payload"] for event in events if event["kind"] == "shuffled"]
wrong += [f"shuffle {k}" for k, order in enumerate(shuffles, 1) if permutation(deal["code"], k, len(order)) != order]
print("WRONG: " + ", ".join(wrong) if wrong else f"OK: commitment and {len(shuffles)} shuffles agree")
sys.exit(bool(wrong))
