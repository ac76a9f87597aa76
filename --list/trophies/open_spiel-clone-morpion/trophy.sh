environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="a copy of morpion_solitaire reads memory of the state that it was made of"
script=show.py
expect='the copy (says|raises)'
