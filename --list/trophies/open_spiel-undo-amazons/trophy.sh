environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="after undo_action a piece of the opponent is the one to move"
find=(--against 'python:openspiel amazons undo=library' --with 'python:openspiel amazons' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel amazons undo=library' --with 'python:openspiel amazons')
expect='taken back to ply 1, before X_To_\(9,_8\), the legal moves differ'
