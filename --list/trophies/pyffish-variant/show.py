"""Asks whether a text is a position of chess, then whether it is one of a variant that there is not."""
import pyffish

print(f"of chess: {pyffish.validate_fen('x', 'chess', False)}", flush=True)
print(f"of nonsense: {pyffish.validate_fen('x', 'nonsense', False)}")
