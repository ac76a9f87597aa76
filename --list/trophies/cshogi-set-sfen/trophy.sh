environment=shogi
python=(python-shogi==1.1.1 cshogi==1.1.0 pyffish==0.0.90)
node=(tsshogi@2.2.0 shogiops@0.18.0)
package="cshogi 1.1.0 (PyPI)"
error="set_sfen ends the process for a text that is no SFEN"
script=show.py
expect='ended by signal 6'
