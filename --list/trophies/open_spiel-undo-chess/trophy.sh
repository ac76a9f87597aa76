environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="after undo_action legal moves are those of the position that was taken back"
find=(--against 'python:openspiel chess undo=library' --with 'python:openspiel chess' --with 'python:chess draws=claim' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel chess undo=library' --with 'python:openspiel chess' --with 'python:chess draws=claim')
expect='taken back to ply 1, before e7e5, the legal moves differ'
