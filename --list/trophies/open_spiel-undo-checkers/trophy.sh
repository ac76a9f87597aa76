environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="after undo_action in a capture of several men legal_actions fails"
find=(--against 'python:openspiel checkers undo=library' --with 'python:openspiel checkers' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel checkers undo=library' --with 'python:openspiel checkers')
expect='checkers.cc:411 multiple_move_list.size\(\) > 0'
