environment=shogi
python=(python-shogi==1.1.1 cshogi==1.1.0 pyffish==0.0.90)
node=(tsshogi@2.2.0 shogiops@0.18.0)
package="python-shogi 1.1.1 (PyPI)"
error="is_legal allows drops onto pieces of the opponent"
replay=(--against python:shogi --with python:cshogi --with 'python:pyffish shogi')
expect='python-shogi: does not list G\*5e, but plays it'
