"""Tests the engine with Bustan; `bustan` must be on the path.

    python3 -m unittest
"""
import os
import subprocess
import unittest


class Bustan(unittest.TestCase):
    def bustan(self, command, *arguments):
        line = ["bustan", command, "tictactoe", "--against", "python3 template.py", *arguments]
        ended = subprocess.run(line, capture_output=True, text=True, cwd=os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_the_adapter_speaks_the_protocol(self):
        self.bustan("probe")

    def test_the_engine_follows_the_rules(self):
        self.bustan("check", "--games", "50")


if __name__ == "__main__":
    unittest.main()
