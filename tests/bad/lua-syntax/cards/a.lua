local x = 3 +
return x
