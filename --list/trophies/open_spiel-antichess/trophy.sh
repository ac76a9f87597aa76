environment=open_spiel
package="open_spiel 2.0.2 (PyPI)"
python=(open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90)
error="a capture en passant is not compulsory in antichess"
find=(--against 'python:openspiel antichess' --with 'python:chess antichess draws=claim'
    --with 'python:pyffish antichess draws=claim' --time 20s --shrink-time 10s)
replay=(--against 'python:openspiel antichess' --with 'python:chess antichess draws=claim'
    --with 'python:pyffish antichess draws=claim')
expect='refuses b4b3( \(.*\))?; OpenSpiel antichess: plays it'
