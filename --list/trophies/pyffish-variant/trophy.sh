environment=shogi
python=(python-shogi==1.1.1 cshogi==1.1.0 pyffish==0.0.90)
node=(tsshogi@2.2.0 shogiops@0.18.0)
package="pyffish 0.0.90 (PyPI)"
error="functions end the process for a variant that the library does not know"
script=show.py
expect='ended by signal 11'
