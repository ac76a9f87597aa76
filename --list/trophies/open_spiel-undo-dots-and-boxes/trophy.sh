environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="undo_action removes another line, too"
find=(--against 'python:openspiel dots_and_boxes undo=library' --with 'python:openspiel dots_and_boxes' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel dots_and_boxes undo=library' --with 'python:openspiel dots_and_boxes')
expect='taken back to ply 1, before P2\(v,0,1\), the observation differs'
