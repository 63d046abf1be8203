return turn { name = "X", text = "x", play = function() end }
