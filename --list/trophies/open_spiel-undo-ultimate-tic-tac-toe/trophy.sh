environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="undo_action does nothing in ultimate Tic-Tac-Toe"
find=(--against 'python:openspiel ultimate_tic_tac_toe undo=library' --with 'python:openspiel ultimate_tic_tac_toe' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel ultimate_tic_tac_toe undo=library' --with 'python:openspiel ultimate_tic_tac_toe')
expect='taken back to ply 0, before Choose_local_board_7, the observation differs'
