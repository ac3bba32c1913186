"""Prints a certificate: the game, then each claim with its entries (position, move, rank).

    scripts/read_certificate.py FILE

It trusts the file; docs/inside/certificates.md says what the bytes mean.
"""

import json, struct, sys, zlib

file = open(sys.argv[1], "rb").read()
magic, version, length = struct.unpack_from("<8sII", file)
assert magic == b"\x89andor\r\n" and 1 <= version <= 7 and file[-8:] == b"ANDOREND"
header = json.loads(file[24 : 24 + length])
width = header["position_width"]
index, = struct.unpack_from("<Q", file, len(file) - 32)

def number(raw, at):
    value = shift = 0
    while True:
        value |= (raw[at] & 127) << shift
        shift += 7
        at += 1
        if raw[at - 1] < 128:
            return value, at

print(header["game"])
for section in header["sections"]:
    print(f"{section['claim']}: {section['positions']} positions")
    first = section["first_block"]
    for block in range(first, first + section["blocks"]):
        record = index + block * (28 + width)
        offset, size, count = struct.unpack_from("<QII", file, record)
        raw = zlib.decompress(file[offset : offset + size], -15)
        keys, at = [int.from_bytes(raw[:width], "big")], width
        for _ in range(count - 1):
            delta, at = number(raw, at)
            keys.append(keys[-1] + delta)
        numbers = []
        for _ in range(2 * count):
            value, at = number(raw, at)
            numbers.append(value)
        for key, move, rank in zip(keys, numbers[:count], numbers[count:]):
            print(key.to_bytes(width, "big").hex(), move, rank)
