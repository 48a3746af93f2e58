#!/usr/bin/env python3
"""A second implementation of the dice, from docs/dice.md alone: digits, tables, orders, links and the seed, over one game's log.

Usage: check.py FOLDER. It prints a line for each roll, and ends with 1 at the first thing that does not agree.
Not here: whether a beacon's signature is genuine (`custodian dice check` does that).
"""
import datetime
import hashlib
import json
import pathlib
import re
import sys
import tomllib


def sha(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def stream(randomness, game, roll):
    block = 0
    while True:
        for c in sha(f"chess-dice-v1\n{randomness}\n{game}\n{roll}\n{block}\n"):
            if c.isdigit():
                yield c
        block += 1


def draw(source, weights):
    total = sum(weights)
    width = len(str(max(total - 1, 1)))
    highest = 10**width
    drawn = ""
    while True:
        digits = "".join(next(source) for _ in range(width))
        drawn += digits
        number = int(digits) or highest
        if number > highest // total * total:
            continue
        left = (number - 1) % total
        for outcome, weight in enumerate(weights):
            if left < weight:
                return drawn, outcome
            left -= weight


def agree(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: the log says {found}, and it comes to {expected}")


def seconds(hour):
    return int(datetime.datetime.fromisoformat(hour).timestamp())


folder = pathlib.Path(sys.argv[1])
founding = tomllib.loads((folder / "game.toml").read_text())
game, last = founding["name"], founding.get("commitment")
sources, read_off, rolls, first = [], {}, 0, {}
lines = [json.loads(line) for log in sorted((folder / "log").glob("*.jsonl")) for line in log.open()]
events = [(line["at"], event) for line in lines for event in line["events"]]
pinned, ends, figures, proposed, made = None, [last], "", {}, {}
leads = [founding["lead_seconds"]] if "lead_seconds" in founding else []
for at, event in events:
    kind = event["event"]
    if kind == "revealed":
        agree(f"link {event['number']}", sha(bytes.fromhex(event["link"])), last)
        last = event["link"]
        sources.append(last)
    elif kind == "resumed":
        # Lines were lost that may have revealed links of the chain before.
        last = event["commitment"]
        ends.append(last)
    elif kind == "published":
        agree("round", event["round"], pinned["awaits"]["round"])
        hour = 1692803367 + 3 * (event["round"] - 1)
        if hour > seconds(at):
            sys.exit(f"round {event['round']} was not yet published at {at}")
        sources.append(sha(bytes.fromhex(event["signature"])))
    elif kind == "amendment-proposed":
        proposed[event["number"]] = event["canonical"]
    elif kind == "amendment-adopted" and "The drand beacon rolls the dice." in proposed.get(event["number"], ""):
        # Whoever agrees on beacons by an amendment agrees on an hour.
        leads.append(3600)
    elif kind == "volumes-settled":
        figures += "".join(volume[-1] for stock, volume in event["figures"]["volumes"])
    elif kind == "thrown":
        figures += event["digits"]
    elif kind == "drawn":
        agree("digits that were read off", event["digits"], figures)
        sources.append(None)
        read_off[len(sources)] = event["digits"]
    elif kind == "pinned":
        # Going back keeps a pin that waits; any other is of its line's own hour, and looks ahead of it.
        if event != pinned:
            agree(f"hour of the pin of roll {event['roll']}", seconds(event["made"]), seconds(at))
            awaits = event["awaits"]
            if isinstance(awaits, dict) and "round" in awaits:
                named = [-(-max(seconds(at) + lead - 1692803367, 0) // 3) + 1 for lead in leads]
                if awaits["round"] not in named:
                    sys.exit(f"roll {event['roll']} is pinned to round {awaits['round']}, and the first one in its time is {named}")
            figures = ""
        pinned = event
        table = "".join(f"{weight} {words}\n" for weight, words in event["outcomes"])
        agree("table", event["table"], sha(f"chess-table-v1\n{game}\n{event['roll']}\n{event['purpose']}\n{table}"))
        phase, orders = event["roll"].rsplit(".", 1)[0], "".join(order + "\n" for order in event["orders"])
        agree("orders", event["orders_hash"], sha(f"chess-orders-v1\n{game}\n{phase}\n{orders}"))
    elif kind == "seed-revealed":
        seed = event["seed"]
        for _ in range(10_000):
            seed = sha(bytes.fromhex(seed))
        if seed not in ends:
            sys.exit(f"seed {event['seed']}: it is that of none of the game's chains")
    for roll in event.get("rolls", []) if kind == "asked" else [event] if kind == "rolled" else []:
        number, name = roll.get("source", roll.get("link")), roll["roll"]
        if sources[number - 1] is None:
            # Rolls take the digits that were read off one after the other.
            if name not in first:
                length = len(roll["digits"])
                first[name], read_off[number] = read_off[number][:length], read_off[number][length:]
            source = iter(first[name])
        else:
            source = stream(sources[number - 1], game, name)
        # Its name gives a roll its digits, so nobody may choose it: a letter behind the number tells that it was made for other tables before.
        table, letters = (roll["purpose"], roll["weights"], roll.get("words", [])), re.fullmatch(r"(.*\.[0-9]+)([a-z]*)", name)
        if letters and letters[2]:
            numbered, ending = letters[1], letters[2]
            before = numbered + ending[:-1] + (chr(ord(ending[-1]) - 1) if ending[-1] > "b" else "")
            if made.get(before, (None, table))[1] == table:
                sys.exit(f"roll {name}: no roll {before} was made for another table before")
        if made.setdefault(name, (number, table))[0] != number:
            sys.exit(f"roll {name}: it was made from source {made[name][0]} before")
        agree(f"roll {name}", [roll["digits"], roll["outcome"]], list(draw(source, roll["weights"])))
        if kind == "rolled":
            rolls += 1
            print(f"roll {name}: digits {roll['digits']}, outcome {roll['outcome'] + 1} of {len(roll['weights'])}")
print(f"OK {game} {rolls} rolls")
