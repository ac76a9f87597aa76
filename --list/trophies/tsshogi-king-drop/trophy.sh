environment=shogi
python=(python-shogi==1.1.1 cshogi==1.1.0 pyffish==0.0.90)
node=(tsshogi@2.2.0 shogiops@0.18.0)
package="tsshogi 2.2.0 (npm)"
error="isValidMove allows to drop a king that nobody has in hand"
replay=(--against node:tsshogi --with node:shogiops --with python:cshogi)
expect='tsshogi: does not list K\*5e, but plays it'
