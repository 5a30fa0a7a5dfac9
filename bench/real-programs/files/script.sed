/alpha/{
s/alpha/[&]/g
h
}
/end$/{
x
p
x
}
3,5d
$a\
last line
y/xyz/XYZ/
