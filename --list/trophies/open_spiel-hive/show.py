"""Lists the moves of the piece that holds five others together, with and without the queen of the other player."""
import pyspiel

for third in ("wA1", "wQ"):
    state = pyspiel.load_game("hive").new_initial_state()
    for move in ("wS1", "bA1 wS1-", f"{third} -wS1", "bQ bA1-", f"wG1 -{third}"):
        state.apply_action(state.string_to_action(move))
    moves = [state.action_to_string(action) for action in state.legal_actions()]
    leaving = [move for move in moves if move.startswith("bA1 ")]
    print(f"{state}\n  bA1 may leave: {len(leaving)} moves, {', '.join(leaving[:3]) or 'none'}")
