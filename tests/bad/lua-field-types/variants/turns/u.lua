return turn { name = "U", text = "u", plain = true, play = function() end }
