"""Reads files of Gambit's with Gambit itself, and prints each game as lines: the players with whether they remember
everything, then the nodes in prefix order. Payoffs are those of all outcomes on the way."""

import sys
from fractions import Fraction

import pygambit
from pygambit import H


def exact(number):
    return str(Fraction(str(number)))


def show(game):
    players = list(game.players)
    for player in players:
        print("player", player, "remembers" if game.has_perfect_recall(player) else "forgets")
    first_of_set = {}
    for player in players:
        for first in game.get_infosets(player):
            members = [labels(one) for one in game.get_members(H.path(*labels(first)))]
            for member in members:
                first_of_set[member] = labels(first)
    nothing = tuple(Fraction(0) for _ in players)
    waiting = [((), nothing)]
    while waiting:
        path, paid = waiting.pop()
        here = H.path(*path)
        outcome = game.get_outcome(here)
        if outcome is not None:
            pays = game.get_outcome_payoffs(outcome)
            paid = tuple(sum + Fraction(str(pays[player])) for sum, player in zip(paid, players))
        actions = game.get_actions(here)
        place = "/" + "/".join(path)
        worth = " ".join(str(sum) for sum in paid)
        if not actions:
            print("end", place, "worth", worth)
        elif chances := game.get_action_probs(here):
            moves = " ".join(f"{move}={exact(chances[move])}" for move in actions)
            print("chance", place, "worth", worth, "moves", moves)
        else:
            known = "/" + "/".join(first_of_set[path])
            moves = " ".join(actions)
            print("decision", place, "worth", worth, "of", game.get_player(here), "as", known, "moves", moves)
        waiting.extend((path + (move,), paid) for move in reversed(actions))


def labels(history):
    return tuple(step.action for step in history)


for name in sys.argv[1:]:
    print("file")
    show(pygambit.read_efg(name))
