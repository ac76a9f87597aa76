environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="undo_action does nothing in TwixT"
find=(--against 'python:openspiel twixt undo=library' --with 'python:openspiel twixt' --time 8s --shrink-time 8s)
replay=(--against 'python:openspiel twixt undo=library' --with 'python:openspiel twixt')
expect='taken back to ply 0, before xb1, the observation differs'
