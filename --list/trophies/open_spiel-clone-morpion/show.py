"""Asks a copy for the names of moves, after the state that it was made of has gone."""
import gc

import pyspiel

game = pyspiel.load_game("morpion_solitaire")
copy = game.new_initial_state().clone()
gc.collect()
# Others now use the memory of the state that has gone.
others = [pyspiel.load_game("chess").new_initial_state() for _ in range(300)]
others += [bytearray(b"\x01" * size) for size in range(16, 66000, 64)]
state = game.new_initial_state()
for move in state.legal_actions():
    right = state.action_to_string(0, move)
    print(f"move {move}: {right!r}")
    try:
        said = copy.action_to_string(0, move)
    except Exception as error:
        print(f"the copy raises {type(error).__name__}: {str(error)[:60]}")
        break
    if said != right:
        print(f"the copy says {said[:60]!r}")
