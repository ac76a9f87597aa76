environment=chess
python=(chess==1.11.2)
node=(chess.js@1.4.0 chessops@0.15.1)
package="chess.js 1.4.0 (npm)"
error="to list the moves puts a pawn on the board, if the FEN names a wrong cell for en passant"
find=(--against node:chess.js --with node:chessops --positions "$here/chess.js-moves/positions.txt"
    --ignore en_passant --time 5s --shrink-time 8s)
replay=(--against node:chess.js --with node:chessops --ignore en_passant)
expect='board d5: only after has "p"'
