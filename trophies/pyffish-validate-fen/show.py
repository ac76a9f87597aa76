"""Asks about a variant that the library does not know, first a function that raises an error, then the one that should."""
import pyffish

try:
    pyffish.start_fen("nonsense")
except ValueError as error:
    print(f"start_fen raises ValueError: {error}", flush=True)
print(f"validate_fen of chess: {pyffish.validate_fen('x', 'chess', False)}", flush=True)
print(f"validate_fen of nonsense: {pyffish.validate_fen('x', 'nonsense', False)}")
