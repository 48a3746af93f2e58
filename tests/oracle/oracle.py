"""Answers which moves are legal, as python-chess and Fairy-Stockfish know it: a question a line in, an answer a line out, both JSON.

Question: {"variant": "atomic", "start": FEN or null, "moves": ["e2e4", ...]}   null: the variant's own array
Answer:   {"python-chess": ["a7a5", ...], "pyffish": [...]}                     only engines that know the variant; sorted UCI;
                                                                                 no moves where the game is over
      or  {"error": "why"}
"""

import json
import sys

import chess
import chess.variant
import pyffish


# The last board that python-chess was asked about, and how it came to be: most questions are about a move more.
last = None


def python_chess(variant, start, moves):
    global last
    if last and last[:2] == (variant, start) and last[2] == moves[: len(last[2])]:
        board, further = last[3], moves[len(last[2]) :]
    else:
        rules = chess.variant.find_variant(variant)
        board, further = rules(start or rules.starting_fen), moves
    last = None  # a move that is refused leaves no board behind
    for move in further:
        board.push_uci(move)
    last = variant, start, moves, board
    return [] if board.is_variant_end() else [move.uci() for move in board.legal_moves]


def fairy_stockfish(variant, start, moves):
    start = start or pyffish.start_fen(variant)
    over, _ = pyffish.is_immediate_game_end(variant, start, moves)
    return [] if over else pyffish.legal_moves(variant, start, moves)


def knows_python_chess(variant):
    return any(known.uci_variant == variant for known in chess.variant.VARIANTS)


ENGINES = {
    "python-chess": (knows_python_chess, python_chess),
    "pyffish": (lambda variant: variant in pyffish.variants(), fairy_stockfish),
}


def answer(question):
    variant, start, moves = question["variant"], question.get("start"), question.get("moves", [])
    lists = {name: sorted(legal(variant, start, moves)) for name, (knows, legal) in ENGINES.items() if knows(variant)}
    return lists or {"error": f"no engine knows the variant {variant!r}"}


for line in sys.stdin:
    try:
        said = answer(json.loads(line))
    except Exception as why:  # whatever it is, the test is to show it
        said = {"error": f"{type(why).__name__}: {why}"}
    print(json.dumps(said), flush=True)
