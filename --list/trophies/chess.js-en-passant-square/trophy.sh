environment=chess
python=(chess==1.11.2)
node=(chess.js@1.4.0 chessops@0.15.1)
package="chess.js 1.4.0 (npm)"
error="forceEnpassantSquare does not do what the README says"
find=(--against 'node:chess.js ep=always' --with 'node:chessops ep=always' --with 'python:chess ep=always'
    --time 8s --shrink-time 8s)
replay=(--against 'node:chess.js ep=always' --with 'node:chessops ep=always' --with 'python:chess ep=always')
expect='chessops says "e3", chess.js says null'
