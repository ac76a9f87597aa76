environment=shogi
python=(python-shogi==1.1.1 cshogi==1.1.0 pyffish==0.0.90)
node=(tsshogi@2.2.0 shogiops@0.18.0)
package="cshogi 1.1.0 (PyPI)"
error="set_sfen reads 99 pawns in hand as a lance and three pawns"
script=show.py
expect='cshogi reads 99P as L3P'
