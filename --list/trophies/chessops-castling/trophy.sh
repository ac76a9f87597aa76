environment=chess
python=(chess==1.11.2)
node=(chess.js@1.4.0 chessops@0.15.1)
package="chessops 0.15.1 (npm)"
error="a move of the king onto any of its own pieces is legal, and castles"
replay=(--against node:chessops --with node:chess.js --with python:chess)
expect='chessops: does not list e1g2, but plays it'
