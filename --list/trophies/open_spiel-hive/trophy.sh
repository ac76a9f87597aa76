environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="in Hive a move may split the hive as long as the other queen is not placed"
script=show.py
expect='bA1 may leave: 1[0-9] moves'
