environment=racing-kings
package="fairy-stockfish 11.1 (Debian 12)"
error="a game of racing kings continues when black has reached the eighth rank"
python=(chess==1.11.2 pyffish==0.0.90)
programs=('fairy-stockfish=Fairy-Stockfish 11.1')
find=(--against 'uci:fairy-stockfish;UCI_Variant=racingkings' --with 'python:chess racingkings'
    --with 'python:pyffish racingkings' --time 20s --shrink-time 20s)
replay=(--against 'uci:fairy-stockfish;UCI_Variant=racingkings' --with 'python:chess racingkings'
    --with 'python:pyffish racingkings')
expect='nobody is to move; Fairy-Stockfish 11.1.*: white'
