class Differ(AssertionError): pass
def assert_agrees(*a,**k): pass
